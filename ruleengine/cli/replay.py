"""`ruleengine replay`: look at a record ply by ply, or hold it against other rules."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from ruleengine.cli.arguments import add_flags, add_format, count, overrides
from ruleengine.cli.output import complain, say_json
from ruleengine.cli.terminal import RichTerminal
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Record
from ruleengine.game.kept.record_files import RecordFile, read_record
from ruleengine.table.adjudicating import adjudicate, verdict_lines
from ruleengine.table.replaying import (
    NOBODY,
    REFEREE,
    Moment,
    moment_lines,
    moments_of,
    step_through,
)
from ruleengine.table.saves import ruleset_of
from ruleengine.workbench.witnesses.spelling import split_spelling

_USAGE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("record", metavar="FILE", type=Path, help="a record, or a saved game")
    parser.add_argument(
        "--rules",
        metavar="GAME",
        help="say which ply the rules of another ruleset or variant would not have allowed, or "
        "that the result would have been another one; with flags as GAME@FLAG=VALUE,...",
    )
    add_flags(parser)
    parser.add_argument(
        "--as",
        dest="viewer",
        metavar=f"SEAT|{REFEREE}|{NOBODY}",
        default=REFEREE,
        help=f"through whose eyes; {REFEREE}, who sees everything, if not said",
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--ply", metavar="N", type=count, help="show only what is after this ply")
    shown.add_argument(
        "--all", action="store_true", help="print every ply, as is done where nobody can type"
    )
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Show the record, or judge it; 1 when it does not hold."""
    found = read_record(args.record)
    if args.rules is not None or args.flags:
        return _judge(found, args)
    elsewhere = f"hold the record against its file: `ruleengine replay {args.record} --rules PATH`"
    game = found.load_game(_begun_with(args), elsewhere=elsewhere)
    found.check_plies(game)
    known = (*game.seats, REFEREE, NOBODY)
    if args.viewer not in known:
        listed = ", ".join(known)
        complain(f"ruleengine replay: there is nobody '{args.viewer}'; there are: {listed}")
        return _USAGE
    moments = list(moments_of(game, found.record, args.viewer))
    last = len(moments) - 1
    if args.ply is not None and args.ply > last:
        complain(f"ruleengine replay: there are plies 0 to {last}, and no ply {args.ply}")
        return _USAGE
    if args.format == "json":
        _print_json(found.record, moments, args.ply)
    else:
        _print(game, found.record, moments, args)
    return 0


def _begun_with(args: argparse.Namespace) -> str | None:
    """Return the path of the ruleset of a game that was kept, where that is known."""
    path = ruleset_of(args.record)
    return None if path is None else str(path)


def _judge(found: RecordFile, args: argparse.Namespace) -> int:
    """Hold a record against other rules, or against its own under other flags."""
    named, of_name = split_spelling(args.rules) if args.rules else (None, [])
    rules, texts = named or _begun_with(args), [*of_name, *args.flags]
    flags = overrides(rules or found.record.ruleset, texts)
    game = found.load_other(rules, flags)
    verdict = adjudicate(found.record, game)
    if args.format == "json":
        say_json({"ruleset": game.name, "hash": game.hash, **verdict.to_dict()})
    else:
        terminal = RichTerminal()
        rules_name = " with ".join(filter(None, (game.name, ", ".join(texts))))
        terminal.show(verdict_lines(found.record, game, verdict, terminal.width, rules_name))
    return 0 if verdict.holds else 1


def _print(game: Game, record: Record, moments: list[Moment], args: argparse.Namespace) -> None:
    terminal, last = RichTerminal(), len(moments) - 1
    if terminal.is_paged and args.ply is None and not args.all:
        step_through(game, record, moments, terminal)
        return
    for moment in moments if args.ply is None else [moments[args.ply]]:
        terminal.show(moment_lines(game, record, moment, terminal.width, last=last))


def _print_json(record: Record, moments: list[Moment], ply: int | None) -> None:
    head = {
        "ruleset": record.ruleset,
        "hash": record.hash,
        "flags": dict(record.flags),
        "players": dict(record.players),
        "closing": record.closing,
        "by": record.by,
        "outcome": record.outcome,
    }
    chosen = moments if ply is None else [moments[ply]]
    say_json({**head, "moments": [moment.to_dict() for moment in chosen]})
