"""Values that a move leaves out, told once, and after what is wrong with those that it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ruleengine.errors import Reason
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.operands import Operand
from ruleengine.schema.wording import all_of

_MISSING: Final = "move/missing-value"
_MAY_NOT_BE_NAMED: Final = frozenset({"reach/wrong-cell", "move/wrong-piece", "move/wrong-value"})
"""What is said of a value that may not be named here, whatever the others are."""


def missing_once(action: BoundAction, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return reasons with one for all values that are missing.

    A value that may not be named here comes before it: who fills in the rest would only hear of
    that next. Ways and rules, which join several values, come after it, and so does a value that
    names nothing at all: the move is not yet whole.
    """
    missing = [reason for reason in reasons if reason.code == _MISSING]
    if not missing:
        return tuple(reasons)
    first = [reason for reason in reasons if reason.code in _MAY_NOT_BE_NAMED]
    rest = [reason for reason in reasons if reason not in first and reason.code != _MISSING]
    return (*first, _joined(action, missing), *rest)


def _joined(action: BoundAction, missing: Sequence[Reason]) -> Reason:
    if len(missing) == 1:
        return missing[0]
    places = [reason.span for reason in missing]
    names = [_named(operand) for operand in action.operands if operand.span in places]
    clauses = dict.fromkeys(clause for reason in missing for clause in reason.clauses)
    message = f"'{action.name}' needs values for {all_of(names)}"
    return replace(missing[0], message=message, clauses=tuple(clauses))


def _named(operand: Operand) -> str:
    """Return the name of an operand, with what tells a player which one it is."""
    title = "" if operand.called == operand.name else operand.title
    words = f"one of: {', '.join(operand.words)}" if operand.words else ""
    told = "; ".join(part for part in (title, words) if part)
    return f"{operand.name} ({told})" if told else operand.name
