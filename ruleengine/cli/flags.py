"""`ruleengine flags`: what can be switched in a ruleset."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from ruleengine.cli.arguments import add_format, add_game
from ruleengine.cli.loaded import load_game
from ruleengine.cli.output import say, say_json
from ruleengine.cli.terminal import console
from ruleengine.game.game import Game
from ruleengine.resolve.flags.rules import Demand, demands
from ruleengine.resolve.flags.values import written
from ruleengine.schema.flags import BooleanFlag, ChoiceFlag, Flag, MapFlag, NumberFlag, TableFlag

_MARK = "*"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Print the flags, with the value that each has."""
    game = load_game(args)
    if args.format == "json":
        say_json({name: _as_data(game, name) for name in game.flags})
    elif not game.flags:
        say(f"{game.name} declares no flags")
    else:
        console().print(_table(game))
    return 0


def _table(game: Game) -> Table:
    table = Table(box=None, padding=(0, 1, 1, 0), header_style="bold")
    table.add_column("Flag", no_wrap=True, style="bold")
    table.add_column(f"Question, and what it can be ({_MARK} marks what it is)", ratio=1)
    for name, flag in game.flags.items():
        table.add_row(name, _about(name, flag, game.flag_values[name]))
    return table


def _about(name: str, flag: Flag, value: object) -> Table:
    """Return the question, the choices, and what the flag has to do with others."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column(ratio=1)
    for text, words, is_current in _options(flag, value):
        tail = " (default)" if text == written(flag.default) else ""
        line = Text(text, "bold green" if is_current else "")
        line.append(f": {words}{tail}" if words else tail, style="not bold")
        grid.add_row(_MARK if is_current else "", line)
    notes = [_demand(name, each) for each in demands(name, flag)]
    default = written(flag.default)
    if all(text != default for text, _, _ in _options(flag, value)):
        notes.insert(0, f"default {default}")
    if flag.clauses:
        notes.append(f"clauses {', '.join(flag.clauses)}")
    whole = Table.grid()
    whole.add_row(Text(flag.question))
    whole.add_row(grid)
    for note in notes:
        whole.add_row(Text(note, style="dim"))
    return whole


def _options(flag: Flag, value: object) -> Iterator[tuple[str, str, bool]]:
    """Yield each value a flag can have, or those that matter, in words."""
    now = written(value)
    match flag:
        case ChoiceFlag():
            for choice, words in flag.words.items():
                yield choice, words, choice == now
        case BooleanFlag():
            for choice in ("true", "false"):
                yield choice, "", choice == now
        case NumberFlag():
            yield now, _bounds(flag.values, flag.at_least, flag.at_most), True
        case MapFlag():
            yield now, "", True
            for field, range_ in flag.fields_.items():
                limits = _bounds(range_.values, range_.at_least, range_.at_most)
                yield field, limits, False
        case TableFlag():
            limits = _bounds(flag.entries.values, flag.entries.at_least, flag.entries.at_most)
            yield now, limits, True
        case _:
            yield now, "", True


def _bounds(values: object, at_least: int | None, at_most: int | None) -> str:
    if isinstance(values, list):
        return "one of " + ", ".join(written(each) for each in values)
    limits = {"at least": at_least, "at most": at_most}
    return ", ".join(f"{word} {limit}" for word, limit in limits.items() if limit is not None)


def _demand(name: str, demand: Demand) -> str:
    """Return what a flag, or one value of it, asks of another one."""
    field = demand.slot.removeprefix(f"{name}.") if demand.slot != name else ""
    who = " ".join(filter(None, (field, demand.value)))
    asks = "needs" if demand.kind == "requires" else "cannot go with"
    wanted = " or ".join(written(each) for each in demand.settings)
    return f"{who} {asks} {demand.other}: {wanted}".strip()


def _as_data(game: Game, name: str) -> dict[str, object]:
    flag = game.flags[name]
    data: dict[str, object] = flag.model_dump(mode="json", by_alias=True, exclude_none=True)
    return data | {"value": game.flag_values[name]}
