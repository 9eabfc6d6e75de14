"""From arguments to a game and the position that it begins with."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ruleengine.cli.arguments import overrides
from ruleengine.cli.output import complain, printable
from ruleengine.errors import PlayError, PositionError
from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import shown_board
from ruleengine.game.loading import load
from ruleengine.game.position import Position
from ruleengine.table.titles import seat_title


def position_clashes(args: argparse.Namespace, command: str) -> bool:
    """Say what does not go with how games begin: what is passed over is not what was asked for."""
    if args.position is not None:
        if args.opening is None:
            return False
        complain(f"ruleengine {command}: --opening goes with the start, not with --position")
        return True
    for option, value in (("--ply", args.ply), ("--case", args.case)):
        if value is not None:
            complain(f"ruleengine {command}: {option} says where in a file; name it by --position")
            return True
    return False


def game_at(args: argparse.Namespace) -> tuple[Game, Position | None]:
    """Return the game, and the position that the arguments name, if they name one.

    What the file with the position says of flags holds unless it is changed here.
    """
    given = overrides(args.game, args.flags)
    game = load(args.game, given)
    if args.position is None:
        return game, None
    from ruleengine.workbench import situations  # noqa: PLC0415 - most begin at the start

    try:
        file = situations.PositionFile(args.position)
    except OSError as error:
        message = f"'{args.position}' (--position) cannot be read: {error.strerror or error}"
        raise PositionError("position/bad-value", message) from error
    asked = {
        name: value
        for name, value in situations.situation_flags(game, file, args.case).items()
        if name not in given
    }
    game = load(args.game, {**asked, **given}) if asked else game
    return game, situations.read_position(game, file, ply=args.ply, case=args.case)


def after_moves(position: Position, moves: Sequence[str]) -> Position | None:
    """Return the position after some moves, or say which of them is refused on which board."""
    for number, move in enumerate(moves, start=1):
        try:
            position = position.play(move)
        except PlayError as error:
            game, seat = position.game, next(iter(position.actors), None)
            who = "" if seat is None else f" for {seat_title(game, seat)}"
            complain(f"{shown_board(game, position.view(seat))}\n")
            told = f"move {number} of {len(moves)} in `--after`, '{move}', is refused{who}"
            complain(f"{told}: {error.message} [{error.code}]")
            if any(outcome.text == move for outcome in position.view(None).chance or ()):
                # As it is told to those who may not know more, it means several outcomes.
                complain("  hint: `why --as referee` lists the ways in which chance can fall")
            elif "," in move:
                spelled = "; ".join(part.strip() for part in move.split(",") if part.strip())
                complain(
                    "  hint: moves are separated by semicolons, as commas may stand within one: "
                    f'--after "{printable(spelled)}"'
                )
            return None
    return position
