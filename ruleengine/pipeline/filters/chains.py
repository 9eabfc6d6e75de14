"""Which pieces or cells belong to the chains and rows that a filter asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.chain_names import BEFORE, asks_of_steps
from ruleengine.pipeline.expressions import Evaluate, bind_node, zone_cells
from ruleengine.pipeline.filters.groups import Groups
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import CellId, Env, Slot, State

Cells: TypeAlias = Callable[[State, Env], frozenset[CellId]]
Pieces: TypeAlias = Callable[[State, Env], Iterator[Slot]]
Narrow: TypeAlias = Callable[[State, Env, set[CellId]], set[CellId]]
"""Which of the cells that fit a description belong to the chain or the rows asked for."""


def bind_spot(node: tree.Resolved, rules: Rules) -> Cells:
    """Return the function that gives the cells that a cell or a zone stands for."""
    if node.type == "zone":
        return zone_cells([bind_node(node, rules)], [node], rules)
    cell = bind_node(node, rules)
    return lambda state, env: frozenset({cell(state, env)} - {None})


def bind_cell_chain(
    linked: tree.Resolved | None, through: tree.Resolved | None, rules: Rules
) -> tuple[Evaluate | None, Narrow | None]:
    """Return what every cell of a chain has to be, and which of those that are belong to it.

    What is asked of the steps of a chain is asked while it is followed, and of no cell before.
    """
    if linked is None or not asks_of_steps(through):
        fits = bind_node(through, rules) if through is not None else None
        return fits, _bind_groups(linked, None, rules)
    assert through is not None  # noqa: S101 - it speaks of steps
    groups, spot, leads = Groups(rules.grid), bind_spot(linked, rules), bind_node(through, rules)

    def narrow(state: State, env: Env, among: set[CellId]) -> set[CellId]:
        standing = {cell: (cell,) for cell in among}
        here = dict(env)
        return groups.stepped(spot(state, env), standing, _steps(state, here, leads))

    return None, narrow


class Links(NamedTuple):
    """What a filter of pieces asks of chains and rows."""

    linked: tree.Resolved | None
    in_row: tree.Resolved | None
    through: tree.Resolved | None


def bind_grouped(pieces: Pieces, alike: Pieces, links: Links, rules: Rules) -> Pieces:
    """Return the function that yields those pieces that form a chain or row with pieces alike."""
    linked, in_row, through = links
    fits = bind_node(through, rules) if through is not None else None
    if linked is not None and fits is not None and asks_of_steps(through):
        return _only_stepped(pieces, alike, bind_spot(linked, rules), fits, Groups(rules.grid))
    narrow = _bind_groups(linked, in_row, rules)
    return only_where(_only_grouped(pieces, only_where(alike, fits), narrow), fits)


def only_where(pieces: Pieces, where: Evaluate | None) -> Pieces:
    """Return the function that yields those of the pieces of which a condition holds."""
    if where is None:
        return pieces
    holds = where
    return lambda state, env: (
        slot for slot in pieces(state, env) if holds(state, {**env, "it": slot})
    )


def _bind_groups(
    linked: tree.Resolved | None, in_row: tree.Resolved | None, rules: Rules
) -> Narrow | None:
    """Return the function that keeps the cells of the chain and of the rows asked for, if any."""
    if linked is None and in_row is None:
        return None
    groups = Groups(rules.grid)
    spot = bind_spot(linked, rules) if linked is not None else None
    length = bind_node(in_row, rules) if in_row is not None else None

    def narrow(state: State, env: Env, among: set[CellId]) -> set[CellId]:
        found = among
        if spot is not None:
            found = groups.linked(spot(state, env), among)
        if length is not None:
            most = length(state, env)
            found = found & groups.in_rows(most, among) if most is not None else set()
        return found

    return narrow


def _only_grouped(pieces: Pieces, alike: Pieces, narrow: Narrow | None) -> Pieces:
    if narrow is None:
        return pieces
    keep = narrow

    def grouped(state: State, env: Env) -> Iterator[Slot]:
        cells = state.cell
        kept = keep(state, env, {cells[slot] for slot in alike(state, env)})
        return (slot for slot in pieces(state, env) if cells[slot] in kept)

    return grouped


def _only_stepped(
    pieces: Pieces, alike: Pieces, spot: Cells, leads: Evaluate, groups: Groups
) -> Pieces:
    """Return the function that yields those pieces that the steps of a chain lead to."""

    def stepped(state: State, env: Env) -> Iterator[Slot]:
        standing: dict[CellId, list[Slot]] = {}
        for slot in alike(state, env):
            standing.setdefault(state.cell[slot], []).append(slot)
        here = dict(env)
        found = groups.stepped(spot(state, env), standing, _steps(state, here, leads))
        return (slot for slot in pieces(state, env) if slot in found)

    return stepped


def _steps(state: State, here: Env, leads: Evaluate) -> Callable[[CellId, int], bool]:
    """Return the function that says whether a step leads on; it writes into the names `here`."""

    def step(before: CellId, it: int) -> bool:
        here[BEFORE], here["it"] = before, it
        return bool(leads(state, here))

    return step
