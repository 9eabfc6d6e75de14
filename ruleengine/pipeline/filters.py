"""Which pieces or cells fit a description, and the functions that count, add and find them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from ruleengine.expressions import resolved as tree
from ruleengine.pipeline.expressions import (
    Evaluate,
    bind_node,
    bind_owner,
    zone_cells,
)
from ruleengine.pipeline.geometry import Geometry
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.seats import seat_of_piece
from ruleengine.pipeline.state import CellId, Env, Slot, State

Cells: TypeAlias = Callable[[State, Env], frozenset[CellId]]
Pieces: TypeAlias = Callable[[State, Env], Iterator[Slot]]
Bind: TypeAlias = Callable[[tree.Invocation, Rules], Evaluate]


def items_of(node: tree.Resolved) -> tuple[tree.Resolved, ...]:
    """Return the items of a list, or what stands alone as the only one."""
    return node.items if isinstance(node, tree.Group) else (node,)


def bind_filter(
    *,
    owner: Evaluate | None,
    kinds: list[Evaluate] | None,
    cells: Cells | None,
    seat: Evaluate | None = None,
    rules: Rules,
) -> Pieces:
    """Return the function that yields the pieces fitting a filter, in the order of slots.

    Without `cells` a piece has to stand on the board.
    """
    num_cells = rules.num_cells

    def matching(state: State, env: Env) -> Iterator[Slot]:
        side = owner(state, env) if owner is not None else None
        if owner is not None and side is None:
            return  # it turned out that there is no such side
        wanted = {kind(state, env) for kind in kinds} if kinds is not None else None
        places = cells(state, env) if cells is not None else None
        owners, kind_of = state.owner, state.kind
        for slot, cell in enumerate(state.cell):
            if side is not None and owners[slot] != side:
                continue
            if places is None:
                if not 0 <= cell < num_cells:
                    continue
            elif cell not in places:
                continue
            if wanted is not None and kind_of[slot] not in wanted:
                continue
            if seat is not None and seat_of_piece(state, slot) != seat(state, env):
                continue
            yield slot

    return matching


def only_where(pieces: Pieces, where: Evaluate | None) -> Pieces:
    """Return the function that yields those of the pieces of which a condition holds."""
    if where is None:
        return pieces
    holds = where
    return lambda state, env: (
        slot for slot in pieces(state, env) if holds(state, {**env, "it": slot})
    )


def bind_places(
    zones: Cells | None, at: Evaluate | None, between: list[Evaluate] | None, rules: Rules
) -> Cells | None:
    """Return the function that gives the cells a piece may stand on; None for all of the board."""
    parts: list[Cells] = [zones] if zones is not None else []
    if at is not None:
        here = at

        def only(state: State, env: Env) -> frozenset[CellId]:
            cell = here(state, env)
            return frozenset() if cell is None else frozenset({cell})

        parts.append(only)
    if between is not None:
        one, two = between
        on_line = Geometry(rules.grid.rows, rules.grid.columns).between

        def inner(state: State, env: Env) -> frozenset[CellId]:
            return on_line(one(state, env), two(state, env))

        parts.append(inner)
    if len(parts) <= 1:
        return parts[0] if parts else None
    return lambda state, env: frozenset.intersection(*(part(state, env) for part in parts))


def _zones(given: Mapping[str, tree.Resolved], key: str, rules: Rules) -> Cells | None:
    if key not in given:
        return None
    zones = items_of(given[key])
    return zone_cells([bind_node(zone, rules) for zone in zones], zones, rules)


def _value(given: Mapping[str, tree.Resolved], key: str, rules: Rules) -> Evaluate | None:
    return bind_node(given[key], rules) if key in given else None


def _values(given: Mapping[str, tree.Resolved], key: str, rules: Rules) -> list[Evaluate] | None:
    return [bind_node(item, rules) for item in items_of(given[key])] if key in given else None


def _pieces(node: tree.Invocation, rules: Rules) -> Pieces:
    """Return the function that yields the pieces that the values of a call describe."""
    given = dict(node.keywords)
    pieces = bind_filter(
        owner=bind_owner(given["owner"], rules) if "owner" in given else None,
        kinds=_values(given, "kind", rules),
        cells=bind_places(
            _zones(given, "in", rules),
            _value(given, "at", rules),
            _values(given, "between", rules),
            rules,
        ),
        seat=_value(given, "seat", rules),
        rules=rules,
    )
    return only_where(pieces, _value(given, "where", rules))


def _cells(node: tree.Invocation, rules: Rules) -> Callable[[State, Env], Iterator[CellId]]:
    """Return the function that yields the cells that the values of a call describe, in order."""
    given = dict(node.keywords)
    inside, outside = _zones(given, "in", rules), _zones(given, "not_in", rules)
    empty, where = _value(given, "empty", rules), _value(given, "where", rules)
    board = range(rules.num_cells)

    def fitting(state: State, env: Env) -> Iterator[CellId]:
        within = inside(state, env) if inside is not None else None
        without = outside(state, env) if outside is not None else None
        is_empty = bool(empty(state, env)) if empty is not None else None
        for cell in board:
            if (
                (is_empty is None or is_empty is not bool(state.at[cell]))
                and (within is None or cell in within)
                and (without is None or cell not in without)
                and (where is None or where(state, {**env, "it": cell}))
            ):
                yield cell

    return fitting


def _count(node: tree.Invocation, rules: Rules) -> Evaluate:
    matching = _pieces(node, rules)
    return lambda state, env: sum(1 for _ in matching(state, env))


def _exists(node: tree.Invocation, rules: Rules) -> Evaluate:
    matching = _pieces(node, rules)
    return lambda state, env: next(matching(state, env), None) is not None


def _the(node: tree.Invocation, rules: Rules) -> Evaluate:
    matching = _pieces(node, rules)

    def the(state: State, env: Env) -> Slot | None:
        found = matching(state, env)
        first = next(found, None)
        return first if next(found, None) is None else None

    return the


def _sum(node: tree.Invocation, rules: Rules) -> Evaluate:
    matching = _pieces(node, rules)
    number = bind_node(node.args[0], rules)
    return lambda state, env: sum(
        number(state, {**env, "it": slot}) or 0 for slot in matching(state, env)
    )


def _count_cells(node: tree.Invocation, rules: Rules) -> Evaluate:
    fitting = _cells(node, rules)
    return lambda state, env: sum(1 for _ in fitting(state, env))


def _first_cell(node: tree.Invocation, rules: Rules) -> Evaluate:
    fitting = _cells(node, rules)
    return lambda state, env: next(fitting(state, env), None)


FILTERED: dict[str, Bind] = {
    "count": _count,
    "exists": _exists,
    "the": _the,
    "sum": _sum,
    "count_cells": _count_cells,
    "first_cell": _first_cell,
}
