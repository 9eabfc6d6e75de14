"""How many moves there are to choose from: measured in few games, and all over each."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.lab.branching import GAMES, LOOKS, MAX_LISTED, measure_branching
from ruleengine.lab.drawing import Drawing
from ruleengine.lab.jobs import Manner


def test_moves_are_listed_at_a_bounded_number_of_decisions() -> None:
    """To list them at each took most of the time, where there are many and games are long."""
    rules = {"breakthrough": 50.0, "ur": 300.0, "flag_war": 60.0}
    for name, plies in rules.items():
        game, manner = load(name), Manner(seed=3)
        found = measure_branching(game, manner, 10_000, plies)
        assert found is not None
        assert found == measure_branching(game, manner, 10_000, plies)
        assert found.decisions < (2 * GAMES * LOOKS if name != "flag_war" else 2 * MAX_LISTED)
        assert found.games <= GAMES
    few = measure_branching(load("breakthrough"), Manner(seed=3), 64, 50.0)
    assert few is not None
    assert few.mean.value == pytest.approx(25.8, abs=0.5)  # as when all are looked at


def test_moves_are_counted_in_whole_games() -> None:
    """The set-up has the most moves, and was half of what was looked at."""
    found = measure_branching(load("stratego"), Manner(seed=3), 64, 820.0)
    assert found is not None
    assert found.games > 20
    assert found.mean.low < 39.4 < found.mean.high  # the mean over 128 whole games
    assert found.mean.high - found.mean.low < 15


def test_a_draft_is_drawn_as_by_the_random_agent() -> None:
    """With all moves alike it took four times as long, for most of them take pieces back."""
    game = load("stratego")
    batch, drawing, decisions = game.batch(8, 3, auto_reset=False), Drawing(game, 8, 3), 0
    while (batch.plies < 2).all():
        decisions += 8
        batch.step(batch.pick(drawing.places(batch)))
    assert 80 * 8 < decisions < 200 * 8
