"""Counters that an action uses up."""

from __future__ import annotations

from ruleengine.errors import Reason
from ruleengine.pipeline.expressions import Evaluate, bind
from ruleengine.pipeline.kept import counter_place, write
from ruleengine.pipeline.operands.operand import names_read
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import piece_title
from ruleengine.pipeline.state import Env, State
from ruleengine.schema.ruleset import Action, Use


class Quota:
    """A counter that the action uses up, of the one on turn or of somebody who is named.

    It is asked like a rule, as soon as the operands it speaks of are named.
    """

    about_way = False
    infers = True
    before_way = False
    has_own_words = False
    relates: tuple[frozenset[str], ...] = ()

    def __init__(self, use: Use, action: Action, rules: Rules) -> None:
        self.counter = rules.counters[use.counter]
        counter = rules.resolved.ruleset.counters[use.counter]
        self.clauses = tuple(use.clauses or counter.clauses)
        self.span = use.span or action.span
        self.by = rules.resolved.number(use.by) if use.by is not None else 1
        self.says = use.says
        self.needs = names_read(use, rules)
        self._rules = rules
        self._whose: Evaluate | None = bind(use.for_, rules) if use.for_ is not None else None

    def passes(self, state: State, env: Env) -> bool:
        """Return whether as much is left as the action takes; nobody has no limit."""
        whose = self._whose(state, env) if self._whose is not None else None
        if self.counter.limit is None or (self._whose is not None and whose is None):
            return True
        numbers, index = counter_place(self.counter, state, whose)
        return numbers[index] <= self.counter.limit - self.by

    def use(self, state: State, env: Env) -> None:
        """Count what the action takes."""
        whose = self._whose(state, env) if self._whose is not None else None
        if self._whose is None or whose is not None:
            numbers, index = counter_place(self.counter, state, whose)
            write(self.counter, state, whose, numbers[index] + self.by)

    def is_groundless(self, _state: State, _env: Env) -> bool:
        """Return false: nobody has no limit."""
        return False

    def refuse(self, state: State, env: Env) -> Reason:
        """Word the refusal when too little is left; how much is left may be a secret."""
        message = self.says or self._words(state, env)
        return Reason("move/limit-reached", message, self.clauses, self.span)

    def _words(self, state: State, env: Env) -> str:
        """Return the words for where the ruleset has no sentence of its own."""
        counter, whose = self.counter, ""
        if self._whose is not None:
            owner = self._whose(state, env)
            match counter.per:
                case "piece":
                    whose = f" by {piece_title(self._rules, state, owner, env)}"
                case "cell":
                    whose = f" on {self._rules.place(owner)}"
                case "side":
                    whose = f" by {self._rules.side_title(owner)}"
                case _:
                    whose = f" by {self._rules.names.seats[owner]}"
        if self.by > 1:
            return (
                f"the limit of {counter.limit} for {counter.title}{whose} has no room for "
                f"{self.by} more"
            )
        return f"the limit of {counter.limit} for {counter.title} is reached{whose}"
