"""How many moves there are to choose from: the only figure for which moves have to be listed.

To list them takes many times longer than to play, so that not every position of a game is looked
at. How many are is bounded by number and not by time, so that equal seeds give equal figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from ruleengine.errors import NoRoomError
from ruleengine.game import streams
from ruleengine.game.game import Game
from ruleengine.game.rows.simulation import CompiledGame
from ruleengine.kernel import machine
from ruleengine.kernel.random_bits import AGENT_BITS, CHANCE_KEY
from ruleengine.kernel.rows import FUEL, RowGame
from ruleengine.lab.drawing import Drawing
from ruleengine.lab.jobs import Manner
from ruleengine.lab.statistics import ratio
from ruleengine.lab.summary import Branching
from ruleengine.program import layout as row

GAMES = 64
LOOKS = 24
"""Positions of a game that are looked at, more or less."""
ROUND = 16
"""Games that are played side by side where sides submit, each to its end."""
MAX_LISTED = 30_000
"""Decisions in these games after which no more games are begun."""
_PURPOSE = 23  # a stream of its own, apart from those of games


@dataclass
class _Counted:
    """How many moves there were in each game."""

    total: NDArray[np.int64]
    seen: NDArray[np.int64]
    most: int = 0

    def note(self, games: NDArray[np.intp], counts: NDArray[np.int32]) -> None:
        """Note how many moves there were at one decision of some games."""
        self.total[games] += counts
        self.seen[games] += 1
        self.most = max(self.most, int(counts.max(initial=0)))

    def __add__(self, more: _Counted) -> _Counted:
        """Put the games of both together."""
        return _Counted(
            np.concatenate([self.total, more.total]),
            np.concatenate([self.seen, more.seen]),
            max(self.most, more.most),
        )

    @property
    def branching(self) -> Branching | None:
        """What came of it, by game: moves of one game are no independent draws."""
        played = int((self.seen > 0).sum())
        if not played:
            return None
        found = ratio(self.total, self.seen, least=1)
        return Branching(played, int(self.seen.sum()), found, self.most)


def measure_branching(game: Game, manner: Manner, games: int, plies: float) -> Branching | None:
    """Play some random games, and count the legal moves at decisions from all over each.

    `plies` is how long games are, more or less. Games begin with few moves or many, and end with
    others: a part of a game says nothing of the rest.
    """
    if games < 1:
        return None
    compiled = game.compiled
    if any(site.kind == "submit" for site in compiled.tables.program.sites):
        return _listed(game, manner, min(games, GAMES)).branching
    gap = max(1, round(min(plies, manner.max_plies)) // LOOKS)
    return _sampled(compiled, manner, min(games, GAMES), gap).branching


def _sampled(compiled: CompiledGame, manner: Manner, games: int, gap: int) -> _Counted:
    """Count the moves at one of so many plies each of games that the kernel plays by itself."""
    opening = dict(manner.opening) if manner.opening is not None else None
    start = compiled.first_row(opening, manner.first(compiled.game))
    last = int(start[row.PLY]) + manner.max_plies
    found = _nothing(games)
    for number in range(games):
        for number_of_moves in _counts(
            compiled, start, (manner.seed & (2**64 - 1), number), gap, last
        ):
            found.note(np.array([number]), np.array([number_of_moves], dtype=np.int32))
    return found


def _nothing(games: int) -> _Counted:
    return _Counted(np.zeros(games, dtype=np.int64), np.zeros(games, dtype=np.int64))


def _counts(
    compiled: CompiledGame,
    start: NDArray[np.int32],
    key: tuple[int, int],
    gap: int,
    last: int,
) -> Iterator[int]:
    """Yield how many moves there are at some decisions of one game."""
    tables = compiled.tables
    lead = RowGame(tables, start)
    lead.rng[AGENT_BITS], lead.rng[CHANCE_KEY] = (
        streams.key(_PURPOSE + part, *key) for part in (0, 1)
    )
    first, given = int(start[row.PLY]), (tables.code, tables.data, lead.out, lead.rng)
    for look in count():
        # One of each stretch, so that all plies are as likely to be looked at. Gaps of one length
        # would come upon throws only, or on one side only.
        at = first + look * gap + streams.draw(_PURPOSE + 2, *key, 0, look, options=gap)
        if at >= last:
            return
        if at > int(lead.mem[row.PLY]):
            status = machine.run(lead.mem, 0, *given, machine.PLAYOUT, FUEL, at)
            if status != machine.CAPPED:
                return
        twin = lead.fork()
        try:
            twin.run()
        except NoRoomError:
            return
        site = twin.site
        if site is None:
            return
        if site.kind == "act" or (site.kind == "choice" and site.who >= 0):
            yield int(twin.mem[row.NUM_LISTED]) + site.optional


def _listed(game: Game, manner: Manner, games: int) -> _Counted:
    """Count the moves at every decision; most of a submission are within a draft."""
    batch = game.batch(
        min(games, ROUND),
        manner.seed,
        max_plies=manner.max_plies,
        auto_reset=False,
        opening=dict(manner.opening) if manner.opening is not None else None,
        position=manner.first(game),
    )
    drawing = Drawing(game, batch.size, manner.seed)
    found = _nothing(0)
    while True:
        counted = _nothing(batch.size)
        while (deciding := np.flatnonzero(batch.seats >= 0)).size:
            counted.note(deciding, batch.counts[deciding])
            batch.step(batch.pick(drawing.places(batch)))
        found += counted
        if len(found.seen) + batch.size > games or found.seen.sum() >= MAX_LISTED:
            return found
        batch.reset()
