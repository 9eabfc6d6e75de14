"""Moves that a seat might try in order to learn something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from ruleengine.errors import PlayError
from ruleengine.game.game import Game
from ruleengine.game.position import Position
from ruleengine.pipeline.state import CellId, SideId
from ruleengine.resolve.telling import Telling
from ruleengine.workbench.leaks.transcripts import Lots

_DRAWN = 4  # moves that are looked at for each that is tried
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
        rules = game.rules
        self._cells = frozenset(rules.place(cell) for cell in range(rules.grid.num_cells))

    def towards(self, position: Position, seat: str, cells: Iterable[CellId]) -> list[str]:
        """Return moves of each piece of a seat's own to each of some cells, however far off.

        Most of them no board allows, so that they have no numbers: they are made from moves that
        have, with another cell in place of the one that is gone to.
        """
        state, rules = position.state, self._game.rules
        side = state.seat_side[self._game.seats.index(seat)]
        own = sorted(
            rules.written(state, slot, Telling())
            for slot, cell in enumerate(state.cell)
            if cell >= 0 and state.owner[slot] == side
        )
        places = {rules.place(cell): None for cell in cells}
        patterns = [
            (action, words, at)
            for piece in own
            for action, texts in self._about.get(piece, {}).items()
            for words in self._one_of(piece, texts)
            for at, word in enumerate(words)
            if at > 0 and word in self._cells
        ]
        samples = {action: f"{action} {'-'.join(words)}" for action, words, _ in patterns}
        out = {a for a, text in samples.items() if _is_out_of_place(position, text, seat)}
        found = {
            f"{action} {'-'.join([*words[:at], place, *words[at + 1 :]])}": None
            for action, words, at in patterns
            for place in places
            if action not in out and place != words[0]
        }
        return [*found]

    @staticmethod
    def _one_of(piece: str, texts: Iterable[str]) -> Iterator[list[str]]:
        """Yield the words of the first move that is one of a piece, if any is."""
        split = (_BETWEEN_WORDS.split(text)[1:] for text in texts)
        yield from islice((words for words in split if words[0] == piece), 1)

    def some(
        self, position: Position, seat: str, side: SideId, lots: Lots, number: int
    ) -> list[str]:
        """Return moves for a seat to try: about pieces of a side, and one that may be any."""
        state = position.state
        words = [
            word
            for slot, cell in enumerate(state.cell)
            if cell >= 0 and state.owner[slot] == side
            if (word := self._game.rules.written(state, slot, Telling())) in self._about
        ]
        found: list[str] = []
        for _ in range(_DRAWN * number if words else 0):
            by_action = self._about[lots.one_of(words)]
            text = lots.one_of(by_action[lots.one_of(sorted(by_action))])
            # That an action is not to be taken now tells nothing, whatever it is about.
            if len(found) < number - 1 and not _is_out_of_place(position, text, seat):
                found.append(text)
        return [*found, self._ids.text(lots.below(len(self._ids)))]


def _is_out_of_place(position: Position, text: str, seat: str) -> bool:
    if seat not in position.actors:
        return False
    try:
        reasons = position.why(text, seat)
    except PlayError:
        return False
    return any(reason.code == "move/not-now" for reason in reasons)
