"""`ruleengine play`: a match in the terminal, among people or against programs."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ruleengine.agents.protocol import Agent
from ruleengine.agents.registry import AGENTS, make_agent, searches
from ruleengine.cli.arguments import add_flags, add_opening, add_position, whole
from ruleengine.cli.output import complain, say
from ruleengine.cli.situated import game_at, position_clashes
from ruleengine.cli.terminal import RichTerminal
from ruleengine.errors import PositionError, RulesetError
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Record
from ruleengine.game.kept.record_files import read_record
from ruleengine.game.loading import load
from ruleengine.game.match import Match
from ruleengine.game.position import Position
from ruleengine.game.way_there import way_to
from ruleengine.resolve.files.library import SUFFIX, find, shipped_names
from ruleengine.table.commands import hidden_commands, typed
from ruleengine.table.dialogue import Dialogue
from ruleengine.table.saves import (
    Save,
    kept_games,
    last_open,
    note_of,
    ruleset_of,
    saves_directory,
    why_not_kept,
)
from ruleengine.table.seating import PERSON, Seating, seat_everybody
from ruleengine.table.table import Table

_USAGE: Final = 2
_LAST: Final = ""
_FAILED: Final = ("agent/not-importable", "agent/not-made", "agent/not-an-agent")
"""What is wrong with a program itself and not with how it was named."""
# Programs among themselves may never come to an end.
_MAX_PLIES_UNATTENDED: Final = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="a ruleset or variant: the path of a file, or a name; "
        "with `--resume` only needed to say which",
    )
    add_flags(parser)
    parser.add_argument(
        "--seed",
        metavar="N",
        type=whole,
        help="decides every throw and every move of a program; drawn if not given",
    )
    parser.add_argument(
        "--as",
        dest="people",
        metavar="SEAT,...|all|none",
        help="the seats that people play; the first one, or all without a program, if not given",
    )
    parser.add_argument(
        "--agent",
        metavar="[SEAT=]SPEC",
        action="append",
        default=[],
        dest="agents",
        help="the program that plays a seat, or all seats that people do not; with `all=SPEC` "
        "people have only the seats that `--as` gives them; random if not said; may be given "
        "several times",
    )
    add_opening(parser)
    add_position(parser)
    parser.add_argument(
        "--sheet",
        metavar="SEAT=NAME",
        action="append",
        default=[],
        dest="sheets",
        help="hand in a ready sheet for a seat at once, whoever plays it; may be given several "
        "times",
    )
    keeping = parser.add_mutually_exclusive_group()
    keeping.add_argument("--save", metavar="FILE", type=Path, help="keep the game in this new file")
    keeping.add_argument(
        "--resume",
        metavar="FILE",
        nargs="?",
        const=_LAST,
        help="go on with the game in a file; with the last unfinished one if none is given",
    )
    keeping.add_argument("--no-save", action="store_true", help="keep the game nowhere")
    keeping.add_argument("--saved", action="store_true", help="list the games that are kept")


def run(args: argparse.Namespace) -> int:
    """Play one match, or go on with one."""
    if args.saved:
        _list_saved()
        return 0
    if args.resume is not None:
        return _resume(args)
    if args.game is None:
        complain("ruleengine play: say which GAME, or go on with one: `--resume`")
        return _USAGE
    if position_clashes(args, "play"):
        return _USAGE
    game, position = game_at(args)
    try:
        seating = seat_everybody(game.seats, args.people, args.agents)
        sheets = _sheets(game, args.sheets)
        _check_begun_with(position, seating)
        seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
        agents = _agents(game, seating, seed)
    except ValueError as error:  # an agent that there is not is one too
        if not _is_about_usage(error):
            raise
        complain(f"ruleengine play: {error}")
        return _USAGE
    save = None if args.no_save else _new_save(game, args)
    match = Match(
        game,
        seed,
        opening=args.opening,
        max_plies=None if seating.people else _MAX_PLIES_UNATTENDED,
        players=seating.players,
        position=position,
    )
    return _sit_down(Table(match, agents, save), sheets)


def _resume(args: argparse.Namespace) -> int:
    """Go on with a game that was kept."""
    new = [("--seed", args.seed), ("--opening", args.opening), ("--sheet", args.sheets)]
    new.append(("--position", args.position))
    if given := next((name for name, value in new if value), None):
        complain(f"ruleengine play: {given} is for a new game, not for one that is resumed")
        return _USAGE
    if args.resume == _LAST:
        name = None if args.game is None else load(args.game).name
        ruleset = None if args.game is None else _own_ruleset(args.game)
        path = last_open(saves_directory(), name, ruleset)
        if path is None:
            what = "no unfinished game" if name is None else f"no unfinished game of '{name}'"
            complain(f"there is {what} in '{saves_directory()}'; `ruleengine play GAME` begins one")
            return 1
        say(f"Going on with the game in {path}.")
    elif args.game is None and _is_game(args.resume):
        hint = f"`ruleengine play {args.resume} --resume` goes on with the last game of it"
        complain(f"ruleengine play: '{args.resume}' is no saved game but a ruleset; {hint}")
        return _USAGE
    else:
        path = Path(args.resume)
    found = read_record(path)
    record = found.record
    ruleset = ruleset_of(path)
    elsewhere = f"say where that is: `ruleengine play PATH --resume {path}`"
    rules = args.game or (None if ruleset is None else str(ruleset))
    game = found.load_game(rules, elsewhere=elsewhere)
    found.check_plies(game)
    if record.closing != "unfinished":
        hint = f"`ruleengine replay {path}` shows it"
        raise PositionError("position/bad-value", f"the game in '{path}' is over; {hint}")
    try:
        seating = _seating_of(game, record, args)
        _check_begun_with(None if record.start is None else record.first(game), seating)
        agents = _agents(game, seating, record.seed)
    except ValueError as error:
        if not _is_about_usage(error):
            raise
        complain(f"ruleengine play: {error}")
        return _USAGE
    return _sit_down(Table.resume(game, record, agents, Save.of(path)), {})


def _is_about_usage(error: ValueError) -> bool:
    """Return whether the arguments are wrong, and not a program or a position that they name."""
    return not isinstance(error, PositionError) and getattr(error, "code", None) not in _FAILED


def _check_begun_with(position: Position | None, seating: Seating) -> None:
    """Raise PositionError when a program could never move in a game that begins so."""
    if position is not None and any(map(searches, seating.programs.values())):
        way_to(position)


def _is_game(text: str) -> bool:
    """Return whether a text that should be a saved game is the name of a ruleset, or its file."""
    if Path(text).exists():
        return text.endswith(SUFFIX)
    try:
        return find(text).exists()
    except RulesetError:
        return False


def _seating_of(game: Game, record: Record, args: argparse.Namespace) -> Seating:
    """Return who sits where: as before, unless it is said anew."""
    if args.people is not None or args.agents:
        return seat_everybody(game.seats, args.people, args.agents)
    players = {seat: record.players.get(seat, PERSON) for seat in game.seats}
    for seat, player in players.items():
        # A file must not decide which code is run; only what comes with the package is.
        if player != PERSON and player.partition(":")[0] not in AGENTS:
            raise ValueError(
                f"{seat} was played by '{player}', a program of somebody's own; "
                f"say so again: `--agent {seat}={player}`"
            )
    return Seating(players)


def _agents(game: Game, seating: Seating, seed: int) -> Mapping[str, Agent]:
    return {
        seat: make_agent(spec, game, seed=seed, seat=seat)
        for seat, spec in seating.programs.items()
    }


def _sheets(game: Game, texts: list[str]) -> dict[str, str]:
    found = {}
    for text in texts:
        seat, _, name = text.partition("=")
        if seat not in game.seats:
            raise ValueError(f"there is no seat '{seat}'; there are: {', '.join(game.seats)}")
        if name not in game.sheets:
            listed = ", ".join(game.sheets) or "none"
            raise ValueError(f"there is no sheet '{name}'; there are: {listed}")
        found[seat] = name
    return found


def _new_save(game: Game, args: argparse.Namespace) -> Save:
    path: Path | None = args.save
    if path is not None and path.exists():
        raise FileExistsError(17, "there is such a file already; `--resume` goes on with it", path)
    if path is not None and (reason := why_not_kept(path)):
        message = f"'{path}' (--save) cannot be written: {reason}"
        raise PositionError("position/bad-value", message)
    return Save(path, game=game.name, ruleset=_own_ruleset(args.game))


def _own_ruleset(name_or_path: str) -> Path | None:
    """Return the file of a ruleset that does not come with the package, where a name is enough."""
    path = find(name_or_path)
    return None if path in shipped_names().values() else path


def _sit_down(table: Table, sheets: dict[str, str]) -> int:
    """Play, and say where the game is kept, however it is left."""
    say(f"{table.game.title}. `{typed('help', table.game)}` says what you can type.")
    for name in hidden_commands(table.game):
        say(f"`{name}` is a move here; the command is `/{name}`.")
    try:
        Dialogue(table, RichTerminal()).play(sheets)
    except KeyboardInterrupt:
        say()
        _say_where(table)
        raise
    _say_where(table)
    return 0


def _say_where(table: Table) -> None:
    path = None if table.save is None else table.save.path
    if table.unsaved is not None:
        complain(f"the game could not be saved: {table.unsaved}")
    elif path is not None and table.match.is_over:
        say(f"The record is in {path}; `ruleengine replay {path}` shows it.")
    elif path is not None:
        file = "" if path.parent == saves_directory() else f" {path}"
        say(f"The game is kept in {path}; `ruleengine play --resume{file}` goes on with it.")
        if ruleset_of(path) is not None:
            say(f"Where its ruleset lies is noted beside it, in {note_of(path).name}.")


def _list_saved() -> None:
    directory = saves_directory()
    games = list(kept_games(directory))
    for kept in games:
        record = kept.record
        state = f"{len(record.plies)} plies, {record.closing.replace('_', ' ')}"
        who = ", ".join(f"{seat}: {name}" for seat, name in record.players.items())
        say(f"{kept.path}  {record.ruleset}  {state}" + (f"  ({who})" if who else ""))
    if not games:
        say(f"no game is kept in {directory}")
