"""What all validators share: the protocol, the way to ask it, and the words of refusals.

`passes` is asked while listing and stops at the first no; `refuse` words the refusal. Rules
about the way to a cell keep those ways that are in order, so that several rules about one
way are about the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ruleengine.codes import Code
from ruleengine.errors import Reason, Span
from ruleengine.pipeline.expressions import symbols_read
from ruleengine.pipeline.filters.selectors import bind_zones
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import CellId, Env, State
from ruleengine.schema import validators as schema
from ruleengine.schema.expression import Expression
from ruleengine.schema.sentence import sentence_text, told_in


class Validator(Protocol):
    """A rule that may refuse a move."""

    needs: frozenset[str]
    """The operands it speaks of; it is asked as soon as these are named."""
    about_way: bool
    """Whether it needs a way to the operand's cell, or the move made."""
    infers: bool
    """Whether it helps to find operands that nobody names."""
    before_way: bool
    """Whether its reason is told before what is against the way to the operand's cell."""
    relates: tuple[frozenset[str], ...]
    """Operands that it holds against each other: to one without a way from the others it has
    nothing to say."""
    has_own_words: bool
    """Whether the sentence is the author's, who has cells in mind that may be named."""
    span: Span | None
    """Where it is written."""

    def passes(self, state: State, env: Env) -> bool:
        """Return whether the rule has nothing against the move."""

    def is_groundless(self, state: State, env: Env) -> bool:
        """Return whether it did not pass because there was nothing to ask about."""

    def refuse(self, state: State, env: Env) -> Reason:
        """Word the refusal of a move that did not pass."""


def ways_key(operand: str) -> str:
    """Return the local name under which the ways to an operand's cell are kept."""
    return f"{operand}#ways"


def operands_read(expressions: list[Expression], rules: Rules) -> frozenset[str]:
    """Return the operands that some expressions speak of."""
    return frozenset(
        symbol.name
        for expression in expressions
        for symbol in symbols_read(expression, rules)
        if symbol.role == "local"
    )


class Worded:
    """What all validators share: clauses, place, and the author's own sentence."""

    about_way = False
    relates: tuple[frozenset[str], ...] = ()

    def __init__(self, spec: schema.Rule) -> None:
        self._clauses = tuple(spec.clauses)
        self.span = spec.span
        # One with values in it is worded by `Told`, around the rule.
        self._says = None if told_in(spec.says) else sentence_text(spec.says or ())
        self.has_own_words = spec.says is not None
        self._rule = spec.id
        self.infers = spec.infers
        self.before_way = spec.before_way

    def is_groundless(self, _state: State, _env: Env) -> bool:
        return False

    def reason(self, code: Code, message: str, rule: str | None = None) -> Reason:
        return Reason(
            code, self._says or message, self._clauses, self.span, None, rule or self._rule
        )


def zone_cells_of(
    zones: list[Expression], rules: Rules
) -> Callable[[State, Env], frozenset[CellId]]:
    """Return the function that gives the cells of some zones together."""
    cells = bind_zones(zones, rules)
    assert cells is not None  # noqa: S101 - a list was given
    return cells
