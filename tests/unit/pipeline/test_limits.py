"""Counters that actions use up, and what is said when too little is left."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game

Make = Callable[..., Game]

BOARD = """
. . n . .
. . . . .
. . . . .
. . . . .
. . s . .
"""


def test_limits_are_counted_for_each_side(mini: Make) -> None:
    game = mini(
        """
        uses: tries
        operands: {man: {piece: {owner: mover}}}
        """,
        actions="""
        wait: {}
        """,
        counters="tries: {per: side, limit: 1}",
        phases="play: {turns: [north, south], turn: [{act: [step, wait]}]}",
    )
    position = game.position(board=BOARD, mover="north").play("step c5").play("wait")
    assert [move.text for move in position.legal_moves()] == ["wait"]
    assert position.why("step c5")[0].code == "move/limit-reached"
    assert "step c1" in [move.text for move in position.play("wait").legal_moves()]


@pytest.mark.parametrize(
    ("use", "cited"),
    [
        ("{counter: tries, clauses: [M-3]}", ("M-3",)),
        ("{counter: tries}", ("M-2",)),
        ("tries", ("M-2",)),
    ],
)
def test_a_limit_cites_clauses_of_its_own_or_those_of_the_counter(
    mini: Make, use: str, cited: tuple[str, ...]
) -> None:
    game = mini(
        f"uses: {use}\noperands: {{man: {{piece: {{owner: mover}}}}}}\nclauses: [M-1]\n",
        actions="wait: {}",
        counters="tries: {per: side, limit: 1, clauses: [M-2]}",
        phases="play: {turns: [north, south], turn: [{act: [step, wait]}]}",
    )
    position = game.position(board=BOARD, mover="north").play("step c5").play("wait")
    (reason,) = position.why("step c5")
    assert (reason.code, reason.clauses) == ("move/limit-reached", cited)


def test_a_limit_has_a_sentence_of_its_own_and_a_rule_may_speak_before_it(mini: Make) -> None:
    game = mini(
        """
        uses: {counter: tries, says: you have tried already}
        operands: {man: {piece: {owner: mover}}}
        validators:
          - {id: asleep, require: "man.cell != c5", says: it is asleep, before_way: true}
          - {id: late, require: turn == 0, says: it is late}
        """,
        actions="wait: {}",
        counters="tries: {per: side, limit: 1}",
        phases="play: {turns: [north, south], turn: [{act: [step, wait]}]}",
    )
    position = game.position(
        board=BOARD, mover="north", counters={"tries": {"north": 1, "south": 0}}
    )
    reasons = position.why("step c5")
    assert [each.message for each in reasons] == [
        "it is asleep",
        "you have tried already",
        "it is late",
    ]
