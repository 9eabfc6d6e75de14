"""A declarative rules engine for board games on a grid.

The flow, which is also the order in which to read the packages:

    source/       text            -> a tree in which every value knows its place
    expressions/  short conditions -> typed trees
    schema/       tree            -> frozen models of a ruleset
    resolve/      parents, flags, names: nothing is left open
    pipeline/     the literal interpreter: the rulebook in code, and every explanation
    compiler/     the same ruleset -> a program of plain tables, described in program/
    kernel/       the machine that runs every program: the fast tier
    analysis/     what can be said of a ruleset without playing it
    game/         load, Game, Position, Match, Record: the library
    agents/       programs that play
    table/        people who play: what each sees, what is kept, what can be undone
    workbench/    tools for authors: cases, explanations, differences, rulebooks
    lab/          many games, measured and compared
    cli/          the command `ruleengine`
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleengine.errors import (
        Diagnostic,
        EndlessError,
        GameOverError,
        IllegalMoveError,
        InvalidMoveError,
        PositionError,
        Reason,
        RulesetError,
        Span,
    )
    from ruleengine.game.game import Game
    from ruleengine.game.kept.record import Record
    from ruleengine.game.loading import load
    from ruleengine.game.match import Match
    from ruleengine.game.moves.moves import ChanceOutcome, Move
    from ruleengine.game.outcome import Outcome
    from ruleengine.game.position import Position
    from ruleengine.game.views import View

__all__ = [
    "ChanceOutcome",
    "Diagnostic",
    "EndlessError",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "InvalidMoveError",
    "Match",
    "Move",
    "Outcome",
    "Position",
    "PositionError",
    "Reason",
    "Record",
    "RulesetError",
    "Span",
    "View",
    "load",
]

_HOMES = {
    "errors": (
        "Diagnostic",
        "EndlessError",
        "GameOverError",
        "IllegalMoveError",
        "InvalidMoveError",
        "PositionError",
        "Reason",
        "RulesetError",
        "Span",
    ),
    "game.game": ("Game",),
    "game.loading": ("load",),
    "game.match": ("Match",),
    "game.moves.moves": ("ChanceOutcome", "Move"),
    "game.outcome": ("Outcome",),
    "game.position": ("Position",),
    "game.kept.record": ("Record",),
    "game.views": ("View",),
}
"""Where the public names live. They are imported when first used: commands that only check a
ruleset start without loading what plays it (decision 4)."""


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(f"{__name__}.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
