"""Values that a player may leave out: the only ones that are legal, or why there are none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ruleengine.errors import Reason, Span
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.operands.fitting import Trial, ambiguous, none_fits, value_title
from ruleengine.pipeline.operands.operand import Operand, OperandValue
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
    """Find the only legal move that agrees with one of the readings."""
    names = [operand.name for operand in action.operands]
    found: dict[tuple[OperandValue, ...], Reading] = {}
    for values in action.legal(state):
        for reading in readings:
            given = zip(action.operands, reading.values, values, strict=True)
            if all(
                operand.name in reading.open or operand.named == "never" or one == other
                for operand, one, other in given
            ):
                found.setdefault(values, reading)
    if len(found) == 1:
        return Completed(next(iter(found)))
    if not found:
        return Completed(None, _why_none(rules, action, state, readings[0], eyes))
    env = with_eyes({}, eyes)
    place = next((n for n, name in enumerate(names) if len({values[n] for values in found}) > 1), 0)
    operand = action.operands[place]
    several = dict.fromkeys(values[place] for values in found)
    texts = [value_title(rules, state, operand, value, env) for value in several]
    return Completed(None, (ambiguous((operand,), texts),))


def _why_none(
    rules: Rules, action: BoundAction, state: State, reading: Reading, eyes: Eyes
) -> tuple[Reason, ...]:
    """Say what is against every value that was left out, or what the nearest ones lack.

    Where only one could be meant, it is refused as if it had been named. Where nothing could be,
    what is against the values that were named is all there is to say.
    """
    against_named = tuple(
        reason
        for reason in action.refusals(state, reading.values, eyes)
        if reason.code != "move/missing-value"  # that it was left out is no fault by itself
    )
    if not _all_there(action, reading):
        return against_named
    only = _only_values(action, state, reading, eyes)
    if only is not None and (against := tuple(action.refusals(state, only, eyes))):
        return against
    places = [n for n, operand in enumerate(action.operands) if operand.name in reading.open]
    operand, place = action.operands[places[0]], places[0]
    env = with_eyes({}, eyes)
    trials: list[Trial] = []
    if len(places) == 1:
        env |= action.env_for(reading.values)
        for value, _ in operand.options(state, env):
            values = (*reading.values[:place], value, *reading.values[place + 1 :])
            reasons = tuple(action.refusals(state, values, eyes))
            trials.append(Trial(value_title(rules, state, operand, value, env), reasons))
    about_it = _places_about(action, operand, reading)
    common = [
        reason
        for reason in (trials[0].reasons if trials else ())
        if reason.span not in about_it and all(reason in trial.reasons for trial in trials)
    ]
    return tuple(common) or against_named or (none_fits((operand,), trials),)


def _all_there(action: BoundAction, reading: Reading) -> bool:
    """Say whether all is there that values which were left out can depend on: what is before them.

    A place where no piece is, or a cell that is not on the board, is kept as it was written.
    """
    last = max(n for n, operand in enumerate(action.operands) if operand.name in reading.open)
    before = zip(action.operands[:last], reading.values[:last], strict=True)
    return not any(isinstance(value, str) and operand.what != "word" for operand, value in before)


def _only_values(
    action: BoundAction, state: State, reading: Reading, eyes: Eyes
) -> tuple[OperandValue, ...] | None:
    """Return the values with those that were left out, if each can be only one by its filter."""
    env = with_eyes({}, eyes)
    values: list[OperandValue] = []
    for operand, given in zip(action.operands, reading.values, strict=True):
        value = given
        if operand.name in reading.open:
            if not operand.reads <= env.keys():
                return None
            options = [option for option, _ in islice(operand.options(state, env), 2)]
            if len(options) != 1:
                return None
            value = options[0]
        env[operand.name] = value
        values.append(value)
    return tuple(values)


def _places_about(action: BoundAction, left_out: Operand, reading: Reading) -> set[Span | None]:
    """Return where the rules stand that depend on an operand that was left out.

    A way may start from it. A value that is not there at all depends on nothing.
    """
    given = zip(action.operands, reading.values, strict=True)
    from_it = {
        operand.name: operand.span
        for operand, value in given
        if operand is left_out or (left_out.name in operand.reads and not isinstance(value, str))
    }
    about_it = {
        rule.span
        for rule in action.asked
        if left_out.name in rule.needs or (rule.about_way and not rule.needs.isdisjoint(from_it))
    }
    return {*from_it.values(), *about_it}
