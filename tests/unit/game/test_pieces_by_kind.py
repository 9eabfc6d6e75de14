"""Pieces that are named by their kind alone, like cards in a hand, and cells that are not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import InvalidMoveError, Position, load

CARDS = """\
schema: 1
name: cards
title: Cards
sides: {blue: {title: Blue, forward: up}, red: {title: Red, forward: down}}
board: {rows: 5, columns: 5}
zones:
  hand: {title: a hand, off_board: true, parts: {blue: {owner: blue}, red: {owner: red}}}
kinds:
  master: {letters: {blue: w, red: W}}
  page: {letters: {blue: p, red: P}}
  tiger: {letters: {nobody: t}}
  ox: {letters: {nobody: x}}
  boar: {letters: {nobody: b}}
setup:
  - put: {kind: master, owner: blue, at: [c1]}
  - put: {kind: page, owner: blue, at: [a1, e1]}
  - put: {kind: master, owner: red, at: [c5]}
  - fill: {zone: hand.blue, kind: tiger, owner: nobody}
  - fill: {zone: hand.blue, kind: boar, owner: nobody}
  - fill: {zone: hand.blue, kind: boar, owner: nobody}
  - fill: {zone: hand.red, kind: ox, owner: nobody}
phases:
  play: {turns: [blue, red], turn: [act: [move]]}
actions:
  move:
    operands:
      card: {piece: {owner: nobody, in: "part(hand, mover)"}}
      unit: {piece: {owner: mover}}
      to: {leap: {from: unit, ahead: [[2, 0], [-1, 0]]}}
    effects:
      - capture: to
      - move: {piece: unit, to: to}
endings:
  - {when: turn > 40, draw: true, says: it is late}
"""


@pytest.fixture
def position(tmp_path: Path) -> Position:
    path = tmp_path / "cards.yaml"
    path.write_text(CARDS, encoding="utf-8")
    return load(str(path)).start()


@pytest.mark.parametrize(
    "text",
    ["move tiger-c1-c3", "tiger c1 c3", "move tiger master c3", "Tiger, c1-c3", "move t-c1-c3"],
)
def test_the_only_one_of_its_kind_needs_no_place(position: Position, text: str) -> None:
    move = position.parse_move(text)
    assert move.text == "move hand.blue:tiger-c1-c3"
    assert position.parse_move(move.text) == move


def test_those_that_are_alike_count_as_one(position: Position) -> None:
    assert position.parse_move("boar c1 c3").text == "move hand.blue:boar-c1-c3"
    move = position.parse_move({"action": "move", "card": "boar", "unit": "c1", "to": "c3"})
    assert move.text == "move hand.blue:boar-c1-c3"


def test_where_several_could_be_meant_the_texts_are_listed(position: Position) -> None:
    with pytest.raises(InvalidMoveError, match=r"'page' could be several pieces.*a1.*e1"):
        position.parse_move("move tiger page a3")


@pytest.mark.parametrize("text", ["move ox-c1-c3", "ox c1 c3", "move x-c1-c3"])
def test_a_card_of_somebody_else_is_refused_with_those_that_are_there(
    position: Position, text: str
) -> None:
    (reason,) = position.why(text)
    assert reason.code == "move/no-piece"
    assert reason.message == "there is no ox in Blue's hand"
    assert reason.hint == "it could be: hand.blue:tiger, hand.blue:boar"


@pytest.mark.parametrize("cell", ["c0", "c6", "C0", "z9", "c100"])
def test_what_looks_like_a_cell_is_refused_as_one_that_is_not_there(
    position: Position, cell: str
) -> None:
    (reason,) = position.why(f"move tiger-c1-{cell}")
    assert (reason.code, reason.message) == ("reach/off-board", f"the board has no cell '{cell}'")


@pytest.mark.parametrize(
    ("word", "hint"), [("queen", None), ("tigre", "did you mean `tiger`?"), ("queen:ox", None)]
)
def test_what_is_no_kind_is_no_piece_where_pieces_lie_beside_the_board(
    position: Position, word: str, hint: str | None
) -> None:
    (reason,) = position.why(f"move {word}-c1-c3")
    assert (reason.code, reason.hint) == ("move/malformed", hint)
    assert reason.message == f"there is no piece '{word}'"


def test_what_does_not_look_like_a_cell_is_no_move(position: Position) -> None:
    with pytest.raises(InvalidMoveError, match="'nowhere' is not a cell of this board"):
        position.parse_move("move tiger-c1-nowhere")
