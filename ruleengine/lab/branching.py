"""How many moves there are to choose from: the only figure for which moves have to be listed.

To list them takes many times longer than to play, so that not every position of a game is looked
at. How many are is bounded by number and not by time, so that equal seeds give equal figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ruleengine.errors import NoRoomError
from ruleengine.game import streams
from ruleengine.game.game import Game
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.rows.simulation import CompiledGame
from ruleengine.kernel import machine
from ruleengine.kernel.random_bits import AGENT_BITS, CHANCE_KEY
from ruleengine.kernel.rows import FUEL, RowGame
from ruleengine.lab.jobs import Manner
from ruleengine.lab.statistics import mean
from ruleengine.lab.summary import Branching
from ruleengine.program import layout as row

GAMES = 64
LOOKS = 24
"""Positions of a game that are looked at, more or less."""
MAX_PLIES = 400
"""Longer games are looked at up to here; beyond it little is new."""
PLIES = 1_000
"""Plies of all games together that are looked at where sides submit, in fewer games if need be."""
MAX_LISTED = 20_000
"""Decisions in the drafts of these games after which no more are looked at."""
COMMIT_SHARE = 0.2
"""How often a side commits that could still act: others would go back and forth for ever."""
_PURPOSE = 23  # a stream of its own, apart from those of games


@dataclass
class _Counted:
    """How many moves there were in each game."""

    total: NDArray[np.int64]
    seen: NDArray[np.int64]
    most: int = 0

    def note(self, game: int, count: int) -> None:
        """Note so many moves at one decision."""
        self.total[game] += count
        self.seen[game] += 1
        self.most = max(self.most, count)

    @property
    def branching(self) -> Branching | None:
        """What came of it, by game: moves of one game are no independent draws."""
        played = self.seen > 0
        if not played.any():
            return None
        shares = mean(self.total[played] / self.seen[played], least=1)
        return Branching(int(played.sum()), int(self.seen.sum()), shares, self.most)


def measure_branching(game: Game, manner: Manner, games: int, plies: float) -> Branching | None:
    """Play some random games, and count the legal moves at some decisions of each.

    `plies` is how long games are, more or less.
    """
    if games < 1:
        return None
    compiled = game.compiled
    length = max(1, round(min(plies, manner.max_plies, MAX_PLIES)))
    if any(site.kind == "submit" for site in compiled.tables.program.sites):
        return _listed(game, manner, max(1, min(games, GAMES, PLIES // length)))
    return _sampled(compiled, manner, min(games, GAMES), max(1, length // LOOKS))


def _sampled(compiled: CompiledGame, manner: Manner, games: int, gap: int) -> Branching | None:
    """Count the moves about every so many plies of games that the kernel plays by itself."""
    opening = dict(manner.opening) if manner.opening is not None else None
    start = compiled.first_row(opening, manner.first(compiled.game))
    last = int(start[row.PLY]) + min(manner.max_plies, MAX_PLIES)
    found = _Counted(np.zeros(games, dtype=np.int64), np.zeros(games, dtype=np.int64))
    for number in range(games):
        for count in _counts(compiled, start, (manner.seed & (2**64 - 1), number), gap, last):
            found.note(number, count)
    return found.branching


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
    ply, looks, given = int(start[row.PLY]), 0, (tables.code, tables.data, lead.out, lead.rng)
    while True:
        # Gaps of one length would come upon throws only, or on one side only.
        looks += 1
        ply += 1 + streams.draw(_PURPOSE + 2, *key, 0, looks, options=2 * gap - 1)
        at = ply - 1  # from the start on, so that first moves are looked at too
        if at > last:
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


def _listed(game: Game, manner: Manner, games: int) -> Branching | None:
    """Count the moves at every decision; most of a submission are within a draft."""
    batch = game.batch(
        games,
        manner.seed,
        max_plies=min(manner.max_plies, MAX_PLIES),
        auto_reset=False,
        opening=dict(manner.opening) if manner.opening is not None else None,
        position=manner.first(game),
    )
    draws = np.random.default_rng(manner.seed & (2**64 - 1))  # as the kernel takes it
    commit = game.move_ids.find(COMMIT)
    found = _Counted(np.zeros(games, dtype=np.int64), np.zeros(games, dtype=np.int64))
    while (batch.seats >= 0).any() and found.seen.sum() < MAX_LISTED:
        counts = batch.counts
        for number in np.flatnonzero(counts):
            found.note(int(number), int(counts[number]))
        legal = batch.legal()
        batch.step(
            [_drawn(each, draws, commit) for each in np.split(legal.ids, legal.offsets[1:-1])]
        )
    return found.branching


def _drawn(ids: NDArray[np.int32], draws: np.random.Generator, commit: int | None) -> int:
    """Return any of the moves; 0 in a game that is over, where it does nothing."""
    if len(ids) == 0:
        return 0
    if commit is not None and draws.random() < COMMIT_SHARE and commit in ids:
        return commit
    return int(ids[draws.integers(len(ids))])
