from __future__ import annotations

import sys

import pytest

from ruleengine import load
from ruleengine.errors import MissingExtraError


def test_every_game_is_accounted_for() -> None:
    found = load("breakthrough").simulate(500, seed=3)
    assert found.games == 500
    assert sum(found.wins.values()) + found.draws + found.void + found.unfinished == 500
    assert sum(found.endings.values()) == 500
    assert sum(found.lengths) == found.plies
    # A pawn needs at least six moves to the far row, and so many of the other side's between.
    assert min(found.lengths) >= 11


def test_games_depend_on_seed_and_number_only() -> None:
    game = load("generals_10x10")
    one = game.simulate(2_500, seed=7, max_plies=300)
    two = game.simulate(2_500, seed=7, max_plies=300, threads=2)
    other = game.simulate(2_500, seed=8, max_plies=300)
    assert (one.lengths, one.wins, one.endings) == (two.lengths, two.wins, two.endings)
    assert one.lengths != other.lengths


def test_a_simulation_is_shown_without_the_length_of_every_game() -> None:
    found = load("breakthrough").simulate(200, seed=3)
    assert "lengths" not in repr(found)
    assert "games=200" in repr(found)
    assert len(found.lengths) == 200


def test_a_limit_of_plies_stops_games() -> None:
    found = load("generals_10x10").simulate(50, seed=1, max_plies=20)
    assert found.unfinished == 50
    assert set(found.lengths) == {20}


def test_an_opening_is_settled_at_once() -> None:
    game = load("generals_10x10")
    found = game.simulate(20, seed=1, opening={"attacker": "B"}, max_plies=30)
    assert found.games == 20


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("breakthrough")
    monkeypatch.setitem(sys.modules, "ruleengine.game.simulation", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'ruleengine\[fast\]'"):
        game.simulate(1)
