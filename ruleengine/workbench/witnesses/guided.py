"""Many random games at once on the compiled tier, the same moves fed to both games.

Both batches draw chance from the same streams, so that as long as the games agree they list the
same moves. Where they do not, the game is played again on the pipeline, which has the last word.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray

from ruleengine.errors import PlayError
from ruleengine.game.match import Match
from ruleengine.game.rows.batch import Batch
from ruleengine.game.rows.batch_results import BatchStep
from ruleengine.workbench.witnesses.pairs import MAX_PLIES, Line, Looked, Pair

GAMES = 192
_REPLAYED = 4  # games of a round that differ and are played again, however little time is left
_NOWHERE = -1


def search_compiled(
    pair: Pair, seed: int, seconds: float, looked: Looked
) -> tuple[Line, int] | None:
    """Play until the games differ somewhere, or time is over; the shortest line that is found.

    With it comes how many games were begun before that one.
    """
    search = _Search(pair, seed)
    deadline = time.monotonic() + seconds  # making it ready is not playing
    for number in count():
        found = search.round(number, deadline, looked)
        if found:
            line, place = min(found, key=lambda each: len(each[0].plies))
            return line, number * GAMES + place
        if time.monotonic() > deadline:
            looked.out_of_time = True
            return None
    return None


@dataclass
class _Round:
    """Games that are being played in both batches."""

    alive: NDArray[np.bool_]
    played: list[NDArray[np.int32]] = field(default_factory=list)
    differing: list[int] = field(default_factory=list)
    """Those that came to differ, in the order in which they did."""


class _Search:
    def __init__(self, pair: Pair, seed: int) -> None:
        self._pair = pair
        self._seed = seed
        self._one = Batch(pair.one.compiled, GAMES, seed, auto_reset=False)
        self._other = Batch(pair.other.compiled, GAMES, seed, auto_reset=False)
        ours, theirs = pair.one.move_ids, pair.other.move_ids
        texts = [ours.text(number) for number in range(len(ours))]
        known = [theirs.find(text) for text in texts]
        self._there = np.array(
            [_NOWHERE if number is None else number for number in known], dtype=np.int32
        )
        # What each move of the other game is here; those that are not get numbers of their own.
        back = np.arange(len(theirs), dtype=np.int64) + len(ours)
        for number, other in enumerate(known):
            if other is not None:
                back[other] = number
        self._back = back
        names = {text.split(" ", 1)[0]: None for text in texts}
        index = {name: number for number, name in enumerate(names)}
        self._action = np.array([index[t.split(" ", 1)[0]] for t in texts], dtype=np.int64)
        salt = np.random.default_rng(1)
        self._salt = salt.integers(0, 2**62, len(ours) + len(theirs), dtype=np.uint64)
        self._lots = np.random.default_rng(seed)

    def round(self, number: int, deadline: float, looked: Looked) -> list[tuple[Line, int]]:
        """Play one game in each place; return the lines after which games differ, with places."""
        if number > 0:
            self._one.reset()
            self._other.reset()
        numbers = self._one.numbers
        playing = _Round(np.ones(GAMES, dtype=np.bool_))
        is_cut = False
        for _ in range(MAX_PLIES):
            self._drop_differing(playing)
            playing.alive &= self._one.counts > 0
            is_cut = time.monotonic() > deadline
            if is_cut or not playing.alive.any():
                break
            ids = self._choose(playing.alive)
            playing.played.append(ids)
            there = np.where(ids == _NOWHERE, _NOWHERE, self._there[ids])
            here_step, there_step = self._one.step(ids), self._other.step(there)
            self._compare_ends(playing, here_step, there_step)
        differing, cut = len(playing.differing), int(playing.alive.sum()) if is_cut else 0
        looked.games += GAMES - differing - cut
        looked.open += differing + cut
        return [*self._confirmed(playing, numbers, deadline, looked)]

    def _confirmed(
        self, playing: _Round, numbers: NDArray[np.uint64], deadline: float, looked: Looked
    ) -> Iterator[tuple[Line, int]]:
        """Yield the shortest lines after which games differ, as the pipeline plays them."""
        found = False
        for tried, game in enumerate(playing.differing):
            if tried >= _REPLAYED and (found or time.monotonic() > deadline):
                return
            line = self._line(playing, game, int(numbers[game]))
            looked.games, looked.open = looked.games + 1, looked.open - 1
            if line is not None:
                found = True
                yield line, game

    def _drop_differing(self, playing: _Round) -> None:
        one, other = self._one, self._other
        differ = self._digest(one, None) != self._digest(other, self._back)
        # A throw that nobody decides after is seen only by the number of plies.
        differ |= (one.seats != other.seats) | (one.plies != other.plies)
        self._drop(playing, differ)

    @staticmethod
    def _drop(playing: _Round, differ: NDArray[np.bool_]) -> None:
        for game in np.flatnonzero(differ & playing.alive):
            playing.differing.append(int(game))
            playing.alive[game] = False

    def _compare_ends(self, playing: _Round, one: BatchStep, other: BatchStep) -> None:
        ended = one.done | other.done
        if not ended.any():
            return
        names, others = np.array([*self._one.endings, ""]), np.array([*self._other.endings, ""])
        differ = (
            (one.done != other.done)
            | (one.winners != other.winners)
            | (names[one.endings] != others[other.endings])
        )
        self._drop(playing, ended & differ)

    def _digest(self, batch: Batch, back: NDArray[np.int64] | None) -> NDArray[np.uint64]:
        """Return a number for the legal moves of each game; the same for the same moves."""
        legal = batch.legal()
        ids = legal.ids.astype(np.int64) if back is None else back[legal.ids]
        sums = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(self._salt[ids])])
        digest: NDArray[np.uint64] = sums[legal.offsets[1:]] - sums[legal.offsets[:-1]]
        return digest

    def _choose(self, alive: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Draw a move for each game; in half of them rare actions get a fair chance."""
        legal = self._one.legal()
        counts = np.diff(legal.offsets)
        ids = np.full(GAMES, _NOWHERE, dtype=np.int32)
        fair = np.arange(GAMES) % 2 == 1
        weights = self._lots.random(len(legal.ids))
        games = np.repeat(np.arange(GAMES), counts)
        if fair.any():
            key = games * (self._action.max() + 1) + self._action[legal.ids]
            _, place, many = np.unique(key, return_inverse=True, return_counts=True)
            weights = np.where(fair[games], weights ** many[place], weights)
        order = np.lexsort((weights, games))
        last = legal.offsets[1:] - 1
        chosen = alive & (counts > 0)
        ids[chosen] = legal.ids[order[last[chosen]]]
        return ids

    def _line(self, playing: _Round, game: int, number: int) -> Line | None:
        """Play a game again on the pipeline, and return it up to where it differs."""
        match = Match(self._pair.one, self._seed, number=number)
        texts = self._pair.one.move_ids
        try:
            for ids in playing.played:
                if ids[game] == _NOWHERE or match.is_over:
                    break
                match.submit(match.actors[0], texts.text(int(ids[game])))
        except PlayError:
            return None
        return self._pair.first_difference(Line(match.record().plies))
