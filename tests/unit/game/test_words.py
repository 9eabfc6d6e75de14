"""Cells written as a direction and a length, and as pairs of numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, Position, load
from ruleengine.errors import InvalidMoveError
from ruleengine.game.moves.moves import Written

RULES = """\
schema: 1
name: compass
title: Compass
clauses: {C-1: A man goes up to three cells.}
sides: {north: {forward: down}, south: {forward: up}}
board: {rows: 5, columns: 4, pairs: PAIRS}
kinds: {man: {letters: {north: n, south: s}}}
setup:
  - put: {kind: man, owner: north, at: [a5, d5], called: [na, nd]}
  - put: {kind: man, owner: south, at: [a1, b2], called: [sa, sb]}
phases:
  play: {turns: [south, north], turn: [act: [order, hop, point]]}
actions:
  order:
    operands:
      unit: {piece: {owner: mover}}
      to:
        line:
          from: unit
          directions: [orthogonal, up_right]
          distance: {at_least: 0, at_most: 3}
          too_long: TOO_LONG
        clauses: [C-1]
    effects: [move: {piece: unit, to: to}]
  hop:
    operands:
      unit: {named: never, piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: 1}}
    effects: [move: {piece: unit, to: to}]
  point:
    effects:
      - choose: {as: where, who: mover, among_cells: {empty: true}, optional: true}
endings:
  - {when: turn > 50, draw: true, says: it is late}
"""


def compass(tmp_path: Path, pairs: str = "column_row_top", too_long: str = "refuse") -> Game:
    path = tmp_path / "compass.yaml"
    text = RULES.replace("PAIRS", pairs).replace("TOO_LONG", too_long)
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def codes(position: Position, move: Written) -> list[str]:
    return [reason.code for reason in position.why(move)]


def test_a_direction_and_a_length_are_a_cell(tmp_path: Path) -> None:
    position = compass(tmp_path).start()
    assert position.parse_move("order sa up 3").text == "order sa-a4"
    assert position.parse_move("order sb-right-2").text == "order sb-d2"
    assert position.parse_move("order sa up_right 2").text == "order sa-c3"
    assert position.parse_move("order sa forward 1").text == "order sa-a2"
    assert position.parse_move("order sb left 0").text == "order sb-b2"
    assert position.parse_move("sa up 2").text == "order sa-a3"
    after = position.play({"action": "order", "unit": "sa", "to": ["up", 2]})
    assert after == position.play({"action": "order", "unit": "sa", "to": "up 2"})
    assert after.parse_move("order na forward 2").text == "order na-a3"
    for move in position.legal_moves():
        assert position.parse_move(move.text) == move


def test_too_long_is_refused_or_stops(tmp_path: Path) -> None:
    position = compass(tmp_path).start()
    (reason,) = position.why("order sa left 1")
    assert (reason.code, reason.clauses) == ("reach/off-board", ("C-1",))
    assert reason.message == "left 1 leads off the board"
    assert codes(position, "order sa up 4") == ["reach/too-far"]
    assert codes(position, "order sa up 9") == ["reach/off-board"]
    assert codes(position, "order sb down_left 1") == ["reach/wrong-direction"]
    assert codes(position, "order nobody up 3") == ["move/no-piece"]
    assert codes(position, "order na down 1") == ["move/wrong-piece"]
    stopping = compass(tmp_path, too_long="stop").start()
    assert stopping.parse_move("order sa up 9").text == "order sa-a4"
    assert stopping.parse_move("order sa left 1").text == "order sa-a1"
    assert stopping.parse_move("order sb right 9").text == "order sb-d2"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("order sa up", "'up' does not say how far"),
        ("order sa up far", "'up' does not say how far"),
        ("order sa diagonal 2", "'diagonal' is not a cell"),
        ("hop up 1", "found only afterwards"),
    ],
)
def test_directions_that_cannot_be_read(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InvalidMoveError, match=words):
        compass(tmp_path).start().play(text)


@pytest.mark.parametrize(
    ("pairs", "written"),
    [
        ("column_row_top", "order (0,4) (0,2)"),
        ("column_row_top", "order 0,4-0,2"),
        ("column_row_bottom", "order (0, 0)-( 0 , 2 )"),
        ("row_column", "order (4,0) a3"),
        ("row_column", "order sa 2,0"),
        ("row_column", "order sa-(2,0)"),
        ("row_column", "order (4,0)-a3"),
        ("row_column", "order sa-2,0"),
    ],
)
def test_cells_as_pairs(tmp_path: Path, pairs: str, written: str) -> None:
    position = compass(tmp_path, pairs).start()
    assert position.parse_move(written).text == "order sa-a3"


def test_pairs_in_mappings_choices_and_off_the_board(tmp_path: Path) -> None:
    position = compass(tmp_path).start()
    move = {"action": "order", "unit": [0, 4], "to": [0, 2]}
    assert position.parse_move(move).text == "order sa-a3"
    assert codes(position, {**move, "to": "(9,2)"}) == ["reach/off-board"]
    assert codes(position, {**move, "unit": "3,3"}) == ["move/no-piece"]
    assert position.why("order (0,4) (-1,4)")[0].message == "the board has no cell '(-1,4)'"
    assert codes(position, "hop (7,7)") == ["reach/off-board"]
    choosing = position.play("point")
    assert choosing.play("where 0,1") == choosing.play("where a4") == choosing.play({"where": "a4"})
    assert choosing.play({"where": None}) == choosing.play("where none")


def test_without_pairs_numbers_are_no_cells(tmp_path: Path) -> None:
    text = RULES.replace(", pairs: PAIRS", "").replace("TOO_LONG", "refuse")
    path = tmp_path / "compass.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidMoveError):
        load(str(path)).start().play("order a1 (0,2)")
