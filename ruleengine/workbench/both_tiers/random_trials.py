"""Both tiers held against each other on one ruleset that was drawn at random."""

from __future__ import annotations

from pathlib import Path

from ruleengine.errors import EndlessError, RulesetError
from ruleengine.workbench.both_tiers.drawn_games import DrawnGame
from ruleengine.workbench.both_tiers.lockstep import Lockstep, Programs
from ruleengine.workbench.both_tiers.random_rules import load_random

GAMES, MAX_PLIES = 2, 20
DRAWN_PLIES, COUNTED_EVERY = 12, 6


def try_ruleset(number: int, folder: Path) -> bool:
    """Play games of a ruleset on both tiers; False if it is none, as its file would be refused.

    Raises:
        AssertionError: the tiers differ.
        EndlessError: only one tier has come to where its rules go round in a circle.
    """
    try:
        game = load_random(number, folder)
    except RulesetError:
        return False
    programs = Programs(game)
    for seed in range(GAMES):
        lockstep = Lockstep(game, seed, programs)
        try:
            lockstep.play(MAX_PLIES)
        except EndlessError:
            if lockstep.goes_round:
                return True  # there is no more to compare: draws would come to no decision either
            raise
    DrawnGame(game, number, programs.plain).play(DRAWN_PLIES, COUNTED_EVERY)
    return True
