"""Filters in parts, whether a rule or a call of a function says what is meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ruleengine.compiler.assembler import Tail
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.check import Checked
from ruleengine.schema.expression import Expression
from ruleengine.schema.selectors import CellFilter, PieceFilter

Nodes = tuple[tree.Resolved, ...] | None


@dataclass(frozen=True)
class PieceTest:
    """A filter in parts: what the kernel tests itself, and what is left to code."""

    owner: tree.Resolved | None
    kinds: Nodes
    zones: Nodes = None
    at: tree.Resolved | None = None
    between: Nodes = None
    seat: tree.Resolved | None = None
    where: tree.Resolved | None = None
    linked: tree.Resolved | None = None
    in_row: tree.Resolved | None = None
    through: tree.Resolved | None = None
    """What every piece of a chain or row has to be, besides owner and kind."""
    on_top: tree.Resolved | bool | None = None
    marked: tuple[Tail, ...] = ()
    """Where the cells are marked that belong to chains or rows; see `groups`."""
    stepped: Tail | None = None
    """Where the pieces themselves are marked that the steps of a chain lead to."""

    @property
    def has_groups(self) -> bool:
        """Whether it asks for chains or rows that are not marked yet."""
        return self.linked is not None or self.in_row is not None


class CellTest(NamedTuple):
    """A filter of cells in parts."""

    inside: Nodes = None
    outside: Nodes = None
    empty: bool | None = None
    where: tree.Resolved | None = None
    linked: tree.Resolved | None = None
    through: tree.Resolved | None = None
    marked: tuple[Tail, ...] = ()


def pieces_of_model(filter_: PieceFilter, checked: Mapping[Expression, Checked]) -> PieceTest:
    """Return the parts of a filter of pieces that a rule has."""

    def root(expression: Expression | None) -> tree.Resolved | None:
        return None if expression is None else checked[expression].root

    def roots(expressions: list[Expression] | None) -> Nodes:
        return None if expressions is None else tuple(checked[each].root for each in expressions)

    return PieceTest(
        root(filter_.owner),
        roots(filter_.kind),
        roots(filter_.in_),
        root(filter_.at),
        roots(filter_.between),
        root(filter_.seat),
        root(filter_.where),
        root(filter_.linked),
        root(filter_.in_row),
        root(filter_.through),
        filter_.on_top,
    )


def pieces_of_call(node: tree.Invocation) -> PieceTest:
    """Return the parts of the filter of pieces of a function."""
    given = dict(node.keywords)
    return PieceTest(
        given.get("owner"),
        _items(given.get("kind")),
        _items(given.get("in")),
        given.get("at"),
        _items(given.get("between")),
        given.get("seat"),
        given.get("where"),
        given.get("linked"),
        given.get("in_row"),
        given.get("through"),
        given.get("on_top"),
    )


def cells_of_model(filter_: CellFilter, checked: Mapping[Expression, Checked]) -> CellTest:
    """Return the parts of a filter of cells that a rule has."""

    def root(expression: Expression | None) -> tree.Resolved | None:
        return None if expression is None else checked[expression].root

    return CellTest(
        None if filter_.in_ is None else tuple(checked[zone].root for zone in filter_.in_),
        None if filter_.not_in is None else tuple(checked[zone].root for zone in filter_.not_in),
        filter_.empty,
        root(filter_.where),
        root(filter_.linked),
        root(filter_.through),
    )


def cells_of_call(node: tree.Invocation, empty: bool | None) -> CellTest:  # noqa: FBT001 - or neither
    """Return the parts of the filter of cells of a function; `empty` is known already."""
    given = dict(node.keywords)
    return CellTest(
        _items(given.get("in")),
        _items(given.get("not_in")),
        empty,
        given.get("where"),
        given.get("linked"),
        given.get("through"),
    )


def _items(value: tree.Resolved | None) -> Nodes:
    if value is None:
        return None
    return value.items if isinstance(value, tree.Group) else (value,)
