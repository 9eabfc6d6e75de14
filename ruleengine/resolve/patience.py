"""How long a game waits for somebody who finds something to do.

Sides that can do nothing are passed over. Where turns that pass by themselves change nothing that
lasts, and no rule asks how many there were, what nobody could do once nobody will ever be able to
do. Elsewhere a later turn may be unlike the ones before it, so that the game waits longer; but not
for ever, since what changes need not be what anybody waits for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import steps
from ruleengine.schema.ruleset import Phase, Ruleset
from ruleengine.schema.step_lists import walk_steps

SHORT: Final = 2
LONG: Final = 50

_CHANGES: Final = (
    steps.Move,
    steps.Capture,
    steps.Remove,
    steps.Send,
    steps.Place,
    steps.Give,
    steps.Claim,
    steps.Become,
    steps.Seat,
    steps.Color,
)


def patience(resolved: ResolvedRuleset, phase: Phase) -> int:
    """Return how often each side may be on turn, in a row, without anything to decide."""
    ruleset = resolved.ruleset
    changes = any(_lasts(ruleset, step) for step in _steps_of(ruleset, phase))
    return LONG if changes or _asks_for_turns(resolved) else SHORT


def _steps_of(ruleset: Ruleset, phase: Phase) -> Iterator[steps.Step]:
    """Yield the steps of a phase and of the procedures that it runs."""
    pending, seen = [phase.flow], set[str]()
    while pending:
        for step in walk_steps(pending.pop()):
            yield step
            if isinstance(step, steps.Run) and step.procedure not in seen:
                seen.add(step.procedure)
                pending.append(ruleset.procedure_steps[step.procedure])


def _lasts(ruleset: Ruleset, step: steps.Step) -> bool:
    """Return whether a step changes something that is still so in the next turn."""
    match step:
        case steps.Add() | steps.Set():
            names = step.add if isinstance(step, steps.Add) else step.set
            return any(ruleset.counters[name].resets != "turn" for name in names)
        case steps.Mark():
            return any(ruleset.marks[name].resets != "turn" for name in step.mark)
        case _:
            return isinstance(step, _CHANGES)


def _asks_for_turns(resolved: ResolvedRuleset) -> bool:
    """Return whether what may be done depends on how many turns there were."""
    ruleset = resolved.ruleset
    rules = [ruleset.actions, ruleset.phases, ruleset.procedures, ruleset.tables]
    return any(
        symbol.role == "builtin" and symbol.name == "turn"
        for expression in expressions_in([*rules, ruleset.conditions])
        if expression in resolved.checked  # the word `chance` is none
        for symbol in resolved.checked[expression].symbols
    )
