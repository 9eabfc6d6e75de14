"""Endings: the first in the list whose condition holds decides the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.pipeline.expressions import bind
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Result, State
from ruleengine.schema.ruleset import Ending

if TYPE_CHECKING:
    from ruleengine.pipeline.flow import Run


class BoundEnding:
    """One way in which the game ends."""

    def __init__(self, ending: Ending, number: int, rules: Rules) -> None:
        self.name = ending.id or f"ending_{number}"
        self.clauses = tuple(ending.clauses)
        self.span = ending.span
        self._says = ending.says
        self._when = bind(ending.when, rules)
        self.at_turn_end = ending.at == "turn_end"
        names = ending.during
        self._phases = frozenset(
            number
            for number, phase in enumerate(rules.resolved.ruleset.phases)
            if (phase in names if names is not None else self._has_turns(phase, rules))
        )
        self._winner = bind(ending.winner, rules) if ending.winner is not None else None

    @staticmethod
    def _has_turns(phase: str, rules: Rules) -> bool:
        return rules.resolved.ruleset.phases[phase].goes_round

    def result(self, state: State) -> Result | None:
        """Return how the game ends here, if it does."""
        if state.phase not in self._phases or not self._when(state, {}):
            return None
        winner = self._winner(state, {}) if self._winner is not None else None
        return Result(winner, self._says, self.name, self.clauses)


def settle_endings(game: Run, *, turn_over: bool = False) -> bool:
    """End the game if an ending holds; return whether it is over."""
    for ending in game.rules.endings:
        if ending.at_turn_end and not turn_over:
            continue
        result = ending.result(game.state)
        if result is not None:
            game.finish(result)
            return True
    return False
