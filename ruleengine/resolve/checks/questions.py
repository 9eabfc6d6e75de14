"""Questions about what would be: they are answered at once, so nothing in them may wait.

`after` carries out a procedure, `afterwards` and `how_often` the effects of an action on a copy of
the position. A throw or a choice in there would leave the question without an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.check import Checked
from ruleengine.expressions.resolved import Invocation, Lookup, Reference, walk_resolved
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.places import place_in
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.validators import Afterwards

WAITING: dict[type[steps.StepModel], str] = {
    steps.Roll: "throws a die",
    steps.Choose: "asks for a choice",
    steps.Act: "acts",
    steps.Submit: "lets sides submit",
}
"""The steps that wait for somebody or for chance, and what one says of them."""


_HINTS: dict[type[steps.StepModel], str] = {
    steps.Roll: "throw the die before the question, in a step of the turn",
    steps.Choose: "let the player say it with the move, as an operand (`word`, `number`, `cell` or "
    "`piece`), or ask for the choice in a reaction to the action",
    steps.Act: "ask about steps that need nobody's decision; what follows belongs in a reaction",
    steps.Submit: "ask about steps that need nobody's decision; what follows belongs in the phase",
}


def check_questions(
    ruleset: Ruleset, checked: Mapping[Expression, Checked]
) -> Iterator[Diagnostic]:
    """Yield every question that would have to wait for somebody."""
    for expression, result in checked.items():
        if result.functions.isdisjoint(("after", "how_often")):
            continue
        for part in walk_resolved(result.root):
            if isinstance(part, Invocation):
                yield from _waits_in(ruleset, expression, part)
    for name, action in ruleset.actions.items():
        for rule in action.validators:
            if isinstance(rule, Afterwards):
                place = rule.place_of_key("afterwards")
                yield from _waits(ruleset, action.effects, f"the action '{name}'", place)


def _waits_in(
    ruleset: Ruleset, expression: Expression, question: Invocation
) -> Iterator[Diagnostic]:
    """Yield what a question carries out that would have to wait."""
    if question.function.name == "after":
        procedure = question.args[0]
        if isinstance(procedure, Reference | Lookup):
            name, node = procedure.symbol.name, procedure.node
            place = place_in(ruleset, expression, node.start, node.end)
            body = ruleset.procedure_steps[name]
            yield from _waits(ruleset, body, f"the procedure '{name}'", place)
    elif question.function.name == "how_often":
        place = place_in(ruleset, expression, question.node.start, question.node.end)
        for name in asked_about(question, ruleset):
            effects = ruleset.actions[name].effects
            yield from _waits(ruleset, effects, f"the action '{name}'", place)


def asked_about(question: Invocation, ruleset: Ruleset) -> list[str]:
    """Return the actions that a question about moves names, or all of them."""
    named = [arg.symbol.name for arg in question.args if isinstance(arg, Reference)]
    return named or [*ruleset.actions]


def _waits(
    ruleset: Ruleset, body: Sequence[steps.Step], what: str, place: Span | None
) -> Iterator[Diagnostic]:
    step = next((each for each in steps_that_run(ruleset, body) if type(each) in WAITING), None)
    if step is None:
        return
    message = f"{what} {WAITING[type(step)]}, so what comes after it cannot be known"
    hint = _HINTS[type(step)]
    related = (step.span,) if step.span is not None else ()
    yield Diagnostic("resolve/question-waits", message, place, hint, related)


def steps_that_run(
    ruleset: Ruleset, body: Sequence[steps.Step], seen: frozenset[str] = frozenset()
) -> Iterator[steps.StepModel]:
    """Yield the steps of a list, those inside them, and those of the procedures they run."""
    for model in models_in(body):
        if isinstance(model, steps.Run) and model.procedure not in seen:
            inner = ruleset.procedure_steps.get(model.procedure, ())
            yield from steps_that_run(ruleset, inner, seen | {model.procedure})
        elif isinstance(model, steps.StepModel):
            yield model
