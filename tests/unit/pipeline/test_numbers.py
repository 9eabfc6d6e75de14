"""Numbers stop at the largest and the smallest, and nothing from outside lies beyond."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ruleengine import Game
from ruleengine.errors import PositionError
from ruleengine.expressions.numbers import MAX_NUMBER

Make = Callable[..., Game]

STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
effects:
  - {move: {piece: man, to: to}}
  - EFFECT
"""
COUNTERS = """
score: {start: 2000000000}
debt: {start: "0 - 2000000000"}
bag: {start: 5, limit: 2147483647}
"""


@pytest.mark.parametrize(
    ("effect", "name", "value"),
    [
        ("{add: {score: score}}", "score", MAX_NUMBER),
        ("{add: {debt: debt}}", "debt", -MAX_NUMBER),
        ("{set: {score: score * score}}", "score", MAX_NUMBER),
        ("{set: {debt: debt * score}}", "debt", -MAX_NUMBER),
        ("{set: {debt: debt - score}}", "debt", -MAX_NUMBER),
        ("{set: {score: score * score - score}}", "score", MAX_NUMBER - 2_000_000_000),
        ("{set: {score: 'sum(score)'}}", "score", MAX_NUMBER),
        ("{set: {score: 'sum_cells(debt)'}}", "score", -MAX_NUMBER),
        ("{set: {bag: '0 - score', score: left(bag)}}", "score", MAX_NUMBER - 5),
        ("{set: {score: 65536 * 65536}}", "score", MAX_NUMBER),
    ],
)
def test_a_result_beyond_the_ends_stays_at_the_end(
    mini: Make, effect: str, name: str, value: int
) -> None:
    game = mini(STEP.replace("EFFECT", effect), counters=COUNTERS)
    start = game.position(board=". . n . .\n" + ". . . . .\n" * 3 + ". . s . .", mover="north")
    assert start.play("step c5-c4").view("north").counters[name] == value


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        (MAX_NUMBER + 1, "2147483648 is too large for counter 'score'"),
        (-MAX_NUMBER - 1, "-2147483648 is too large"),
        (2.5, "a whole number, not the number 2.5"),
        ("many", "a whole number, not the text 'many'"),
        (True, "a whole number, not true"),
    ],
)
def test_a_position_takes_only_numbers_that_can_be(
    mini: Make, value: object, complaint: str
) -> None:
    game = mini(STEP.replace("EFFECT", "{add: {score: 1}}"), counters=COUNTERS)
    with pytest.raises(PositionError, match=complaint):
        game.position(board=". . n . .\n" * 4 + ". . s . .", counters={"score": value})


def test_a_stored_position_takes_only_numbers_that_can_be(mini: Make) -> None:
    game = mini(STEP.replace("EFFECT", "{add: {score: 1}}"), counters=COUNTERS)
    data: dict[str, Any] = dict(game.start().to_dict())
    data["counters"][0] = MAX_NUMBER + 1
    with pytest.raises(PositionError, match="stands for nothing"):
        game.position(data)
