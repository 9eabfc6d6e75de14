"""`ruleengine bench`: how fast games are played on the compiled tier."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from ruleengine.cli.arguments import add_flags, add_format, at_least
from ruleengine.cli.loaded import load_game
from ruleengine.cli.output import complain, say, say_json
from ruleengine.cli.progress import progress_bar
from ruleengine.errors import MissingExtraError, UncompiledError

if TYPE_CHECKING:
    from ruleengine.game.game import Game
    from ruleengine.workbench.benchmark import Playouts, Steps

_SECONDS: Final = 2.0
"""How long a round takes at most where nobody says how many games it has."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "rulesets",
        metavar="GAME",
        nargs="+",
        help="rulesets or variants: paths of files, or names",
    )
    add_flags(parser)
    parser.add_argument(
        "--games",
        "--playouts",
        type=partial(at_least, 1),
        metavar="N",
        help=f"games in a round; 2000 if not said, or as many as take {_SECONDS:.0f} seconds",
    )
    parser.add_argument(
        "--batch",
        type=partial(at_least, 1),
        metavar="N",
        help="games stepped together; 1024 if not said, or fewer if they are slow",
    )
    parser.add_argument(
        "--rounds", type=partial(at_least, 1), default=5, metavar="N", help="the best of so many; 5"
    )
    parser.add_argument(
        "--threads",
        type=partial(at_least, 1),
        default=1,
        metavar="N",
        help="also compare so many with one",
    )
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Measure every game, and print what it takes of the processor."""
    try:
        return _measure_all(args)
    except (MissingExtraError, UncompiledError) as error:
        complain(str(error))
        return 1


def _measure_all(args: argparse.Namespace) -> int:
    data: dict[str, object] = {}
    if args.format == "text":
        _say_now(
            f"{'':<28}{'plies/s':>12}{'playouts/s':>12}{'mean plies':>12}{'steps/s':>12}  wins"
        )
    for name in args.rulesets:
        args.game = name
        game = load_game(args)
        if not data:
            _ = game.compiled  # says what is missing, before anything heavy is imported
        with progress_bar("rounds") as progress:
            found, steps, threads = _measure(game, args, progress)
        data[game.name] = {**found.to_dict(), "batch": steps.to_dict(), **threads}
        if args.format == "text":
            _print(game, found, steps)
            for number in threads.values():
                _say_now(f"{'':<28}{args.threads} threads: {number:.2f} times as fast as one")
    if args.format == "json":
        say_json(data)
    return 0


def _measure(
    game: Game, args: argparse.Namespace, progress: Callable[[int, int], None]
) -> tuple[Playouts, Steps, Mapping[str, float]]:
    """Return what games, steps and, if asked for, threads take."""
    from ruleengine.workbench import benchmark  # noqa: PLC0415 - heavy, and optional

    rounds = args.rounds
    done, total = 0, rounds * (3 if args.threads > 1 else 2)

    def told() -> None:
        nonlocal done
        done += 1
        progress(done, total)

    progress(0, total)
    games = args.games or benchmark.fitting_games(game, _SECONDS, most=benchmark.GAMES)
    found = benchmark.measure_playouts(game, games, rounds=rounds, told=told)
    size, steps = benchmark.fitting_steps(game, _SECONDS, size=args.batch)
    stepped = benchmark.measure_steps(game, size, steps, rounds=rounds, told=told)
    if args.threads == 1:
        return found, stepped, {}
    times = benchmark.measure_threads(game, games, args.threads, rounds=rounds, told=told)
    return found, stepped, {"threads": times}


def _print(game: Game, found: Playouts, steps: Steps) -> None:
    cut = f"unfinished after {found.max_plies:,} plies"
    shares = {**found.win_rates, "drawn": found.drawn, cut: found.unfinished}
    told = {name: rate for name, rate in shares.items() if rate or name in found.win_rates}
    wins = ", ".join(f"{name} {rate:.1%}" for name, rate in told.items())
    _say_now(
        f"{game.name:<28}{found.plies_per_second:>12,.0f}"
        f"{found.playouts_per_second:>12,.0f}{found.mean_plies:>12.1f}"
        f"{steps.steps_per_second:>12,.0f}  {wins}, of {found.games:,} games"
    )


def _say_now(text: str) -> None:
    """Print a line that the next one may be a long time after."""
    say(text)
    sys.stdout.flush()
