"""Check steps that rulebooks leave out: they may keep tallies and notes, and nothing else.

A rulebook in which a capture is missing is wrong; one without the steps that only a program has
to take is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruleengine.errors import Diagnostic
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.schema import steps
from ruleengine.schema.procedures import steps_of
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.step_lists import inner_lists

_KEEPING = (steps.Add, steps.Set, steps.Mark, steps.Let)
_HOLDING = (steps.If, steps.ForEach, steps.Repeat, steps.Run)


def check_untold(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Yield the steps with `explained: false` in which something happens that players must know."""
    for step in models_in(ruleset):
        if not isinstance(step, _HOLDING) or step.explained:
            continue
        found = next(_doings(ruleset, [step], frozenset()), None)
        if found is None:
            continue
        word = _word(found)
        message = f"rulebooks would leave out the step `{word}` in it, which players have to know"
        hint = (
            "take `explained` out here, and write it under the steps `add`, `set` and `mark` "
            "that only keep something"
        )
        yield Diagnostic("resolve/untold-play", message, step.place_of("explained"), hint)


def _word(step: steps.StepModel) -> str:
    """Return the key that a step is written with."""
    common = steps.StepModel.model_fields
    own = (name for name in type(step).model_fields if name not in common)
    return next(own).removesuffix("_")


def _doings(
    ruleset: Ruleset, listed: Iterable[steps.Step], running: frozenset[str]
) -> Iterator[steps.StepModel]:
    """Yield the steps in a list, and inside those, that do more than keep something.

    `stop` leaves no more than the procedure that it stands in, if it stands in one that is run
    here.
    """
    for step in listed:
        match step:
            case steps.Run():
                name = step.procedure
                # One that is not there is told elsewhere, and one that runs itself is looked at.
                if name in ruleset.procedures and name not in running:
                    inner = steps_of(ruleset.procedures[name])
                    yield from _doings(ruleset, inner, running | {name})
            case steps.If() | steps.ForEach() | steps.Repeat():
                for inner in inner_lists(step):
                    yield from _doings(ruleset, inner, running)
            case steps.Stop() if running:
                continue
            case _ if not isinstance(step, _KEEPING):
                yield step
