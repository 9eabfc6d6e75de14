"""What the kernel draws in playouts is legal, each move as likely, and does what it should."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.resolve.library import shipped_names
from ruleengine.workbench.drawn_games import DrawnGame

MAX_PLIES = 40
COUNTED_EVERY = 20


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_the_pipeline_can_follow_what_the_kernel_draws(name: str) -> None:
    game = load(name)
    assert DrawnGame(game, 1, game.compiled.tables).play(MAX_PLIES, COUNTED_EVERY)
