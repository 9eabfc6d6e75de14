from __future__ import annotations

from collections.abc import Callable

from ruleengine import Game
from ruleengine.workbench.cases.scenarios import standing_of


def test_a_game_that_is_over_before_it_begins_has_no_turn(mini: Callable[..., Game]) -> None:
    position = mini().position(board="\n".join(["....."] * 4 + ["..s.."]), mover="south")
    assert standing_of(position) == "the game is over before its first turn: north is gone"
