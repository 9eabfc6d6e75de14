"""How many moves there are to choose from: the only figure for which moves have to be listed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ruleengine.game.game import Game
from ruleengine.game.notation import COMMIT
from ruleengine.lab.jobs import Manner
from ruleengine.lab.statistics import mean
from ruleengine.lab.summary import Branching

GAMES = 64
MAX_PLIES = 400
"""Longer games are listed up to here; beyond it little is new, and listing takes long."""
COMMIT_SHARE = 0.2
"""How often a side commits that could still act: others would go back and forth for ever."""


def measure_branching(game: Game, manner: Manner, games: int = GAMES) -> Branching | None:
    """Play some random games move by move, and count the legal moves at every decision."""
    if games < 1:
        return None
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
    total, seen = np.zeros(games, dtype=np.int64), np.zeros(games, dtype=np.int64)
    most = 0
    while (batch.seats >= 0).any():
        counts = batch.counts
        total += counts
        seen += counts > 0
        most = max(most, int(counts.max()))
        legal = batch.legal()
        batch.step(
            [_drawn(each, draws, commit) for each in np.split(legal.ids, legal.offsets[1:-1])]
        )
    played = seen > 0
    if not played.any():
        return None
    # By game: moves of one game are no independent draws.
    return Branching(games, int(seen.sum()), mean(total[played] / seen[played], least=1), most)


def _drawn(ids: NDArray[np.int32], draws: np.random.Generator, commit: int | None) -> int:
    """Return any of the moves; 0 in a game that is over, where it does nothing."""
    if len(ids) == 0:
        return 0
    if commit is not None and draws.random() < COMMIT_SHARE and commit in ids:
        return commit
    return int(ids[draws.integers(len(ids))])
