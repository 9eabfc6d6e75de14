"""Let stronger agents play weaker ones on every shipped ruleset, both ways round, with figures.

    python tests/long/strength.py                         # every ruleset, all pairs
    python tests/long/strength.py tactics_5x5 --games 100 --pair mcts:1000 random

A line gives games won, lost, drawn and unfinished by the first agent, its share of the games that
somebody won with a 95 % interval (Wilson), the share for each side that it played, and how long
the games were. Equal seeds give equal figures.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections import Counter
from pathlib import Path

from ruleengine import load
from ruleengine.agents.arena import Played, play_games

ROOT = Path(__file__).resolve().parents[2]
PAIRS = (("greedy", "random"), ("mcts:1000", "random"), ("mcts:1000", "greedy"))


def shipped() -> list[str]:
    """Return the names of all rulesets, without variants."""
    return [path.stem for path in sorted((ROOT / "rulesets").rglob("*.yaml"))]


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return the interval in which the true share lies in 95 of 100 cases.

    >>> tuple(round(bound, 3) for bound in wilson(95, 100))
    (0.888, 0.978)
    """
    if games == 0:
        return 0.0, 1.0
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - spread / (1 + z * z / games), middle + spread / (1 + z * z / games)


def play(name: str, strong: str, weak: str, options: argparse.Namespace) -> str:
    """Play one pair on one ruleset; return the line of figures."""
    game = load(name)
    began = time.perf_counter()
    by_side: Counter[tuple[str, str]] = Counter()
    plies = 0
    for number, side in enumerate(game.sides):
        specs = {other: strong if other == side else weak for other in game.sides}
        games: list[Played] = play_games(
            game,
            specs,
            seed=options.seed,
            first=number * options.games,
            count=options.games // len(game.sides),
            max_plies=options.max_plies,
            threads=options.threads,
        )
        for played in games:
            plies += played.plies
            if played.winner is None:
                by_side[side, "unfinished" if played.unfinished else "drawn"] += 1
            else:
                by_side[side, "won" if played.winner == side else "lost"] += 1
    total = {
        what: sum(by_side[side, what] for side in game.sides)
        for what in ("won", "lost", "drawn", "unfinished")
    }
    decisive = total["won"] + total["lost"]
    low, high = wilson(total["won"], decisive)
    share = total["won"] / decisive if decisive else 0.0
    sides = ", ".join(
        f"{side} {by_side[side, 'won']}-{by_side[side, 'lost']}" for side in game.sides
    )
    count = sum(total.values())
    return (
        f"{name:24} {strong:>10} v {weak:10} {total['won']:4}-{total['lost']:<4} "
        f"={total['drawn']:<3} ?{total['unfinished']:<3} {share:6.1%} [{low:.1%}, {high:.1%}]  "
        f"{sides}  {plies / count:.0f} plies, {(time.perf_counter() - began) / count:.2f} s a game"
    )


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rulesets", nargs="*", help="names; all rulesets when none is given")
    parser.add_argument("--pair", nargs=2, action="append", metavar=("STRONG", "WEAK"))
    parser.add_argument("--games", type=int, default=40, help="games of each pair, both ways round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-plies", type=int, default=2_000)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    for name in options.rulesets or shipped():
        for strong, weak in options.pair or PAIRS:
            print(play(name, strong, weak, options))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
