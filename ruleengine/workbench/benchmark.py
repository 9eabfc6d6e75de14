"""How fast a ruleset plays on the compiled tier, with what shows that it is the right game."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass

import numpy as np

from ruleengine.game.game import Game


@dataclass(frozen=True)
class Playouts:
    """Games between random players: the best of several rounds, by processor time."""

    plies_per_second: float
    playouts_per_second: float
    mean_plies: float
    win_rates: dict[str, float]
    """The share of games won, by side; what is missing are draws and games cut short."""
    unfinished: float

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

    def to_dict(self) -> dict[str, object]:
        """Return the figures as plain data."""
        return asdict(self)


def measure_playouts(
    game: Game, games: int, *, rounds: int = 5, seed: int = 1, max_plies: int = 2_000
) -> Playouts:
    """Measure how fast games are played out."""
    game.simulate(min(games, 100), seed, max_plies=max_plies)  # what is compiled is not measured
    best, plies, finished, wins = 0.0, 0, 0, dict.fromkeys(game.sides, 0)
    for number in range(rounds):
        began = time.process_time()
        found = game.simulate(games, seed + number, max_plies=max_plies)
        best = max(best, found.plies / max(time.process_time() - began, 1e-9))
        plies += found.plies
        finished += found.games - found.unfinished
        for side, count in found.wins.items():
            wins[side] += count
    total = games * rounds
    mean = plies / total
    return Playouts(
        plies_per_second=best,
        playouts_per_second=best / mean if mean else 0.0,
        mean_plies=mean,
        win_rates={side: count / total for side, count in wins.items()},
        unfinished=1 - finished / total,
    )


def measure_threads(game: Game, games: int, threads: int, *, rounds: int = 5) -> float:
    """Return how many times as fast several threads are as one, by the clock."""
    one, several = float("inf"), float("inf")
    for number in range(rounds):
        one = min(one, game.simulate(games, number, max_plies=2_000).seconds)
        found = game.simulate(games, number, threads=threads, max_plies=2_000)
        several = min(several, found.seconds)
    return one / several


def measure_steps(
    game: Game, size: int = 1_024, steps: int = 200, *, rounds: int = 5, threads: int = 1
) -> Steps:
    """Measure how fast games are stepped in a batch."""
    best, wall, total = 0.0, float("inf"), 0
    for number in range(rounds):
        batch = game.batch(size, number, threads=threads, max_plies=2_000)
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
    return Steps(best, wall, total / (rounds * steps * size))
