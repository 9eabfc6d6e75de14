"""Check submissions: who acts, and that what is done in secret asks nobody and ends nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleengine.errors import Diagnostic, Span
from ruleengine.resolve.declarations import models_in, unknown_name
from ruleengine.resolve.questions import WAITING, steps_that_run
from ruleengine.schema import steps
from ruleengine.schema.ruleset import Ruleset

COMMIT = "commit"

_LEAVING: dict[type[steps.StepModel], str] = {
    steps.EndTurn: "ends the turn",
    steps.Enter: "enters a phase",
    steps.End: "ends the game",
}


def check_submissions(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Yield what is wrong with the `submit` steps of a ruleset."""
    found = [model for model in models_in(ruleset.phases) if isinstance(model, steps.Submit)]
    found += [m for m in models_in(ruleset.procedures) if isinstance(m, steps.Submit)]
    for step in found:
        yield from _sides(step)
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
