"""An action may be written by its title, where that can mean nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, Position
from ruleengine.errors import InvalidMoveError

Make = Callable[..., Game]

STEP = """
title: drive ahead
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
effects: [move: {piece: man, to: to}]
"""
ACTIONS = """
rest: {title: wait}
call_out: {title: king}
left: {title: leave}
right: {title: leave}
later: {title: go on}
"""
PHASES = "play: {turns: [north, south], turn: [act: [step, rest, call_out, left, right]]}"
BOARD = "n N . . .\n. . . . .\n. . . . .\n. . . . .\ns . . . ."


@pytest.fixture
def position(mini: Make) -> Position:
    game = mini(STEP, actions=ACTIONS, phases=PHASES)
    return game.position(board=BOARD)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        pytest.param("wait", "rest", id="one word"),
        pytest.param("Drive ahead a5-a4", "step a5-a4", id="several words"),
        pytest.param("drive-ahead a5 a4", "step a5-a4", id="with a dash"),
        pytest.param("call out", "call_out", id="the name in words"),
        pytest.param("king b5-b4", "step b5-b4", id="a kind goes before a title"),
    ],
)
def test_a_title_is_read_as_its_action(position: Position, text: str, means: str) -> None:
    assert position.parse_move(text).text == means


@pytest.mark.parametrize("text", ["leave", "drive a5-a4"])
def test_what_is_no_whole_title_or_that_of_several_is_not_read(
    position: Position, text: str
) -> None:
    with pytest.raises(InvalidMoveError, match=r"names no action|names none of the actions"):
        position.parse_move(text)


def test_a_title_that_is_not_on_offer_cannot_be_played_now(position: Position) -> None:
    (reason,) = position.why("go on")
    assert reason.code == "move/not-now"
    assert reason.message.startswith("'go on' cannot be played now; ")


def test_of_two_actions_with_one_title_the_one_on_offer_is_meant(mini: Make) -> None:
    phases = "play: {turns: [north, south], turn: [act: [step, left]]}"
    game = mini(STEP, actions=ACTIONS, phases=phases)
    assert game.position(board=BOARD).parse_move("leave").text == "left"
