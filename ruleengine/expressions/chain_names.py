"""The names that a filter gives to what it asks about: `it`, and in a chain the cell `before` it.

A chain begins at the cell or zone that `linked` names, and each of its steps leads from the cell
before to a neighbor of that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.problems import Problem
from ruleengine.expressions.syntax import Name, Node, walk
from ruleengine.expressions.types import Scope, Symbol, Type

IT: Final = "it"
BEFORE: Final = "before"
ASKED_NAMES: Final = frozenset({IT, BEFORE})
"""Local names that a filter gives; nothing outside of it has to be known for them."""


def has_steps(given: Iterable[str]) -> bool:
    """Return whether a filter with these lines asks for a chain, and for no row.

    A row has no end at which it begins, so that no cell of it is before another.
    """
    lines = {*given}
    return "linked" in lines and "in_row" not in lines


def asked_scope(scope: Scope, each: Type, *, steps: bool) -> Scope:
    """Return the scope of what is asked of each piece or cell, or of each step of a chain."""
    names = [Symbol(IT, "local", each, there=each == "piece")]
    if steps and scope.lookup(BEFORE) is None:
        names.append(Symbol(BEFORE, "local", "cell"))
    return scope.child(names)


def two_meanings(scope: Scope, node: Node) -> Problem | None:
    """Return what is wrong with a condition on steps where `before` is something else already."""
    if scope.lookup(BEFORE) is None:
        return None
    for part in walk(node):
        if isinstance(part, Name) and part.name == BEFORE:
            message = f"'{BEFORE}' is the cell before `it` in a chain, and something else as well"
            hint = "give the other one another name"
            return Problem("resolve/name-taken", message, part.start, part.end, hint)
    return None


def asks_of_steps(through: tree.Resolved | None) -> bool:
    """Return whether a condition on a chain is one on its steps: it speaks of the cell before.

    What the condition of another chain inside of it speaks of is left out.
    """
    match through:
        case None:
            return False
        case tree.Reference(symbol=symbol):
            return symbol.role == "local" and symbol.name == BEFORE
        case tree.Invocation():
            inner = dict(through.keywords).get("through")
            return any(asks_of_steps(p) for p in tree.parts_of(through) if p is not inner)
        case _:
            return any(map(asks_of_steps, tree.parts_of(through)))
