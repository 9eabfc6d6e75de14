"""Count the trees of rulesets and variants anew and write them down.

    python tests/golden/count_trees.py [NAME ...]

A file of `perft/` has two trees: one grows from the first position, the other from one in the
middle of a game, which is given by the moves that lead there. What changes is for review: only a
change of the rules may change a count.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import yaml

from ruleengine import Game, Position, load
from ruleengine.game.moves.moves import ChanceOutcome, Move
from ruleengine.game.perft import perft
from ruleengine.resolve.files.library import shipped_names

FOLDER = Path(__file__).with_name("perft")
HEADER = """\
# Counted by the engine itself: `counts` on both tiers, `deep` by the compiled one alone.
# `python tests/golden/count_trees.py` counts anew.
"""
SHALLOW = 30
"""Positions that the pipeline plays for one tree."""
DEEP = 600_000
"""Leaves that the kernel counts, more or less."""
MAX_DEPTH = 8
PLIES = 30
"""Where the middle of a game is, unless it is over before."""
BACK = 4
"""How far before the end it is then."""


def main(argv: Sequence[str] | None = None) -> int:
    """Write a file for each ruleset and variant."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", metavar="NAME", nargs="*", help="all that are shipped, if none")
    FOLDER.mkdir(exist_ok=True)
    for name in parser.parse_args(argv).names or sorted(shipped_names()):
        game = load(name)
        trees = [count_tree(game, []), count_tree(game, middle_of(game))]
        text = yaml.safe_dump(trees, sort_keys=False, default_flow_style=None, width=100)
        (FOLDER / f"{name}.yaml").write_text(HEADER + text, encoding="utf-8")
    return 0


def middle_of(game: Game) -> list[str]:
    """Return random moves that lead to the middle of a game."""
    chooser = random.Random(0)  # noqa: S311 - a game, not a secret
    position, texts = game.start(), list[str]()
    while position.outcome is None and position.ply < PLIES:
        options: Sequence[Move | ChanceOutcome] = position.chance or position.sample_moves()
        texts.append(chooser.choice(options).text)
        position = position.play(texts[-1])
    return texts if position.outcome is None else texts[:-BACK]


def position_after(game: Game, texts: Sequence[str]) -> Position:
    """Return the position that moves lead to."""
    position = game.start()
    for text in texts:
        position = position.play(text)
    return position


def count_tree(game: Game, moves: list[str]) -> dict[str, object]:
    """Return a tree as it is written down."""
    start, kernel = position_after(game, moves), game.tree_counter(moves=moves)
    counts, deep = [perft(start, 1)], list[int]()
    for depth in range(2, MAX_DEPTH + 1):
        if not deep and counts[-1] <= SHALLOW:
            counts.append(perft(start, depth))
            continue
        known = [1, *counts, *deep]
        if known[-1] * known[-1] > DEEP * max(1, known[-2]):  # it grows as it did before
            break
        deep.append(kernel.perft(depth))
    return {**({"moves": moves} if moves else {}), "counts": counts, "deep": deep}


if __name__ == "__main__":
    sys.exit(main())
