"""Tables, conditions and procedures that come to ask about themselves.

A table calls tables, a condition names conditions, and `after` carries out a procedure, whose
steps ask again. The chains are followed at load, so that play never runs in a circle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ruleengine.errors import Diagnostic
from ruleengine.expressions import syntax
from ruleengine.resolve.checks.declarations import expressions_in, models_in
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.steps import Run

_SECTIONS: Final = ("tables", "conditions", "procedures")


def check_call_circles(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Yield every circle in which a table, a condition or a procedure asks about itself, once."""
    calls = calls_of(ruleset)
    reported: set[frozenset[str]] = set()
    for section in _SECTIONS:
        for name in getattr(ruleset, section):
            circle = _circle_from(name, calls)
            if circle is None or frozenset(circle) in reported:
                continue
            reported.add(frozenset(circle))
            if all(each in ruleset.conditions for each in circle):
                continue  # one of them speaks of a later one, which is reported
            chain = " asks ".join(f"'{each}'" for each in circle)
            yield Diagnostic(
                "resolve/table-circle",
                f"these ask each other without end: {chain}",
                ruleset.place_of_key(section, name),
                _hint(circle),
            )


def _hint(circle: list[str]) -> str:
    if len(set(circle)) > 1:
        return "let one of them answer without asking the next"
    return (
        f"'{circle[0]}' cannot ask itself; count with a filter such as `linked`, `in_row` or "
        "`between`, or go step by step with `repeat` in a procedure"
    )


def calls_of(ruleset: Ruleset) -> Mapping[str, list[str]]:
    """Return what each table, condition and procedure asks about, by name."""
    parts: dict[str, object] = {**ruleset.tables, **ruleset.conditions}
    for name in ruleset.procedures:
        parts.setdefault(name, [*_bodies(name, ruleset)])
    return {
        name: list(
            dict.fromkeys(
                named
                for expression in expressions_in(part)
                for named in _named(expression, ruleset)
            )
        )
        for name, part in parts.items()
    }


def _bodies(name: str, ruleset: Ruleset) -> Iterator[object]:
    """Yield the steps of a procedure, and those of the procedures it runs."""
    bodies = ruleset.procedure_steps
    pending, seen = [name], {name}
    while pending:
        body = bodies[pending.pop()]
        yield body
        runs = [step.procedure for step in models_in(body) if isinstance(step, Run)]
        fresh = [each for each in runs if each in bodies and each not in seen]
        seen.update(fresh)
        pending += fresh


def _named(expression: Expression, ruleset: Ruleset) -> Iterator[str]:
    for node in syntax.walk(expression.node):
        match node:
            case syntax.Call(name=name) if name in ruleset.tables or name in ruleset.procedures:
                yield name
            case syntax.Name(name=name) if name in ruleset.conditions or name in ruleset.procedures:
                yield name
            case _:
                pass


def _circle_from(start: str, calls: Mapping[str, list[str]]) -> list[str] | None:
    """Return the shortest chain from a name back to itself, if there is one."""
    chains, seen = [[start]], set[str]()
    while chains:
        chain = chains.pop(0)
        for called in calls[chain[-1]]:
            if called == start:
                return [*chain, called]
            if called not in seen:
                seen.add(called)
                chains.append([*chain, called])
    return None
