"""Why a seat's move is refused, told from what the seat knows alone.

Every rule against a move is a reason, but which rules are against it may depend on what is hidden:
a piece that nobody sees stands in the way, or on a cell far out of reach. So a seat hears the
reasons that hold in every world that it may take for the real one. Where there is none, all it
learns is that the move is refused, which the list of its moves tells as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TypeAlias

from ruleengine.errors import Reason
from ruleengine.game.known_worlds import Worlds, worlds_with_a_stranger
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.geometry import Geometry
from ruleengine.pipeline.operands.operand import OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import CellId, SideId, State

Ask: TypeAlias = Callable[[State], tuple[Reason, ...]]
"""What gives all reasons in one state."""


def told_reasons(
    rules: Rules, known: Worlds, side: SideId, ask: Ask, cells: frozenset[CellId] = frozenset()
) -> tuple[Reason, ...]:
    """Return the reasons that a side may hear; `cells` are those that a move is about."""
    worlds = _worlds(rules, known, side, cells)
    told = ask(next(worlds))
    for world in worlds:
        if not told:
            break
        also = {(reason.code, reason.span) for reason in ask(world)}
        told = tuple(reason for reason in told if (reason.code, reason.span) in also)
    return told or (_hidden_reason(rules, side),)


def _worlds(rules: Rules, known: Worlds, side: SideId, cells: frozenset[CellId]) -> Iterator[State]:
    for world in known:
        yield world
        yield from worlds_with_a_stranger(rules, world, side, sorted(cells))


def _hidden_reason(rules: Rules, side: SideId) -> Reason:
    whom = rules.side_title(side)
    return Reason("move/hidden", f"something that is hidden from {whom} stands against it")


def cells_of(
    rules: Rules, action: BoundAction, state: State, values: tuple[OperandValue, ...]
) -> frozenset[CellId]:
    """Return the cells that a move names, those of its pieces, and what lies between them."""
    named: set[CellId] = set()
    for operand, value in zip(action.operands, values, strict=True):
        if not isinstance(value, int):
            continue
        if operand.what == "cell":
            named.add(value)
        elif operand.what == "piece" and 0 <= value < len(state.cell):
            named.add(state.cell[value])
    named = {cell for cell in named if 0 <= cell < rules.grid.num_cells}
    between = Geometry(rules.grid).between
    return frozenset(named).union(*(between(one, two) for one, two in combinations(named, 2)))
