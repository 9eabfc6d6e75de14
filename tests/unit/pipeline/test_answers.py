"""A refusal names the row of a table that it rests on, as far as the mover may know."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.errors import Reason

Make = Callable[..., Game]

BOARD = """
. . n . .
. . . . .
. . S . .
. . S . .
. . s . .
"""
STEP = """
operands:
  man: {{piece: {{owner: mover}}}}
  to: {{cell: {{}}}}
validators:
  - {{id: free, require: "{require}", clauses: [M-1]{says}}}
effects: [{{move: {{piece: man, to: to}}}}]
"""
TABLES = """
  open:
    given: {here: cell, who: piece}
    gives: truth
    rows:
      - {id: bog, when: here.row == 0, value: false, clauses: [M-2], says: the top row is bog}
      - {id: far, when: here.row == 1, value: "near(here)", clauses: [M-3]}
      - {id: royal, when: who.kind == king, value: false, says: kings stay}
      - {value: true}
  near:
    given: {here: cell}
    gives: truth
    rows:
      - {id: left, when: here.column < 3, value: false, says: too far left}
      - {value: true}
  ground:
    given: {here: cell}
    gives: [firm, soft]
    rows:
      - {id: wet, when: here.row == 0, value: soft, clauses: [M-2]}
      - {value: firm}
"""


def refused(mini: Make, require: str, move: str, says: str = "", views: str = "[]") -> Reason:
    (reason,) = why(game_of(mini, require, says, views), move)
    return reason


def game_of(mini: Make, require: str, says: str = "", views: str = "[]") -> Game:
    return mini(
        STEP.format(require=require, says=says),
        tables=TABLES,
        views=views,
    )


def why(game: Game, move: str, *, full: bool = False) -> tuple[Reason, ...]:
    return game.position(board=BOARD, mover="south").why(move, full=full)


def test_the_row_that_answered_is_cited_and_worded(mini: Make) -> None:
    reason = refused(mini, "open(to, man)", "step c1-a5", ", says: not there")
    assert reason.message == "not there: the top row is bog"
    assert reason.clauses == ("M-1", "M-2")
    assert reason.rule == "free"
    (answer,) = reason.answers
    assert (answer.table, answer.rule, answer.clauses) == ("open", "bog", ("M-2",))
    assert answer.span is not None
    assert answer.span.line != reason.span.line  # type: ignore[union-attr]


def test_the_words_of_the_row_stand_for_the_engine_s(mini: Make) -> None:
    assert refused(mini, "open(to, man)", "step c1-a5").message == "the top row is bog"


def test_values_are_told_before_the_words_of_the_row(mini: Make) -> None:
    reason = refused(mini, "open(to, man)", "step c1-a5", ', says: "{to} is closed"')
    assert reason.message == "a5 is closed: the top row is bog"


def test_a_row_that_asks_another_table_is_followed(mini: Make) -> None:
    reason = refused(mini, "open(to, man)", "step c1-a4")
    assert [answer.rule for answer in reason.answers] == ["far", "left"]
    assert reason.clauses == ("M-1", "M-3")
    assert reason.message == "too far left"


@pytest.mark.parametrize(
    "require",
    [
        "ground(to) == firm",
        "not (ground(to) == soft)",
        "ground(to) in [firm]",
        "turn > 0 and ground(to) == firm",
        "turn > 99 or ground(to) == firm",
    ],
)
def test_the_row_is_found_inside_a_condition(mini: Make, require: str) -> None:
    reason = refused(mini, require, "step c1-a5")
    assert [answer.rule for answer in reason.answers] == ["wet"]


def test_a_part_that_holds_is_not_cited(mini: Make) -> None:
    reason = refused(mini, "ground(to) == firm and to.column > 3", "step c1-a3")
    assert reason.answers == ()


def test_a_row_that_depends_on_a_secret_is_only_told_to_the_referee(mini: Make) -> None:
    hidden = "[{hide: kind}]"
    game = game_of(mini, "open(to, man)", views=hidden)
    (reason,) = why(game, "step c1-a5")
    assert reason.answers == ()
    assert reason.clauses == ("M-1",)
    (told,) = why(game, "step c1-a5", full=True)
    assert [answer.rule for answer in told.answers] == ["bog"]
    # What the board alone decides is known to everybody.
    reason = refused(mini, "near(to)", "step c1-a5", views=hidden)
    assert [answer.rule for answer in reason.answers] == ["left"]


LINE = """
operands:
  man: {{piece: {{owner: mover}}}}
  to:
    line: {{from: man, directions: orthogonal, distance: {{at_least: 1, at_most: "{most}"}}}}
    clauses: [M-1]
effects: [{{move: {{piece: man, to: to}}}}]
"""
PACE = """
  pace:
    given: {who: piece}
    gives: number
    rows:
      - {id: tired, when: who.cell.row > 3, value: 1, clauses: [M-2], says: it is tired}
      - {value: 3}
"""


@pytest.mark.parametrize("most", ["pace(man)", "pace(man) + 1 - 1", "min(pace(man), 2)"])
def test_the_row_that_sets_a_limit_is_cited_in_place_of_the_operand(mini: Make, most: str) -> None:
    (reason,) = why(mini(LINE.format(most=most), tables=PACE), "step c1-e1")
    assert reason.message == "e1 is 2 away from c1; the distance has to be 1: it is tired"
    assert reason.clauses == ("M-2",)
    assert [(answer.table, answer.rule) for answer in reason.answers] == [("pace", "tired")]


def test_a_row_that_does_not_decide_the_limit_is_not_cited(mini: Make) -> None:
    (reason,) = why(mini(LINE.format(most="min(pace(man), 0 + 1, 2)"), tables=PACE), "step c2-a2")
    assert reason.answers == ()
    assert reason.clauses == ("M-1",)


def test_a_row_that_sets_a_number_is_cited(mini: Make) -> None:
    action = """
    operands:
      man: {piece: {owner: mover}}
      far: {number: {at_least: 1, at_most: pace(man)}, title: the hop, clauses: [M-1]}
    effects: []
    """
    (reason,) = why(mini(action, tables=PACE), "step c1 2")
    assert reason.message == "2 may not be named as the hop, only 1: it is tired"
    assert reason.clauses == ("M-2",)


def test_a_row_that_sets_a_cost_is_cited_beside_the_rule(mini: Make) -> None:
    action = """
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: orthogonal, distance: {at_least: 1, at_most: 4}}}
    validators:
      - {path_cost: {to: to, cost: 1, at_most: pace(man)}, clauses: [M-1]}
    effects: [{move: {piece: man, to: to}}]
    """
    (reason,) = why(mini(action, tables=PACE), "step c1-e1")
    assert reason.message == "the way to e1 costs 2; it may cost 1: it is tired"
    assert reason.clauses == ("M-1", "M-2")
