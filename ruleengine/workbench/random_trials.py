"""Both tiers held against each other on one ruleset that was drawn at random."""

from __future__ import annotations

from pathlib import Path

from ruleengine.errors import RulesetError
from ruleengine.workbench.drawn_games import DrawnGame
from ruleengine.workbench.lockstep import Lockstep, Programs
from ruleengine.workbench.random_rules import load_random

GAMES, MAX_PLIES = 2, 20
DRAWN_PLIES, COUNTED_EVERY = 12, 6


def try_ruleset(number: int, folder: Path) -> bool:
    """Play games of a ruleset on both tiers; False if it is none, as its file would be refused.

    Raises:
        AssertionError: the tiers differ.
    """
    try:
        game = load_random(number, folder)
    except RulesetError:
        return False
    programs = Programs(game)
    for seed in range(GAMES):
        Lockstep(game, seed, programs).play(MAX_PLIES)
    DrawnGame(game, number, programs.plain).play(DRAWN_PLIES, COUNTED_EVERY)
    return True
