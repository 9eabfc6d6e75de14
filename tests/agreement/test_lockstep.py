"""Both tiers play the same game.

Legal moves, positions, what everybody sees and is told, and outcomes agree at every decision.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.both_tiers.drawn_games import DrawnGame
from ruleengine.workbench.both_tiers.lockstep import Lockstep, Programs

MAX_PLIES = 60
COUNTED_EVERY = 25
RULES = sorted(Path(__file__).with_name("rules").glob("*.yaml"))


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_both_tiers_play_the_same_game(name: str) -> None:
    game = load(name)
    programs = Programs(game)
    assert Lockstep(game, 1, programs).play(MAX_PLIES)


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_both_tiers_play_what_no_shipped_ruleset_asks_for(path: Path) -> None:
    game = load(str(path))
    programs = Programs(game)
    for seed in range(3):
        assert Lockstep(game, seed, programs).play(MAX_PLIES)
        assert DrawnGame(game, seed, programs.plain).play(MAX_PLIES, COUNTED_EVERY)
