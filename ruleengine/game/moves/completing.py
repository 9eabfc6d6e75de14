"""Values that a player may leave out: the only ones that are legal, or why there are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ruleengine.errors import Reason
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.operands.fitting import ambiguous, value_title
from ruleengine.pipeline.operands.inference import leaving_out
from ruleengine.pipeline.operands.operand import OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import Eyes, with_eyes
from ruleengine.pipeline.state import State


class Reading(NamedTuple):
    """What was written for the operands of an action."""

    values: tuple[OperandValue, ...]
    open: frozenset[str]
    """Operands that are to be named, but were not."""
    rest: tuple[str, ...]
    """What was written beyond the operands."""

    def may_be_completed(self, action: BoundAction) -> bool:
        """Return whether something was left out, and only what may be."""
        allowed = {operand.name for operand in action.operands if operand.named == "if_several"}
        return bool(self.open) and self.open <= allowed


def num_taken(action: BoundAction, values: Sequence[OperandValue], state: State, eyes: Eyes) -> int:
    """Return how many of the values in front are such as the operands of an action take."""
    env = with_eyes({}, eyes)
    for number, (operand, value) in enumerate(zip(action.operands, values, strict=True)):
        if value is None or not operand.reads <= env.keys() or operand.refuse(state, env, value):
            return number
        env[operand.name] = value
    return len(values)


class Completed(NamedTuple):
    """The values of a move, or the reasons why they are not found."""

    values: tuple[OperandValue, ...] | None
    reasons: tuple[Reason, ...] = ()


def complete_reading(
    rules: Rules, action: BoundAction, state: State, readings: Sequence[Reading], eyes: Eyes
) -> Completed:
    """Find what was left out, as if it were never named; with several readings, for each.

    One of them has to lead to a legal move, and none of the others to one, or to several.
    """
    found: dict[tuple[OperandValue, ...], Reading] = {}
    refused: list[tuple[Reason, ...]] = []
    for reading in readings:
        finder = leaving_out(action, reading.open, rules)
        against = tuple(finder.refusals(state, reading.values, eyes))
        if against:
            refused.append(against)
        else:
            found.setdefault(finder.complete(state, reading.values), reading)
    unclear = [each for each in refused if any(r.code == "move/ambiguous" for r in each)]
    if unclear or not found:
        return Completed(None, (unclear or refused)[0])
    if len(found) == 1:
        return Completed(next(iter(found)))
    env = with_eyes({}, eyes)
    columns = enumerate(zip(*found, strict=True))
    place = next((number for number, values in columns if len({*values}) > 1), 0)
    operand = action.operands[place]
    several = dict.fromkeys(values[place] for values in found)
    texts = [value_title(rules, state, operand, value, env) for value in several]
    return Completed(None, (ambiguous((operand,), texts),))
