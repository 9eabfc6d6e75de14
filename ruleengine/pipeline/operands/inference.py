"""Actions with operands that nobody names: the rules find their values.

A move is what is named. The operands that are not are found one after the other, each by the
rules that speak of it and of none that is found later; one that depends on another (a cell in a
line from a unit) is found together with it. The move is legal if that leaves exactly one value
for each of them, and if the rules that take no part in finding have nothing against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ruleengine.errors import Reason
from ruleengine.pipeline.actions import BoundAction, Refused, by_depth, refused_by
from ruleengine.pipeline.operands.fitting import Trial, ambiguous, none_fits, value_title
from ruleengine.pipeline.operands.operand import NO_PATH, Operand, OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import Eyes, with_eyes
from ruleengine.pipeline.state import Env, State
from ruleengine.pipeline.validators.validator import Validator, ways_key
from ruleengine.pipeline.wording.groundless import or_held
from ruleengine.schema.ruleset import Action


class _Round(NamedTuple):
    """What finds operands that belong together: named ones that depend on them, and rules."""

    found: tuple[Operand, ...]
    named: tuple[Operand, ...]
    rules: tuple[Validator, ...]
    known: frozenset[str]
    """The named operands of which all is known when these are found."""
    told: tuple[tuple[Validator, ...], ...]
    """The same rules by depth, for telling."""


class InferringAction(BoundAction):
    """An action in which some operands are found and not named."""

    def __init__(self, name: str, action: Action, rules: Rules, effects: int) -> None:
        super().__init__(name, action, rules, effects)
        self._rules = rules
        names = [operand.name for operand in self.operands]
        unnamed = [operand for operand in self.operands if operand.named == "never"]
        finding = [rule for rule in self.asked if rule.infers]
        self._given_names = tuple(o.name for o in self.operands if o not in unnamed)
        self._late = tuple(rule for rule in self.asked if not rule.infers)
        self._narrowing = tuple(rule for rule in finding if rule.about_way)
        self._fitting = by_depth(finding, names)
        number = _Numbering(self.operands)
        self._independent = tuple(
            o for o in self.operands if o not in unnamed and number.of_operand(o) == 0
        )
        first = [rule for rule in finding if number.of_rule(rule) == 0]
        self._first = self.as_told(first)
        self._first_narrowing = tuple(rule for rule in first if rule.about_way)
        self._rounds = [
            _Round(
                tuple(o for o in unnamed if number.of_operand(o) == place),
                tuple(
                    o for o in self.operands if o not in unnamed and number.of_operand(o) == place
                ),
                tuple(rule for rule in finding if number.of_rule(rule) == place),
                frozenset(
                    o.name
                    for o in self.operands
                    if o not in unnamed and number.of_operand(o) <= place
                ),
                self.as_told([rule for rule in finding if number.of_rule(rule) == place]),
            )
            for place in range(1, number.num_rounds + 1)
        ]

    def legal(self, state: State) -> Iterator[tuple[OperandValue, ...]]:
        """Yield the operands of every legal move, found ones included."""
        env: Env = {}
        if not all(rule.passes(state, env) for rule in self._fitting[0]):
            return
        fitting: dict[tuple[OperandValue, ...], list[tuple[OperandValue, ...]]] = {}
        # Without rules that come late, all that fits is listed as in any action.
        assignments = self._assignments if self._late else self._extend
        for values in assignments(state, env, 0):
            fitting.setdefault(self._named(values), []).append(values)
        for several in fitting.values():
            # With one round, what was listed is all that fits.
            if len(self._rounds) == 1:
                complete = several[0] if len(several) == 1 else None
            else:
                complete = self._found(state, several[0])
            if complete is not None and self._late_pass(state, complete):
                yield complete

    def could(self, state: State, fixed: Mapping[str, OperandValue], *, afterwards: bool) -> bool:
        """Return whether a move is legal that names some operands so.

        Without `afterwards`, whether one could be made that is not looked at any further.
        """
        if not afterwards:
            return super().could(state, fixed, afterwards=False)
        return next(self.legal_with(state, fixed), None) is not None

    def legal_with(
        self, state: State, fixed: Mapping[str, OperandValue]
    ) -> Iterator[tuple[OperandValue, ...]]:
        """Yield the operands of every legal move that names some of them so."""
        for values in self.legal(state):
            named = self.by_name(values)
            if all(named[name] == value for name, value in fixed.items()):
                yield values

    def _assignments(
        self, state: State, env: Env, depth: int
    ) -> Iterator[tuple[OperandValue, ...]]:
        """Yield everything that the rules which find operands have nothing against."""
        if depth == len(self.operands):
            yield ()
            return
        operand = self.operands[depth]
        for value, paths in operand.options(state, env):
            here: Env = {**env, operand.name: value, ways_key(operand.name): paths}  # type: ignore[dict-item]
            if all(rule.passes(state, here) for rule in self._fitting[depth + 1]):
                for rest in self._assignments(state, here, depth + 1):
                    yield (value, *rest)

    def _named(self, values: Sequence[OperandValue]) -> tuple[OperandValue, ...]:
        pairs = zip(self.operands, values, strict=True)
        return tuple(value for operand, value in pairs if operand.named != "never")

    def complete(self, state: State, values: Sequence[OperandValue]) -> tuple[OperandValue, ...]:
        """Return the values with those that are found; nothing stands for what is not."""
        pairs = zip(self.operands, values, strict=True)
        for operand, value in pairs:
            odd = isinstance(value, str) and operand.what != "word"
            if operand.named != "never" and (odd or (value is None and not operand.is_optional)):
                return tuple(values)
        return self._found(state, values) or tuple(values)

    def _found(
        self, state: State, values: Sequence[OperandValue]
    ) -> tuple[OperandValue, ...] | None:
        """Return the values with those that are found; nothing when one is not."""
        env: Env = self.env_for(values)
        for operand in self._independent:
            env[ways_key(operand.name)] = operand.ways(state, env, env[operand.name])  # type: ignore[arg-type, assignment]
        for rule in self._first_narrowing:
            rule.passes(state, env)
        for each in self._rounds:
            fits = [trial for trial in self._trials(each, state, env) if _fits(each, state, trial)]
            if len(fits) != 1:
                return None
            env = fits[0]
        return tuple(env[operand.name] for operand in self.operands)  # type: ignore[misc]

    @staticmethod
    def _trials(each: _Round, state: State, env: Env) -> Iterator[Env]:
        """Yield the local names with all values that the operands to be found could have."""
        tried: list[Env] = [env]
        for operand in each.found:
            name = operand.name
            tried = [
                {**names, name: value, ways_key(name): ways}  # type: ignore[dict-item]
                for names in tried
                for value, ways in operand.options(state, names)
            ]
        return iter(tried)

    def _late_pass(self, state: State, values: Sequence[OperandValue]) -> bool:
        if not self._late:
            return True
        env = self.env_for(values)
        for operand in self.operands:
            env[ways_key(operand.name)] = operand.ways(state, env, env[operand.name])  # type: ignore[arg-type, assignment]
        for rule in self._narrowing:
            rule.passes(state, env)
        return all(rule.passes(state, env) for rule in self._late)

    def refusals(
        self, state: State, values: Sequence[OperandValue], eyes: Eyes | None = None
    ) -> Iterator[Reason]:
        """Yield every reason against a move; what is to be found is not looked at in `values`."""
        held: list[Reason] = []
        told = or_held(self._refusals(state, self.by_name(values), eyes, held), held)
        yield from self._as_listed([*told])

    def _as_listed(self, reasons: Sequence[Reason]) -> Iterator[Reason]:
        """Yield reasons with those of rules in the order of these, whenever they were asked."""
        order = {rule.span: number for number, rule in enumerate(self.asked)}
        of_rules = iter(
            sorted((r for r in reasons if r.span in order), key=lambda reason: order[reason.span])
        )
        for reason in reasons:
            yield next(of_rules) if reason.span in order else reason

    def _refusals(
        self,
        state: State,
        given: Mapping[str, OperandValue],
        eyes: Eyes | None,
        held: list[Reason],
    ) -> Iterator[Reason]:
        env = with_eyes({}, eyes)
        found = Refused(set(), held)
        independent = frozenset(operand.name for operand in self._independent)
        yield from self.refuse_named(state, given, env, found, rules=self._first, only=independent)
        if found.names:
            return
        for each in self._rounds:
            env |= {operand.name: given[operand.name] for operand in each.named}
        for each in self._rounds:
            tried = [self._ask(each, state, trial) for trial in self._trials(each, state, env)]
            fits = [trial for trial, reasons in tried if not reasons]
            if len(tried) == 1 and not fits:
                # There is nothing to choose from: it is refused in the words of what is named.
                yield from self._refuse_only(each, state, given, env, found)
                return
            if len(fits) != 1:
                yield self._not_found(each, state, env, tried)
                return
            env = fits[0]
        yield from refused_by(self._late, state, env, held)

    def _refuse_only(
        self,
        each: _Round,
        state: State,
        given: Mapping[str, OperandValue],
        env: Env,
        found: Refused,
    ) -> Iterator[Reason]:
        """Yield what is against a move where what is to be found can be only one thing.

        The sentences are those it would be refused with if it had been named. The code says that
        nothing fits, as it does where there is more to choose from.
        """
        (only,) = self._trials(each, state, env)
        for name in self._given_names:  # a value is known when it has been looked at
            only.pop(name, None)
        own = tuple(clause for operand in each.found for clause in operand.cited("move/none-fits"))
        against = self.refuse_named(state, given, only, found, rules=each.told, only=each.known)
        for reason in against:
            clauses = tuple(dict.fromkeys((*own, *reason.clauses)))
            yield replace(reason, code="move/none-fits", clauses=clauses)

    def _ask(self, each: _Round, state: State, env: Env) -> tuple[Env, tuple[Reason, ...]]:
        """Return what is against one value, with the local names that go with it."""
        reasons: list[Reason] = []
        nowhere: set[str] = set()
        for operand in each.named:
            name, value = operand.name, env[operand.name]
            against = operand.refuse(state, env, value) if value is not None else ()  # type: ignore[arg-type]
            if against:
                nowhere.add(name)
            reasons += against
            env[ways_key(name)] = _ways(operand, state, env)  # type: ignore[assignment]
        asked = [
            rule
            for rule in each.rules
            if not (rule.about_way and not nowhere.isdisjoint(rule.needs))
        ]
        held: list[Reason] = []
        reasons += refused_by(asked, state, env, held)
        return env, tuple(or_held(reasons, held))

    def _not_found(
        self, each: _Round, state: State, env: Env, tried: Sequence[tuple[Env, tuple[Reason, ...]]]
    ) -> Reason:
        """Return why nothing is found, or why too much is."""
        trials = [
            Trial(
                ", ".join(
                    value_title(self._rules, state, operand, trial[operand.name], env)  # type: ignore[arg-type]
                    for operand in each.found
                ),
                reasons,
            )
            for trial, reasons in tried
        ]
        fits = [trial.text for trial in trials if not trial.reasons]
        if fits:
            return ambiguous(each.found, fits)
        return none_fits(each.found, trials)


def leaving_out(action: BoundAction, names: frozenset[str], rules: Rules) -> BoundAction:
    """Return an action of which some operands are found as if nobody could ever name them."""
    found = action.leaving_out.get(names)
    if found is None:
        model = rules.resolved.ruleset.actions[action.name]
        operands = {
            name: operand.model_copy(update={"named": "never"}) if name in names else operand
            for name, operand in model.operands.items()
        }
        without = model.model_copy(update={"operands": operands})
        found = InferringAction(action.name, without, rules, action.effects)
        action.leaving_out[names] = found
    return found


class _Numbering:
    """In which round an operand or a rule is looked at; 0 is before anything is found."""

    def __init__(self, operands: Sequence[Operand]) -> None:
        self._round: dict[str, int] = {}
        self._last: dict[str, int] = {}
        self.num_rounds = 0
        for operand in operands:
            if operand.named == "never":
                together = [self._round[name] for name in operand.reads if name in self._round]
                if not together:
                    self.num_rounds += 1
                self._round[operand.name] = max(together, default=self.num_rounds)
            own = self._round.get(operand.name, 0)
            self._last[operand.name] = max((own, *(self._last[name] for name in operand.reads)))

    def of_operand(self, operand: Operand) -> int:
        """Return the round in which what the operand depends on has been found."""
        return self._last[operand.name]

    def of_rule(self, rule: Validator) -> int:
        """Return the round in which a rule can be asked."""
        # The way to a named cell may start from what is found; the cell itself does not.
        table = self._last if rule.about_way else self._round
        return max((table.get(name, 0) for name in rule.needs), default=0)


def _fits(each: _Round, state: State, env: Env) -> bool:
    for operand in each.named:
        ways = _ways(operand, state, env)
        if not ways:
            return False
        env[ways_key(operand.name)] = ways  # type: ignore[assignment]
    return all(rule.passes(state, env) for rule in each.rules)


def _ways(operand: Operand, state: State, env: Env) -> object:
    value = env[operand.name]
    return NO_PATH if value is None else operand.ways(state, env, value)  # type: ignore[arg-type]
