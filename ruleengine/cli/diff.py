"""`ruleengine diff`: in what two rulesets differ, and with `--witness` where they disagree."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import zip_longest

from rich.table import Table
from rich.text import Text

from ruleengine.cli.arguments import add_flags, add_format, count
from ruleengine.cli.output import complain, say_json
from ruleengine.cli.terminal import board, console, hanging
from ruleengine.game.game import Game
from ruleengine.game.seen_only import is_seen_only
from ruleengine.resolve.flags.values import written
from ruleengine.table.lines import NBSP, plain, wrapped
from ruleengine.workbench.witnesses.differences import (
    LONGEST,
    ClauseDifference,
    Differences,
    FlagDifference,
    Part,
    RuleDifference,
    compare_games,
)
from ruleengine.workbench.witnesses.pairs import MAX_PLIES, Looked
from ruleengine.workbench.witnesses.spelling import game_spelled
from ruleengine.workbench.witnesses.witness import SECONDS, Witness, find_witness

_USAGE = 2
_BEFORE = 60
"""Letters that are shown before what differs."""
_NAMES = ("A", "B")
_WIDTH = 80
_MANY = 24
"""Plies of a game that are still printed beside the position it was cut down to."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "first",
        metavar="A",
        help="a ruleset or variant: the path of a file, or a name; with flags as A@FLAG=VALUE,...",
    )
    parser.add_argument(
        "second", metavar="B", nargs="?", help="the same; A under the flags given if not said"
    )
    add_flags(parser, where=", in B only, or in both where B is given")
    parser.add_argument(
        "--witness",
        action="store_true",
        help="also play both side by side until they disagree, and print that as a scenario case",
    )
    parser.add_argument(
        "--seconds",
        metavar="N",
        type=count,
        default=int(SECONDS),
        help="with --witness, how long is searched, in seconds, without what has to be compiled "
        "first; what is found is cut down in what is left of it, or else in a quarter of it; "
        f"{SECONDS:.0f} if not said",
    )
    parser.add_argument(
        "--seed", metavar="N", type=count, default=0, help="of these games; 0 if not said"
    )
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Print what differs; that something does is no failure."""
    if args.second is None and not args.flags:
        complain("ruleengine diff: give a second ruleset, or flags with --flag")
        return _USAGE
    flags = tuple(args.flags)
    one = game_spelled(args.first, flags if args.second is not None else ())
    other = game_spelled(args.second or args.first, flags)
    found = compare_games(one, other)
    witness, looked = None, Looked()
    if args.witness and not found.is_same:
        witness = find_witness(one, other, seed=args.seed, seconds=args.seconds, looked=looked)
    if args.format == "json":
        data = found.to_dict()
        if args.witness:
            data["witness"] = None if witness is None else witness.to_dict()
            data["looked"] = {
                "positions": looked.positions,
                "games": looked.games,
                "open": looked.open,
                "out_of_time": looked.out_of_time,
            }
        say_json(data)
        return 0
    out = console()
    of_views = is_seen_only(one, other) or any(
        each.path.partition(".")[0] == "views" for each in found.rules
    )
    for name, spelling in zip(_NAMES, _spellings(args), strict=True):
        out.print(Text(f"{name} is {spelling}", style="dim"))
    for item in _differences(one, other, found):
        out.print(hanging(out, item) if isinstance(item, Text) else item)
    if args.witness:
        lines = (
            _witness(one, witness) if witness is not None else none_found(looked, of_views=of_views)
        )
        for line in lines:
            out.print(line, soft_wrap=True)
    return 0


def _spellings(args: argparse.Namespace) -> tuple[str, str]:
    """Return how the two are written."""
    more = f" with {', '.join(args.flags)}" if args.flags else ""
    if args.second is None:
        return args.first, f"{args.first}{more}"
    return f"{args.first}{more}", f"{args.second}{more}"


def _differences(one: Game, other: Game, found: Differences) -> Iterator[Text | Table]:
    if found.is_same:
        yield Text("the rules are the same")
    if found.flags:
        yield Text("Flags that read differently", style="bold")
        for flag in found.flags:
            yield from _flag(flag)
    if found.rules:
        yield Text("\nRules that differ", style="bold")
        for rule in found.rules:
            yield from _rule(rule, found)
    if found.sentences:
        yield Text("\nClauses that read differently", style="bold")
        for each in found.sentences:
            yield from _sentence(each)
    yield from _against(found)
    if found.boards is not None:
        yield Text("\nThe first board", style="bold")
        table = Table(box=None, padding=(0, 4, 0, 0), header_style="dim")
        for title in _NAMES:
            table.add_column(title)
        table.add_row(board(one, found.boards[0]), board(other, found.boards[1]))
        yield table


def _against(found: Differences) -> Iterator[Text]:
    """Yield the clauses that only one of the two goes against."""
    if found.against:
        yield Text("\nClauses that only one goes against", style="bold")
    for each in found.against:
        by = f" by {each.flag}" if each.flag is not None else ""
        yield Text(f"- {each.clause}: {_NAMES[not each.here]} goes against it{by}")
        yield Text(f"    {each.says}")


def _sentence(found: ClauseDifference) -> Iterator[Text]:
    """Yield a clause as each of the two has it."""
    if found.here is None or found.there is None:
        only = _NAMES[found.here is None]
        yield Text(f"- {found.clause}: only in {only}")
        yield Text(f"    {found.there if found.here is None else found.here}")
        return
    yield Text(f"- {found.clause}: changed")
    for title, sentence in zip(_NAMES, (found.here, found.there), strict=True):
        yield Text(f"    {title}: {sentence}")


def _flag(flag: FlagDifference) -> Iterator[Text]:
    yield Text(f"- {flag.name}: {flag.question}")
    for title, reading in zip(_NAMES, (flag.here, flag.there), strict=True):
        line = Text(f"    {title}: ", style="dim")
        if reading is None:
            line.append("there is no such flag")
        else:
            says = f", {reading.says}" if reading.says not in ("", reading.value) else ""
            line.append(f"{written(reading.value)}{says}", style="not dim")
        yield line


def _rule(rule: RuleDifference, found: Differences) -> Iterator[Text]:
    sort = {
        "only in the first": f"only in {_NAMES[0]}",
        "only in the second": f"only in {_NAMES[1]}",
        "changed": "changed",
    }[rule.sort]
    yield Text(f"- {rule.path}: {sort}")
    begin = _first_difference(rule)
    here, there = rule.here, rule.there
    # What both cite is said once, below both.
    is_shared = here is not None and there is not None and set(here.clauses) == set(there.clauses)
    for title, part in zip(_NAMES, (here, there), strict=True):
        if part is not None:
            lead = f"{title}: " if rule.sort == "changed" else ""
            yield Text(f"    {lead}{_cut(_text(part), begin)}")
            yield Text(f"      at {part.span.file}:{part.span.line}", style="dim")
            if not (is_shared and part is here):
                yield from _cited(part, found, is_here=part is here)


def _cited(part: Part, found: Differences, *, is_here: bool) -> Iterator[Text]:
    """Yield the clauses behind a part, in the words of the game that it is in."""
    before = {each.clause: each.here for each in found.sentences if each.here is not None}
    words = {**found.clauses, **before} if is_here else found.clauses
    for clause in part.clauses:
        if clause in words:
            yield Text(f"      {clause}: {words[clause]}", style="dim")


def _text(part: Part) -> str:
    value = part.value
    if isinstance(value, dict):
        value = {key: each for key, each in value.items() if key != "clauses"}
    return json.dumps(value, ensure_ascii=False).replace('"', "")


def _first_difference(rule: RuleDifference) -> int:
    """Return from where on to show two texts, so that what differs first is seen."""
    if rule.here is None or rule.there is None:
        return 0
    letters = zip_longest(_text(rule.here), _text(rule.there))
    common = next((n for n, (one, other) in enumerate(letters) if one != other), 0)
    return 0 if common < LONGEST - _BEFORE else common - _BEFORE


def _cut(text: str, begin: int) -> str:
    end = begin + LONGEST
    return ("…" if begin else "") + text[begin:end] + ("…" if end < len(text) else "")


def none_found(looked: Looked, *, of_views: bool) -> Iterator[Text]:
    """Yield that nothing was found, and what that is worth."""
    if not looked.positions:
        yield Text("so there is nothing to look for in play")
        return
    yield Text("\nWhere they disagree", style="bold")
    games = f"{looked.games:,} random game{'s' * (looked.games != 1)}"
    yield Text(
        f"in none of {looked.positions:,} positions of short games and {games}, each compared to "
        f"its end or for {MAX_PLIES} plies"
    )
    if looked.out_of_time:
        more = f", with {looked.open:,} more games not looked into so far" if looked.open else ""
        yield Text(f"then time was over{more}")
    yield Text(
        "that does not show that it never matters: games may seldom come to where it does; "
        "`--seconds` with more, or another `--seed`, plays others"
    )
    if of_views:
        yield Text(
            "what seats see and are told was compared in the short games and in "
            f"{looked.heard:,} of the random ones; what refusals say was not compared"
        )


def _witness(game: Game, found: Witness) -> Iterator[Text]:
    yield Text("\nWhere they disagree", style="bold")
    # A piece may be drawn by the letter of a game.
    yield Text(f"under {_NAMES[0]}: {found.found.here}")
    yield Text(f"under {_NAMES[1]}: {found.found.there}")
    yield Text(f"found in {found.how}", style="dim")
    if found.num_pieces is None:
        yield Text("from the start, where the board is:", style="dim")
    else:
        plies = len(found.line.plies)
        if plies > _MANY:
            yield Text("`--format json` has the game itself, under `plies`", style="dim")
        elif plies > 0:
            yield Text("\n".join(["the game itself:", *_turns(found)]), style="dim")
        yield Text("cut down to a drawn position, which need not come about in play:", style="dim")
    yield board(game, found.drawing)
    if found.is_late:
        yield Text(
            "time was over before all was tried that could make it smaller; more `--seconds` do",
            style="dim",
        )
    yield Text(f"\nA case that passes with {_NAMES[0]} and fails with {_NAMES[1]}", style="bold")
    yield Text(found.text)


def _turns(found: Witness) -> Iterator[str]:
    """Yield the turns of a game with their numbers, as many on a line as find room.

    They are written as `--after` takes them.
    """
    turns = [
        f"{number}.{NBSP}{'; '.join(text.replace(' ', NBSP) for text in texts)}"
        for number, texts in enumerate(found.line.turns(), 1)
    ]
    yield from plain(wrapped("; ".join(turns), _WIDTH, indent="  ")).splitlines() if turns else ()
