"""Filters of pieces and cells, bound for play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.asked import is_it, speaks_of_it
from ruleengine.pipeline.expressions import Evaluate, bind, bind_node, bind_owner, zone_cells
from ruleengine.pipeline.filters.chains import (
    Links,
    Pieces,
    bind_cell_chain,
    bind_grouped,
    only_where,
)
from ruleengine.pipeline.filters.filter import (
    bind_asked,
    bind_filter,
    bind_places,
    only_on_top,
)
from ruleengine.pipeline.inlining import inlined
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import GONE, CellId, Env, Slot, State
from ruleengine.schema.expression import Expression
from ruleengine.schema.selectors import CellFilter, PieceFilter

CellTest: TypeAlias = Callable[[State, Env, CellId], bool]
PieceTest: TypeAlias = Callable[[State, Env, Slot], bool]


def bind_zones(
    zones: list[Expression] | None, rules: Rules
) -> Callable[[State, Env], frozenset[CellId]] | None:
    """Return the function that gives the cells of the named zones, if any are named."""
    if zones is None:
        return None
    nodes = [rules.resolved.checked[zone].root for zone in zones]
    return zone_cells([bind(zone, rules) for zone in zones], nodes, rules)


def bind_pieces(
    filter_: PieceFilter,
    rules: Rules,
    *,
    with_gone: bool = False,
    among: PieceTest | None = None,
) -> Callable[[State, Env], Iterator[Slot]]:
    """Return the function that yields the pieces that fit, in the order of slots.

    With `with_gone`, pieces that have left the game may fit too, unless a place is named.
    Pieces that are not `among` those of interest are left out before the condition is asked,
    which may take long; for chains and rows they are there.
    """
    between, asked = filter_.between, bind_asked(_root(filter_.where, rules), rules)
    cells = bind_places(
        bind_zones(filter_.in_, rules),
        bind(filter_.at, rules) if filter_.at is not None else None,
        [bind(cell, rules) for cell in between] if between is not None else None,
        asked.beside,
        rules,
    )
    if cells is None and with_gone:
        anywhere = frozenset({GONE, *range(rules.num_cells)})
        cells = lambda _state, _env: anywhere  # noqa: E731 - one of two functions
    owner = (
        None
        if filter_.owner is None
        else bind_owner(rules.resolved.checked[filter_.owner].root, rules)
    )
    kinds = [bind(kind, rules) for kind in filter_.kind] if filter_.kind is not None else None
    wanted = filter_.on_top
    on_top = None if wanted is None else (lambda _state, _env: wanted)
    pieces = bind_filter(
        owner=owner,
        kinds=kinds,
        cells=cells,
        seat=bind(filter_.seat, rules) if filter_.seat is not None else None,
        rules=rules,
    )
    alike = bind_filter(owner=owner, kinds=kinds, cells=None, rules=rules)
    pieces, alike = (only_on_top(each, on_top, rules) for each in (pieces, alike))
    asked_of = (filter_.linked, filter_.in_row, filter_.through)
    links = Links(*(_root(each, rules) for each in asked_of))
    grouped = bind_grouped(pieces, alike, links, rules)
    return only_where(_only_among(grouped, among), asked.where)


def _only_among(pieces: Pieces, among: PieceTest | None) -> Pieces:
    if among is None:
        return pieces
    is_asked = among
    return lambda state, env: (slot for slot in pieces(state, env) if is_asked(state, env, slot))


def _root(expression: Expression | None, rules: Rules) -> tree.Resolved | None:
    return None if expression is None else inlined(rules.resolved.checked[expression].root, rules)


def bind_cell_test(filter_: CellFilter, rules: Rules) -> CellTest:
    """Return the function that says whether a cell fits."""
    inside = bind_zones(filter_.in_, rules)
    outside = bind_zones(filter_.not_in, rules)
    empty = filter_.empty
    where = bind(filter_.where, rules) if filter_.where is not None else None
    kept = _grouped_cells(filter_, rules)

    def fits(state: State, env: Env, cell: CellId) -> bool:
        return (
            (empty is None or empty is not bool(state.at[cell]))
            and (kept is None or cell in kept(state, env))
            and (inside is None or cell in inside(state, env))
            and (outside is None or cell not in outside(state, env))
            and (where is None or bool(where(state, {**env, "it": cell})))
        )

    return fits


def _grouped_cells(filter_: CellFilter, rules: Rules) -> Callable[[State, Env], set[CellId]] | None:
    """Return the function that gives the cells of the chain that a filter asks for, if it does."""
    linked, asked = _root(filter_.linked, rules), _root(filter_.through, rules)
    through, narrow = bind_cell_chain(linked, asked, rules)
    if narrow is None:
        return None
    empty, keep, board = filter_.empty, narrow, rules.grid.cells

    def kept(state: State, env: Env) -> set[CellId]:
        alike = {
            cell
            for cell in board
            if (empty is None or empty is not bool(state.at[cell]))
            and (through is None or through(state, {**env, "it": cell}))
        }
        return keep(state, env, alike)

    return kept


def bind_cells(filter_: CellFilter, rules: Rules) -> Callable[[State, Env], Iterator[CellId]]:
    """Return the function that yields the cells that fit, in order."""
    board = rules.grid.cells
    only = _only_cell(filter_, rules)
    if only is not None:
        test = bind_cell_test(filter_, rules)
        return lambda state, env: (
            cell for cell in (only(state, env),) if cell in board and test(state, env, cell)
        )
    inside = bind_zones(filter_.in_, rules)
    # Zones and chains are asked for once, and not again for each of their cells.
    fits = bind_cell_test(
        filter_.model_copy(update={"in_": None, "linked": None, "through": None}), rules
    )
    kept = _grouped_cells(filter_, rules)

    def cells(state: State, env: Env) -> Iterator[CellId]:
        among = board if kept is None else sorted(kept(state, env))
        if inside is not None:
            among = sorted(inside(state, env).intersection(among))
        return (cell for cell in among if fits(state, env, cell))

    return cells


def _only_cell(filter_: CellFilter, rules: Rules) -> Evaluate | None:
    """Return what gives the cell that a filter asks for outright, as `it == unit.cell` does."""
    root = rules.resolved.checked[filter_.where].root if filter_.where is not None else None
    if not isinstance(root, tree.Comparison) or root.op != "==":
        return None
    for one, other in ((root.left, root.right), (root.right, root.left)):
        if is_it(one) and not speaks_of_it(other):
            return bind_node(other, rules)
    return None
