"""`ruleengine validate`: everything that is wrong with rulesets and variants."""

from __future__ import annotations

import argparse
import glob
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final, cast

from ruleengine.analysis.deep import MAX_PLIES
from ruleengine.analysis.validation import Report, validate
from ruleengine.cli.arguments import add_flags, add_format, count, overrides, whole
from ruleengine.cli.output import complain, report, say, say_json
from ruleengine.errors import Diagnostic, RulesetError, SourceError
from ruleengine.resolve.files.library import looks_like_cases
from ruleengine.schema.wording import counted

_PATTERN_MARKS: Final = frozenset("*?[")
_SUFFIXES: Final = (".yaml", ".yml")
_GAMES: Final = 10
_USAGE: Final = 2
_PATIENCE: Final = 5.0
"""Seconds of random games after which it is said how far they are; then after twice as many."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a file, a name, a pattern such as 'rulesets/*.yaml', or a directory",
    )
    add_flags(parser)
    parser.add_argument(
        "--deep",
        action="store_true",
        help="also load every two values of flags together, and play random games",
    )
    parser.add_argument(
        "--games", metavar="N", type=count, help=f"with --deep, how many; {_GAMES} if not said"
    )
    parser.add_argument(
        "--seed", metavar="N", type=whole, help="with --deep, decides the games; 0 if not said"
    )
    parser.add_argument(
        "--warnings-as-errors", action="store_true", help="fail when there are only warnings, too"
    )
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Check every file, and return 1 when one of them is wrong."""
    for option in ("games", "seed"):
        if getattr(args, option) is not None and not args.deep:
            complain(f"ruleengine validate: --{option} goes with --deep")
            return _USAGE
    results: list[Mapping[str, object]] = []
    failed = False
    for given in args.files:
        for target, found in _reports(given, args):
            is_sound = found is None or (
                found.ok and not (args.warnings_as_errors and found.warnings)
            )
            failed = failed or not is_sound
            if args.format == "json":
                results += [_as_data(target, found)] if found is not None else []
            elif found is None:
                say(f"{target}: cases, which `ruleengine test` runs")
            else:
                _print(target, found, is_sound=is_sound)
    if args.format == "json":
        say_json({"ok": not failed, "files": results})
    return 1 if failed else 0


def _reports(given: str, args: argparse.Namespace) -> Iterator[tuple[str, Report | None]]:
    """Yield what is found in each file; nothing for cases that lie among rulesets."""
    try:
        targets = expand(given)
    except RulesetError as error:
        yield given, Report(given, error.diagnostics)
        return
    for target in targets:
        if target != given and looks_like_cases(Path(target)):
            yield target, None
            continue
        try:
            found = validate(target, overrides(target, args.flags), deep=args.deep)
            yield target, _deepened(found, args) if args.deep else found
        except RulesetError as error:  # flags that cannot even be looked up
            yield target, Report(target, error.diagnostics)


def _deepened(found: Report, args: argparse.Namespace) -> Report:
    """Return the report with what random games show, if the ruleset can be played."""
    from ruleengine.analysis.deep import PlayableGame, deep_check  # noqa: PLC0415 - rarely used
    from ruleengine.game.game import Game  # noqa: PLC0415 - the same

    if found.rules is None:
        return found
    games = _GAMES if args.games is None else args.games
    # A position takes its own moves only, the protocol says any object.
    game = cast("PlayableGame", Game(found.rules))
    wait = _Wait(found.name or "the ruleset", games)
    played = deep_check(game, games=games, seed=args.seed or 0, progress=wait.note)
    if played.interrupted:
        complain(f"stopped in random game {played.num_games + 1} of {games}; it is not counted")
    return replace(found, diagnostics=(*found.diagnostics, *played.diagnostics))


class _Wait:
    """Says now and then why nothing else happens, how far it is, and how long it may take."""

    def __init__(self, name: str, games: int) -> None:
        self._name, self._games = name, games
        self._began = time.monotonic()
        self._next = _PATIENCE

    def note(self, games: int, plies: int) -> None:
        """Note how many games are over, and how many plies have been played in all."""
        took = time.monotonic() - self._began
        if took < self._next:
            return
        self._next *= 2
        each = took / games if games else took / plies * MAX_PLIES
        left = timedelta(seconds=round(max(0.0, each * self._games - took)))
        complain(
            f"{self._name}: in random game {games + 1} of {self._games}, {plies:,} plies after "
            f"{took:.0f} s; {'about' if games else 'at most'} {left} more. Ctrl-C ends the games "
            "and tells what has been found; --games with fewer takes less"
        )


def expand(given: str) -> list[str]:
    """Return the files that an argument stands for; SourceError when there are none.

    Patterns are expanded here as well, for shells that do not, and for arguments in quotes.
    """
    path = Path(given)
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if _is_ruleset_file(file, path))
        if not files:
            raise _nothing(f"there is no YAML file in '{given}'", "name a directory with rulesets")
        return _not_only_cases(given, [file.as_posix() for file in files])
    if _PATTERN_MARKS & set(given) and not path.exists():
        matches = sorted(match for match in glob.glob(given, recursive=True) if _is_file(match))  # noqa: PTH207 - also patterns that begin at the root
        if not matches:
            raise _nothing(f"no file matches '{given}'", "check the pattern, or name a file")
        return _not_only_cases(given, matches)
    return [given]


def _not_only_cases(given: str, files: list[str]) -> list[str]:
    if all(looks_like_cases(Path(file)) for file in files):
        message = f"'{given}' stands for files of scenario cases only, and for no ruleset"
        raise _nothing(message, "`ruleengine test` runs them")
    return files


def _is_ruleset_file(file: Path, below: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.relative_to(below).parts)
    return file.suffix in _SUFFIXES and not hidden and file.is_file()


def _is_file(name: str) -> bool:
    return Path(name).is_file()


def _nothing(message: str, hint: str) -> SourceError:
    return SourceError([Diagnostic("source/not-found", message, None, hint)])


def _print(target: str, found: Report, *, is_sound: bool) -> None:
    report(found.diagnostics, found.documents)
    if is_sound:
        say(f"{target}: {_praise(found)}")
    else:
        complain(f"{target}: {_blame(found)}")


def _praise(found: Report) -> str:
    parts = ["sound", counted(found.num_flags, "flag") if found.num_flags else "no flags"]
    if found.num_flags:
        parts.append(f"{counted(found.num_assignments, 'combination')} checked")
    if found.warnings:
        parts.append(counted(len(found.warnings), "warning"))
    return ", ".join(parts)


def _blame(found: Report) -> str:
    counts = {"error": len(found.errors), "warning": len(found.warnings)}
    return ", ".join(counted(number, noun) for noun, number in counts.items() if number)


def _as_data(target: str, found: Report) -> Mapping[str, object]:
    return {
        "file": target,
        "name": found.name,
        "ok": found.ok,
        "flags": found.num_flags,
        "combinations": found.num_assignments,
        "errors": len(found.errors),
        "warnings": len(found.warnings),
        "diagnostics": [diagnostic.to_dict() for diagnostic in found.diagnostics],
    }
