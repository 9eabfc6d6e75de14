"""Values that a move leaves out, told once, and after what is wrong with those that it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from ruleengine.errors import Reason
from ruleengine.game.moves.moves import Move
from ruleengine.game.moves.notation import action_form
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.operands.operand import Operand
from ruleengine.schema.wording import all_of, any_of

_MISSING: Final = "move/missing-value"
_SHOWN: Final = 8  # of the values that could be meant
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


def with_values(
    action: BoundAction, move: Move, reasons: Sequence[Reason], legal: Callable[[], Iterable[Move]]
) -> tuple[Reason, ...]:
    """Return reasons that say of a missing value how the move is written, and what it could be."""
    return tuple(
        replace(reason, hint=_how_written(action, _could_be(action, move, reason, legal())))
        if reason.code == _MISSING and reason.hint is None
        else reason
        for reason in reasons
    )


def _how_written(action: BoundAction, could_be: str | None) -> str:
    return f"write {action_form(action)}" + (f"; {could_be}" if could_be else "")


def _could_be(action: BoundAction, move: Move, reason: Reason, legal: Iterable[Move]) -> str | None:
    name = next((each.name for each in action.operands if each.span == reason.span), None)
    found = dict.fromkeys(
        str(value)
        for each in legal
        if each.name == action.name and _agrees(move, each)
        for operand, value in each.written
        if operand == name
    )
    if not found:
        return None
    shown = [*found]
    if len(shown) > _SHOWN + 1:
        shown[_SHOWN:] = [f"one of {len(shown) - _SHOWN} others"]
    return f"'{name}' could be {any_of(shown)}"


def _agrees(move: Move, legal: Move) -> bool:
    """Return whether a legal move is what was written, but for what was left out."""
    return all(one in (None, other) for one, other in zip(move.values, legal.values, strict=True))


def _joined(action: BoundAction, missing: Sequence[Reason]) -> Reason:
    if len(missing) == 1:
        return missing[0]
    places = [reason.span for reason in missing]
    names = [_named(operand) for operand in action.operands if operand.span in places]
    clauses = dict.fromkeys(clause for reason in missing for clause in reason.clauses)
    message = f"'{action.called}' needs values for {all_of(names)}"
    return replace(missing[0], message=message, clauses=tuple(clauses))


def _named(operand: Operand) -> str:
    """Return the name of an operand, with what tells a player which one it is."""
    title = "" if operand.called == operand.name else operand.title
    words = f"one of: {', '.join(operand.words)}" if operand.words else ""
    told = "; ".join(part for part in (title, words) if part)
    return f"'{operand.name}' ({told})" if told else f"'{operand.name}'"
