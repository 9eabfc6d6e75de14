"""`ruleengine coverage`: which rules were asked, which did something, and which are dead."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rich.table import Table

from ruleengine.cli import measuring
from ruleengine.cli.arguments import add_game, at_least, overrides
from ruleengine.cli.delivering import Found, check_output
from ruleengine.cli.fitting import table
from ruleengine.cli.loaded import load_game

if TYPE_CHECKING:
    from ruleengine.lab.covering import Coverage, Covered

_LONGEST = 46  # characters of a rule in a table
_CHUNK = 25  # games that are played together


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    parser.add_argument(
        "--flag-games",
        type=partial(at_least, 0),
        default=100,
        metavar="N",
        help="games under each choice of each flag, to see whether it matters, besides --games of "
        "the ruleset as it is; 100, 0 for none",
    )
    parser.add_argument(
        "--dead", action="store_true", help="list only the rules that made no difference"
    )
    measuring.add_measuring(parser, 1_000, has_report=False)


def run(args: argparse.Namespace) -> int:
    """Play games, and print what each rule did in them."""
    check_output(args)
    game = load_game(args)
    with measuring.extras():
        from ruleengine.lab import covering, sensitivity  # noqa: PLC0415 - heavy, and optional

        manner = measuring.manner_of(args, game, unfolded=True)
        # Where every rule is counted games are slow, and whoever waits wants to see them come in.
        chunk = args.chunk or min(measuring.chunk_of(args, manner), _CHUNK)
        job = covering.coverage_job(game, manner)
        flags = None
        if args.flag_games:
            flags = sensitivity.prepare(
                args.game,
                games=args.flag_games,
                flags=overrides(args.game, args.flags),
                manner=manner,
                adaptive=False,
            )
        jobs = [job, *(flags.jobs if flags else [])]
        with measuring.running(args, chunk, covering.coverage_plan(jobs, chunk)) as playing:
            found = covering.measure_coverage(game, job, args.games, playing=playing, flags=flags)
        return measuring.finish(
            args,
            playing,
            Found(
                found.games,
                found.to_dict,
                lambda: tables(found, dead=args.dead),
                lambda: rows(found),
            ),
        )


def tables(found: Coverage, *, dead: bool = False) -> list[Table | str]:
    """Return what each rule did."""
    from ruleengine.game.seen_only import NO_RULE, WORDS  # noqa: PLC0415 - heavy

    shown = found.dead if dead else found.rules
    files = {_file_and_line(rule)[0] for rule in shown}
    head = "file:line" if len(files) > 1 else "line"
    made = table(f">{head}", "Rule", "|what", ">asked", ">refused", ">did", ">games", "|")
    for rule in shown:
        file, line = _file_and_line(rule)
        made.add_row(
            f"{file}:{line}" if len(files) > 1 and line else line,
            _short(rule.name),
            rule.what,
            _count(rule, "asked"),
            _count(rule, "refused"),
            _count(rule, "then" if "then" in rule.counts else "done"),
            f"{rule.reach.count:,}",
            rule.status,
        )
    parts: list[Table | str] = [
        f"{found.game.name}: {len(found.rules)} rules over {found.games:,} games",
        "",
    ]
    parts += [made, ""] if shown else []
    names = "; ".join(rule.name for rule in found.dead)
    parts.append(f"Dead in these games ({len(found.dead)}): {names or 'none'}")
    if found.flags:
        parts.append(
            f"Flags that changed no game, {found.flag_games} under each choice: "
            f"{', '.join(_idle(found)) or 'none'}"
        )
        if untried := found.flags_that("not tried"):
            listed = ", ".join(untried)
            parts.append(f"Flags without another value to try, as from `samples`: {listed}")
        if unplayed := found.flags_that("not played"):
            parts.append(f"Flags of which not all was played: {', '.join(unplayed)}")
        if "seen only" in found.flags.values():
            parts.append(f"seen only: it {WORDS}")
        if "no rule" in found.flags.values():
            parts.append(f"no rule: {NO_RULE}")
    return parts


def _idle(found: Coverage) -> Iterator[str]:
    """Yield the flags that changed no game, with what is known of them."""
    for name in found.idle:
        weight = (found.flags or {})[name]
        yield f"{name} ({'its rules did something' if weight == 'changed no game' else weight})"


def _short(name: str) -> str:
    """Return a rule as far as a line has room; its place and JSON say all of it."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _file_and_line(rule: Covered) -> tuple[str, str]:
    """Return the file of a rule without its folders, and the line."""
    if rule.place is None:
        return "", ""
    path, line, _ = rule.place.rsplit(":", 2)
    return path.rsplit("/", 1)[-1].removesuffix(".yaml"), line


def _count(rule: Covered, part: str) -> str:
    return f"{rule.counts[part]:,}" if part in rule.counts else ""


def rows(found: Coverage) -> list[dict[str, object]]:
    """Return the rules as rows for CSV."""
    return [
        {
            "rule": rule.name,
            "what": rule.what,
            "place": rule.place or "",
            "clauses": " ".join(rule.clauses),
            "status": rule.status,
            "games": rule.reach.count,
            **rule.counts,
        }
        for rule in found.rules
    ]
