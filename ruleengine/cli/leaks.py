"""`ruleengine leaks`: whether anybody can learn what the rules hide."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from functools import partial
from itertools import takewhile
from typing import Final

from ruleengine.cli.arguments import add_format, add_game, at_least, whole
from ruleengine.cli.loaded import load_game
from ruleengine.cli.measuring import INTERRUPTED
from ruleengine.cli.output import complain, say, say_json
from ruleengine.cli.progress import progress_bar
from ruleengine.expressions.problems import closest
from ruleengine.schema.wording import counted
from ruleengine.workbench.leaks.leak_test import LENGTHS, check_leaks
from ruleengine.workbench.leaks.observing import CHANNELS, EVERYBODY
from ruleengine.workbench.leaks.report import ENOUGH_PAIRS, Leak, LeakReport

GAMES: Final = 10
"""How many games are played if nobody says another number."""
_LENGTHS: Final = " or ".join(map(str, sorted({*LENGTHS})))
_BEFORE: Final = 60  # characters that are shown before what differs
_MAX_SHOWN: Final = 300  # characters of what somebody is given; JSON has all of it


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    parser.add_argument(
        "--games",
        type=partial(at_least, 1),
        default=GAMES,
        metavar="N",
        help=f"how many random games are held against others; {GAMES} if not said",
    )
    parser.add_argument(
        "--seed", type=whole, default=0, metavar="N", help="decides these games; 0 if not said"
    )
    parser.add_argument(
        "--moves",
        type=partial(at_least, 1),
        metavar="N",
        help=f"how many moves in the open each game has; {_LENGTHS} in turn if not said; what is "
        "hidden only later in a game takes more",
    )
    parser.add_argument(
        "--accept",
        type=_channel,
        action="append",
        default=[],
        metavar="CHANNEL",
        help="through this the rules tell on purpose, as through 'legal moves' where somebody "
        "unseen is in the way: it is counted and is no leak; the result lists all channels; may be "
        "given several times",
    )
    add_format(parser, "text", "json")


def _channel(text: str) -> str:
    if text in CHANNELS:
        return text
    near = closest(text, CHANNELS)
    hint = f"did you mean '{near}'?" if near else f"there are: {', '.join(CHANNELS)}"
    raise argparse.ArgumentTypeError(f"nothing is compared that is called '{text}'; {hint}")


def run(args: argparse.Namespace) -> int:
    """Look for leaks; 1 when there is one, or when nothing could be compared."""
    game = load_game(args)
    with progress_bar("changed games") as tell:
        found = check_leaks(
            game,
            games=args.games,
            seed=args.seed,
            moves=args.moves,
            accept=args.accept,
            tell=tell,
        )
    if args.format == "json":
        leaks = [leak.to_dict() | {"again": _again(args, leak)} for leak in found.leaks]
        checked = list(CHANNELS) if found.pairs else []
        say_json({"ok": _is_sound(found), **found.to_dict(), "checked": checked, "leaks": leaks})
    else:
        _print(args, found)
    if found.interrupted:
        return INTERRUPTED
    return 0 if _is_sound(found) else 1


def _is_sound(found: LeakReport) -> bool:
    compared = found.pairs > 0 or not found.hides_something
    return found.ok and compared and not found.interrupted


def _print(args: argparse.Namespace, found: LeakReport) -> None:
    for line in _checked(found, args.games):
        say(line)
    for leak, others in _kinds_of_leak(found):
        complain(
            "\n".join(("", *leak_lines(leak, others), f"  again:        {_again(args, leak)}"))
        )
    meant = sorted(found.channels.intersection(CHANNELS))
    if meant:
        words = " ".join(f"--accept {shlex.quote(channel)}" for channel in meant)
        complain(
            "\nif the rules mean to tell this, a step `tell` just before says so, and nothing is "
            f"compared after it; {words} lets it pass everywhere, and reports only the rest"
        )


def _checked(found: LeakReport, asked: int) -> Iterator[str]:
    """Yield what was looked at."""
    if not found.hides_something:
        yield f"{found.ruleset} hides nothing: it has no views that hide, and no secret submit"
        yield "whether everybody is told everything was looked at in the first moves of a game"
        return
    games = counted(found.games, "random game")
    if found.interrupted:
        games = f"interrupted in game {found.games:,} of {asked:,}"
        if not found.pairs:
            yield f"{found.ruleset}: {games}, before anything was compared"
            return
    elif found.games < asked and not found.ok:
        games = f"the first {found.games:,} of {asked:,} random games, which show enough"
    if not found.pairs:
        yield f"{found.ruleset}: in {games} there was no secret that could have been another one"
        yield (
            "nothing was compared: a secret is tried where a side could have moved otherwise, or "
            "chance could fall otherwise, and others would have seen no difference; play "
            "more with --games, longer ones with --moves, or others with --seed"
        )
        return
    yield (
        f"{found.ruleset}: {games}{'; so far' if found.interrupted else ','} held {found.pairs:,} "
        f"times against one that differs only in a secret, at {counted(found.moments, 'moment')}"
    )
    nothing = "nothing has leaked so far" if found.interrupted else "nothing leaks"
    verdict = nothing if found.ok else f"{counted(len(found.leaks), 'leak')} found"
    if found.ok and found.accepted.total():
        verdict = f"{nothing} but what is accepted"
    yield f"{verdict}; compared were {', '.join(CHANNELS)}"
    if found.accepted:
        counts = (
            f"{f'{count:,}' if count else 'none'} in {channel}"
            for channel, count in found.accepted.items()
        )
        yield f"accepted: {', '.join(counts)}"
    early = found.early_ends
    if early:
        reasons = ", ".join(f"{why} ({count:,})" for why, count in early.items())
        yield (
            f"{sum(early.values()):,} of these comparisons ended early, and what came after was "
            f"not compared: {reasons}"
        )
    if found.ok and found.games_wanted is not None:
        yield (
            f"that is little: with fewer than {ENOUGH_PAIRS} such comparisons a leak is easily "
            f"missed; try --games {found.games_wanted}"
        )


def _kinds_of_leak(found: LeakReport) -> Iterator[tuple[Leak, int]]:
    """Yield the first leak to each viewer through each channel, with how many others there are."""
    kinds: dict[tuple[str, str | None], list[Leak]] = {}
    for leak in found.leaks:
        kinds.setdefault((leak.channel, leak.viewer), []).append(leak)
    for leaks in kinds.values():
        yield leaks[0], len(leaks) - 1


def leak_lines(leak: Leak, others: int) -> Iterator[str]:
    """Yield a leak: what is hidden in each of two games, and what is given in each."""
    more = f" ({others} more like it)" if others else ""
    yield f"{leak.channel}: at ply {leak.ply} {leak.who} can tell what is hidden{more}"
    secrets = leak.secret or (leak.change, leak.change)
    afters = [leak.told(moves) for moves in (leak.after, leak.after_there or ())]
    games = zip(("one game:", "another: "), secrets, _from_difference(leak), afters, strict=True)
    for which, hidden, given, after in games:
        yield f"  in {which}  hidden  {hidden}"
        yield from _given_lines(leak, given)
        if leak.after_there is not None:
            yield f"                after   {after}"
    if leak.after_there is None:
        yield f"  after:        {afters[0]}"


def _given_lines(leak: Leak, given: str) -> Iterator[str]:
    """Yield what is given in one game; a board on lines of its own, with who is shown it."""
    what, _, board = given.partition(": ")
    if "\n" not in board:
        yield f"                given   {given}"
        return
    whom = "everybody" if leak.channel == EVERYBODY else leak.who
    yield f"                given   {what}: the board as it is shown to {whom}"
    yield from (f"                        {line}" for line in board.splitlines())


def _from_difference(leak: Leak) -> tuple[str, str]:
    """Return what is given in each game; long texts from shortly before they differ."""
    one, other = str(leak.here), str(leak.there)
    alike = takewhile(lambda letters: letters[0] == letters[1], zip(one, other, strict=False))
    begin = max(0, len([*alike]) - _BEFORE)
    if "\n" in one or "\n" in other:
        return one, other  # of a board no part is left out
    if max(len(one), len(other)) <= _MAX_SHOWN:
        begin = 0
    return _cut(one, begin), _cut(other, begin)


def _cut(text: str, begin: int) -> str:
    end = begin + _MAX_SHOWN
    return ("..." if begin else "") + text[begin:end] + ("..." if end < len(text) else "")


def _again(args: argparse.Namespace, leak: Leak) -> str:
    """Return the command that finds the leak again."""
    words = ["ruleengine", "leaks", args.game]
    words += [word for flag in args.flags for word in ("--flag", flag)]
    words += [word for channel in args.accept for word in ("--accept", channel)]
    words += [] if args.moves is None else ["--moves", str(args.moves)]
    return shlex.join([*words, "--games", "1", "--seed", str(leak.seed)])
