"""What is said when the value of an operand was not named and cannot be found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ruleengine.errors import Reason
from ruleengine.pipeline.operands.operand import Operand, OperandValue, with_article
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import piece_title
from ruleengine.pipeline.state import Env, State
from ruleengine.resolve.telling import NUMBERED

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
            title = piece_title(rules, state, value, env)
            is_counted = operand.telling.by_number and 0 <= state.cell[value] < rules.num_cells
            number = rules.number_on(state, value) if is_counted else 1
            return title if number == 1 else f"{title}{NUMBERED}{number}"
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
    detail = f": {_lacked(nearest)}" if nearest else ""
    own = (clause for operand in operands for clause in operand.cited("move/none-fits"))
    clauses = dict.fromkeys((*own, *(c for each in reasons for c in each.clauses)))
    own_words = {reason.rule for reason in reasons}
    rule = own_words.pop() if len(own_words) == 1 else None
    said = next(filter(None, (each.said("move/none-fits") for each in operands)), None)
    named = _names(operands)
    none = f"no {named} fits" if with_article(named) != named else f"nothing fits for {named}"
    message = f"{said or none}{detail}"
    return Reason("move/none-fits", message, tuple(clauses), operands[0].span, None, rule)


def _lacked(nearest: Sequence[Trial]) -> str:
    """Return what values lacked; what several of them lacked is told once."""
    alike: dict[str, list[str]] = {}
    for trial in nearest:
        told = ", ".join(reason.message for reason in trial.reasons)
        alike.setdefault(told, []).append(trial.text)
    shown = [*alike.items()][:_SHOWN]
    left = len(nearest) - sum(len(texts) for _, texts in shown)
    more = [f"and {left} more"] if left else []
    return "; ".join([*(f"{_first(texts)}: {told}" for told, texts in shown), *more])


def _first(texts: Sequence[str]) -> str:
    """Return some values, the first of them by name."""
    if len(texts) > _SHOWN:
        return f"{', '.join(texts[:_SHOWN])} and {len(texts) - _SHOWN} more"
    return _in_words(texts, "and")


def ambiguous(operands: Sequence[Operand], texts: Sequence[str]) -> Reason:
    """Say that several values fit."""
    clauses = dict.fromkeys(clause for each in operands for clause in each.cited("move/ambiguous"))
    said = next(filter(None, (each.said("move/ambiguous") for each in operands)), None)
    between = "; " if len(operands) > 1 else ", "
    meant = _in_words(texts, "or", between)
    found = f"{with_article(_names(operands))} could be {meant}"
    message = found if said is None else f"{said}: {found}"
    return Reason("move/ambiguous", message, tuple(clauses), operands[0].span)


def _in_words(texts: Sequence[str], last: str, between: str = ", ") -> str:
    return f" {last} ".join([between.join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def _names(operands: Sequence[Operand]) -> str:
    return " and ".join(operand.called for operand in operands)
