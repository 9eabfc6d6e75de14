"""What the commands that measure games share: arguments, who plays, and how a run ends."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ruleengine.cli.arguments import add_opening, at_least, whole
from ruleengine.cli.delivering import Found, add_output, deliver
from ruleengine.cli.output import complain
from ruleengine.cli.progress import progress_bar
from ruleengine.errors import MissingExtraError
from ruleengine.schema.wording import counted

if TYPE_CHECKING:
    from ruleengine.game.game import Game
    from ruleengine.lab.jobs import Manner
    from ruleengine.lab.running import Executor, Playing

INTERRUPTED = 130
_positive = partial(at_least, 1)
_MOST_GAMES = 1_000_000_000  # beyond it what is kept of each game fits into no computer's memory


def _games(text: str) -> int:
    number = _positive(text)
    if number > _MOST_GAMES:
        raise argparse.ArgumentTypeError(f"{number} is more than {_MOST_GAMES}")
    return number


def add_measuring(parser: argparse.ArgumentParser, games: int, *, has_report: bool = True) -> None:
    """Declare how games are played, and where the results go."""
    parser.add_argument(
        "--games",
        type=_games,
        default=games,
        metavar="N",
        help=f"how many games under each setting; {games} if not said",
    )
    parser.add_argument(
        "--agents",
        default="random",
        metavar="A,B",
        help="who plays: one for everybody or one for each seat; random if not said",
    )
    parser.add_argument(
        "--seed",
        type=whole,
        default=0,
        metavar="N",
        help="decides everything that this command plays, which need not be what another plays; 0",
    )
    parser.add_argument(
        "--max-plies",
        type=_positive,
        default=10_000,
        metavar="N",
        help="cut games short after so many plies; 10000",
    )
    add_opening(parser)
    parser.add_argument(
        "--threads",
        type=_positive,
        default=None,
        metavar="N",
        help="play on so many threads; as many as there are cores if not said",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of a Dask scheduler, such as tcp://127.0.0.1:8786",
    )
    parser.add_argument(
        "--chunk",
        type=_positive,
        default=None,
        metavar="N",
        help="games that are played and kept together; 200 (25 in `coverage`), or 2 when "
        "players think",
    )
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="keep what is finished in FILE; the same command goes on from there",
    )
    add_output(parser, has_report=has_report)


def manner_of(args: argparse.Namespace, game: Game, *, unfolded: bool = False) -> Manner:
    """Return how games are to be played."""
    from ruleengine.lab.jobs import Manner, agents_for, opening_of  # noqa: PLC0415 - heavy

    if args.opening is not None:
        game.seated(args.opening)  # says what is wrong before anything is played
    with unprinted():  # a module may print as it is imported
        agents = agents_for(game, [part.strip() for part in args.agents.split(",")])
    return Manner(
        agents,
        args.seed,
        args.max_plies,
        opening_of(args.opening),
        unfolded,
    )


_DECISIVE = {
    "flags": "--flag",
    "only": "--only",
    "pairs": "--pairs",
    "all_games": "--all-games",
    "margin": "--margin",
    "length_margin": "--length-margin",
    "games": "--games",
    "agents": "--agents",
    "seed": "--seed",
    "max_plies": "--max-plies",
}
"""What decides the figures; where they go, and who works them out, does not."""


def command_of(args: argparse.Namespace, games: int | None = None) -> str:
    """Return the command that gives the same figures again, with everything that decides them.

    `games` is how many were played, where that may be fewer than were asked for.
    """
    words = ["ruleengine", args.command, *([args.game] if "game" in args else args.settings)]
    for name, option in _DECISIVE.items():
        value = games if name == "games" and games else getattr(args, name, None)
        if isinstance(value, list):
            words += [word for each in value for word in (option, each)]
        elif value is True:
            words.append(option)
        elif value not in (None, False):
            words += [option, str(value)]
    if args.opening is not None:
        words += ["--opening", ",".join(f"{side}={seat}" for side, seat in args.opening.items())]
    return shlex.join(words)


def chunk_of(args: argparse.Namespace, manner: Manner) -> int:
    """Return how many games are played together."""
    from ruleengine.lab.running import AGENT_CHUNK, CHUNK  # noqa: PLC0415 - heavy

    if args.chunk is not None:
        return int(args.chunk)
    return CHUNK if manner.is_random else AGENT_CHUNK


@contextmanager
def running(args: argparse.Namespace, chunk: int, plan: Mapping[str, object]) -> Iterator[Playing]:
    """Give what plays the games: with a bar, with a results file, here or on a cluster."""
    from ruleengine.lab.ledger import Ledger  # noqa: PLC0415 - heavy
    from ruleengine.lab.running import Playing  # noqa: PLC0415 - heavy

    ledger = Ledger(args.results, plan) if args.results is not None else None
    try:
        with _executor(args) as executor, progress_bar() as progress, unprinted():
            stopping = partial(_say_stopping, here=args.cluster is None)
            yield Playing(
                executor, ledger=ledger, progress=progress, stopping=stopping, chunk=chunk
            )
    finally:
        if ledger is not None:
            ledger.close()


@contextmanager
def unprinted() -> Iterator[None]:
    """Let what agents print go to stderr: on stdout are figures, for whoever reads JSON or CSV."""
    with redirect_stdout(sys.stderr):
        yield


def _say_stopping(*, here: bool) -> None:
    if here:  # what workers of a cluster are playing is not waited for
        complain("stopping: games in play are finished first; Ctrl-C again gives them up")


@contextmanager
def _executor(args: argparse.Namespace) -> Iterator[Executor]:
    from ruleengine.lab.running import Threads  # noqa: PLC0415 - heavy

    if args.cluster is None:
        yield Threads(args.threads or num_cores())
        return
    from ruleengine.lab.cluster import connected  # noqa: PLC0415 - heavy, and optional

    def lonely() -> None:
        kept = f"what is finished is kept in {args.results}" if args.results else "figures so far"
        complain(
            f"no worker is left at {args.cluster}: start some with `dask worker {args.cluster}` "
            f"and the run goes on; Ctrl-C ends it ({kept})"
        )

    with connected(args.cluster, lonely) as executor:
        yield executor


def num_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def extras() -> Iterator[None]:
    """Say which extra a package comes with that is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        # What the lab needs comes with it, the packages of the compiled tier too.
        lab = ("numba", "numpy", "scipy", "matplotlib", "jinja2")
        extra = dict.fromkeys(lab, "lab") | dict.fromkeys(("distributed", "dask"), "cluster")
        if missing not in extra:
            raise
        raise MissingExtraError(extra[missing], missing) from None


def finish(args: argparse.Namespace, playing: Playing, found: Found) -> int:
    """Give out the result; say how to go on when somebody has stopped the run."""
    deliver(args, found)
    if not playing.interrupted:
        return 0
    count = counted(found.games, "game")
    what = f"this is what {count} say" if found.games else "no game was finished"
    go_on = (
        f"the same command goes on from {args.results}"
        if args.results is not None
        else "with --results FILE a run can be taken up again"
    )
    complain(f"interrupted; {what}; {go_on}")
    return INTERRUPTED
