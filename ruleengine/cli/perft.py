"""`ruleengine perft`: count the tree of a game."""

from __future__ import annotations

import argparse
import queue
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, Self

from ruleengine.cli.arguments import (
    add_after,
    add_format,
    add_game,
    add_opening,
    add_position,
    count,
)
from ruleengine.cli.output import complain, say, say_json
from ruleengine.cli.situated import after_moves, game_at, position_clashes
from ruleengine.errors import RuleengineError
from ruleengine.game.game import Game
from ruleengine.game.perft import below
from ruleengine.game.position import Position

_USAGE: Final = 2
_PATIENCE: Final = 2.0  # seconds until somebody wants to know how far it is


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
    add_position(parser)
    add_after(parser)
    parser.add_argument(
        "--divide", action="store_true", help="also count below each first move or outcome"
    )
    parser.add_argument(
        "--tier",
        choices=("pipeline", "compiled"),
        help="who counts: the pipeline, or the compiled tier, which needs the extra 'fast'; "
        "if not said, the compiled tier wherever it can",
    )
    add_format(parser, "text", "json")


class Counter(Protocol):
    """Who counts."""

    def below(self, depth: int) -> Iterator[tuple[str, int]]:
        """Count below each first branch, one after the other."""


class _PipelineCounter:
    def __init__(self, start: Position) -> None:
        self._start = start

    def below(self, depth: int) -> Iterator[tuple[str, int]]:
        return below(self._start, depth)


def _counter(
    game: Game, position: Position | None, args: argparse.Namespace
) -> tuple[Counter, str] | None:
    """Return who counts, and what it is called; nothing if a move before that is refused."""
    begun = after_moves(game.start(args.opening) if position is None else position, args.after)
    if begun is None:
        return None
    if args.tier != "pipeline":
        try:
            return game.tree_counter(args.opening, args.after, position=position), "compiled"
        except RuleengineError:  # there may be no such tier, or it cannot begin there
            if args.tier is not None:
                raise
    return _PipelineCounter(begun), "pipeline"


def run(args: argparse.Namespace) -> int:
    """Count, and print the count for every depth up to the one asked for."""
    if position_clashes(args, "perft"):
        return _USAGE
    game, position = game_at(args)
    found = _counter(game, position, args)
    if found is None:
        return 1
    return _count(game, *found, args)


def _count(game: Game, counter: Counter, tier: str, args: argparse.Namespace) -> int:
    """Count depth by depth, and print what was counted."""
    counts: list[int] = []
    last: list[tuple[str, int]] = []
    try:
        for depth in range(1, args.depth + 1):
            last = _counted(counter, depth)
            counts.append(sum(number for _, number in last))
            if args.format == "text":
                say(f"{depth:>5}  {counts[-1]}")
                sys.stdout.flush()
    except KeyboardInterrupt:
        complain(f"interrupted while counting depth {len(counts) + 1}")
        raise
    if args.format == "json":
        data: dict[str, object] = {"game": game.name, "hash": game.hash, "counts": counts}
        data["tier"] = tier
        if args.divide and args.depth:
            data["divide"] = dict(last)
        say_json(data)
        return 0
    if args.tier is None:
        complain(f"counted by the {tier}{' tier' if tier == 'compiled' else ''}")
    if args.divide and args.depth:
        say()
        for text, number in last:
            say(f"{text}: {number}")
    return 0


def _counted(counter: Counter, depth: int) -> list[tuple[str, int]]:
    """Count below each first branch, aside, so that somebody who waits can be told and can stop.

    The compiled tier hears nothing of an interruption before it has counted a whole branch.
    """
    found: queue.SimpleQueue[tuple[str, int] | BaseException | None] = queue.SimpleQueue()

    def work() -> None:
        try:
            for each in counter.below(depth):
                found.put(each)
        except BaseException as error:  # noqa: BLE001 - it is raised where somebody hears it
            found.put(error)
        found.put(None)

    threading.Thread(target=work, daemon=True).start()
    branches: list[tuple[str, int]] = []
    with _Telling(depth) as telling:
        while True:
            try:
                each = found.get(timeout=_PATIENCE)
            except queue.Empty:
                telling.tell(branches)
                continue
            if each is None:
                return branches
            if isinstance(each, BaseException):
                raise each
            branches.append(each)


class _Telling:
    """A line on a terminal that says how far counting is, and is wiped in the end."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._told = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._told:
            sys.stderr.write("\r\x1b[K")

    def tell(self, branches: Sequence[tuple[str, int]]) -> None:
        if sys.stderr.isatty():
            number = sum(each for _, each in branches)
            done = f"{len(branches)} first moves, {number:,} ways so far"
            sys.stderr.write(f"\r\x1b[Kdepth {self._depth}: {done} ...")
            sys.stderr.flush()
            self._told = True
