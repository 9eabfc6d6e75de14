"""Directed graphs of numbered nodes, worked on by networkx."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any


class Digraph:
    """A directed graph; networkx is loaded with the first one, as it takes its time to load."""

    def __init__(self) -> None:
        self._nx: Any = import_module("networkx")
        self._graph: Any = self._nx.DiGraph()

    def add_node(self, node: int) -> None:
        """Add a node without edges."""
        self._graph.add_node(node)

    def join(self, one: int, two: int) -> None:
        """Add an edge."""
        self._graph.add_edge(one, two)

    def join_all(self, edges: Iterable[tuple[int, int]]) -> None:
        """Add edges."""
        self._graph.add_edges_from(edges)

    def after(self, node: int) -> set[int]:
        """Return the nodes that an edge leads to from a node."""
        return set(self._graph.successors(node))

    def reached_from(self, node: int) -> set[int]:
        """Return the nodes that a way leads to from a node, itself not included."""
        return set(self._nx.descendants(self._graph, node))

    def between(self, one: int, two: int) -> set[int]:
        """Return the nodes on the ways from one node to another, these two included.

        >>> graph = Digraph()
        >>> graph.join_all([(1, 2), (2, 3), (1, 4)])
        >>> sorted(graph.between(1, 3)), graph.between(3, 1)
        ([1, 2, 3], set())
        """
        if not self._nx.has_path(self._graph, one, two):
            return set()
        return (self.reached_from(one) | {one}) & (
            set(self._nx.ancestors(self._graph, two)) | {two}
        )

    def dominators(self, start: int) -> dict[int, set[int]]:
        """Return for each node that can be reached the nodes that every way to it passes.

        >>> graph = Digraph()
        >>> graph.join_all([(0, 1), (0, 2), (1, 3), (2, 3)])
        >>> graph.dominators(0)[3]
        {0, 3}
        """
        above = dict(self._nx.immediate_dominators(self._graph, start))
        found: dict[int, set[int]] = {}
        for node in above:
            passed, here = {node, start}, node
            while here != start:
                here = above[here]
                passed.add(here)
            found[node] = passed
        return found
