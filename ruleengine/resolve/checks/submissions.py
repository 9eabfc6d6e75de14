"""Check submissions: who acts, and that what is done in secret asks nobody and ends nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.check import Checked
from ruleengine.expressions.verdicts import is_tunable
from ruleengine.resolve.checks.declarations import models_in, unknown_name
from ruleengine.resolve.checks.questions import WAITING, steps_that_run
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.submission import bounds_of
from ruleengine.schema.wording import counted

COMMIT = "commit"

_LEAVING: dict[type[steps.StepModel], str] = {
    steps.EndTurn: "ends the turn",
    steps.Enter: "enters a phase",
    steps.End: "ends the game",
}


def check_submissions(
    ruleset: Ruleset, checked: Mapping[Expression, Checked]
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the `submit` steps of a ruleset."""
    found = [model for model in models_in(ruleset.phases) if isinstance(model, steps.Submit)]
    found += [m for m in models_in(ruleset.procedures) if isinstance(m, steps.Submit)]
    for step in found:
        yield from _sides(step)
        yield from _moves(step, checked)
        for index, name in enumerate(step.submit):
            place = step.place_of("submit", index)
            if name == COMMIT:
                message = (
                    "'commit' is how a submission ends, so that no action in it can be 'commit'"
                )
                yield Diagnostic("resolve/bad-submit", message, place, "rename the action")
            elif name not in ruleset.actions:
                yield unknown_name("action", name, ruleset.actions, place)
            elif step.secret:
                yield from _in_secret(ruleset, name, place)
    bodies: list[tuple[str, Sequence[steps.Step]]] = [
        *((f"the action '{name}'", action.effects) for name, action in ruleset.actions.items()),
        *((f"the reaction '{name}'", each.effects) for name, each in ruleset.reactions.items()),
    ]
    for what, body in bodies:
        inner = next(
            (step for step in steps_that_run(ruleset, body) if isinstance(step, steps.Submit)), None
        )
        if inner is not None:
            message = f"{what} comes to a submission; only the flow of a phase can"
            hint = "let the phase submit before or after it"
            yield Diagnostic("resolve/bad-submit", message, inner.place_of_key("submit"), hint)


def _sides(step: steps.Submit) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for index, side in enumerate(step.who or ()):
        if side.text in seen:
            message = f"'{side}' is to submit twice"
            place = step.place_of("who", index)
            yield Diagnostic("resolve/bad-submit", message, place, "name every side once")
        seen.add(side.text)


def _moves(step: steps.Submit, checked: Mapping[Expression, Checked]) -> Iterator[Diagnostic]:
    """Yield that nobody can make so many moves, whatever the position and the flags."""
    if step.moves is None:
        return
    bounds = [None if each is None else checked.get(each) for each in bounds_of(step.moves)]
    if any(each is not None and is_tunable(each.root) for each in bounds):
        return  # with another reading somebody can
    least, most = bounds
    high = None if most is None else most.high
    if high is None:
        return
    place = step.place_of("moves")
    if high < 1:
        message = f"nobody ever submits anything: a side makes {high} moves at most"
        hint = "let it make one at least, or take the step out"
        yield Diagnostic("resolve/bad-submit", message, place, hint)
    elif least is not None and least.low is not None and least.low > high:
        message = f"no side can make {counted(least.low, 'move')} or more and {high} at most"
        hint = "raise `at_most`, or lower `at_least`"
        yield Diagnostic("resolve/bad-submit", message, place, hint)


def _in_secret(ruleset: Ruleset, name: str, place: Span | None) -> Iterator[Diagnostic]:
    """Yield what the action does that cannot be done in a draft."""
    wrong = {**WAITING, **_LEAVING}
    body = ruleset.actions[name].effects
    step = next((each for each in steps_that_run(ruleset, body) if type(each) in wrong), None)
    # That an action comes to a submission is said of the action itself.
    if step is None or isinstance(step, steps.Submit):
        return
    message = f"the action '{name}' {wrong[type(step)]}, which cannot be done in secret"
    hint = "do that in the steps after the submission, or write `secret: false`"
    related = (step.span,) if step.span is not None else ()
    yield Diagnostic("resolve/bad-submit", message, place, hint, related)
