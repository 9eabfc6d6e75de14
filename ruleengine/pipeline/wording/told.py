"""Sentences of authors with what their expressions stand for: refusals, endings, `tell`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ruleengine.errors import Reason
from ruleengine.expressions.types import Type
from ruleengine.pipeline.expressions import bind
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import piece_title, sees
from ruleengine.pipeline.state import GONE, Env, State
from ruleengine.pipeline.validators.validator import Validator, operands_read
from ruleengine.pipeline.wording.answers import joined_words
from ruleengine.schema.expression import Expression
from ruleengine.schema.sentence import Parts, told_in

_UNSEEN = "something"
NOTHING = "nothing"


class Told:
    """A rule whose sentence has values in it."""

    def __init__(self, rule: Validator, says: Parts, rules: Rules) -> None:
        self._rule = rule
        self._parts = [part if isinstance(part, str) else bind_told(part, rules) for part in says]
        self.needs = rule.needs | operands_read(told_in(says), rules)
        self.about_way = rule.about_way
        self.infers = rule.infers
        self.before_way = rule.before_way
        self.relates = rule.relates
        self.has_own_words = rule.has_own_words
        self.span = rule.span

    def passes(self, state: State, env: Env) -> bool:
        return self._rule.passes(state, env)

    def is_groundless(self, state: State, env: Env) -> bool:
        return self._rule.is_groundless(state, env)

    def refuse(self, state: State, env: Env) -> Reason:
        words = [part if isinstance(part, str) else part(state, env) for part in self._parts]
        reason = self._rule.refuse(state, env)
        return replace(reason, message=joined_words("".join(words), reason.answers))


def bind_sentence(parts: Parts, rules: Rules) -> Callable[[State, Env], str]:
    """Return the function that says a sentence that everybody may hear, with its values."""
    bound = [part if isinstance(part, str) else _bind_openly(part, rules) for part in parts]

    def said(state: State, env: Env) -> str:
        return "".join(part if isinstance(part, str) else part(state, env) for part in bound)

    return said


def _bind_openly(expression: Expression, rules: Rules) -> Callable[[State, Env], str]:
    """Return the function that tells a value; a piece by its cell, as some may not know more."""
    if rules.resolved.checked[expression].type != "piece":
        return bind_told(expression, rules)
    piece = bind(expression, rules)

    def told(state: State, env: Env) -> str:
        slot = piece(state, env)
        cell = GONE if slot is None else state.cell[slot]
        return NOTHING if cell == GONE else rules.place(cell)

    return told


def bind_told(expression: Expression, rules: Rules) -> Callable[[State, Env], str]:
    """Return the function that tells the value of an expression."""
    value, type_ = bind(expression, rules), rules.resolved.checked[expression].type

    def told(state: State, env: Env) -> str:
        found = value(state, env)
        if found is None:
            return NOTHING
        if type_ == "piece":
            return piece_title(rules, state, found, env) if sees(env, found) else _UNSEEN
        return word_of(rules, type_, found)

    return told


def word_of(rules: Rules, type_: Type, value: int | str) -> str:
    """Return what players call a value."""
    names = rules.names
    if isinstance(value, str):
        return value.replace("_", " ")
    match type_:
        case "cell":
            return rules.place(value)
        case "side":
            return rules.side_title(value)
        case "seat":
            return names.seats[value]
        case "kind":
            return rules.kind_title(value)
        case "zone":
            return rules.grid.zones[value].title
        case "color":
            return names.colors[value]
        case _:
            return str(value)
