"""Actions, bound for play: one definition lists the legal moves and explains the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ruleengine.errors import Reason, Span
from ruleengine.pipeline.expressions import seat_on_turn
from ruleengine.pipeline.operand_table import bind_operand
from ruleengine.pipeline.operands import NO_PATH, Operand, OperandValue
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.sight import Eyes, sees, with_eyes
from ruleengine.pipeline.state import GONE, Env, State
from ruleengine.pipeline.validators import (
    VALIDATORS,
    Afterwards,
    Conditional,
    IfNamed,
    Validator,
    target_of,
    ways_key,
)
from ruleengine.schema import validators as schema
from ruleengine.schema.ruleset import Action


@dataclass(frozen=True, slots=True)
class Quota:
    """A counter that the action uses up."""

    counter: CounterInfo
    clauses: tuple[str, ...]
    span: Span | None

    def index(self, state: State) -> int:
        """Return which number of the state counts for the side or seat on turn."""
        if self.counter.per == "side":
            return self.counter.offset + state.mover
        if self.counter.per == "seat":
            return self.counter.offset + seat_on_turn(state)
        return self.counter.offset

    def is_left(self, state: State) -> bool:
        """Return whether the limit is not reached yet."""
        limit = self.counter.limit
        return limit is None or state.counters[self.index(state)] < limit

    def refuse(self) -> Reason:
        """Word the refusal when nothing is left."""
        return Reason(
            "move/limit-reached",
            f"the limit of {self.counter.limit} for {self.counter.title} is reached",
            self.clauses,
            self.span,
        )


class BoundAction:
    """An action whose operands and validators are ready to be asked.

    A validator is asked as soon as the operands it speaks of are named, so that a rule about
    the die alone ends the search before the first piece is looked at.
    """

    def __init__(self, name: str, action: Action, rules: Rules, effects: int) -> None:
        self.name = name
        self.title = action.title or name.replace("_", " ")
        self.clauses = tuple(action.clauses)
        self.span = action.span
        self.effects = effects
        self.operands: tuple[Operand, ...] = tuple(
            bind_operand(operand_name, operand, rules)
            for operand_name, operand in action.operands.items()
        )
        ruleset = rules.resolved.ruleset
        self.quotas = tuple(
            Quota(rules.counters[use], tuple(ruleset.counters[use].clauses), action.span)
            for use in action.uses
        )
        names = [operand.name for operand in self.operands]
        self._unsure = frozenset(n for n, each in action.operands.items() if each.when is not None)
        bound = [self._bind(rule, rules, frozenset(names)) for rule in action.validators]
        self._at_depth = _by_depth(bound, names)
        at_once = [
            rule
            for rule, spec in zip(bound, action.validators, strict=True)
            if not isinstance(spec, schema.Afterwards)
        ]
        self._at_once = _by_depth(at_once, names)  # the same without `afterwards`

    def _bind(self, rule: schema.Validator, rules: Rules, names: frozenset[str]) -> Validator:
        bound: Validator = (
            Afterwards(rule, rules, self.effects, names)
            if isinstance(rule, schema.Afterwards)
            else VALIDATORS[type(rule)](rule, rules)
        )
        target = target_of(rule, rules)
        if target in self._unsure:
            bound = IfNamed(bound, target)
        return bound if rule.when is None else Conditional(bound, rule.when, rules)

    def is_possible(self, state: State) -> bool:
        """Return whether at least one move by this action is legal."""
        return next(self.legal(state), None) is not None

    def legal(self, state: State) -> Iterator[tuple[OperandValue, ...]]:
        """Yield the operands of every legal move, in order."""
        if not all(quota.is_left(state) for quota in self.quotas):
            return iter(())
        env: Env = {}
        if not _all_pass(self._at_depth[0], state, env):
            return iter(())
        return self._extend(state, env, 0)

    def _extend(self, state: State, env: Env, depth: int) -> Iterator[tuple[OperandValue, ...]]:
        if depth == len(self.operands):
            yield ()
            return
        operand = self.operands[depth]
        name, ways = operand.name, ways_key(operand.name)
        rules = self._at_depth[depth + 1]
        last = depth + 1 == len(self.operands)
        for value, paths in operand.options(state, env):
            env[name] = value
            env[ways] = paths  # type: ignore[assignment]
            for rule in rules:
                if not rule.passes(state, env):
                    break
            else:
                if last:
                    yield (value,)
                else:
                    for rest in self._extend(state, env, depth + 1):
                        yield (value, *rest)

    def could(self, state: State, fixed: Mapping[str, OperandValue], *, afterwards: bool) -> bool:
        """Return whether a move is legal that names some operands so.

        Without `afterwards` the position that the move leads to is not looked at.
        """
        if afterwards and not fixed:
            return self.is_possible(state)
        rules = self._at_depth if afterwards else self._at_once
        env: Env = {}
        return (
            all(quota.is_left(state) for quota in self.quotas)
            and _all_pass(rules[0], state, env)
            and self._goes_on(state, env, 0, rules, fixed)
        )

    def _goes_on(
        self,
        state: State,
        env: Env,
        depth: int,
        rules: tuple[tuple[Validator, ...], ...],
        fixed: Mapping[str, OperandValue],
    ) -> bool:
        """Return whether the operands from `depth` on can be named, some of them as `fixed`."""
        if depth == len(self.operands):
            return True
        operand = self.operands[depth]
        name, ways = operand.name, ways_key(operand.name)
        for value, paths in operand.options(state, env):
            if name in fixed and fixed[name] != value:
                continue
            env[name] = value
            env[ways] = paths  # type: ignore[assignment]
            if _all_pass(rules[depth + 1], state, env) and self._goes_on(
                state, env, depth + 1, rules, fixed
            ):
                return True
        return False

    def allows(self, state: State, values: Sequence[OperandValue]) -> bool:
        """Return whether one move is legal."""
        return next(self.refusals(state, values), None) is None

    def refusals(
        self, state: State, values: Sequence[OperandValue], eyes: Eyes | None = None
    ) -> Iterator[Reason]:
        """Yield every reason against a move; none means that it is legal.

        With `eyes`, in words that tell these nothing new.
        """
        for quota in self.quotas:
            if not quota.is_left(state):
                yield quota.refuse()
        env = with_eyes({}, eyes)
        yield from _refused_by(self._at_depth[0], state, env)
        unusable: set[str] = set()  # operands whose value rules cannot be asked about
        for depth, (operand, value) in enumerate(zip(self.operands, values, strict=True)):
            name, rules = operand.name, self._at_depth[depth + 1]
            against: Sequence[Reason] = ()
            if not unusable.isdisjoint(operand.reads):
                unusable.add(name)
            elif not operand.applies(state, env):
                if value is not None:
                    yield self._extra(operand)
                env |= {name: None, ways_key(name): NO_PATH}  # type: ignore[dict-item]
            else:
                against = (
                    (self._missing(operand),)
                    if value is None
                    else operand.refuse(state, env, value)
                )
                yield from against
                if against and not _is_there(operand, state, env, value):
                    unusable.add(name)
                else:
                    env |= {name: value, ways_key(name): operand.ways(state, env, value)}  # type: ignore[dict-item]
            if against:
                # Without a way to the cell, rules about the way have nothing to say.
                rules = tuple(r for r in rules if name not in r.needs or not r.about_way)
            asked = [rule for rule in rules if unusable.isdisjoint(rule.needs)]
            yield from _refused_by(asked, state, env)

    def _missing(self, operand: Operand) -> Reason:
        message = f"'{self.name}' needs a value for {operand.name}"
        return Reason("move/missing-value", message, operand.clauses, operand.span)

    def _extra(self, operand: Operand) -> Reason:
        message = f"'{self.name}' takes no {operand.name} now"
        return Reason("move/extra-value", message, operand.clauses, operand.span)

    def env_for(self, values: Sequence[OperandValue]) -> Env:
        """Return the local names that the effects of a move see."""
        return {operand.name: value for operand, value in zip(self.operands, values, strict=True)}


def _is_there(operand: Operand, state: State, env: Env, value: OperandValue) -> bool:
    """Return whether a refused value is something that rules can be asked about."""
    if operand.what == "word":
        return value is not None
    if operand.what == "piece" and isinstance(value, int):
        return state.cell[value] != GONE and sees(env, value)
    return isinstance(value, int)


def _by_depth(rules: Sequence[Validator], names: list[str]) -> tuple[tuple[Validator, ...], ...]:
    """Return the rules to be asked before the first operand is named, after it, and so on."""
    return tuple(
        tuple(rule for rule in rules if _depth(rule, names) == depth)
        for depth in range(len(names) + 1)
    )


def _depth(rule: Validator, names: list[str]) -> int:
    return max((names.index(name) + 1 for name in rule.needs if name in names), default=0)


def _all_pass(rules: Sequence[Validator], state: State, env: Env) -> bool:
    return all(rule.passes(state, env) for rule in rules)


def _refused_by(rules: Sequence[Validator], state: State, env: Env) -> Iterator[Reason]:
    for rule in rules:
        before = dict(env)
        if not rule.passes(state, env):
            # The ways that were in order so far are put back, so that later rules can speak.
            env.update(before)
            yield rule.refuse(state, env)
