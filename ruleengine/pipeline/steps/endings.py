"""Endings: the first in the list whose condition holds decides the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.pipeline.expressions import Evaluate, bind
from ruleengine.pipeline.repetitions import asks_for_repetitions
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, Result, State
from ruleengine.pipeline.wording.told import bind_sentence
from ruleengine.schema.ruleset import Ending

if TYPE_CHECKING:
    from ruleengine.pipeline.flow import Run


class BoundEnding:
    """One way in which the game ends."""

    def __init__(self, ending: Ending, number: int, rules: Rules) -> None:
        self.name = ending.id or f"ending_{number}"
        self.clauses = tuple(ending.clauses)
        self.span = ending.span
        self._says = bind_sentence(ending.says, rules)
        self._when = bind(ending.when, rules)
        self.at_turn_end = ending.at == "turn_end"
        names = ending.during
        self._phases = frozenset(
            number
            for number, phase in enumerate(rules.resolved.ruleset.phases)
            if (phase in names if names is not None else self._has_turns(phase, rules))
        )
        self._winner = bind(ending.winner, rules) if ending.winner is not None else None
        self._worth = bind(ending.worth, rules) if ending.worth is not None else None
        self._void = ending.void is True
        self._each = ending.each
        self._several = ending.several or "draw"
        self._sides = range(len(rules.names.sides))
        self.about_repetitions = asks_for_repetitions(
            rules.resolved.checked[ending.when].root, rules.resolved
        )

    @staticmethod
    def _has_turns(phase: str, rules: Rules) -> bool:
        return rules.resolved.ruleset.phases[phase].goes_round

    def result(self, state: State) -> Result | None:
        """Return how the game ends here, if it does."""
        if state.phase not in self._phases:
            return None
        names = self._holds_for(state)
        if not names:
            return None
        winners: tuple[int, ...] = ()
        worth = 1
        if self._winner is not None and (len(names) == 1 or self._several != "draw"):
            asked = names if self._several == "share" else names[:1]
            found = {self._winner(state, each) for each in asked}
            winners = tuple(side for side in self._sides if side in found)
            worth = worth_of(self._worth, state, names[0])
        if len(names) > 1 and len(winners) == len(self._sides):
            winners = ()  # where all have won nobody has
        alone = winners[0] if len(winners) == 1 else None
        shared = winners if len(winners) > 1 else ()
        return Result(
            alone, self._says(state, names[0]), self.name, self.clauses, self._void, worth, shared
        )

    def _holds_for(self, state: State) -> list[Env]:
        """Return the local names with which the condition holds: one side each, or none."""
        if self._each is None:
            return [{}] if self._when(state, {}) else []
        asked: list[Env] = [{self._each: side} for side in self._sides]
        return [names for names in asked if self._when(state, names)]


def worth_of(worth: Evaluate | None, state: State, env: Env) -> int:
    """Return how many points a win counts; never less than 1."""
    return max(1, 1 if worth is None else worth(state, env) or 1)


def settle_endings(game: Run, *, turn_over: bool = False) -> bool:
    """End the game if an ending holds; return whether it is over."""
    return any(
        _comes(game, ending) for ending in game.rules.endings if turn_over or not ending.at_turn_end
    )


def settle_repetitions(game: Run) -> bool:
    """End the game if the position with which a turn begins has stood too often."""
    return any(_comes(game, ending) for ending in game.rules.endings if ending.about_repetitions)


def _comes(game: Run, ending: BoundEnding) -> bool:
    """End the game by an ending if it holds; return whether it does."""
    result = ending.result(game.state)
    if result is not None:
        game.finish(result)
    return result is not None
