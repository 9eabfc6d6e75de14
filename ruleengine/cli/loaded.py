"""From arguments to a game."""

from __future__ import annotations

import argparse

from ruleengine.cli.arguments import overrides
from ruleengine.game.game import Game
from ruleengine.game.loading import load


def load_game(args: argparse.Namespace) -> Game:
    """Return the game that the arguments ask for."""
    return load(args.game, overrides(args.game, args.flags))
