"""`ruleengine bench`: how fast games are played on the compiled tier."""

from __future__ import annotations

import argparse

from ruleengine.cli.arguments import add_flags, add_format, count
from ruleengine.cli.loaded import load_game
from ruleengine.cli.output import complain, say, say_json
from ruleengine.errors import MissingExtraError, UncompiledError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "games",
        metavar="GAME",
        nargs="+",
        help="rulesets or variants: paths of files, or names",
    )
    add_flags(parser)
    parser.add_argument(
        "--playouts", type=count, default=2_000, metavar="N", help="games in a round; 2000"
    )
    parser.add_argument(
        "--batch", type=count, default=1_024, metavar="N", help="games stepped together; 1024"
    )
    parser.add_argument("--rounds", type=count, default=5, metavar="N", help="the best of so many")
    parser.add_argument(
        "--threads", type=count, default=1, metavar="N", help="also compare so many with one"
    )
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Measure every game, and print what it takes of the processor."""
    try:
        return _measure(args)
    except (MissingExtraError, UncompiledError) as error:
        complain(str(error))
        return 1


def _measure(args: argparse.Namespace) -> int:
    data: dict[str, object] = {}
    if args.format == "text":
        say(f"{'':<28}{'plies/s':>12}{'playouts/s':>12}{'mean plies':>12}{'steps/s':>12}  wins")
    rounds, playouts = max(1, args.rounds), max(1, args.playouts)
    for name in args.games:
        args.game = name
        game = load_game(args)
        if not data:
            _ = game.compiled  # says what is missing, before anything heavy is imported
        from ruleengine.workbench import benchmark  # noqa: PLC0415 - heavy, and optional

        found = benchmark.measure_playouts(game, playouts, rounds=rounds)
        steps = benchmark.measure_steps(game, max(1, args.batch), steps=50, rounds=rounds)
        entry: dict[str, object] = {**found.to_dict(), "batch": steps.to_dict()}
        if args.threads > 1:
            entry["threads"] = benchmark.measure_threads(game, playouts, args.threads)
        data[game.name] = entry
        if args.format == "text":
            wins = ", ".join(f"{side} {rate:.0%}" for side, rate in found.win_rates.items())
            cut = f", cut short {found.unfinished:.0%}" if found.unfinished else ""
            say(
                f"{game.name:<28}{found.plies_per_second:>12,.0f}"
                f"{found.playouts_per_second:>12,.0f}{found.mean_plies:>12.1f}"
                f"{steps.steps_per_second:>12,.0f}  {wins}{cut}"
            )
            if args.threads > 1:
                say(f"{'':<28}{args.threads} threads: {entry['threads']:.2f} times as fast as one")
    if args.format == "json":
        say_json(data)
    return 0
