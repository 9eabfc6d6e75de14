"""Actions, bound for play: one definition lists the legal moves and explains the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ruleengine.errors import Reason
from ruleengine.pipeline.inlining import constant
from ruleengine.pipeline.operands.operand import NO_PATH, Operand, OperandValue, Option, not_taken
from ruleengine.pipeline.operands.table import bind_operand
from ruleengine.pipeline.quotas import Quota
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import Eyes, sees, with_eyes
from ruleengine.pipeline.state import GONE, Env, State
from ruleengine.pipeline.validators.table import (
    VALIDATORS,
    Afterwards,
    Conditional,
    IfNamed,
    is_about_way,
    target_of,
)
from ruleengine.pipeline.validators.validator import Validator, ways_key
from ruleengine.pipeline.wording.groundless import or_held
from ruleengine.pipeline.wording.told import Told
from ruleengine.schema import validators as schema
from ruleengine.schema.ruleset import Action
from ruleengine.schema.sentence import told_in

_STANDS_THERE: Final = frozenset({"move/target-enemy", "move/target-friend", "move/target-neutral"})
"""What is said of who stands on a cell."""


class Refused(NamedTuple):
    """What is found out while the values of a move are looked at."""

    names: set[str]
    """The operands whose values are refused."""
    held: list[Reason]
    """What is told only where nothing else stands against the move."""


class BoundAction:
    """An action whose operands and validators are ready to be asked.

    A validator is asked as soon as the operands it speaks of are named, so that a rule about
    the die alone ends the search before the first piece is looked at.
    """

    def __init__(self, name: str, action: Action, rules: Rules, effects: int) -> None:
        self.name = name
        self.title = action.title or name.replace("_", " ")
        self.called = rules.called[name]
        self.clauses = tuple(action.clauses)
        self.span = action.span
        self.effects = effects
        self.operands: tuple[Operand, ...] = tuple(
            bind_operand(operand_name, action, rules) for operand_name in action.operands
        )
        self.leaving_out: dict[frozenset[str], BoundAction] = {}  # without some, once asked for
        self.extra_ignored = action.extra_values == "ignored"
        self.quotas = tuple(Quota(use, action, rules) for use in action.used)
        names = [operand.name for operand in self.operands]
        self._unsure = frozenset(n for n, each in action.operands.items() if each.when is not None)
        speaking = [rule for rule in action.validators if not _is_silent(rule, rules)]
        bound = [self._bind(rule, rules, frozenset(names)) for rule in speaking]
        self.asked: tuple[Validator, ...] = (*self.quotas, *bound)
        self._at_depth = by_depth(self.asked, names)
        early = max((number for number, rule in enumerate(bound, 1) if rule.before_way), default=0)
        self._as_told = self.as_told((*bound[:early], *self.quotas, *bound[early:]))
        at_once = [
            rule
            for rule, spec in zip(bound, speaking, strict=True)
            if not isinstance(spec, schema.Afterwards)
        ]
        # The same without `afterwards`.
        self._at_once = by_depth([*self.quotas, *at_once], names)
        on_ways = {target_of(rule, rules) for rule in action.validators if is_about_way(rule)}
        for operand in self.operands:
            if operand.name not in on_ways:
                operand.forget_ways()
        # Rules about the way to an operand that are asked only after later ones are named.
        self._narrowed = tuple(
            tuple(ways_key(n) for n in names[:depth] if any(_narrows(r, n) for r in rules_here))
            for depth, rules_here in enumerate(self._at_depth[1:])
        )

    def _bind(self, rule: schema.Validator, rules: Rules, names: frozenset[str]) -> Validator:
        bound: Validator = (
            Afterwards(rule, rules, self.effects, names, self.use_up if self.quotas else None)
            if isinstance(rule, schema.Afterwards)
            else VALIDATORS[type(rule)](rule, rules)
        )
        if told_in(rule.says):
            bound = Told(bound, rule.says or (), rules)
        target = target_of(rule, rules)
        if target in self._unsure:
            bound = IfNamed(bound, target)
        return bound if rule.when is None else Conditional(bound, rule.when, rules)

    def as_told(self, rules: Sequence[Validator]) -> tuple[tuple[Validator, ...], ...]:
        """Return rules by depth for telling: none is told before one that is listed above it."""
        names = [operand.name for operand in self.operands]
        told: list[list[Validator]] = [[] for _ in range(len(names) + 1)]
        depth = 0
        for rule in rules:
            if rule in self.quotas:
                told[max(depth, _depth(rule, names))].append(rule)
                continue
            depth = max(depth, _depth(rule, names))
            told[depth].append(rule)
        return tuple(map(tuple, told))

    def is_possible(self, state: State) -> bool:
        """Return whether at least one move by this action is legal."""
        return next(self.legal(state), None) is not None

    def legal(self, state: State) -> Iterator[tuple[OperandValue, ...]]:
        """Yield the operands of every legal move, in order."""
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
        kept = {key: env[key] for key in self._narrowed[depth]}
        for value, paths in operand.options(state, env):
            if kept:
                env.update(kept)
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
        return next(self._with(state, rules, fixed), None) is not None

    def legal_with(
        self, state: State, fixed: Mapping[str, OperandValue]
    ) -> Iterator[tuple[OperandValue, ...]]:
        """Yield the operands of every legal move that names some of them so."""
        return self._with(state, self._at_depth, fixed) if fixed else self.legal(state)

    def _with(
        self,
        state: State,
        rules: tuple[tuple[Validator, ...], ...],
        fixed: Mapping[str, OperandValue],
    ) -> Iterator[tuple[OperandValue, ...]]:
        env: Env = {}
        if not _all_pass(rules[0], state, env):
            return iter(())
        return self._goes_on(state, env, 0, rules, fixed)

    def _goes_on(
        self,
        state: State,
        env: Env,
        depth: int,
        rules: tuple[tuple[Validator, ...], ...],
        fixed: Mapping[str, OperandValue],
    ) -> Iterator[tuple[OperandValue, ...]]:
        """Yield what the operands from `depth` on can be, some of them as `fixed`."""
        if depth == len(self.operands):
            yield ()
            return
        operand = self.operands[depth]
        name, ways = operand.name, ways_key(operand.name)
        kept = {key: env[key] for key in self._narrowed[depth]}
        options: Iterable[Option] = (
            ((fixed[name], operand.ways(state, env, fixed[name])),)
            if name in fixed
            else operand.options(state, env)
        )
        for value, paths in options:
            if not paths:
                continue  # it may not be named
            env |= kept
            env[name] = value
            env[ways] = paths  # type: ignore[assignment]
            if _all_pass(rules[depth + 1], state, env):
                for rest in self._goes_on(state, env, depth + 1, rules, fixed):
                    yield (value, *rest)

    def allows(self, state: State, values: Sequence[OperandValue]) -> bool:
        """Return whether one move is legal."""
        return next(self.refusals(state, values), None) is None

    def refusals(
        self, state: State, values: Sequence[OperandValue], eyes: Eyes | None = None
    ) -> Iterator[Reason]:
        """Yield every reason against a move; none means that it is legal.

        With `eyes`, in words that tell these nothing new. What had nothing to ask about is told
        only where nothing else stands against the move.
        """
        held: list[Reason] = []
        named = self.refuse_named(
            state,
            self.by_name(values),
            with_eyes({}, eyes),
            Refused(set(), held),
            rules=self._as_told,
        )
        yield from or_held(named, held)

    def refuse_named(  # noqa: PLR0913 - what is looked at is named
        self,
        state: State,
        given: Mapping[str, OperandValue],
        env: Env,
        found: Refused,
        *,
        rules: Sequence[Sequence[Validator]],
        only: frozenset[str] | None = None,
    ) -> Iterator[Reason]:
        """Yield what is against the values of operands, by themselves and by rules.

        What is missing is told first. What may be named goes into `env`, and the names of the
        others into `found`. Outside `only` operands depend on what is not known yet: they are
        not asked whether a value may be named, but rules may speak of it.
        """
        refused, held = found
        for operand in self.operands:
            if given[operand.name] is None and operand.named != "never" and not operand.is_optional:
                refused.add(operand.name)
                yield self.missing(operand)
        yield from refused_by(rules[0], state, env, held)
        lost = set(refused)  # operands of whose value nothing is known that could be asked about
        unreached: list[Operand] = []  # the cell is there, but no way leads to it
        unfit: set[str] = set()  # the cell is there, but not one of those that may be named
        for operand, rules_here in zip(self.operands, rules[1:], strict=True):
            name, value = operand.name, given[operand.name]
            against: Sequence[Reason] = ()
            if not lost.isdisjoint(operand.reads):
                lost.add(name)
            if operand.named != "never" and name not in lost:
                look = self._refuse_free if only is None or name in only else self._refuse_bound
                against = look(operand, state, env, value)
                if against:
                    refused.add(name)
                if name not in env:
                    lost.add(name)
            # Without a way to the cell, rules about the way have nothing to say.
            asked = [
                rule
                for rule in rules_here
                if (refused | lost if rule.about_way else lost).isdisjoint(rule.needs)
            ]
            early: list[Validator] = []
            if against and name not in lost:
                early = [rule for rule in asked if rule.before_way]
                unreached.append(operand)
                if all(reason.code == "reach/wrong-cell" for reason in against):
                    unfit.add(name)
            yield from refused_by(early, state, env, held)
            yield from against
            late = [
                rule
                for rule in asked
                if rule not in early
                and not any(_relates(rule, each) for each in unreached)
                and not (rule.has_own_words and not unfit.isdisjoint(rule.needs))
            ]
            yield from _beside(against, refused_by(late, state, env, held))

    def _refuse_free(
        self, operand: Operand, state: State, env: Env, value: OperandValue
    ) -> Sequence[Reason]:
        """Return what is against a value, when all that the operand depends on is known."""
        name = operand.name
        if not operand.applies(state, env):
            env |= {name: None, ways_key(name): NO_PATH}  # type: ignore[dict-item]
            return (
                () if value is None or self.extra_ignored else (self._extra(operand, state, env),)
            )
        against = (self.missing(operand),) if value is None else operand.refuse(state, env, value)
        # What else is wrong with a piece or a kind that may not be named is no help, and could
        # tell a secret. Of a cell it helps: no way leads to it, and somebody stands there as well.
        if not against or (operand.what == "cell" and isinstance(value, int)):
            env |= {name: value, ways_key(name): operand.ways(state, env, value)}  # type: ignore[dict-item]
        return against

    @staticmethod
    def _refuse_bound(
        operand: Operand, state: State, env: Env, value: OperandValue
    ) -> Sequence[Reason]:
        """Return what is against a value, whatever the operand depends on."""
        if isinstance(value, str) and operand.what != "word":
            return operand.refuse(state, env, value)  # it is nowhere, or nobody
        if _is_there(operand, state, env, value):
            env[operand.name] = value
        return ()

    def complete(self, state: State, values: Sequence[OperandValue]) -> tuple[OperandValue, ...]:
        """Return the values of a move with those that nobody names; here all are named."""
        del state
        return tuple(values)

    def use_up(self, state: State, env: Env) -> None:
        """Count what the action uses up."""
        for quota in self.quotas:
            quota.use(state, env)

    def cited(self, reason: Reason) -> Reason:
        """Return a reason that cites all clauses of the action where it has none of its own."""
        return reason if reason.clauses else replace(reason, clauses=self.clauses)

    def missing(self, operand: Operand) -> Reason:
        """Return the reason against a move that leaves an operand out."""
        title = "" if operand.called == operand.name else f", {operand.title}"
        words = f"; it is one of: {', '.join(operand.words)}" if operand.words else ""
        told = f"'{self.called}' needs a value for '{operand.name}'{title}{words}"
        return operand.refused("move/missing-value", told)

    def _extra(self, operand: Operand, state: State, env: Env) -> Reason:
        why = operand.not_now(state, env)
        told = f"'{self.called}' takes {not_taken(operand)} now" + (f", {why}" if why else "")
        return operand.refused("move/extra-value", told)

    def env_for(self, values: Sequence[OperandValue]) -> Env:
        """Return the local names that the effects of a move see."""
        return {operand.name: value for operand, value in zip(self.operands, values, strict=True)}

    def by_name(self, values: Sequence[OperandValue]) -> dict[str, OperandValue]:
        """Return the values of a move by the names of the operands."""
        return {operand.name: value for operand, value in zip(self.operands, values, strict=True)}


def _is_there(operand: Operand, state: State, env: Env, value: OperandValue) -> bool:
    """Return whether a refused value is something that rules can be asked about."""
    if operand.what == "word":
        return value is not None
    if operand.what == "piece" and isinstance(value, int):
        return state.cell[value] != GONE and sees(env, value)
    return isinstance(value, int)


def by_depth(rules: Sequence[Validator], names: Sequence[str]) -> tuple[tuple[Validator, ...], ...]:
    """Return the rules to be asked before the first operand is named, after it, and so on."""
    return tuple(
        tuple(rule for rule in rules if _depth(rule, names) == depth)
        for depth in range(len(names) + 1)
    )


def _is_silent(rule: schema.Validator, rules: Rules) -> bool:
    """Return whether it is certain, whatever the position, that a rule never refuses."""
    if rule.when is not None and constant(rule.when, rules) is False:
        return True
    return isinstance(rule, schema.Require) and constant(rule.require, rules) is True


def _narrows(rule: Validator, operand: str) -> bool:
    return rule.about_way and operand in rule.needs and not isinstance(rule, Afterwards)


def _relates(rule: Validator, operand: Operand) -> bool:
    """Return whether a rule is about an operand as seen from those that it starts from."""
    return any(
        operand.name in names and not names.isdisjoint(operand.reads) for names in rule.relates
    )


def _depth(rule: Validator, names: Sequence[str]) -> int:
    return max((names.index(name) + 1 for name in rule.needs if name in names), default=0)


def _all_pass(rules: Sequence[Validator], state: State, env: Env) -> bool:
    return all(rule.passes(state, env) for rule in rules)


def _beside(against: Iterable[Reason], told: Iterable[Reason]) -> Iterator[Reason]:
    """Yield what rules say beside what is against a cell.

    Who stands on a cell on which a piece would stay is that piece itself: that is no second reason.
    """
    stays = any(reason.code == "reach/same-cell" for reason in against)
    return (reason for reason in told if not (stays and reason.code in _STANDS_THERE))


def refused_by(
    rules: Sequence[Validator], state: State, env: Env, held: list[Reason]
) -> Iterator[Reason]:
    """Yield the words of the rules that refuse; each is asked, whatever the others say.

    Those of rules that had nothing to ask about are held back instead.
    """
    for rule in rules:
        before = dict(env)
        if not rule.passes(state, env):
            # The ways that were in order so far are put back, so that later rules can speak.
            env.update(before)
            if rule.is_groundless(state, env):
                held.append(rule.refuse(state, env))
            else:
                yield rule.refuse(state, env)
