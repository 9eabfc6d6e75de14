"""What a batch of games tells: legal moves, chance, and what came of a step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Chance(NamedTuple):
    """The games that wait for chance, and what may fall in them.

    Outcome `k` of the game `games[i]` has the probability `probabilities[offsets[i] + k]`.
    """

    games: NDArray[np.int64]
    offsets: NDArray[np.int64]
    probabilities: NDArray[np.float64]


class Legal(NamedTuple):
    """The legal moves of all games, one after the other.

    Those of game `g` are `ids[offsets[g]:offsets[g + 1]]`, in no particular order.
    """

    offsets: NDArray[np.int64]
    """Where the moves of each game begin; one entry more than there are games."""
    ids: NDArray[np.int32]
    """The numbers of the moves."""


@dataclass(frozen=True)
class BatchStep:
    """What came of one step; every array has one entry, or one row, for each game."""

    taken: NDArray[np.bool_]
    """Whether the move was legal and has been played; where it was not, nothing has changed."""
    rewards: NDArray[np.float32]
    """By game and seat: 1 for a win, -1 for a loss, 0 for a draw and while the game goes on.

    Where an ending says what a win is `worth`, so many instead of 1. Sides that win together
    get as much each as one that wins alone.
    """
    done: NDArray[np.bool_]
    """Whether the game ended with this step, by its rules or by the limit of plies."""
    truncated: NDArray[np.bool_]
    """Whether it was the limit of plies that ended it."""
    winners: NDArray[np.int32]
    """The number of the side that won a game which is done, or -1.

    Of several that won together it is -2 less 1, 2, 4, 8 and so on for the first, second, third and
    fourth side: -5 for the first two.
    """
    endings: NDArray[np.int32]
    """The number of the ending in `Batch.endings` of a game which is done, or -1."""
    plies: NDArray[np.int32]
    """How many plies a game had which is done, or 0."""
