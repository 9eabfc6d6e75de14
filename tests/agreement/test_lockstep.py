"""Both tiers play the same game: legal moves, positions and outcomes agree at every decision."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.resolve.library import shipped_names
from ruleengine.workbench.lockstep import Lockstep, Programs

GAMES = 3
MAX_PLIES = 150


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_both_tiers_play_the_same_game(name: str) -> None:
    game = load(name)
    programs = Programs(game)
    endings = [Lockstep(game, seed, programs).play(MAX_PLIES) for seed in range(GAMES)]
    assert len(endings) == GAMES
