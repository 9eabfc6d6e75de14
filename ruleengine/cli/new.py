"""`ruleengine new`: files to begin a ruleset or a variant with."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from ruleengine.cli.arguments import add_format, count
from ruleengine.cli.output import complain, say, say_json
from ruleengine.workbench.scaffold import MAX_SIZE, MIN_SIZE, SIDES, Shape, new_game, new_variant

_USAGE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "what", metavar="game|variant", choices=("game", "variant"), help="what to begin"
    )
    parser.add_argument("name", metavar="NAME", help="its name, such as `hill_fort`")
    parser.add_argument(
        "--of", metavar="GAME", help="what the variant is a variant of; a name or a path"
    )
    for option, default in (("rows", Shape().rows), ("columns", Shape().columns)):
        parser.add_argument(
            f"--{option}",
            metavar="N",
            type=count,
            help=f"how many {option} the board of a game has, 1 to {MAX_SIZE}, and {MIN_SIZE} at "
            f"least of rows or columns; {default} if not said",
        )
    parser.add_argument(
        "--sides",
        metavar="N",
        type=count,
        help=f"how many sides a game has, 2 to {len(SIDES)}; {Shape().sides} if not said",
    )
    parser.add_argument(
        "--into",
        metavar="DIR",
        type=Path,
        default=Path(),
        help="the directory that holds `rulesets`, `variants` and `tests`; "
        "the current one if not said",
    )
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Write the files, and say what to do with them."""
    shape = {name: getattr(args, name) for name in ("rows", "columns", "sides")}
    given = {name: value for name, value in shape.items() if value is not None}
    if (args.what == "variant") != (args.of is not None):
        complain("ruleengine new: a variant needs `--of GAME`, and a game takes none")
        return _USAGE
    if args.what == "variant" and given:
        complain(f"ruleengine new: --{next(iter(given))} is for games; a variant changes its base")
        return _USAGE
    if args.what == "game":
        written = new_game(args.name, args.into, Shape(**given))
    else:
        written = new_variant(args.name, args.of, args.into)
    if args.format == "json":
        say_json({"files": [path.as_posix() for path in written]})
        return 0
    for path in written:
        say(f"wrote {path}")
    *_, ruleset, cases = written
    say(f"now: ruleengine validate {ruleset}")
    say(f"     ruleengine test {cases}")
    say(f"     ruleengine play {ruleset}")
    return 0
