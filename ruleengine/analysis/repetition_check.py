"""Counters that only grow, where the rules ask how often a position has stood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.expressions import resolved as tree
from ruleengine.pipeline.repetitions import counts_repetitions, tells_apart
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.constants import fold
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.step_lists import walk_steps


def never_repeats(survey: Survey) -> Iterator[Finding]:
    """Find counters that every turn raises, or an action by which pieces only go somewhere.

    An action that asks for the counter itself is one that may be played a number of times, such
    as once in a game: there is no coming back from it anyway.
    """
    resolved = survey.rules.resolved
    if not counts_repetitions(resolved):
        return
    everywhere = resolved.ruleset.step_lists
    for info in survey.rules.kept:
        if info.holds != "number" or not tells_apart(info):
            continue
        raised_by = [*_raisers(resolved, info.name)]
        if raised_by and all(_only_grows(resolved, body, info.name) for body in everywhere):
            yield Finding(
                "check/never-repeats",
                info.name,
                f"{' and '.join(raised_by)} raises counter '{info.name}', which tells positions "
                "apart, so no position from before ever comes again",
                survey.place("counters", info.name),
                "give it `tells_apart: false`, or raise it only where it makes a difference to "
                "what may be done",
            )


def _raisers(resolved: ResolvedRuleset, counter: str) -> Iterator[str]:
    """Yield what raises a counter whatever happens: a turn, or an action that is for going."""
    ruleset = resolved.ruleset
    for name, phase in ruleset.phases.items():
        if phase.turns and _raises(resolved, phase.flow, counter):
            yield f"every turn of phase '{name}'"
    for name in sorted(ruleset.offered):
        action = ruleset.actions.get(name)
        if action is None or not any(isinstance(step, steps.Move) for step in action.effects):
            continue
        parts = (*action.operands.values(), *action.validators)
        if not any(_reads(resolved, part, counter) for part in parts) and _raises(
            resolved, action.effects, counter
        ):
            yield f"every '{name}'"


def _reads(resolved: ResolvedRuleset, part: object, counter: str) -> bool:
    """Return whether a part of an action asks for a counter, of a piece or of anything else."""
    return any(
        (isinstance(node, tree.MemberOf) and node.name == counter)
        or (isinstance(node, tree.Reference | tree.Lookup) and node.symbol.name == counter)
        for each in expressions_in(part)
        for node in tree.walk_resolved(resolved.checked[each].root)
    )


def _raises(resolved: ResolvedRuleset, body: Iterable[steps.Step], counter: str) -> bool:
    """Return whether a list of steps raises a counter whatever happens."""
    ruleset = resolved.ruleset
    for step in body:
        if isinstance(step, steps.Add) and counter in step.add:
            return _is_positive(resolved, step.add[counter])
        if isinstance(step, steps.Run) and _raises(
            resolved, ruleset.procedure_steps[step.procedure], counter
        ):
            return True
    return False


def _only_grows(resolved: ResolvedRuleset, body: Sequence[steps.Step], counter: str) -> bool:
    """Return whether no step lets a counter go down, as far as that can be read off."""
    for step in walk_steps(body):
        if isinstance(step, steps.Set) and counter in step.set:
            return False
        if (
            isinstance(step, steps.Add)
            and counter in step.add
            and not _is_positive(resolved, step.add[counter])
        ):
            return False
    return True


def _is_positive(resolved: ResolvedRuleset, amount: Expression) -> bool:
    root: tree.Resolved = resolved.checked[amount].root
    number = fold(root)
    return number is not None and number > 0
