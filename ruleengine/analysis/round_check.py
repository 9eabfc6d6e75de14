"""Words for the side on turn in a round, where no side is: they mean the first one every time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.liveness import every_step
from ruleengine.analysis.survey import Survey
from ruleengine.errors import Span
from ruleengine.expressions import resolved as tree
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.places import place_in
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import Counter, Marker
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.step_lists import inner_lists

_ON_TURN: Final = frozenset({"mover", "opponent"})
_KEPT_BY_TURN: Final = frozenset({"side", "seat"})
_NAME_THE_SIDE: Final = (
    "name the side that is meant, or go through all of them with "
    "`for_each: {as: us, among_sides: true}`"
)


def nobody_on_turn(survey: Survey) -> Iterator[Finding]:
    """Find what speaks of the side on turn in a round, and in procedures that only rounds run.

    What else a round uses, tables and conditions, may be meant for turns as well.
    """
    resolved = survey.rules.resolved
    first = next(iter(resolved.ruleset.sides), None)
    if first is None or len(resolved.ruleset.sides) == 1:
        return
    for body in _rounds(resolved.ruleset):
        for step in every_step([body]):
            for about, says, span, hint in _words(resolved, step):
                message = f"in a round no side is on turn, so {says} the first side, '{first}'"
                yield Finding("check/nobody-on-turn", about, message, span, hint)


def _rounds(ruleset: Ruleset) -> list[Sequence[steps.Step]]:
    """Return the steps of rounds, and those of procedures that nothing else runs."""
    rounds = [phase.round for phase in ruleset.phases.values() if phase.round is not None]
    procedures = ruleset.procedure_steps
    others = [
        body
        for body in ruleset.step_lists
        if not any(body is each for each in (*rounds, *procedures.values()))
    ]
    only_here = _run_from(ruleset, rounds) - _run_from(ruleset, others)
    return [*rounds, *(procedures[name] for name in procedures if name in only_here)]


def _run_from(ruleset: Ruleset, bodies: Sequence[Sequence[steps.Step]]) -> set[str]:
    """Return the procedures that some steps run, also through one another."""
    found: set[str] = set()
    pending = [*bodies]
    while pending:
        for step in every_step([pending.pop()]):
            if isinstance(step, steps.Run) and step.procedure not in found:
                found.add(step.procedure)
                pending.append(ruleset.procedure_steps[step.procedure])
    return found


def _words(
    resolved: ResolvedRuleset, step: steps.Step
) -> Iterator[tuple[str, str, Span | None, str]]:
    """Yield what a step by itself says of the side on turn, with what that means in a round."""
    ruleset = resolved.ruleset
    kept: dict[str, Counter | Marker] = {**ruleset.counters, **ruleset.marks}
    of_turn = frozenset(name for name, each in kept.items() if each.per in _KEPT_BY_TURN)
    if isinstance(step, steps.Act) and step.who is None:
        says = "whoever acts here is always"
        yield "act", says, step.place_of_key("act"), "say which side acts, with `who`"
    for key in ("add", "set", "mark"):
        changed = getattr(step, key, None)
        if isinstance(step, steps.Add | steps.Set | steps.Mark) and changed and step.for_ is None:
            name = next((name for name in changed if name in of_turn), None)
            if name is not None:
                says = f"the '{name}' that changes is always that of"
                yield name, says, step.place_of_key(key, name), "say whose it is, with `for`"
    for expression in _own_expressions(step):
        if expression not in resolved.checked:
            continue
        node = _of_side_on_turn(resolved.checked[expression].root, of_turn)
        if node is not None:
            name = node.symbol.name
            says = f"'{name}' is always " + ("" if name == "mover" else "that of ")
            span = place_in(ruleset, expression, node.node.start, node.node.end)
            yield name, says.rstrip(), span, _NAME_THE_SIDE


def _own_expressions(step: steps.Step) -> Iterator[Expression]:
    """Yield the expressions of a step without those of the steps in it.

    Of a submission each side asks for itself, as `mover`, all but who takes part.
    """
    if isinstance(step, steps.Submit):
        yield from expressions_in(step.who or ())
        return
    inner = {id(each) for body in inner_lists(step) for each in expressions_in(body)}
    yield from (each for each in expressions_in(step) if id(each) not in inner)


def _of_side_on_turn(root: tree.Resolved, of_turn: frozenset[str]) -> tree.Reference | None:
    """Return the first name in an expression that stands for the side on turn, or is its own."""
    for node in tree.walk_resolved(root):
        if isinstance(node, tree.Reference):
            symbol = node.symbol
            is_builtin = symbol.role == "builtin" and symbol.name in _ON_TURN
            is_kept = symbol.role in ("counter", "mark") and symbol.name in of_turn
            if is_builtin or is_kept:
                return node
    return None
