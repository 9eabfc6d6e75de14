"""How attributes are read: those that everything has, and those that a ruleset declares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleengine.expressions import resolved as tree
from ruleengine.pipeline.geometry import forward_of
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.seats import seat_of_piece
from ruleengine.pipeline.state import GONE, NOBODY, State
from ruleengine.resolve.constants import NO_KIND


def declared(node: tree.MemberOf, rules: Rules) -> Callable[[State, int], Any]:
    """Return the function that reads what the ruleset says of pieces, cells, sides and others."""
    name = node.name
    if node.member.keep:
        if node.member.absent:
            return _read_mark(rules.marks[name], rules)
        return _read_counter(rules.counters[name])
    resolved = rules.resolved
    values: list[int | None]
    values = [resolved.number(kind.attributes[name]) for kind in resolved.ruleset.kinds.values()]
    if node.type == "kind":
        values = [None if value == NO_KIND else value for value in values]
    if node.of.type == "kind":
        return lambda _state, kind: values[kind]
    return lambda state, slot: values[state.kind[slot]]


def _read_counter(info: CounterInfo) -> Callable[[State, int], Any]:
    """Return the function that reads the counter of a piece, cell, side or seat."""
    offset = info.offset
    if info.per != "piece":
        return lambda state, owner: state.counters[offset + owner]
    return lambda state, slot: state.piece_counters[offset][slot]


def _read_mark(info: CounterInfo, rules: Rules) -> Callable[[State, int], Any]:
    """Return the function that reads the mark of a piece, cell, side or seat."""
    offset, held = info.offset, what_is_held(info, rules)
    if info.per != "piece":
        return lambda state, owner: held(state.counters[offset + owner])

    def mark_of_piece(state: State, slot: int) -> int | str | None:
        # Nothing is remembered of a piece that has left the game.
        return None if state.cell[slot] == GONE else held(state.piece_counters[offset][slot])

    return mark_of_piece


def _cycle(count: int) -> Callable[[State, int], int]:
    """Return the function that gives the one after, the first following the last."""
    return lambda _state, number: (number + 1) % count


def _owner(rules: Rules) -> Callable[[State, int], int | None]:
    if rules.resolved.ruleset.has_neutral:
        return lambda state, slot: somebody(state.owner[slot])
    return lambda state, slot: state.owner[slot]


def _forward(rules: Rules) -> Callable[[State, int], int | None]:
    ahead = [forward_of(side.forward) for side in rules.resolved.ruleset.sides.values()]
    return lambda _state, side: ahead[side]


def what_is_held(info: CounterInfo, rules: Rules) -> Callable[[int], Any]:
    """Return the function that makes of a number in a state what a mark holds."""
    if info.holds != "word":
        return somebody
    words = rules.names.words
    return lambda number: None if number == NOBODY else words[number]


def somebody(number: int) -> int | None:
    """Return a number, or nothing when it stands for nobody."""
    return None if number == NOBODY else number


MEMBERS: dict[tuple[str, str], Callable[[Rules], Callable[[State, int], Any]]] = {
    ("piece", "owner"): _owner,
    ("piece", "kind"): lambda _rules: lambda state, slot: state.kind[slot],
    ("piece", "home"): lambda _rules: lambda state, slot: state.home[slot],
    ("piece", "seat"): lambda _rules: lambda state, slot: somebody(seat_of_piece(state, slot)),
    ("cell", "row"): lambda rules: lambda _state, cell: cell // rules.grid.columns,
    ("cell", "column"): lambda rules: lambda _state, cell: cell % rules.grid.columns,
    ("side", "opponent"): lambda rules: _cycle(len(rules.names.sides)),
    ("side", "forward"): _forward,
    ("seat", "next"): lambda rules: _cycle(len(rules.names.seats)),
    ("seat", "side"): lambda _rules: lambda state, seat: somebody(state.seat_side[seat]),
    ("seat", "color"): lambda _rules: lambda state, seat: somebody(state.seat_color[seat]),
    ("color", "next"): lambda rules: _cycle(len(rules.names.colors)),
    ("zone", "owner"): lambda _rules: lambda state, zone: somebody(state.zone_owner[zone]),
}
"""Attributes that every ruleset has; any other is declared by kinds or is a counter."""
