"""What is said when the value of an operand was not named and cannot be found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ruleengine.errors import Reason
from ruleengine.pipeline.operands import Operand, OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import piece_title
from ruleengine.pipeline.state import Env, State

_SHOWN: Final = 3


class Trial(NamedTuple):
    """A value that was tried, in words, and what was against it."""

    text: str
    reasons: tuple[Reason, ...]


def value_title(rules: Rules, state: State, operand: Operand, value: OperandValue, env: Env) -> str:
    """Return how a value of an operand is spoken of."""
    if not isinstance(value, int):
        return str(value)
    match operand.what:
        case "piece":
            return piece_title(rules, state, value, env)
        case "cell":
            return rules.place(value)
        case "kind":
            return rules.names.kinds[value]
        case _:
            return str(value)


def none_fits(operands: Sequence[Operand], trials: Sequence[Trial]) -> Reason:
    """Say that no value fits, and what those lacked that came nearest."""
    fewest = min((len(trial.reasons) for trial in trials), default=0)
    nearest = [trial for trial in trials if len(trial.reasons) == fewest]
    reasons = [reason for trial in nearest for reason in trial.reasons]
    lacked = [
        f"{trial.text}: {', '.join(reason.message for reason in trial.reasons)}"
        for trial in nearest[:_SHOWN]
    ]
    more = f"; and {len(nearest) - _SHOWN} more" if len(nearest) > _SHOWN else ""
    detail = f": {'; '.join(lacked)}{more}" if lacked else ""
    own = (clause for operand in operands for clause in operand.clauses)
    clauses = dict.fromkeys((*own, *(c for each in reasons for c in each.clauses)))
    own_words = {reason.rule for reason in reasons}
    rule = own_words.pop() if len(own_words) == 1 else None
    said = next((each.says for each in operands if each.says is not None), None)
    message = f"{said or f'no {_names(operands)} fits'}{detail}"
    return Reason("move/none-fits", message, tuple(clauses), operands[0].span, None, rule)


def ambiguous(operands: Sequence[Operand], texts: Sequence[str]) -> Reason:
    """Say that several values fit."""
    clauses = dict.fromkeys(clause for operand in operands for clause in operand.clauses)
    meant = f"{'; '.join(texts[:-1])} or {texts[-1]}" if len(operands) > 1 else _either(texts)
    message = f"the {_names(operands)} could be {meant}"
    return Reason("move/ambiguous", message, tuple(clauses), operands[0].span)


def _either(texts: Sequence[str]) -> str:
    return f"{', '.join(texts[:-1])} or {texts[-1]}"


def _names(operands: Sequence[Operand]) -> str:
    return " and ".join(operand.called for operand in operands)
