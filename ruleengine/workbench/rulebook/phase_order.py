"""Which phases can begin more than once, as those of a round that is made of several."""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.analysis.liveness import EVENTS
from ruleengine.schema import steps
from ruleengine.schema.ruleset import Phase, Ruleset
from ruleengine.schema.step_lists import walk_steps


def phases_begun_again(ruleset: Ruleset) -> frozenset[str]:
    """Return the phases that another beginning of themselves can follow."""
    after = {name: frozenset(_phases_after(ruleset, name)) for name in ruleset.phases}
    return frozenset(name for name in after if name in _reached(after, name))


def _reached(after: dict[str, frozenset[str]], start: str) -> set[str]:
    """Return the phases that can come at some time after one."""
    found: set[str] = set()
    pending = [*after[start]]
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += after[name]
    return found


def _phases_after(ruleset: Ruleset, name: str) -> Iterator[str]:
    """Yield the phases that can come next: those that steps enter, and the next of the file."""
    phase = ruleset.phases[name]
    for step in _steps_in(ruleset, phase):
        if isinstance(step, steps.Enter):
            yield step.enter
    if phase.goes_round or (phase.flow and isinstance(phase.flow[-1], steps.Enter)):
        return
    names = [*ruleset.phases]
    yield from names[names.index(name) + 1 :][:1]


def _steps_in(ruleset: Ruleset, phase: Phase) -> Iterator[steps.Step]:
    """Yield the steps that can run in a phase: its own, those of actions, and what follows."""
    seen: set[int] = set()
    pending = [phase.flow]
    while pending:
        body = pending.pop()
        if id(body) in seen:
            continue
        seen.add(id(body))
        for step in walk_steps(body):
            yield step
            pending += _lists_behind(ruleset, step)


def _lists_behind(ruleset: Ruleset, step: steps.Step) -> Iterator[list[steps.Step]]:
    """Yield the lists of steps that a step can lead to elsewhere in the file."""
    match step:
        case steps.Run():
            yield ruleset.procedure_steps[step.procedure]
        case steps.Act():
            yield from (ruleset.actions[name].effects for name in step.act)
        case steps.Submit():
            yield from (ruleset.actions[name].effects for name in step.submit)
        case _:
            event = EVENTS.get(type(step))
            yield from (each.effects for each in ruleset.reactions.values() if each.on == event)
