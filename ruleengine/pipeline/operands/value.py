"""Operands that are neither pieces nor cells: kinds, numbers and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ruleengine.errors import Answer, Reason
from ruleengine.pipeline.expressions import bind
from ruleengine.pipeline.operands.operand import (
    NO_PATH,
    Candidate,
    Choice,
    OperandValue,
    Option,
    What,
    is_question,
)
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import CellId, Env, State
from ruleengine.pipeline.wording.answers import bind_limits, with_limits
from ruleengine.schema import reach


class KindChoice(Choice):
    """A kind of piece."""

    what: What = "kind"

    def __init__(self, name: str, operand: reach.KindOperand, rules: Rules) -> None:
        super().__init__(name, operand, rules)
        self._kinds = reach.kinds_meant(operand.kind, rules.names.kinds)

    def options(self, state: State, env: Env) -> Iterator[Option]:
        del state, env
        for kind in self._kinds:
            yield kind, NO_PATH

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        del state, env
        if value in self._kinds:
            return ()
        kinds = self._rules.names.kinds
        found = kinds[value] if isinstance(value, int) else value
        known = ", ".join(kinds[kind] for kind in self._kinds)
        told = f"'{found}' may not be named as {self.title}, only: {known}"
        if self.title != self.name and is_question(self.title):
            told = f"{self.title} is one of: {known}; not '{found}'"
        return self._reason("move/wrong-value", told)

    def candidates(self, cells: Mapping[str, CellId | None]) -> Sequence[Candidate]:
        del cells
        return [(self._rules.names.kinds[kind], None) for kind in self._kinds]


class NumberChoice(Choice):
    """A whole number."""

    what: What = "number"

    def __init__(self, name: str, operand: reach.NumberOperand, rules: Rules) -> None:
        super().__init__(name, operand, rules, operand.number.span)
        spec, checked = operand.number, rules.resolved.checked
        self._least = bind(spec.at_least, rules)
        self._most = bind(spec.at_most, rules)
        self._behind = bind_limits([spec.at_least], rules), bind_limits([spec.at_most], rules)
        low, high = checked[spec.at_least].low, checked[spec.at_most].high
        assert low is not None and high is not None  # noqa: S101, PT018 - the checker saw to it
        self._bounds = range(low, high + 1)
        self._stops = spec.too_large == "stop"

    def options(self, state: State, env: Env) -> Iterator[Option]:
        for number in self._range(state, env):
            yield number, NO_PATH

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        numbers = self._range(state, env)
        if value in numbers:
            return ()
        if not numbers:
            (none,) = self._reason("move/wrong-value", f"there is no number left for {self.title}")
            return (with_limits(none, self._answers(state, env)),)
        wanted = f"from {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
        told = f"{value} may not be named as {self.title}, only {wanted}"
        if self.title != self.name and is_question(self.title):
            told = f"{self.title} is {wanted}, not {value}"
        (reason,) = self._reason("move/wrong-value", told)
        least, most = self._behind
        is_less = isinstance(value, int) and value < numbers[0]
        return (with_limits(reason, (least if is_less else most)(state, env)),)

    def _answers(self, state: State, env: Env) -> tuple[Answer, ...]:
        return tuple(dict.fromkeys(row for limit in self._behind for row in limit(state, env)))

    def meant(self, state: State, env: Env, number: int) -> int:
        numbers = self._range(state, env) if self._stops else range(0)
        return min(number, numbers[-1]) if numbers else number

    def candidates(self, cells: Mapping[str, CellId | None]) -> Sequence[Candidate]:
        del cells
        return [(str(number), None) for number in self._bounds]

    def _range(self, state: State, env: Env) -> range:
        low, high = self._least(state, env), self._most(state, env)
        return range(0) if low is None or high is None else range(low, high + 1)


class WordChoice(Choice):
    """One of some words."""

    what: What = "word"

    def __init__(self, name: str, operand: reach.WordOperand, rules: Rules) -> None:
        super().__init__(name, operand, rules)
        self.words = tuple(operand.word)

    def options(self, state: State, env: Env) -> Iterator[Option]:
        del state, env
        for word in self.words:
            yield word, NO_PATH

    def refuse(self, state: State, env: Env, value: OperandValue) -> Sequence[Reason]:
        del state, env
        if value in self.words:
            return ()
        known = ", ".join(self.words)
        return self._reason("move/wrong-value", f"{self.title} is one of: {known}; not '{value}'")

    def candidates(self, cells: Mapping[str, CellId | None]) -> Sequence[Candidate]:
        del cells
        return [(word, None) for word in self.words]
