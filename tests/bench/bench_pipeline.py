"""How fast the pipeline plays: `python tests/bench/bench_pipeline.py [NAME] [GAMES]`."""

from __future__ import annotations

import sys
import time

from ruleengine import load
from ruleengine.game.streams import draw


def main(name: str = "generals_10x10", games: str = "20") -> None:
    """Play uniformly random games and print plies per second."""
    game = load(name)
    plies = 0
    began = time.perf_counter()
    for seed in range(int(games)):
        position = game.start()
        for number in range(5000):
            if position.outcome is not None:
                break
            options = position.chance or position.sample_moves()
            position = position.play(options[draw(9, seed, 0, 0, number, options=len(options))])
            plies += 1
    seconds = time.perf_counter() - began
    print(f"{name}: {plies} plies in {seconds:.2f} s, {plies / seconds:,.0f} plies/s")


if __name__ == "__main__":
    main(*sys.argv[1:])
