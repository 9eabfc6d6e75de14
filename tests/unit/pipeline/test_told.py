"""Sentences of refusals that tell values."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, IllegalMoveError

Make = Callable[..., Game]

BOARD = """
. . n . .
. . . . .
. . . . .
. . . . .
. . s . .
"""
STEP = """
operands:
  man: {{piece: {{owner: mover}}}}
  to: {{cell: {{empty: true}}}}
validators:
  - {{require: "distance(man, to) == 1", says: "{says}"}}
effects: [{{move: {{piece: man, to: to}}}}]
"""


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("{man} is {distance(man, to)} away", "the man on c5 is 2 away"),
        ("{man.owner} cannot reach {to} so", "north cannot reach c3 so"),
        ("no {man.kind} with {{braces}}", "no man with {braces}"),
        ("{piece_at(to)} is there, {score + 1}", "nothing is there, 1"),
        ("{to}", "c3"),
    ],
)
def test_values_are_told_in_words(mini: Make, says: str, told: str) -> None:
    game = mini(STEP.format(says=says), counters="score: {}")
    position = game.position(board=BOARD, mover="north")
    with pytest.raises(IllegalMoveError) as caught:
        position.play("step c5-c3")
    assert caught.value.message == told
    assert position.play("step c5-c4").mover == "south"


def test_a_piece_is_told_as_far_as_it_is_known(mini: Make) -> None:
    rules = """
    operands:
      man: {piece: {owner: opponent}}
    validators:
      - {require: man.cell.column == 0, says: "it is too early for {man}"}
    effects: [{remove: man}]
    """
    game = mini(rules, views="[{hide: kind}]")
    position = game.position(board=BOARD, cells={"a1": "s"}, mover="north")
    with pytest.raises(IllegalMoveError) as caught:
        position.play("step c1")
    assert caught.value.message == "it is too early for the piece on c1"
    (reason,) = position.why("step c1", full=True)
    assert reason.message == "it is too early for the man on c1"
