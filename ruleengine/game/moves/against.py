"""What is against a reading of a move: too much that is named, and what is wrong with the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruleengine.errors import IllegalMoveError, Reason
from ruleengine.game.moves.completing import Reading
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.flow import Decision
from ruleengine.pipeline.operands.operand import Operand, OperandValue, not_taken
from ruleengine.pipeline.sight import Eyes, with_eyes
from ruleengine.pipeline.state import Env, State


class Outlook(NamedTuple):
    """What a seat has before it when it writes a move."""

    seen: State
    """The state with the pieces that the seat can name by where they stand."""
    state: State
    decision: Decision
    eyes: Eyes


def against(outlook: Outlook, action: BoundAction, reading: Reading) -> Iterator[Reason]:
    """Yield what is against a reading: that it names too much, and what is wrong with the rest."""
    if reading.rest:
        yield _too_much(outlook, action, reading)
    yield from map(action.cited, action.refusals(outlook.state, reading.values, outlook.eyes))


def _too_much(outlook: Outlook, action: BoundAction, reading: Reading) -> Reason:
    """Return that more is named than the action takes, and why what could be meant is not due."""
    given = [*zip(action.operands, reading.values, strict=True)]
    named = [(operand, value) for operand, value in given if operand.named != "never"]
    # What is not due was neither read nor missed.
    not_due = [o for o, value in named if value is None and o.name not in reading.open]
    taken = ", ".join(o.title for o, _ in named if o not in not_due) or "nothing"
    env = with_eyes({}, outlook.eyes)
    for operand, value in given:
        note_value(operand, value, env)
    also = ""
    for operand in not_due:
        why = operand.not_now(outlook.state, env)
        also += f", and {not_taken(operand)} now" + (f", {why}" if why else "")
    beyond = ", ".join(f"'{word}'" for word in reading.rest)
    message = f"'{action.called}' takes {taken}{also}; {beyond} is too much"
    about = not_due[0] if len(not_due) == 1 else None
    if about is not None:
        return action.cited(about.refused("move/extra-value", message))
    return action.cited(Reason("move/extra-value", message, (), action.span))


def illegal(text: str, *reasons: Reason) -> IllegalMoveError:
    """Return the error for a move that there are reasons against."""
    first = reasons[0]
    return IllegalMoveError(first.code, first.message, move=text, position="", reasons=reasons)


def note_value(operand: Operand, value: OperandValue, env: Env) -> None:
    """Remember the value of an operand, if others can be asked about it."""
    if operand.named != "never" and (
        isinstance(value, int) or operand.what == "word" or (value is None and operand.is_optional)
    ):
        env[operand.name] = value
