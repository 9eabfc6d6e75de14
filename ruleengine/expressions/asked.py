"""What the condition of a filter asks of `it`, the piece or cell that is looked at.

A condition that only neighbors of some cell can meet need not be asked of the whole board.
"""

from __future__ import annotations

from typing import NamedTuple

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.chain_names import ASKED_NAMES, IT
from ruleengine.expressions.functions import Parameter


class Beside(NamedTuple):
    """A condition in two parts: the cell whose neighbors are asked for, and what is left."""

    spot: tree.Resolved
    rest: tree.Resolved | None


def is_it(node: tree.Resolved) -> bool:
    """Return whether an expression is the piece or cell that is asked about."""
    return (
        isinstance(node, tree.Reference) and node.symbol.role == "local" and node.symbol.name == IT
    )


def asked_names_in(node: tree.Resolved) -> frozenset[str]:
    """Return the names of what filters ask about that an expression speaks of anywhere."""
    return frozenset(
        part.symbol.name
        for part in tree.walk_resolved(node)
        if isinstance(part, tree.Reference)
        and part.symbol.role == "local"
        and part.symbol.name in ASKED_NAMES
    )


def gives_asked_names(node: tree.Resolved) -> bool:
    """Return whether a filter in an expression gives a name to what it asks about.

    It need not speak of that itself: `where` gives it to all that stands there.
    """
    return any(
        parameter.it is not None
        for part in tree.walk_resolved(node)
        if isinstance(part, tree.Invocation)
        for parameter in _taken(part)
    )


def _taken(call: tree.Invocation) -> list[Parameter]:
    """Return the parameters that a call has values for."""
    named = {name for name, _ in call.keywords}
    return [
        *call.function.parameters(len(call.args)),
        *(each for each in call.function.keywords if each.name in named),
    ]


def speaks_of_it(node: tree.Resolved) -> bool:
    """Return whether an expression speaks of the piece or cell that is asked about."""
    return any(map(is_it, tree.walk_resolved(node)))


def asked_beside(where: tree.Resolved | None) -> Beside | None:
    """Take `neighbors(it, spot)` out of a condition, if nothing else can fit."""
    if where is None:
        return None
    parts = where.parts if isinstance(where, tree.Junction) and where.op == "and" else (where,)
    for number, part in enumerate(parts):
        spot = _spot(part)
        if spot is not None:
            left = (*parts[:number], *parts[number + 1 :])
            return Beside(spot, _joined(where, left))
    return None


def _spot(part: tree.Resolved) -> tree.Resolved | None:
    """Return the cell that neighbors are asked for by a part of a condition, if it does."""
    if not isinstance(part, tree.Invocation) or part.function.name != "neighbors":
        return None
    one, two = part.args
    for asked, spot in ((one, two), (two, one)):
        here = asked.piece if isinstance(asked, tree.CellOf) else asked
        if is_it(here) and not speaks_of_it(spot):
            return spot
    return None


def _joined(where: tree.Resolved, left: tuple[tree.Resolved, ...]) -> tree.Resolved | None:
    if len(left) <= 1:
        return left[0] if left else None
    return tree.Junction(where.node, "and", left)
