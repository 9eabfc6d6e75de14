"""`ruleengine perft`: count the tree of a game."""

from __future__ import annotations

import argparse

from ruleengine.cli.arguments import add_format, add_game, add_opening, count
from ruleengine.cli.loaded import load_game
from ruleengine.cli.output import say, say_json
from ruleengine.game.perft import divide, perft


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    parser.add_argument(
        "depth", metavar="DEPTH", type=count, help="how many plies; a throw of dice is one too"
    )
    add_opening(parser)
    parser.add_argument(
        "--divide", action="store_true", help="also count below each first move or outcome"
    )
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Count, and print the count for every depth up to the one asked for."""
    game = load_game(args)
    start = game.start(args.opening)
    if args.format == "json":
        data: dict[str, object] = {
            "game": game.name,
            "hash": game.hash,
            "counts": [perft(start, depth) for depth in range(1, args.depth + 1)],
        }
        if args.divide and args.depth:
            data["divide"] = divide(start, args.depth)
        say_json(data)
        return 0
    for depth in range(1, args.depth + 1):
        say(f"{depth:>5}  {perft(start, depth)}")
    if args.divide and args.depth:
        say()
        for text, number in divide(start, args.depth).items():
            say(f"{text}: {number}")
    return 0
