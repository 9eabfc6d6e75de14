"""Trees of games counted by others: what a number of moves can lead to, and nothing else.

`published/<name>.yaml` holds the counts of a ruleset, beginning with one move, and where they come
from. They grow from the first position, or from a drawn one. Under `slow` are those of further
depths. Where players call several decisions one move, such as the jumps of a chain,
`each_turn_is_one` says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml

from ruleengine import Position, load

FILES = sorted(Path(__file__).with_name("published").glob("*.yaml"))


@dataclass(frozen=True)
class Tree:
    """A game and how many ways there are to go on, by depth."""

    name: str
    counts: list[int]
    slow: list[int] = field(default_factory=list)
    flags: dict[str, object] = field(default_factory=dict)
    board: str | None = None
    mover: str | None = None
    each_turn_is_one: bool = False

    def __str__(self) -> str:
        flags = (f"{name}-{value}" for name, value in self.flags.items())
        where = () if self.board is None else (self.mover or "", str(self.counts[0]))
        return "-".join((self.name, *flags, *where))

    def start(self) -> Position:
        """Return the position that the tree grows from."""
        game = load(self.name, self.flags)
        if self.board is None:
            return game.start()
        return game.position(board=self.board, mover=self.mover)

    def count(self, position: Position, depth: int) -> int:
        """Return how many ways there are to go on; a game that is over earlier is none."""
        if depth == 0:
            return 1
        moves = position.legal_moves()
        if depth == 1 and not self.each_turn_is_one:
            return len(moves)
        number = 0
        for move in moves:
            after = position.play(move)
            goes_on = after.turn == position.turn and after.outcome is None
            is_part = self.each_turn_is_one and goes_on
            number += self.count(after, depth if is_part else depth - 1)
        return number


TREES = [
    Tree(name=path.stem, **entry)
    for path in FILES
    for entry in yaml.safe_load(path.read_text(encoding="utf-8"))
]


def test_there_are_trees() -> None:
    assert TREES


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_tree_has_as_many_branches_as_others_count(tree: Tree) -> None:
    start = tree.start()
    depths = range(1, len(tree.counts) + 1)
    assert [tree.count(start, depth) for depth in depths] == tree.counts


@pytest.mark.slow
@pytest.mark.parametrize("tree", [tree for tree in TREES if tree.slow], ids=str)
def test_deeper_tree_has_as_many_branches_as_others_count(tree: Tree) -> None:
    start = tree.start()
    first = len(tree.counts) + 1
    depths = range(first, first + len(tree.slow))
    assert [tree.count(start, depth) for depth in depths] == tree.slow
