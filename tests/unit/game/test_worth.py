"""Wins that count more than one point."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ruleengine import Game, Position

Make = Callable[..., Game]

STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: all, distance: 1}}
effects: [capture: to, move: {piece: man, to: to}]
"""
SETUP = "- put: {kind: man, owner: south, at: c1}\n- put: {kind: man, owner: north, at: c2}"
ENDINGS = """
- {each: us, when: "not exists(owner=us)", winner: us.opponent, worth: WORTH, says: gone}
- {when: turn > 9, draw: true, says: late}
"""


def captured(mini: Make, worth: str) -> Position:
    game = mini(STEP, setup=SETUP, endings=ENDINGS.replace("WORTH", worth))
    return game.start().play("step c2-c1")


@pytest.mark.parametrize(
    ("worth", "points"),
    [("3", 3), ("2 * count(owner=us.opponent)", 2), ("0 - 4", 1), ("c2.row - 2", 1)],
)
def test_a_win_counts_what_the_ending_says(mini: Make, worth: str, points: int) -> None:
    outcome = captured(mini, worth).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.worth) == ("north", points)
    assert outcome.points == {"north": points, "south": -points}
    assert outcome.by_side == {"north": 1, "south": -1}


def test_a_record_says_it_only_where_it_is_more_than_one(mini: Make) -> None:
    plain, double = captured(mini, "1").outcome, captured(mini, "2").outcome
    assert plain is not None
    assert double is not None
    assert "worth" not in plain.to_dict()
    assert double.to_dict()["worth"] == 2


def test_it_is_kept_when_a_position_is(mini: Make) -> None:
    after = captured(mini, "2")
    again = after.game.position(data=after.to_dict())
    assert again.outcome == after.outcome


def test_rewards_and_simulations_have_the_points(mini: Make) -> None:
    game = mini(STEP, setup=SETUP, endings=ENDINGS.replace("WORTH", "3"))
    found = game.simulate(200, seed=1)
    won = found.wins["north"] - found.wins["south"]
    assert found.points == {"north": 3 * won, "south": -3 * won}
    batch = game.batch(8, seed=2)
    rewards = set()
    for _ in range(60):
        legal = batch.legal()
        step = batch.step(np.array([legal.ids[start] for start in legal.offsets[:-1]]))
        rewards |= {float(reward) for reward in step.rewards.reshape(-1)}
    assert rewards == {-3.0, 0.0, 3.0}
