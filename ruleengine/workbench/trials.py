"""Moves that a seat might try in order to learn something."""

from __future__ import annotations

import re

from ruleengine.game.game import Game
from ruleengine.game.position import Position
from ruleengine.pipeline.state import SideId
from ruleengine.workbench.transcripts import Lots

_BETWEEN_WORDS = re.compile("[ -]")


class Trials:
    """The moves that the board of a game allows, by action and by the places they speak of."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._ids = game.move_ids
        self._about: dict[str, dict[str, list[str]]] = {}
        for number in range(len(self._ids)):
            text = self._ids.text(number)
            action, *words = _BETWEEN_WORDS.split(text)
            for word in words:
                self._about.setdefault(word, {}).setdefault(action, []).append(text)

    def some(self, position: Position, side: SideId, lots: Lots, number: int) -> list[str]:
        """Return so many moves that speak of pieces of a side; the last one may be any at all."""
        state = position.state
        words = [
            word
            for slot, cell in enumerate(state.cell)
            if cell >= 0 and state.owner[slot] == side
            if (word := self._game.rules.piece_text(state, slot)) in self._about
        ]
        found: list[str] = []
        while words and len(found) < number:
            by_action = self._about[lots.one_of(words)]
            found.append(lots.one_of(by_action[lots.one_of(sorted(by_action))]))
        return [*found[: number - 1], self._ids.text(lots.below(len(self._ids)))]
