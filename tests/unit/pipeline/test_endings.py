"""Endings that are asked for each side, and games that count for nobody."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.errors import ResolveError

Make = Callable[..., Game]

CLEAR = """
operands: {row: {cell: {}}}
effects:
  - for_each: {as: unit, among: {where: "same_row(it, row)"}}
    do: [{remove: unit}]
"""
ENDING = "{{id: bare, each: us, when: not exists(owner=us), winner: us.opponent, says: gone{}}}"


def ending(more: str = "") -> str:
    return f"- {ENDING.format(more)}"


def test_an_ending_is_asked_for_each_side(mini: Make) -> None:
    game = mini(CLEAR, endings=ending())
    position = game.position(board="n....\n.....\n.....\n.....\ns....", mover="north")
    lost = position.play("step a5")
    assert lost.outcome is not None
    assert (lost.outcome.winner, lost.outcome.ending) == ("south", "bare")
    won = position.play("step a1")
    assert won.outcome is not None
    assert won.outcome.winner == "north"
    assert game.position(won.to_dict()) == won


def test_a_position_that_is_over_already_is_that_of_the_turn_it_is_drawn_for(mini: Make) -> None:
    game = mini(CLEAR, endings=ending())
    over = game.position(board="n....\n.....\n.....\n.....\n.....", mover="north", turn=9)
    assert over.outcome is not None
    assert (over.turn, over.mover) == (9, "north")
    assert game.position(over.to_dict()) == over


@pytest.mark.parametrize(
    ("several", "winner"), [("", None), (", several: draw", None), (", several: first", "south")]
)
def test_an_ending_that_holds_for_several_sides(
    mini: Make, several: str, winner: str | None
) -> None:
    game = mini(CLEAR, endings=ending(several))
    after = game.position(board="n...s\n.....\n.....\n.....\n.....", mover="north").play("step a5")
    assert after.outcome is not None
    assert after.outcome.winner == winner
    assert after.outcome.is_draw is (winner is None)


@pytest.mark.parametrize(
    ("step", "endings"),
    [
        ("effects: [stop]", "- {when: ply == 1, void: true, says: abandoned}"),
        (
            "effects: [{end: {void: true, says: abandoned}}]",
            "- {when: turn > 9, draw: true, says: long}",
        ),
    ],
)
def test_a_void_game_counts_for_nobody(mini: Make, step: str, endings: str) -> None:
    game = mini(step, endings=endings)
    start = game.position(board="n....\n.....\n.....\n.....\ns....", mover="north")
    after = start.play("step")
    outcome = after.outcome
    assert outcome is not None
    assert (outcome.void, outcome.is_draw, outcome.winner) == (True, False, None)
    assert outcome.by_side == {"north": 0, "south": 0}
    assert outcome.to_dict()["void"] is True
    assert game.position(after.to_dict()) == after
    assert game.position(after.to_dict()).outcome == outcome


def test_the_name_of_each_is_known_only_in_its_ending(mini: Make) -> None:
    with pytest.raises(ResolveError) as caught:
        mini(endings=f"{ending()}\n- {{when: not exists(owner=us), draw: true, says: none}}")
    assert caught.value.diagnostics[0].code == "expression/unknown-name"


def test_the_name_of_each_must_be_free(mini: Make) -> None:
    with pytest.raises(ResolveError) as caught:
        mini(endings="- {each: north, when: turn > 3, draw: true, says: none}")
    assert caught.value.diagnostics[0].code == "resolve/name-taken"


def test_a_step_that_ends_the_game_cites_the_clauses_of_the_step_around_it(mini: Make) -> None:
    step = """
operands: {row: {cell: {}}}
effects:
  - if: row == a1
    then: [{end: {draw: true, says: so}}]
    clauses: [M-1]
"""
    position = mini(step).position(board="n....\n.....\n.....\n.....\ns....", mover="north")
    outcome = position.play("step a1").outcome
    assert outcome is not None
    assert outcome.clauses == ("M-1",)


TAKING = "- {{id: fewer, each: us, when: count(owner=us) < 2, {}, says: '{}'}}"


def test_an_ending_tells_values_as_of_the_moment_in_which_the_game_ends(mini: Make) -> None:
    says = "{us.opponent} has {count(owner=us.opponent)} left, {the(owner=us)} is alone {{so}}"
    game = mini(endings=TAKING.format("winner: us.opponent", says))
    before = game.position(board=".....\n.nn..\n.sn..\n.s...\n.....", mover="north")
    after = before.play("step b4-b3")
    assert after.outcome is not None
    assert after.outcome.reason == "north has 3 left, b2 is alone {so}"
    assert game.position(after.to_dict()).outcome == after.outcome


def test_a_step_that_ends_the_game_tells_values(mini: Make) -> None:
    step = """
    operands: {man: {piece: {owner: mover}}}
    effects:
      - let: {place: man.cell}
      - remove: man
      - end: {winner: mover, says: "{mover} leaves {place}"}
    """
    position = mini(step).position(board=".....\n.n...\n.....\n.s...\n.....", mover="north")
    outcome = position.play("step b4").outcome
    assert outcome is not None
    assert outcome.reason == "north leaves b4"


def test_what_an_ending_tells_has_to_be_known(mini: Make) -> None:
    with pytest.raises(ResolveError) as caught:
        mini(endings=TAKING.format("winner: us.opponent", "{them} are gone"))
    [found] = caught.value.diagnostics
    assert found.code == "expression/unknown-name"
    assert found.span is not None
