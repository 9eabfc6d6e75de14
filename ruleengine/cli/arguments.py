"""Arguments that several commands share.

Nothing here plays, so that commands that only check need not import what does.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.resolve.flags.choosing import parse_overrides, read_flags

_TURN_NUMBER: Final = re.compile(r"^\s*[0-9]+\.(?=\s|$)")
"""The number of a turn before its first move, as games are printed."""


def add_game(parser: argparse.ArgumentParser) -> None:
    """Declare the ruleset and the flags it is read with."""
    parser.add_argument(
        "game", metavar="GAME", help="a ruleset or variant: the path of a file, or a name"
    )
    add_flags(parser)


def add_flags(parser: argparse.ArgumentParser, *, where: str = "") -> None:
    """Declare `--flag`, which may also be written `--flags`; `where` says for what it is set."""
    parser.add_argument(
        "--flag",
        "--flags",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="flags",
        help=f"set a flag{where}; may be given several times; a part of a map is NAME.PART=VALUE",
    )


def form(text: str) -> str:
    """Return a form by its name; Markdown may be written as its files end."""
    return "markdown" if text == "md" else text


def add_format(parser: argparse.ArgumentParser, *formats: str) -> None:
    """Declare `--format`; the first one is the default."""
    parser.add_argument(
        "--format",
        type=form,
        choices=formats,
        default=formats[0],
        help=f"how the result is printed: {' or '.join(formats)}; {formats[0]} if not said",
    )


def add_opening(parser: argparse.ArgumentParser) -> None:
    """Declare `--opening`."""
    parser.add_argument(
        "--opening",
        metavar="SIDE=SEAT,...",
        type=opening,
        help="settle the opening at once: who plays which side or color",
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """Declare `--position`, and what says where in the file it is."""
    parser.add_argument(
        "--position",
        metavar="FILE",
        type=Path,
        help="a position or a record as JSON, a position in the form of a scenario case as YAML, "
        "or a drawn board as text, told by what it holds where its name does not end in .json or "
        ".yaml; the start if not said",
    )
    parser.add_argument(
        "--ply", metavar="N", type=count, help="of a record, the position after so many plies"
    )
    parser.add_argument(
        "--case",
        metavar="ID",
        help="of a file of scenario tests, the position after all steps of this case",
    )


def add_after(parser: argparse.ArgumentParser) -> None:
    """Declare `--after`."""
    parser.add_argument(
        "--after",
        metavar="MOVE",
        action="extend",
        type=_moves,
        default=[],
        help="first play this move, or let chance fall so; may be given several times, or with "
        "several moves and semicolons between them, and numbers of turns such as `1.` before them",
    )


def _moves(text: str) -> list[str]:
    """Return the moves of a game; commas are no separators, as they may stand within a move."""
    parts = (_TURN_NUMBER.sub("", part).strip() for part in text.split(";"))
    return [part for part in parts if part]


def opening(text: str) -> dict[str, str]:
    """Return `SIDE=SEAT,COLOR=SEAT` as a mapping."""
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    if not all(equals and side.strip() and seat.strip() for side, equals, seat in pairs):
        raise argparse.ArgumentTypeError(f"'{text}' is not written as SIDE=SEAT,SIDE=SEAT")
    return {side.strip(): seat.strip() for side, _, seat in pairs}


def whole(text: str) -> int:
    """Return a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number") from None


def at_least(lowest: int, text: str) -> int:
    """Return a whole number that is not below the lowest."""
    number = whole(text)
    if number < lowest:
        raise argparse.ArgumentTypeError(f"{number} is less than {lowest}")
    return number


def count(text: str) -> int:
    """Return a whole number from 0 on."""
    return at_least(0, text)


def overrides(name_or_path: str, texts: Iterable[str]) -> dict[str, object]:
    """Return flag values as given on the command line; ResolveError with all that are wrong."""
    listed = list(texts)
    if not listed:
        return {}  # the file is read once only
    return parse_overrides(read_flags(read_tree(name_or_path).root), listed)
