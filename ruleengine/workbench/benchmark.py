"""How fast a ruleset plays on the compiled tier, with what shows that it is the right game."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np

from ruleengine.game.game import Game

GAMES: Final = 2_000
"""Games of a round, if they are fast enough."""
BATCH: Final = 1_024
"""Games that are stepped together, if they are fast enough."""
STEPS: Final = 50
"""Steps of a round, if they are fast enough."""
_FEWEST_STEPS: Final = 5
MAX_PLIES: Final = 2_000
"""Plies after which games are cut short."""
_TRIAL: Final = 0.05
"""What part of the time a trial has to take, so that it says something."""


@dataclass(frozen=True)
class Playouts:
    """Games between random players: the best of several rounds, by processor time."""

    plies_per_second: float
    playouts_per_second: float
    mean_plies: float
    win_rates: dict[str, float]
    """The share of games won, by side; one that several won together counts for each of them."""
    drawn: float
    """The share of games that nobody won, void ones among them."""
    unfinished: float
    games: int
    """How many were played in all rounds."""
    max_plies: int
    """Plies after which they were cut short."""

    def to_dict(self) -> dict[str, object]:
        """Return the figures as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Steps:
    """Games that are stepped from Python, each with a random legal move."""

    steps_per_second: float
    """By processor time, with the choice of the moves."""
    step_seconds: float
    """Of one call of `step`, by the clock."""
    moves: float
    """Legal moves at a decision, on average."""
    size: int
    """How many games were stepped together."""

    def to_dict(self) -> dict[str, object]:
        """Return the figures as plain data."""
        return asdict(self)


def fitting_games(game: Game, seconds: float, *, most: int, max_plies: int = MAX_PLIES) -> int:
    """Return how many games take so long, by a short trial; one at least."""
    game.simulate(1, 0, max_plies=max_plies)  # what is compiled is not measured
    games = 1
    while True:
        began = time.process_time()
        game.simulate(games, 0, max_plies=max_plies)
        spent = max(time.process_time() - began, 1e-9)
        if spent > seconds * _TRIAL or games >= most:
            return max(1, min(most, int(games * seconds / spent)))
        games *= 2


def fitting_steps(game: Game, seconds: float, *, size: int | None = None) -> tuple[int, int]:
    """Return how many games and how many steps take so long, by a short trial.

    Of slow games fewer steps are made, and where that is not enough fewer games are stepped
    together, unless their number is given.
    """
    trial = measure_steps(game, min(size or BATCH, 8), 3, rounds=2)
    room = seconds * trial.steps_per_second
    steps = int(min(STEPS, max(_FEWEST_STEPS, room / (size or BATCH))))
    return size or int(min(BATCH, max(1, room / steps))), steps


def measure_playouts(  # noqa: PLR0913 - all but the first two are named
    game: Game,
    games: int,
    *,
    rounds: int = 5,
    seed: int = 1,
    max_plies: int = MAX_PLIES,
    told: Callable[[], None] = lambda: None,
) -> Playouts:
    """Measure how fast games are played out; each round is told of when it is over."""
    game.simulate(min(games, 100), seed, max_plies=max_plies)  # what is compiled is not measured
    best, plies, drawn, finished, wins = 0.0, 0, 0, 0, dict.fromkeys(game.sides, 0)
    for number in range(rounds):
        began = time.process_time()
        found = game.simulate(games, seed + number, max_plies=max_plies)
        best = max(best, found.plies / max(time.process_time() - began, 1e-9))
        plies += found.plies
        drawn += found.draws + found.void
        finished += found.games - found.unfinished
        for side, count in found.wins.items():
            wins[side] += count
        told()
    total = games * rounds
    mean = plies / total
    return Playouts(
        plies_per_second=best,
        playouts_per_second=best / mean if mean else 0.0,
        mean_plies=mean,
        win_rates={side: count / total for side, count in wins.items()},
        drawn=drawn / total,
        unfinished=1 - finished / total,
        games=total,
        max_plies=max_plies,
    )


def measure_threads(
    game: Game,
    games: int,
    threads: int,
    *,
    rounds: int = 5,
    told: Callable[[], None] = lambda: None,
) -> float:
    """Return how many times as fast several threads are as one, by the clock."""
    one, several = float("inf"), float("inf")
    for number in range(rounds):
        one = min(one, game.simulate(games, number, max_plies=MAX_PLIES).seconds)
        found = game.simulate(games, number, threads=threads, max_plies=MAX_PLIES)
        several = min(several, found.seconds)
        told()
    return one / several


def measure_steps(  # noqa: PLR0913 - all but the first three are named
    game: Game,
    size: int = BATCH,
    steps: int = 200,
    *,
    rounds: int = 5,
    threads: int = 1,
    told: Callable[[], None] = lambda: None,
) -> Steps:
    """Measure how fast games are stepped in a batch; each round is told of when it is over."""
    best, wall, total = 0.0, float("inf"), 0
    for number in range(rounds):
        batch = game.batch(size, number, threads=threads, max_plies=MAX_PLIES)
        random = np.random.default_rng(number)
        began, spent = time.process_time(), 0.0
        for _ in range(steps):
            offsets, ids = batch.legal()
            counts = np.diff(offsets)
            total += int(offsets[-1])
            picks = ids[offsets[:-1] + (random.random(size) * counts).astype(np.int64)]
            before = time.perf_counter()
            batch.step(picks)
            spent += time.perf_counter() - before
        best = max(best, steps * size / max(time.process_time() - began, 1e-9))
        wall = min(wall, spent / steps)
        batch.close()
        told()
    return Steps(best, wall, total / (rounds * steps * size), size)
