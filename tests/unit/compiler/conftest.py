"""Small games that both tiers play side by side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.workbench.both_tiers.lockstep import Lockstep, Programs

SETUP = """
- drawn: |
    n n n n n
    . . . . .
    . . . . .
    . . . . .
    s s s s s
"""
SEEDS = 3


@pytest.fixture
def agree(mini: Callable[..., Game]) -> Callable[..., list[str]]:
    """Return a function that makes a game, plays it on both tiers, and returns the endings."""

    def play(*step: str, plies: int = 60, **sections: str) -> list[str]:
        game = mini(*step, **{"setup": SETUP, **sections})
        programs = Programs(game)
        return [Lockstep(game, seed, programs).play(plies) for seed in range(SEEDS)]

    return play
