"""What the commands that measure games share: arguments, the progress bar, and where results go."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from ruleengine.cli.arguments import add_format, add_opening, at_least
from ruleengine.cli.output import complain, say
from ruleengine.cli.terminal import console
from ruleengine.errors import MissingExtraError

if TYPE_CHECKING:
    from ruleengine.game.game import Game
    from ruleengine.lab.jobs import Manner
    from ruleengine.lab.running import Executor, Playing

INTERRUPTED = 130
_PAGE = 110  # characters in a line of a page that no window bounds
_positive = partial(at_least, 1)


def add_measuring(parser: argparse.ArgumentParser, games: int) -> None:
    """Declare how games are played, and where the results go."""
    parser.add_argument(
        "--games",
        type=_positive,
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
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="decides everything; 0")
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
        help="games that are played and kept together; 200, or 2 when players think",
    )
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="keep what is finished in FILE; the same command goes on from there",
    )
    add_format(parser, "text", "json", "csv")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to FILE")


def add_report(parser: argparse.ArgumentParser) -> None:
    """Declare `--report`."""
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="also draw everything into one HTML page"
    )


def manner_of(args: argparse.Namespace, game: Game, *, unfolded: bool = False) -> Manner:
    """Return how games are to be played."""
    from ruleengine.lab.jobs import Manner, agents_for, opening_of  # noqa: PLC0415 - heavy

    if args.opening is not None:
        game.seated(args.opening)  # says what is wrong before anything is played
    return Manner(
        agents_for(game, [part.strip() for part in args.agents.split(",")]),
        args.seed,
        args.max_plies,
        opening_of(args.opening),
        unfolded,
    )


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
        with _executor(args) as executor, progress_bar() as progress:
            yield Playing(executor, ledger=ledger, progress=progress, chunk=chunk)
    finally:
        if ledger is not None:
            ledger.close()


@contextmanager
def _executor(args: argparse.Namespace) -> Iterator[Executor]:
    from ruleengine.lab.running import Threads  # noqa: PLC0415 - heavy

    if args.cluster is None:
        yield Threads(args.threads or num_cores())
        return
    from ruleengine.lab.cluster import connected  # noqa: PLC0415 - heavy, and optional

    with connected(args.cluster) as executor:
        yield executor


def num_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None]]:
    """Show how far games are on stderr, with their rate and the time left."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.progress import (  # noqa: PLC0415 - only where there is something to see
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=None, rate="")

        def show(done: int, total: int) -> None:
            speed = progress.tasks[0].speed
            rate = f"{speed:,.0f} games/s" if speed else ""
            progress.update(task, completed=done, total=total, rate=rate)

        yield show


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


def deliver(
    args: argparse.Namespace,
    data: Mapping[str, object],
    tables: Callable[[], Sequence[Table | str]],
    rows: Callable[[], Sequence[Mapping[str, object]]],
) -> None:
    """Print the result, or write it to a file that is never half-written."""
    if args.format == "text" and args.output is None:
        to = console()
        if not to.is_terminal and "COLUMNS" not in os.environ:
            to.width = _PAGE  # nobody's window; a file or another program has room
        _show(to, tables())
        return
    if args.format == "json":
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    elif args.format == "csv":
        text = as_csv(rows())
    else:
        page = io.StringIO()
        _show(Console(file=page, width=_PAGE, markup=False, emoji=False, highlight=False), tables())
        text = page.getvalue()
    if args.output is None:
        sys.stdout.write(text)
    else:
        write_whole(args.output, text)
        say(f"written to {args.output}")


def _show(to: Console, parts: Sequence[Table | str]) -> None:
    for part in parts:
        to.print(part)


def as_csv(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows as CSV, with all keys that any of them has."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, keys, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def write_whole(path: Path, text: str) -> None:
    """Write a file as a whole: whoever looks sees the old one or the new one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def finish(args: argparse.Namespace, playing: Playing, played: int) -> int:
    """Return the exit code, and say how to go on when somebody has stopped the run."""
    if not playing.interrupted:
        return 0
    go_on = (
        f"the same command goes on from {args.results}"
        if args.results is not None
        else "with --results FILE a run can be taken up again"
    )
    complain(f"interrupted; this is what {played:,} games say. {go_on}")
    return INTERRUPTED


def table(*columns: str, title: str | None = None) -> Table:
    """Return a table; a column whose name begins with `>` is set to the right."""
    made = Table(
        box=None, padding=(0, 2, 0, 0), title=title, title_justify="left", title_style="bold"
    )
    for column in columns:
        name = column.removeprefix(">")
        number = column.startswith(">")
        made.add_column(name, justify="right" if number else "left", no_wrap=number)
    return made
