"""Validators, bound for play, and the table of all of them. Each class is one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleengine.errors import Reason
from ruleengine.pipeline.expressions import Evaluate, bind
from ruleengine.pipeline.operands.operand import start_operand
from ruleengine.pipeline.repetitions import asks_for_repetitions
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import sees
from ruleengine.pipeline.state import NOBODY, Env, Slot, State
from ruleengine.pipeline.validators import path as paths
from ruleengine.pipeline.validators.validator import (
    Validator,
    Worded,
    operands_read,
    zone_cells_of,
)
from ruleengine.pipeline.wording.answers import bind_answers, with_answers
from ruleengine.pipeline.wording.groundless import bind_groundless
from ruleengine.pipeline.wording.zone_words import zone_words
from ruleengine.schema import validators as schema
from ruleengine.schema.expression import Expression


class Inside(Worded):
    """The cell lies in one of the zones."""

    def __init__(self, spec: schema.Inside, rules: Rules) -> None:
        super().__init__(spec)
        place = spec.inside
        self._rules = rules
        self._cell = bind(place.cell, rules)
        self._zones = zone_cells_of(place.zone, rules)
        self._titles = zone_words(place.zone, rules)
        self.needs = operands_read([place.cell, *place.zone], rules)

    def passes(self, state: State, env: Env) -> bool:
        return self._cell(state, env) in self._zones(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        place = self._rules.place(self._cell(state, env))
        return self.reason("move/not-in-zone", f"{place} is not in {self._titles(state, env)}")


class Outside(Worded):
    """The cell lies in none of the zones."""

    def __init__(self, spec: schema.Outside, rules: Rules) -> None:
        super().__init__(spec)
        place = spec.outside
        self._rules = rules
        self._cell = bind(place.cell, rules)
        self._zones = zone_cells_of(place.zone, rules)
        self._titles = zone_words(place.zone, rules)
        self.needs = operands_read([place.cell, *place.zone], rules)

    def passes(self, state: State, env: Env) -> bool:
        return self._cell(state, env) not in self._zones(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        place = self._rules.place(self._cell(state, env))
        return self.reason("move/in-zone", f"{place} is in {self._titles(state, env)}")


class Holds(Worded):
    """What stands on the cell is one of the things allowed; so is each of several pieces."""

    def __init__(self, spec: schema.Holds, rules: Rules) -> None:
        super().__init__(spec)
        self._rules = rules
        self._cell = bind(spec.holds.cell, rules)
        self._allowed = spec.holds.any_of
        self._nothing = "nothing" in self._allowed
        self._friend = "friend" in self._allowed
        self._enemy = "enemy" in self._allowed
        self._neutral = "neutral" in self._allowed
        self.needs = operands_read([spec.holds.cell], rules)

    def passes(self, state: State, env: Env) -> bool:
        cell = self._cell(state, env)
        here = state.at[cell] if cell is not None else ()
        if not here:
            return self._nothing
        return all(self._allows(state, slot) for slot in here)

    def _allows(self, state: State, slot: Slot) -> bool:
        owner = state.owner[slot]
        if owner == state.mover:
            return self._friend
        return self._enemy if owner != NOBODY else self._neutral

    def refuse(self, state: State, env: Env) -> Reason:
        cell = self._cell(state, env)
        here = state.at[cell] if cell is not None else ()
        place = self._rules.place(cell)
        if not here:
            return self.reason("move/target-empty", f"nothing stands on {place}")
        slot = next(slot for slot in here if not self._allows(state, slot))
        if state.owner[slot] == state.mover:
            return self.reason("move/target-friend", f"a piece of your own stands on {place}")
        if state.owner[slot] == NOBODY:
            what = "a piece of nobody" if sees(env, slot) else "something"
            return self.reason("move/target-neutral", f"{what} stands on {place}")
        what = "an enemy piece" if sees(env, slot) else "something"
        return self.reason("move/target-enemy", f"{what} stands on {place}")


class Require(Worded):
    """A condition holds."""

    def __init__(self, spec: schema.Require, rules: Rules) -> None:
        super().__init__(spec)
        self._condition: Evaluate = bind(spec.require, rules)
        self._text = spec.require.text
        self._code = spec.code
        self._answers = bind_answers(spec.require, rules)
        self._groundless = bind_groundless(spec.require, rules)
        self.needs = operands_read([spec.require], rules)
        self.relates = (self.needs,)

    def passes(self, state: State, env: Env) -> bool:
        return bool(self._condition(state, env))

    def is_groundless(self, state: State, env: Env) -> bool:
        return self._groundless(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        message = f"this does not hold: {self._text}"
        reason = self.reason("move/requirement", message, self._code)
        return with_answers(reason, self._answers(state, env), has_words=self.has_own_words)


class Afterwards(Worded):
    """A condition holds in the position that the move leads to."""

    about_way = True

    def __init__(
        self,
        spec: schema.Afterwards,
        rules: Rules,
        effects: int,
        operands: frozenset[str],
        use_up: Callable[[State, Env], None] | None,
    ) -> None:
        """Bind the condition; `use_up` takes what the action uses up, if it uses anything."""
        super().__init__(spec)
        self._rules = rules
        self._effects = effects
        self._use_up = use_up
        self._condition = bind(spec.afterwards, rules)
        checked = rules.resolved.checked[spec.afterwards]
        self._counts = asks_for_repetitions(checked.root, rules.resolved)
        self._text = spec.afterwards.text
        self.needs = operands

    def passes(self, state: State, env: Env) -> bool:
        plain = {name: value for name, value in env.items() if "#" not in name}
        if self._use_up is not None:
            state = state.copy()
            self._use_up(state, plain)
        after = self._rules.run_aside(state, self._effects, plain, counts=self._counts)
        return bool(self._condition(after, plain))

    def refuse(self, state: State, env: Env) -> Reason:
        del state, env
        return self.reason("move/aftermath", f"afterwards this would not hold: {self._text}")


class IfNamed:
    """A rule about the cell or the way of an operand, for an operand that may be left out."""

    def __init__(self, rule: Validator, operand: str) -> None:
        self._rule = rule
        self._operand = operand
        self.needs = rule.needs
        self.about_way = rule.about_way
        self.infers = rule.infers
        self.before_way = rule.before_way
        self.relates = rule.relates
        self.has_own_words = rule.has_own_words
        self.span = rule.span

    def passes(self, state: State, env: Env) -> bool:
        return env[self._operand] is None or self._rule.passes(state, env)

    def is_groundless(self, state: State, env: Env) -> bool:
        return self._rule.is_groundless(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        return self._rule.refuse(state, env)


class Conditional:
    """A rule that only speaks when a condition holds."""

    def __init__(self, rule: Validator, when: Expression, rules: Rules) -> None:
        self._rule = rule
        self._when = bind(when, rules)
        asked = operands_read([when], rules)
        self.needs = rule.needs | asked
        self.relates = (*rule.relates, asked)
        self.about_way = rule.about_way
        self.infers = rule.infers
        self.before_way = rule.before_way
        self.has_own_words = rule.has_own_words
        self.span = rule.span

    def passes(self, state: State, env: Env) -> bool:
        return not self._when(state, env) or self._rule.passes(state, env)

    def is_groundless(self, state: State, env: Env) -> bool:
        return self._rule.is_groundless(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        return self._rule.refuse(state, env)


def is_about_way(rule: schema.Validator) -> bool:
    """Return whether a rule looks at the ways to the cell of an operand."""
    paths = (schema.PathClear, schema.PathAvoids, schema.PathLength, schema.PathCost)
    return isinstance(rule, (*paths, schema.CornersClear))


def target_of(rule: schema.Validator, rules: Rules) -> str | None:
    """Return the operand whose cell or way a rule is about, when it is simply named."""
    match rule:
        case schema.PathClear():
            return rule.path_clear
        case schema.PathAvoids():
            return rule.path_avoids.to
        case schema.PathLength():
            return rule.path_length.to
        case schema.PathCost():
            return rule.path_cost.to
        case schema.CornersClear():
            return rule.corners_clear.to
        case schema.Inside():
            return start_operand(rule.inside.cell, rules)
        case schema.Outside():
            return start_operand(rule.outside.cell, rules)
        case schema.Holds():
            return start_operand(rule.holds.cell, rules)
        case _:
            return None


VALIDATORS: dict[type[Any], Callable[..., Validator]] = {
    schema.PathClear: paths.PathClear,
    schema.PathAvoids: paths.PathAvoids,
    schema.PathLength: paths.PathLength,
    schema.PathCost: paths.PathCost,
    schema.CornersClear: paths.CornersClear,
    schema.Inside: Inside,
    schema.Outside: Outside,
    schema.Holds: Holds,
    schema.Require: Require,
}
"""All validators but `afterwards`, which also needs to know the effects of its action."""
