from __future__ import annotations

import pytest

from ruleengine.game.loading import load
from ruleengine.game.position import Position
from ruleengine.workbench.both_tiers.soundness import check_playthrough


def test_a_game_that_ends_names_its_ending() -> None:
    played = check_playthrough(load("generals_apprentice"), 3, max_plies=2000)
    assert played.ok
    assert played.ending is not None
    assert played == check_playthrough(load("generals_apprentice"), 3, max_plies=2000)


def test_a_game_that_is_stopped_has_no_ending() -> None:
    played = check_playthrough(load("generals_10x10"), 1, max_plies=10)
    assert (played.ok, played.ending, len(played.plies)) == (True, None, 10)


def test_what_breaks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("generals_10x10")
    monkeypatch.setattr(Position, "actors", property(lambda _self: ()))
    played = check_playthrough(game, 1, max_plies=10)
    assert played.problems == ("nobody can decide, but the game is not over",)
    monkeypatch.setattr(Position, "legal_moves", lambda _self: 1 / 0)
    assert check_playthrough(game, 1, max_plies=10).problems[0].startswith("ZeroDivisionError")
