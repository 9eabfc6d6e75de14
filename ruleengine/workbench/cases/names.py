"""The names in a case that stand for something its game has to have: clauses, rules, endings.

Positions and moves are read by the game, which knows the names in them. These are only compared
with what comes about, so that a slip of the pen looks as if the rules were wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ruleengine.expressions.problems import did_you_mean, meant_or_listed
from ruleengine.game.game import Game
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.schema.end_steps import DEADLOCK, LAST_PHASE, UNNAMED_END, end_steps
from ruleengine.schema.pieces import UNOWNED
from ruleengine.workbench.cases.expectation_model import Expectation, OutcomeExpectation
from ruleengine.workbench.cases.files import Case
from ruleengine.workbench.cases.model import ExpectStep, RefusedStep, ScenarioStep


def unknown_clauses(case: Case, game: Game) -> tuple[str, ...]:
    """Return a sentence for each clause that a case cites and its game does not have."""
    refused = [step.refused.clause for step in case.steps if isinstance(step, RefusedStep)]
    return tuple(
        f"there is no clause '{clause}'; {did_you_mean(clause, game.clauses) or 'see `clauses:`'}"
        for clause in _not_in(game.clauses, [*case.clauses, *refused])
    )


def unknown_names(step: ScenarioStep, game: Game) -> Iterator[str]:
    """Yield a sentence for each name in what a step expects that its game does not have."""
    match step:
        case RefusedStep():
            yield from _unknown("rule with the `code` or `id`", _rules(game), [step.refused.rule])
        case ExpectStep(expect=Expectation(outcome=OutcomeExpectation() as outcome)):
            winner = None if outcome.winner == UNOWNED else outcome.winner
            yield from _unknown("side", game.sides, [winner, *(outcome.winners or ())])
            yield from _unknown("seat", game.seats, outcome.seats or ())
            yield from _unknown("ending with the `id`", _endings(game), [outcome.ending])


def _unknown(what: str, known: Sequence[str], said: Iterable[str | None]) -> Iterator[str]:
    for name in _not_in(known, said):
        yield f"there is no {what} '{name}'; {meant_or_listed(name, known)}"


def _not_in(known: Iterable[str], said: Iterable[str | None]) -> list[str]:
    there = set(known)
    return [name for name in dict.fromkeys(said) if name is not None and name not in there]


def _rules(game: Game) -> list[str]:
    """Return every name that a rule of the game, or a row of its tables, has from its author."""
    named = (
        getattr(model, word, None)
        for model in models_in(game.rules.resolved.ruleset)
        for word in ("code", "id")
    )
    return sorted({name for name in named if isinstance(name, str)})


def _endings(game: Game) -> list[str]:
    """Return every way in which the game can end: by its endings, by a step, or by the flow."""
    steps = (end.id or UNNAMED_END for end, _ in end_steps(game.rules.resolved.ruleset))
    found = [*(ending.name for ending in game.rules.endings), *steps, DEADLOCK, LAST_PHASE]
    return list(dict.fromkeys(found))
