"""What a condition makes sure of before a loop is entered.

A loop that goes on until somebody can act needs a guard: a step before it that leaves when
`not can(..., die=any)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ruleengine.expressions import resolved as tree
from ruleengine.pipeline.rules import Rules
from ruleengine.schema import steps
from ruleengine.schema.step_lists import walk_steps


class Assurance(NamedTuple):
    """One of these actions can be played with some throw of these dice."""

    actions: frozenset[str] = frozenset()
    dice: frozenset[str] = frozenset()

    def helps(self, acts: AbstractSet[str], rolls: AbstractSet[str]) -> bool:
        """Return whether a loop that throws dice and offers actions is left in the end."""
        return bool(self.actions) and self.actions <= acts and rolls <= self.dice


def assurance(rules: Rules, condition: tree.Resolved, *, holds: bool) -> Assurance:
    """Return what is sure when a condition holds, or when it does not."""
    match condition:
        case tree.Inversion():
            return assurance(rules, condition.of, holds=not holds)
        case tree.Junction() if (condition.op == "and") is holds:
            parts = (assurance(rules, part, holds=holds) for part in condition.parts)
            return next((part for part in parts if part.actions), Assurance())
        case tree.Invocation() if condition.function.name == "can" and holds:
            if condition.keywords:  # about another side
                return Assurance()
            named = {a.symbol.name for a in condition.args if isinstance(a, tree.Reference)}
            free = {die.name for die, face in condition.dice if face is None}
            return Assurance(frozenset(named or rules.actions), frozenset(free))
        case _:
            return Assurance()


def all_guarded(rules: Rules, body: Sequence[steps.Step], *, of_turn: bool) -> bool:
    """Return whether every `again` plainly has a guard: a step before it, or one around it.

    False means only that a closer look is needed.
    """
    found = list(walk_steps(body))
    if not any(isinstance(step, steps.Again) for step in found):
        return True
    rolls = {step.roll for step in found if isinstance(step, steps.Roll)}
    return _Guards(rules, rolls, of_turn=of_turn).covers(body, (), {}, frozenset())


class _Guards:
    def __init__(self, rules: Rules, rolls: set[str], *, of_turn: bool) -> None:
        self._rules = rules
        self._rolls = rolls
        self._of_turn = of_turn

    def covers(  # noqa: C901, PLR0912 - one case per step that nests steps
        self,
        body: Sequence[steps.Step],
        sure: tuple[Assurance, ...],
        labels: Mapping[str, frozenset[str] | None],
        acts: frozenset[str],
    ) -> bool:
        """Return whether every `again` in a list has a guard.

        `sure` is what holds when the list begins, `acts` are the actions that could not be
        taken on the way there, and `labels` has those that could not be taken before a label,
        or None when a player has decided something since.
        """
        for step in body:
            if step.label is not None:
                labels = {**labels, step.label: acts}
            match step:
                case steps.Again():
                    if step.again not in labels:
                        return False
                    before = labels[step.again]
                    if before is not None and not any(
                        each.helps(acts - before, self._rolls) for each in sure
                    ):
                        return False
                case steps.If():
                    condition = self._rules.resolved.checked[step.if_].root
                    yes = assurance(self._rules, condition, holds=True)
                    no = assurance(self._rules, condition, holds=False)
                    if not (
                        self.covers(step.then, (*sure, yes), labels, acts)
                        and self.covers(step.else_, (*sure, no), labels, acts)
                    ):
                        return False
                    if self._leaves(step.then):
                        sure = (*sure, no)
                    if self._leaves(step.else_):
                        sure = (*sure, yes)
                case steps.Act():
                    # Whoever comes past it has decided something, or could do none of this.
                    acts |= frozenset(step.act)
                    if not self.covers(step.else_, sure, labels, acts):
                        return False
                    if self._leaves(step.else_):
                        labels = dict.fromkeys(labels)
                case steps.Choose():
                    if not self.covers(step.else_, sure, labels, acts):
                        return False
                case steps.ForEach():
                    if not self.covers(step.do, sure, labels, acts):
                        return False
                case steps.Repeat():
                    if not self.covers(step.repeat, sure, labels, acts):
                        return False
        return True

    def _leaves(self, body: Sequence[steps.Step]) -> bool:
        """Return whether nothing after a list is ever reached through it."""
        for step in body:
            match step:
                case steps.End() | steps.Enter() | steps.Stop() | steps.Again():
                    return True
                case steps.EndTurn() if self._of_turn:
                    return True
                case steps.If() if self._leaves(step.then) and self._leaves(step.else_):
                    return True
        return False
