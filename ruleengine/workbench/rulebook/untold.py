"""Steps that a rulebook leaves out, because their author says that players need not read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleengine.schema import steps
from ruleengine.schema.procedures import Procedure, steps_of
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.step_lists import inner_lists


def is_untold(
    ruleset: Ruleset, step: steps.StepModel, running: frozenset[str] = frozenset()
) -> bool:
    """Tell whether a step, with all that is inside it, is not explained."""
    match step:
        case steps.Add() | steps.Set() | steps.Mark():
            return not step.explained
        case steps.If() | steps.ForEach() | steps.Repeat() | steps.Run() if not step.explained:
            return True
        case steps.If() | steps.ForEach() | steps.Repeat():
            inner = [each for listed in inner_lists(step) for each in listed]
            return _are_untold(ruleset, inner, running)
        case steps.Run():
            name = step.procedure
            inner = list(steps_of(ruleset.procedures[name]))
            # One that runs itself says so.
            return name not in running and _are_untold(ruleset, inner, running | {name})
        case _:
            return False


def _are_untold(ruleset: Ruleset, listed: Sequence[steps.Step], running: frozenset[str]) -> bool:
    return bool(listed) and all(is_untold(ruleset, each, running) for each in listed)


def untold_steps(
    ruleset: Ruleset, listed: Sequence[steps.Step], running: frozenset[str] = frozenset()
) -> Iterator[steps.Step]:
    """Yield the steps of a list, and of all that it leads to, that a reader is not told."""
    for step in listed:
        if is_untold(ruleset, step):
            yield step
        elif isinstance(step, steps.Run):
            name = step.procedure
            body = ruleset.procedures[name]
            if isinstance(body, Procedure) and not body.explained:
                yield step
            elif name not in running:
                yield from untold_steps(ruleset, steps_of(body), running | {name})
        else:
            for inner in inner_lists(step):
                yield from untold_steps(ruleset, inner, running)
