"""From arguments to a game and the position that it begins with."""

from __future__ import annotations

import argparse

from ruleengine.cli.arguments import overrides
from ruleengine.cli.output import complain
from ruleengine.game.game import Game
from ruleengine.game.loading import load
from ruleengine.game.position import Position


def opening_clashes(args: argparse.Namespace, command: str) -> bool:
    """Say that a position and an opening do not go together, if both are given."""
    if args.position is None or args.opening is None:
        return False
    complain(f"ruleengine {command}: --opening goes with the start, not with --position")
    return True


def game_at(args: argparse.Namespace) -> tuple[Game, Position | None]:
    """Return the game, and the position that the arguments name, if they name one.

    What the file with the position says of flags holds unless it is changed here.
    """
    given = overrides(args.game, args.flags)
    game = load(args.game, given)
    if args.position is None:
        return game, None
    from ruleengine.workbench import situations  # noqa: PLC0415 - most begin at the start

    asked = {
        name: value
        for name, value in situations.situation_flags(game, args.position, args.case).items()
        if name not in given
    }
    game = load(args.game, {**asked, **given}) if asked else game
    return game, situations.read_position(game, args.position, ply=args.ply, case=args.case)
