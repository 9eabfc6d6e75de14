"""What the local names stand for that steps use, each where it is known.

A name of an action, a loop, a choice or a procedure is known only there: elsewhere the same
word may stand for something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ruleengine.schema import steps
from ruleengine.schema.expression import Expression
from ruleengine.schema.procedures import given_to, steps_of
from ruleengine.schema.reach import KindOperand, PieceOperand
from ruleengine.schema.ruleset import Action, Ruleset
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.step_lists import inner_lists

Names: TypeAlias = Mapping[str, Sequence["Known"]]
"""What each name can stand for; a name that is missing is not known."""


class Kinds(NamedTuple):
    """The kinds that are listed for an operand or a loop, or the word for all of them."""

    listed: Sequence[str]


class Known(NamedTuple):
    """What is written in one place, and the names that are known there."""

    value: Expression | PieceFilter | Kinds
    names: Names


class NamedSteps(NamedTuple):
    """A list of steps and the names that are known at its end.

    No name of a list may be declared again in it, so these are right at every step before.
    """

    steps: Sequence[steps.Step]
    names: Names


def named_steps(ruleset: Ruleset) -> list[NamedSteps]:
    """Return every list of steps with what its names stand for."""
    calls: dict[str, dict[str, list[Known]]] = {
        name: {given: [] for given in given_to(body)} for name, body in ruleset.procedures.items()
    }
    found: list[NamedSteps] = []
    for action in ruleset.actions.values():
        found += _lists(action.effects, _operands(action))
    for reaction in ruleset.reactions.values():
        found += _lists(reaction.effects, {})
    for phase in ruleset.phases.values():
        found += _lists(phase.flow, {})
    for name, body in ruleset.procedures.items():
        found += _lists(steps_of(body), calls[name])
    for listed, known in found:
        for step in listed:
            if isinstance(step, steps.Run):
                for given, value in step.values.items():
                    calls[step.procedure][given].append(Known(value, known))
    return found


def _operands(action: Action) -> Names:
    names: dict[str, list[Known]] = {}
    for name, operand in action.operands.items():
        if isinstance(operand, PieceOperand):
            names[name] = [Known(operand.piece, names)]
        elif isinstance(operand, KindOperand):
            names[name] = [Known(Kinds(operand.kind), names)]
    return names


def _lists(body: Sequence[steps.Step], around: Names) -> Iterator[NamedSteps]:
    """Yield a list and the lists inside it, with their names."""
    names = dict(around)
    for step in body:
        inside: Names = names
        match step:
            case steps.Let():
                names |= {name: [Known(value, names)] for name, value in step.let.items()}
            case steps.Choose() if step.choose.among is not None:
                names[step.choose.as_] = [Known(step.choose.among, names)]
            case steps.ForEach() if step.for_each.among is not None:
                inside = {**names, step.for_each.as_: [Known(step.for_each.among, names)]}
            case steps.ForEach() if step.for_each.among_kinds is not None:
                kinds = Kinds(step.for_each.among_kinds)
                inside = {**names, step.for_each.as_: [Known(kinds, names)]}
        for inner in inner_lists(step):
            yield from _lists(inner, inside)
    yield NamedSteps(body, names)


def behind(known: Known) -> list[Known]:
    """Follow a name through what procedures are given and what `let` calls by it."""
    found: list[Known] = []
    pending, seen = [known], set()
    while pending:
        here = pending.pop()
        if isinstance(here.value, Expression) and here.value.text in here.names:
            if here.value not in seen:  # a procedure may hand on to itself what it was given
                seen.add(here.value)
                pending += here.names[here.value.text]
        else:
            found.append(here)
    return found
