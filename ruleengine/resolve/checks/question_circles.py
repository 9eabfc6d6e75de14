"""Questions about moves that go round: `can` looks at the rules of actions, which may ask again.

The chains are followed at load, so that play never runs in a circle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from ruleengine.errors import Diagnostic
from ruleengine.expressions.check import Checked
from ruleengine.expressions.resolved import Invocation, walk_resolved
from ruleengine.expressions.types import Symbol
from ruleengine.resolve.checks.declarations import expressions_in, models_in
from ruleengine.resolve.checks.questions import asked_about
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Action, Ruleset
from ruleengine.schema.steps import Run
from ruleengine.schema.validators import Afterwards

Extent: TypeAlias = Literal["at_once", "afterwards", "in_a_row"]
"""How much of an action a question looks at: without or with what would be afterwards, or also
all effects, since the next move is made after them."""
_ALL_EXTENTS: Final[tuple[Extent, ...]] = ("at_once", "afterwards", "in_a_row")
_EXTENTS: Final[Mapping[str, Extent]] = {"attacks": "at_once", "how_often": "in_a_row"}


class Asked(NamedTuple):
    """An action that is asked about, and how much of it is looked at."""

    action: str
    extent: Extent


def check_circles(ruleset: Ruleset, checked: Mapping[Expression, Checked]) -> Iterator[Diagnostic]:
    """Yield every circle of actions whose rules ask about each other, once."""
    asks = {
        Asked(name, extent): sorted(_asked_by(_rules_of(action, extent), ruleset, checked))
        for name, action in ruleset.actions.items()
        for extent in _ALL_EXTENTS
    }
    reported: set[frozenset[str]] = set()
    for asked in asks:
        circle = _circle_from(asked, asks)
        names = [] if circle is None else [each.action for each in circle]
        if circle is None or frozenset(names) in reported:
            continue
        reported.add(frozenset(names))
        name, chain = names[0], " asks about ".join(f"'{name}'" for name in names)
        message = f"the rules of these actions ask about each other without end: {chain}"
        hint = "leave one of them out of `can(...)`, or ask with `attacks(...)` under `afterwards`"
        if set(names) == {name}:
            message = f"the rules of '{name}' ask about '{name}' itself, without end"
            hint = (
                "make two actions of it, of which one asks about the other and no `act` need "
                "offer that one, or ask with `attacks(...)` under `afterwards`"
            )
        place = ruleset.place_of_key("actions", name)
        yield Diagnostic("resolve/question-circle", message, place, hint)


def _rules_of(action: Action, extent: Extent) -> list[object]:
    """Return what decides whether an action is legal; `afterwards` carries out its effects."""
    at_once = [rule for rule in action.validators if not isinstance(rule, Afterwards)]
    looks_ahead = extent == "afterwards" and len(at_once) < len(action.validators)
    if not looks_ahead and extent != "in_a_row":
        return [action.operands, at_once]
    return [action.operands, action.validators, action.effects]


def _circle_from(start: Asked, asks: Mapping[Asked, Sequence[Asked]]) -> list[Asked] | None:
    """Return the shortest chain from an action back to itself, if there is one."""
    chains = [[start]]
    seen: set[Asked] = set()
    while chains:
        chain = chains.pop(0)
        for asked in asks[chain[-1]]:
            if asked == start:
                return [*chain, asked]
            if asked not in seen:
                seen.add(asked)
                chains.append([*chain, asked])
    return None


def _asked_by(value: object, ruleset: Ruleset, checked: Mapping[Expression, Checked]) -> set[Asked]:
    """Return the actions that the expressions in a value ask about, also by way of names."""
    asked: set[Asked] = set()
    pending: list[object] = [value]
    followed: set[str] = set()
    while pending:
        value = pending.pop()
        for step in models_in(value):
            if isinstance(step, Run) and step.procedure not in followed:
                followed.add(step.procedure)
                pending.append(ruleset.procedure_steps.get(step.procedure, ()))
        for expression in expressions_in(value):
            if expression not in checked:
                continue
            for node in walk_resolved(checked[expression].root):
                if isinstance(node, Invocation) and node.function.operands:
                    extent = _EXTENTS.get(node.function.name, "afterwards")
                    asked.update(Asked(name, extent) for name in asked_about(node, ruleset))
            fresh = [s for s in checked[expression].symbols if s.name not in followed]
            followed.update(symbol.name for symbol in fresh)
            pending += [_said_by(symbol, ruleset) for symbol in fresh]
    return asked


def _said_by(symbol: Symbol, ruleset: Ruleset) -> object:
    """Return what stands behind a name that holds further expressions."""
    match symbol.role:
        case "condition":
            return ruleset.conditions[symbol.name]
        case "table":
            return ruleset.tables[symbol.name]
        case "procedure":
            return ruleset.procedure_steps[symbol.name]
        case _:
            return ()
