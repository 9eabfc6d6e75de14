"""What numbers a table can give for what it is called with, which says more than its rows alone.

A row such as `min(count(at=here), 5) - dropped` is any number as long as nobody knows what
`dropped` is; whoever calls the table knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from ruleengine.expressions import bounds
from ruleengine.expressions.bounds import Bounds, BoundsRule
from ruleengine.expressions.resolved import (
    Arithmetic,
    Invocation,
    Lookup,
    Negation,
    Reference,
    Resolved,
)

_NOT_BY_ARGUMENTS: Final = frozenset({"past", "how_often"})
"""Functions whose bounds were found in another way than from their values in order."""


def limits_of_rows(names: Sequence[str], values: Sequence[Resolved]) -> BoundsRule:
    """Return what a table can give, by the bounds of what it is called with."""
    return partial(_of_rows, tuple(names), tuple(values))


def _of_rows(
    names: tuple[str, ...], values: tuple[Resolved, ...], given: Sequence[Bounds]
) -> Bounds:
    known = dict(zip(names, given, strict=False))
    return bounds.hull([_within(value, known) for value in values])


def _within(node: Resolved, known: Mapping[str, Bounds]) -> Bounds:
    """Return the bounds of a number where some local names have bounds of their own."""
    match node:
        case Reference() if node.symbol.role == "local":
            return known.get(node.symbol.name, node.bounds)
        case Negation():
            return bounds.negate(_within(node.of, known))
        case Arithmetic():
            left, right = _within(node.left, known), _within(node.right, known)
            return bounds.ARITHMETIC[node.op](left, right)
        case Invocation() if node.function.name not in _NOT_BY_ARGUMENTS:
            return node.function.bounds([_within(arg, known) for arg in node.args])
        case Lookup() if node.symbol.limits is not None:
            return node.symbol.limits([_within(arg, known) for arg in node.args])
        case _:
            return node.bounds
