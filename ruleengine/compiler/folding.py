"""Conditions that only the board decides: worked out now for every cell and target."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleengine.expressions import resolved as tree

if TYPE_CHECKING:
    from ruleengine.compiler.values import Values

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_MEASURES: dict[str, Callable[[int, int], int]] = {
    "distance": max,
    "manhattan": lambda rows, columns: rows + columns,
    "same_row": lambda rows, _columns: int(rows == 0),
    "same_column": lambda _rows, columns: int(columns == 0),
    "same_diagonal": lambda rows, columns: int(rows == columns),
    "adjacent": lambda rows, columns: int(max(rows, columns) == 1),
}


class Placed(NamedTuple):
    """Where a piece stands and where it means to go."""

    unit: str
    origin: int
    to: str
    target: int


def is_fixed(node: tree.Resolved, unit: str, to: str, values: Values) -> bool:
    """Return whether only origin and target decide a part, whichever cells they are."""
    if values.constant(node) is not None:
        return True
    match node:
        case tree.CellOf(piece=tree.Reference() as piece):
            return piece.symbol.name == unit
        case tree.Reference():
            return node.symbol.role == "local" and node.symbol.name == to
        case tree.MemberOf():
            on_cell = node.of.type == "cell" and node.name in ("row", "column")
            return on_cell and is_fixed(node.of, unit, to, values)
        case tree.Invocation() if node.function.name in _MEASURES:
            return all(is_fixed(argument, unit, to, values) for argument in node.args)
        case tree.Inversion():
            return is_fixed(node.of, unit, to, values)
        case tree.Comparison():
            return all(is_fixed(part, unit, to, values) for part in (node.left, node.right))
        case tree.Inside():
            return all(is_fixed(part, unit, to, values) for part in (node.cell, *node.zones))
        case tree.Junction():
            return all(is_fixed(part, unit, to, values) for part in node.parts)
        case _:
            return False


def fold(node: tree.Resolved, placed: Placed, values: Values) -> int | None:
    """Return the value of a part for this origin and target; None when the position decides."""
    known = values.constant(node)
    if known is not None:
        return known
    match node:
        case tree.CellOf(piece=tree.Reference() as piece) if piece.symbol.name == placed.unit:
            return placed.origin
        case tree.Reference() if node.symbol.role == "local" and node.symbol.name == placed.to:
            return placed.target
        case tree.MemberOf() if node.of.type == "cell" and node.name in ("row", "column"):
            cell = fold(node.of, placed, values)
            columns = values.c.grid.columns
            if cell is None:
                return None
            return cell // columns if node.name == "row" else cell % columns
        case tree.Invocation() if node.function.name in _MEASURES:
            cells = [fold(argument, placed, values) for argument in node.args]
            return _measured(node.function.name, cells, values.c.grid.columns)
        case tree.Inversion():
            inner = fold(node.of, placed, values)
            return None if inner is None else int(not inner)
        case tree.Comparison():
            left, right = fold(node.left, placed, values), fold(node.right, placed, values)
            if left is None or right is None:
                return None
            return int(_COMPARE[node.op](left, right))
        case tree.Inside():
            return _inside(node, placed, values)
        case tree.Junction():
            return _joined([fold(part, placed, values) for part in node.parts], node.op)
        case _:
            return None


def _measured(name: str, cells: list[int | None], columns: int) -> int | None:
    one, two = cells
    if one is None or two is None:
        return None
    rows, cols = abs(one // columns - two // columns), abs(one % columns - two % columns)
    return _MEASURES[name](rows, cols)


def _inside(node: tree.Inside, placed: Placed, values: Values) -> int | None:
    cell = fold(node.cell, placed, values)
    zones = [values.constant(zone) for zone in node.zones]
    if cell is None or any(zone is None for zone in zones):
        return None
    inside = any(cell in values.c.grid.zones[zone].cells for zone in zones if zone is not None)
    return int(inside is not node.negated)


def _joined(parts: list[int | None], how: str) -> int | None:
    decisive = 0 if how == "and" else 1
    if any(part is not None and bool(part) is bool(decisive) for part in parts):
        return decisive
    if any(part is None for part in parts):
        return None
    return 1 - decisive
