"""Where the command starts: find the subcommand, run it, and turn every error into a message.

Only the module of the command that is asked for is imported, so that each command starts as
fast as what it needs.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import importlib
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn, Protocol, TextIO, cast

from ruleengine.cli.output import complain, report
from ruleengine.cli.parsing import parse_words
from ruleengine.errors import (
    AgentError,
    InternalError,
    LabError,
    PlayError,
    PositionError,
    RuleengineError,
    RulesetError,
)
from ruleengine.expressions.problems import meant_or_listed

COMMANDS: Final[Mapping[str, str]] = {
    "new": "begin a ruleset or a variant with files that work at once",
    "validate": "check rulesets and variants, and say what is wrong, where, and what to do",
    "list": "list the rulesets and variants that ship with the package",
    "flags": "list what can be switched, with the question behind each flag",
    "show": "print a ruleset: a summary, the file as written, or everything resolved",
    "rulebook": "write a rulebook for players, under the flags that are chosen",
    "schema": "print the JSON Schema of the ruleset language, for editors",
    "why": "explain why a move is refused, and under which readings it would be legal",
    "diff": "say in what two rulesets differ; with `--witness` also where they disagree in play",
    "trace": "show which rules and cases come from each clause, and what is left over",
    "test": "run scenario cases against the rules, and show what comes out differently",
    "leaks": "look whether anybody can learn what the rules hide from them",
    "perft": "count the sequences of moves and throws of a number of plies",
    "play": "play a game in the terminal",
    "replay": "look at a record ply by ply, or hold it against other rules",
    "simulate": "play many games and say who wins, how long it takes and what happens",
    "compare": "hold variants against each other over the same games",
    "sensitivity": "say what every choice of every flag is worth",
    "coverage": "say which rules were asked, which did something, and which are dead",
    "bench": "measure how fast games are played on the compiled tier",
}
"""Every command, with one line about it."""

FAILURE: Final = 1
USAGE: Final = 2
BUG: Final = 70  # as in sysexits.h
INTERRUPTED: Final = 130  # as shells do: 128 + SIGINT
BROKEN_PIPE: Final = 141  # 128 + SIGPIPE


class Command(Protocol):
    """What a module of a command offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what the command takes."""

    def run(self, args: argparse.Namespace) -> int:
        """Do what the command is for, and return the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is 0, 1 for a wrong ruleset or 2 for wrong usage."""
    # Loading makes many objects that stay; to look for garbage among them costs a tenth of it.
    gc.set_threshold(100_000, 50, 50)
    # At exit everything goes; Python would still look for garbage first, for another tenth.
    atexit.register(gc.freeze)
    # No pydantic plugin has a say in how rulesets load, and looking for them reads every package.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Agents of the user's own are found in the folder they are in, as with `python -m`.
    if "" not in sys.path:
        sys.path.append("")
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        _never_fail_to_encode(stream)
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _close_quietly(sys.stdout)
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(arguments: list[str]) -> int:
    try:
        return _run_command(arguments)
    except SystemExit as stop:  # argparse has had its say
        return stop.code if isinstance(stop.code, int) else USAGE
    except RulesetError as error:
        report(error.diagnostics)
    except (PositionError, PlayError) as error:
        complain(f"{error.code}: {error.message}")
    except (AgentError, LabError) as error:
        complain(error.shown)
    except InternalError as error:
        complain(str(error))
        return BUG
    except RuleengineError as error:  # of agents, extras and games that never stop
        complain(str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        what = f"'{error.filename}': " if error.filename else ""
        complain(f"{what}{error.strerror or error}")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault of ours
        complain("".join(traceback.format_exception(error)).rstrip())
        complain(f"{type(error).__name__}: {error} (this is a bug in ruleengine)")
        return BUG
    return FAILURE


def _run_command(arguments: Sequence[str]) -> int:
    if not arguments or arguments[0] not in COMMANDS:
        _end_without_command(arguments)
    name, *words = arguments
    summary = COMMANDS[name]
    parser = argparse.ArgumentParser(
        prog=f"ruleengine {name}",
        description=f"{summary[:1].upper()}{summary[1:]}.",
        allow_abbrev=False,
    )
    parser.set_defaults(command=name)
    module = command(name)
    module.add_arguments(parser)
    return module.run(parse_words(parser, words))


def command(name: str) -> Command:
    """Return the module of a command."""
    return cast("Command", importlib.import_module(f"ruleengine.cli.{name}"))


def _end_without_command(arguments: Sequence[str]) -> NoReturn:
    """Print the help, the version or what is wrong."""
    parser = argparse.ArgumentParser(
        prog="ruleengine",
        description="A declarative rules engine for board games on a grid.",
        epilog="`ruleengine COMMAND --help` says more about a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary, add_help=False)
    if arguments and not arguments[0].startswith("-"):
        parser.error(
            f"there is no command '{arguments[0]}'; {meant_or_listed(arguments[0], COMMANDS)}"
        )
    parser.parse_args(arguments)
    parser.error("the command has to come first")


class _Version(argparse.Action):
    """Prints the version; looking it up takes time that other commands need not spend."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        del namespace, values, option_string
        metadata = importlib.import_module("importlib.metadata")
        print(f"ruleengine {metadata.version('ruleengine')}")  # noqa: T201 - that is what it is for
        parser.exit()


def _never_fail_to_encode(stream: TextIO) -> None:
    """Show what the terminal has no character for as an escape."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _close_quietly(stream: TextIO) -> None:
    """Point a stream without a reader elsewhere, so that its last flush is silent too."""
    try:
        number = stream.fileno()
    except (OSError, ValueError):  # a stream that is no file
        return
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - no path, a name of the system
        os.dup2(nowhere.fileno(), number)


if __name__ == "__main__":
    sys.exit(main())
