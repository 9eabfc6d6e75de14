"""Both tiers play the same game: legal moves, positions and outcomes agree at every decision."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.compiler.flow import compile_ruleset
from ruleengine.kernel.rows import Tables
from ruleengine.resolve.library import shipped_names
from ruleengine.workbench.lockstep import Lockstep

GAMES = 3
MAX_PLIES = 150


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_both_tiers_play_the_same_game(name: str) -> None:
    game = load(name)
    tables = Tables(compile_ruleset(game.rules.resolved))
    endings = [Lockstep(game, seed, tables).play(MAX_PLIES) for seed in range(GAMES)]
    assert len(endings) == GAMES
