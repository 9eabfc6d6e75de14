"""`ruleengine perft`: count the tree of a game."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Protocol

from ruleengine.cli.arguments import add_format, add_game, add_opening, count
from ruleengine.cli.loaded import load_game
from ruleengine.cli.output import say, say_json
from ruleengine.game.game import Game
from ruleengine.game.perft import divide, perft


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    parser.add_argument(
        "depth",
        metavar="DEPTH",
        type=count,
        help="how many plies: each decision is one, each throw of dice with a branch for each "
        "outcome, and in a submission each move and each commit, one side after the other",
    )
    add_opening(parser)
    parser.add_argument(
        "--divide", action="store_true", help="also count below each first move or outcome"
    )
    parser.add_argument(
        "--tier",
        choices=("pipeline", "compiled"),
        default="pipeline",
        help="who counts: the pipeline, or the compiled tier, which needs the extra 'fast'",
    )
    add_format(parser, "text", "json")


class Counter(Protocol):
    """Who counts."""

    def perft(self, depth: int) -> int:
        """Count the whole tree."""

    def divide(self, depth: int) -> dict[str, int]:
        """Count below each first branch."""


class _PipelineCounter:
    def __init__(self, game: Game, opening: Mapping[str, str] | None) -> None:
        self._start = game.start(opening)

    def perft(self, depth: int) -> int:
        return perft(self._start, depth)

    def divide(self, depth: int) -> dict[str, int]:
        return divide(self._start, depth)


def _counter(game: Game, args: argparse.Namespace) -> Counter:
    if args.tier == "pipeline":
        return _PipelineCounter(game, args.opening)
    return game.tree_counter(args.opening)


def run(args: argparse.Namespace) -> int:
    """Count, and print the count for every depth up to the one asked for."""
    game = load_game(args)
    counted = _counter(game, args)
    if args.format == "json":
        data: dict[str, object] = {
            "game": game.name,
            "hash": game.hash,
            "counts": [counted.perft(depth) for depth in range(1, args.depth + 1)],
        }
        if args.divide and args.depth:
            data["divide"] = counted.divide(args.depth)
        say_json(data)
        return 0
    for depth in range(1, args.depth + 1):
        say(f"{depth:>5}  {counted.perft(depth)}")
    if args.divide and args.depth:
        say()
        for text, number in counted.divide(args.depth).items():
            say(f"{text}: {number}")
    return 0
