"""Refusals say conditions in words, where there are some that are true."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game

Make = Callable[..., Game]

BOARD = """
. . n . .
. . N . .
. . . . .
. . . . .
. . s . S
"""
TABLES = """
uppermost:
  given: {here: cell}
  gives: piece
  title: the piece on {here}
  rows: [value: piece_at(here)]
near:
  given: {here: cell}
  gives: truth
  title: "{here} is near"
  denied: "{here} is far away"
  rows: [value: here.row < 2]
steps_to:
  given: {here: cell}
  gives: number
  title: the way to {here}
  rows: [value: here.row]
secret: {given: {here: cell}, gives: truth, rows: [value: here.row < 2]}
"""
WAIT = {
    "actions": "wait: {}",
    "phases": "play: {turns: [north, south], turn: [act: [step, wait]]}",
}
CONDITIONS = """
late: {title: it is late, parts: [holds: turn > 5]}
"""


@pytest.mark.parametrize(
    ("where", "cell", "why"),
    [
        ("uppermost(it).owner == mover", "c1", "the piece on c1 does not belong to north"),
        ("uppermost(it).owner == nobody", "c1", "the piece on c1 belongs to somebody"),
        ("uppermost(it).kind == king", "c1", "the piece on c1 is no king"),
        ("near(it)", "c1", "c1 is far away"),
        ("not near(it)", "c5", "c5 is near"),
        ("late", "c1", "it is not so that it is late"),
        ("near(it) or late", "c1", "c1 is far away and it is not so that it is late"),
        ("steps_to(it) < 2", "c1", "the way to c1 is at least 2"),
        ("secret(it)", "c1", "this does not hold: secret(it)"),
        ("near(it) or secret(it)", "c1", "this does not hold: near(it) or secret(it)"),
        ("it.row < 2", "c1", "this does not hold: it.row < 2"),  # rows of players count otherwise
    ],
)
def test_what_fails_is_said_with_values(mini: Make, where: str, cell: str, why: str) -> None:
    step = f'operands: {{to: {{cell: {{where: "{where}"}}}}}}'
    game = mini(step, tables=TABLES, conditions=CONDITIONS, **WAIT)
    (reason,) = game.position(board=BOARD, mover="north").why(f"step {cell}")
    assert reason.message == f"{cell} is not a cell that may be named ({why})"


def test_of_a_number_that_may_be_nothing_the_opposite_is_not_said(mini: Make) -> None:
    tables = """
    rank:
      given: {here: cell}
      gives: number
      title: the rank on {here}
      rows: [{when: empty(here), value: nothing}, {value: 3}]
    """
    step = 'operands: {to: {cell: {where: "rank(it) > 3"}}}'
    game = mini(step, tables=tables, **WAIT)
    (reason,) = game.position(board=BOARD, mover="north").why("step a1")
    assert reason.message.endswith("(this does not hold: rank(it) > 3)")


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ("what != king", "what is not king"),
        ("what in [king, rook]", "what is king or castle"),
        ("what == rook and late", "what is castle and it is late"),
        ("near(to)", "to is near"),
        ("to.row == 4", None),
    ],
)
def test_when_a_value_is_due_is_said_in_words(mini: Make, when: str, words: str | None) -> None:
    step = f"""
    operands:
      what: {{kind: [man, king, rook]}}
      to: {{cell: {{}}}}
      far: {{when: "not ({when})", number: {{at_least: 1, at_most: 2}}}}
      close: {{when: "{when}", number: {{at_least: 1, at_most: 2}}}}
    """
    kinds = """
    man: {letters: {north: n, south: s}}
    king: {letters: {north: N, south: S}}
    rook: {title: castle, letters: {north: R, south: r}}
    """
    game = mini(step, tables=TABLES, conditions=CONDITIONS, kinds=kinds)
    assert game.rules.actions["step"].operands[3].when_text == words


def test_a_value_that_is_not_due_is_refused_in_words(mini: Make) -> None:
    step = """
    operands:
      man: {piece: {owner: mover}}
      to: {cell: {}}
      how:
        when: to.row >= 0 and (to in part(goal, mover) or man.cell in part(goal, mover))
        word: [promote, keep]
        clauses: [M-2]
    """
    zones = """
    goal:
      title: the goal
      parts:
        north: {title: the last row, owner: north, shape: {rows: [4]}}
        south: {title: the first row, owner: south, shape: {rows: [0]}}
    """
    position = mini(step, zones=zones).position(board=BOARD, mover="north")
    why = "c3 is not in the last row and the man on c5 is not in the last row"
    (reason,) = position.why("step c5-c3-promote")
    assert reason.message == (
        f"'step' takes man, to, and no how now, for {why}; 'promote' is too much"
    )
    assert reason.clauses == ("M-2",)
    (reason,) = position.why({"action": "step", "man": "c5", "to": "c3", "how": "keep"})
    assert reason.message == f"'step' takes no how now, for {why}"


@pytest.mark.parametrize("views", ["[]", "[{id: far, hide: piece, of: {kind: king}, from: all}]"])
def test_a_piece_that_is_not_the_one_on_turn_is_refused_in_words(mini: Make, views: str) -> None:
    step = """
    operands:
      man: {piece: {owner: mover, where: it == active}}
      to: {cell: {}}
    """
    phases = (
        "play: {turns: [north, south], turn: [mark: {active: piece_at(c4)}, act: [step, wait]]}"
    )
    marks = "active: {holds: piece, title: the man whose turn it is}"
    views = views.replace("from: all", "from: [south]")
    game = mini(step, marks=marks, actions="wait: {}", phases=phases, views=views)
    position = game.position(board=BOARD, mover="north")
    (reason,) = position.why("step c5-c3")
    assert (reason.code, reason.message) == (
        "move/wrong-piece",
        "the man on c5 is not the man whose turn it is",
    )
