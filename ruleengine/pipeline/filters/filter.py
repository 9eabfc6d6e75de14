"""Which pieces or cells fit a description, and the functions that count, add and find them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.asked import asked_beside
from ruleengine.expressions.numbers import held
from ruleengine.pipeline.expressions import (
    Evaluate,
    bind_node,
    bind_owner,
    zone_cells,
)
from ruleengine.pipeline.filters.chains import (
    Cells,
    Links,
    Pieces,
    bind_cell_chain,
    bind_grouped,
    only_where,
)
from ruleengine.pipeline.filters.groups import Groups
from ruleengine.pipeline.geometry import Geometry
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.seats import seat_of_piece
from ruleengine.pipeline.state import GONE, CellId, Env, Slot, State

Bind: TypeAlias = Callable[[tree.Invocation, Rules], Evaluate]
_NOWHERE: frozenset[CellId] = frozenset()


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


def only_on_top(pieces: Pieces, on_top: Evaluate | None, rules: Rules) -> Pieces:
    """Return the function that yields those pieces that are on top of their cells, or are not."""
    if on_top is None:
        return pieces
    wanted = on_top
    return lambda state, env: (
        slot
        for slot in pieces(state, env)
        if (next(pieces_above(rules, state, slot), None) is None) is bool(wanted(state, env))
    )


def pieces_above(rules: Rules, state: State, slot: Slot) -> Iterator[Slot]:
    """Yield the pieces on the same cell that stand higher."""
    levels = [state.piece_counters[info.offset] for info in rules.stacking]
    own, cell = [level[slot] for level in levels], state.cell[slot]
    if cell != GONE:
        for other in state.at[cell]:
            if [level[other] for level in levels] > own:
                yield other


class Asked(NamedTuple):
    """The condition of a filter: the neighbors that can meet it, if only those, and the rest."""

    beside: Cells | None
    where: Evaluate | None


def bind_asked(where: tree.Resolved | None, rules: Rules) -> Asked:
    """Return the condition of a filter in two parts, so that few cells are asked the rest."""
    found = asked_beside(where)
    if found is None:
        return Asked(None, bind_node(where, rules) if where is not None else None)
    spot, neighbors = bind_node(found.spot, rules), Groups(rules.grid).neighbors

    def beside(state: State, env: Env) -> frozenset[CellId]:
        cell = spot(state, env)
        return _NOWHERE if cell is None or not 0 <= cell < len(neighbors) else neighbors[cell]

    return Asked(beside, bind_node(found.rest, rules) if found.rest is not None else None)


def bind_places(
    zones: Cells | None,
    at: Evaluate | None,
    between: list[Evaluate] | None,
    beside: Cells | None,
    rules: Rules,
) -> Cells | None:
    """Return the function that gives the cells a piece may stand on; None for all of the board."""
    parts = [part for part in (zones, beside) if part is not None]
    if at is not None:
        here = at

        def only(state: State, env: Env) -> frozenset[CellId]:
            cell = here(state, env)
            return frozenset() if cell is None else frozenset({cell})

        parts.append(only)
    if between is not None:
        one, two = between
        on_line = Geometry(rules.grid).between

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
    owner = bind_owner(given["owner"], rules) if "owner" in given else None
    kinds, asked = _values(given, "kind", rules), bind_asked(given.get("where"), rules)
    on_top = _value(given, "on_top", rules)
    pieces = bind_filter(
        owner=owner,
        kinds=kinds,
        cells=bind_places(
            _zones(given, "in", rules),
            _value(given, "at", rules),
            _values(given, "between", rules),
            asked.beside,
            rules,
        ),
        seat=_value(given, "seat", rules),
        rules=rules,
    )
    alike = bind_filter(owner=owner, kinds=kinds, cells=None, rules=rules)
    pieces, alike = (only_on_top(each, on_top, rules) for each in (pieces, alike))
    links = Links(given.get("linked"), given.get("in_row"), given.get("through"))
    return only_where(bind_grouped(pieces, alike, links, rules), asked.where)


def _cells(node: tree.Invocation, rules: Rules) -> Callable[[State, Env], Iterator[CellId]]:
    """Return the function that yields the cells that the values of a call describe, in order."""
    given = dict(node.keywords)
    inside, outside = _zones(given, "in", rules), _zones(given, "not_in", rules)
    empty, (beside, where) = _value(given, "empty", rules), bind_asked(given.get("where"), rules)
    board = rules.grid.cells
    through, narrow = bind_cell_chain(given.get("linked"), given.get("through"), rules)

    def fitting(state: State, env: Env) -> Iterator[CellId]:
        within = inside(state, env) if inside is not None else None
        without = outside(state, env) if outside is not None else None
        is_empty = bool(empty(state, env)) if empty is not None else None
        near = beside(state, env) if beside is not None else None
        # A chain may lead over any cell; without one, only the neighbors have to be looked at.
        among = board if near is None or narrow is not None else sorted(near)
        here = dict(env)  # one for all cells: conditions only read it
        alike: list[CellId] = []
        for cell in among:
            if is_empty is not None and is_empty is bool(state.at[cell]):
                continue
            here["it"] = cell
            if through is None or through(state, here):
                alike.append(cell)
        kept = alike if narrow is None else sorted(narrow(state, env, set(alike)))
        for cell in kept:
            here["it"] = cell
            if (
                (near is None or cell in near)
                and (within is None or cell in within)
                and (without is None or cell not in without)
                and (where is None or where(state, here))
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


def _first_piece(node: tree.Invocation, rules: Rules) -> Evaluate:
    matching = _pieces(node, rules)

    def first_piece(state: State, env: Env) -> Slot | None:
        cells = state.cell
        return min(matching(state, env), key=lambda slot: (cells[slot], slot), default=None)

    return first_piece


def _first_in_line(node: tree.Invocation, rules: Rules) -> Evaluate:
    matching, geometry = _pieces(node, rules), Geometry(rules.grid)
    cell, direction = (bind_node(arg, rules) for arg in node.args)

    def first_in_line(state: State, env: Env) -> Slot | None:
        along = geometry.along(cell(state, env), direction(state, env))
        far, cells = {there: steps for steps, there in enumerate(along)}, state.cell
        met = (slot for slot in matching(state, env) if cells[slot] in far)
        return min(met, key=lambda slot: (far[cells[slot]], slot), default=None)

    return first_in_line


def _sum(node: tree.Invocation, rules: Rules) -> Evaluate:
    matching = _pieces(node, rules)
    number = bind_node(node.args[0], rules)
    return lambda state, env: _added_up(
        number(state, {**env, "it": slot}) for slot in matching(state, env)
    )


def _count_cells(node: tree.Invocation, rules: Rules) -> Evaluate:
    fitting = _cells(node, rules)
    return lambda state, env: sum(1 for _ in fitting(state, env))


def _sum_cells(node: tree.Invocation, rules: Rules) -> Evaluate:
    fitting = _cells(node, rules)
    number = bind_node(node.args[0], rules)
    return lambda state, env: _added_up(
        number(state, {**env, "it": cell}) for cell in fitting(state, env)
    )


def _added_up(numbers: Iterable[int | None]) -> int:
    """Return a sum from the first on, without what is nothing."""
    total = 0
    for number in numbers:
        if number is not None:
            total = held(total + number)
    return total


def _count_sides(node: tree.Invocation, rules: Rules) -> Evaluate:
    given = dict(node.keywords)
    where = bind_node(given["where"], rules) if "where" in given else None
    sides = range(len(rules.names.sides))
    return lambda state, env: sum(
        where is None or bool(where(state, {**env, "it": side})) for side in sides
    )


def _first_cell(node: tree.Invocation, rules: Rules) -> Evaluate:
    fitting = _cells(node, rules)
    return lambda state, env: next(fitting(state, env), None)


FILTERED: dict[str, Bind] = {
    "count": _count,
    "exists": _exists,
    "the": _the,
    "first_piece": _first_piece,
    "first_in_line": _first_in_line,
    "sum": _sum,
    "count_cells": _count_cells,
    "sum_cells": _sum_cells,
    "count_sides": _count_sides,
    "first_cell": _first_cell,
}
