"""`ruleengine show`: a ruleset for people, or with everything resolved."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from ruleengine.cli.arguments import add_game
from ruleengine.cli.loaded import load_game
from ruleengine.cli.output import complain, say, say_json
from ruleengine.errors import Span
from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import name_lines, shown_board
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.files.library import find, shown_name
from ruleengine.resolve.flags.values import as_plain, setting_text
from ruleengine.resolve.standalone import standalone_tree
from ruleengine.schema.drawn_frame import A_HOLE, HOLE
from ruleengine.schema.procedures import Procedure
from ruleengine.schema.ruleset import Action, Ending, Phase, Ruleset
from ruleengine.schema.sentence import Parts
from ruleengine.schema.steps import End, EndSpec
from ruleengine.schema.wording import counted
from ruleengine.source.document import Map, Seq, Value, child_span
from ruleengine.source.yaml_reader import read_content
from ruleengine.source.yaml_writer import write_yaml
from ruleengine.workbench.rulebook.claims import speech_about
from ruleengine.workbench.rulebook.document import plain
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.quotes import said_words

_WIDTH: Final = 80
_USAGE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    parser.add_argument(
        "--resolved",
        action="store_true",
        help="print the ruleset as YAML with parents merged and flags settled; it loads again",
    )
    parser.add_argument(
        "--origin",
        action="store_true",
        help="with --resolved, say at each line which file and line it comes from",
    )
    parser.add_argument(
        "--source",
        action="store_true",
        help="print the file as it was written, comments included",
    )
    parser.add_argument(
        "--program",
        action="store_true",
        help="print the program that the compiled tier plays: its row, its decisions, its code",
    )
    parser.add_argument(
        "--format",
        choices=("text", "yaml", "json"),
        help="how the result is printed: text, or yaml with --resolved, if not said",
    )


def run(args: argparse.Namespace) -> int:
    """Print the ruleset."""
    if args.source and (args.resolved or args.origin or args.flags or args.format):
        complain("ruleengine show: --source prints the file as it is, so nothing goes with it")
        return _USAGE
    if args.source:
        path = find(args.game)
        sys.stdout.write(read_content(path, shown_name(path, args.game)))
        return 0
    if not args.resolved and (args.origin or args.format == "yaml"):
        given = "--origin" if args.origin else "--format yaml"
        complain(f"ruleengine show: {given} goes with --resolved")
        return _USAGE
    if args.resolved and args.format == "text":
        complain("ruleengine show: --resolved prints yaml or json")
        return _USAGE
    if args.program and args.resolved:
        complain("ruleengine show: --program and --resolved are two different things")
        return _USAGE
    game = load_game(args)
    if args.program:
        _show_program(game, as_json=args.format == "json")
    elif args.resolved:
        _show_resolved(game, origin=args.origin, as_json=args.format == "json")
    elif args.format == "json":
        say_json(_summary(game))
    else:
        say("\n".join(_lines(game)))
    return 0


def _show_resolved(game: Game, *, origin: bool, as_json: bool) -> None:
    tree = standalone_tree(game.rules.resolved)
    if not as_json:
        sys.stdout.write(write_yaml(tree, _place if origin else None))
    elif origin:
        origins = {path: _place(span) for path, span in _origins(tree, "")}
        say_json({"ruleset": as_plain(tree), "origins": origins})
    else:
        say_json(as_plain(tree))


def _show_program(game: Game, *, as_json: bool) -> None:
    from ruleengine.compiler.flow import compile_ruleset  # noqa: PLC0415 - most calls do without
    from ruleengine.program.disassemble import disassemble, program_data  # noqa: PLC0415

    program = compile_ruleset(game.rules.resolved)
    if as_json:
        say_json(program_data(program))
    else:
        sys.stdout.write(disassemble(program))


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"


def _origins(value: Value, path: str) -> Iterator[tuple[str, Span]]:
    """Yield the place of every value, by its JSON pointer."""
    if isinstance(value, Map):
        for key, item in value.items():
            inner = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
            yield inner, child_span(value, key)
            yield from _origins(item, inner)
    elif isinstance(value, Seq):
        for index, item in enumerate(value):
            yield f"{path}/{index}", child_span(value, index)
            yield from _origins(item, f"{path}/{index}")


def _summary(game: Game) -> dict[str, object]:
    ruleset = game.rules.resolved.ruleset
    return {
        "name": game.name,
        "title": game.title,
        "about": ruleset.about,
        "hash": game.hash,
        "board": game.start().drawing.splitlines(),
        "seats": list(game.seats),
        "sides": {name: side.title or name for name, side in ruleset.sides.items()},
        "kinds": {name: kind.title or name for name, kind in ruleset.kinds.items()},
        "zones": {name: zone.title or name for name, zone in ruleset.zones.items()},
        "actions": {
            name: {"title": action.title or name, "operands": list(action.operands)}
            for name, action in ruleset.actions.items()
            if name in ruleset.offered
        },
        "endings": [
            {
                "id": ending.id,
                "says": _said(game, ending.says, ending.each),
                "worth": None if ending.worth is None else ending.worth.text,
                "clauses": list(ending.clauses),
            }
            for ending in _endings(game)
        ]
        + [
            {
                "id": step.id or "end",
                "says": _said(game, step.end.says),
                "worth": None if step.end.worth is None else step.end.worth.text,
                "clauses": list(step.clauses),
            }
            for _, step in _end_steps(ruleset)
        ],
        "flags": dict(game.flag_values),
    }


def _lines(game: Game) -> Iterator[str]:
    ruleset = game.rules.resolved.ruleset
    yield f"{game.title} ({game.name})"
    if ruleset.about:
        yield ""
        yield textwrap.fill(ruleset.about, _WIDTH)
    yield ""
    yield str(shown_board(game, game.start().full_view()))
    if names := name_lines(game.rules.grid):
        yield from ("", *names)
    yield from _legend(game)
    yield ""
    yield "Sides: " + ", ".join(side.title or name for name, side in ruleset.sides.items())
    yield "Seats: " + ", ".join(game.seats)
    yield ""
    yield "Actions"
    offered = ruleset.offered
    for name, action in (
        (name, ruleset.actions[name]) for name in ruleset.actions if name in offered
    ):
        told = [each for each, operand in action.operands.items() if operand.named != "never"]
        named = f" ({', '.join(told)})" if told else ""
        title = f": {action.title}" if action.title and action.title != name else ""
        yield f"  {name}{named}{title}"
    yield ""
    yield "The game ends when"
    for ending in _endings(game):
        result = _result(ruleset, ending, ending.each)
        yield _hanging(f"  - {_said(game, ending.says, ending.each)} ({result})")
    for where, step in _end_steps(ruleset):
        result = _result(ruleset, step.end, None)
        said = _said(game, step.end.says)
        yield _hanging(f"  - {said} ({result}); this is decided {where}")
    if game.flag_values:
        yield ""
        yield "Readings (`ruleengine flags` explains them)"
        width = max(map(len, game.flag_values))
        for name, value in game.flag_values.items():
            default = game.flags[name].default
            mark = "" if value == default else "  (not the default)"
            yield from _setting(f"  {name:<{width}}  ", value, mark)


def _endings(game: Game) -> list[Ending]:
    """Return the endings that can come about under the flags of the game, as its rulebook has."""
    resolved = game.rules.resolved
    speech = speech_about(resolved)
    return [
        ending for ending in resolved.ruleset.endings if settled(speech, ending.when) is not False
    ]


def _said(game: Game, parts: Parts, each: str | None = None) -> str:
    """Return why the game is over, with words for the values that only play knows."""
    speech = replace(speech_about(game.rules.resolved), mover_words="the mover")
    if each is not None:
        speech = speech.knowing({each: "a side"})
    return plain(said_words(speech, parts))


def _result(ruleset: Ruleset, ending: Ending | EndSpec, each: str | None) -> str:
    """Return how the game ends, as far as that is plain, and what a win is worth."""
    if ending.void:
        return "the game is void"
    if ending.winner is None:
        return "the game is lost" if ruleset.is_for_one_side else "a draw"
    words = _winner(ruleset, ending.winner.text, each)
    if ending.worth is None:
        return words
    worth = ending.worth.text
    points = counted(int(worth), "point") if worth.isdecimal() else f"as many points as {worth}"
    return f"{words}, which counts {points}"


def _winner(ruleset: Ruleset, winner: str, each: str | None) -> str:
    """Return that a side wins, in words as far as it is plain which."""
    side = ruleset.sides.get(winner)
    if side is not None:
        title = side.title or winner
        return f"{title} {'win' if side.is_several(title) else 'wins'}"
    plain = {"mover": "the mover", "opponent": "the opponent"}
    if each is not None:
        side_words = "the side for which this is so"
        plain |= {each: side_words, f"{each}.opponent": f"the opponent of {side_words}"}
    if winner in plain:
        return f"{plain[winner]} wins"
    return f"{winner} wins" + (f", for each side as {each}" if each is not None else "")


def _end_steps(ruleset: Ruleset) -> Iterator[tuple[str, End]]:
    """Yield the steps that end the game, with what players call that which they belong to."""
    sections: dict[str, Mapping[str, object]] = {
        "by the move": ruleset.actions,
        "by the reaction": ruleset.reactions,
        "by the procedure": ruleset.procedures,
        "in the phase": ruleset.phases,
    }
    for how, items in sections.items():
        for name, item in items.items():
            for model in models_in(item):
                if isinstance(model, End):
                    yield f"{how} '{_title(name, item)}'", model


def _title(name: str, item: object) -> str:
    """Return what players call an action, a phase or a procedure."""
    title = item.title if isinstance(item, Action | Phase | Procedure) else None
    # One that tells what the procedure is given is no name for it.
    return title if title is not None and "{" not in title else name.replace("_", " ")


def _legend(game: Game) -> Iterator[str]:
    """Yield what the marks of the board stand for."""
    ruleset = game.rules.resolved.ruleset
    titles = {name: side.title for name, side in ruleset.sides.items()}
    marks = [
        f"{letter} {kind.title or name}" + (f" of {titles[side] or side}" if side in titles else "")
        for name, kind in ruleset.kinds.items()
        for side, letter in kind.letters.items()
    ]
    marks += [f"{zone.symbol} {zone.title}" for zone in game.rules.grid.zones if zone.symbol]
    marks += [
        f"{mark.symbol} {mark.title or name}" for name, mark in ruleset.marks.items() if mark.symbol
    ]
    marks += [f"{HOLE} {A_HOLE}"] if game.rules.grid.draws_holes else []
    if marks:
        yield ""
        yield textwrap.fill(", ".join(marks), _WIDTH)


def _hanging(text: str) -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent="    ")


def _setting(head: str, value: object, mark: str) -> Iterator[str]:
    """Yield the value of a flag; of a list of maps each item has a line."""
    is_long = isinstance(value, list) and any(isinstance(each, dict | list) for each in value)
    items = value if is_long and isinstance(value, list) else [value]
    for number, item in enumerate(items):
        start = head if number == 0 else " " * len(head)
        end = mark if number == len(items) - 1 else ""
        text = f"{start}{_written(item)}{end}"
        yield textwrap.fill(text, _WIDTH, subsequent_indent=" " * len(head) + "  ")


def _written(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_written(each)}" for key, each in value.items())
    if isinstance(value, list):
        return ", ".join(_written(each) for each in value)
    return setting_text(value) if isinstance(value, bool | int) else str(value)
