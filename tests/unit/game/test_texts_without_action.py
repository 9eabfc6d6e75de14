"""Moves that are written without their action, and are legal for none."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Position, load

RULES = """\
schema: 1
name: promotion
title: Promotion
sides: {white: {}, black: {}}
board: {rows: 3, columns: 3}
zones: {box: {off_board: true}}
kinds:
  pawn: {letters: {white: P, black: p}}
  mage: {letters: {white: M, black: m}}
setup:
  - put: {kind: pawn, owner: white, at: [a1, b1]}
  - put: {kind: mage, owner: white, at: [c1]}
  - fill: {zone: box, kind: mage, owner: white}
  - fill: {zone: box, kind: pawn, owner: white}
phases: {play: {turns: [white, black], turn: [act: [move, swap]]}}
actions:
  move:
    operands:
      unit: {piece: {owner: mover, kind: pawn}}
      to: {cell: {empty: true}}
      into: {piece: {owner: mover, in: box}}
    effects:
      - remove: unit
      - move: {piece: into, to: to}
  swap:
    operands:
      mage: {piece: {owner: mover, kind: mage}}
      other: {piece: {owner: mover, kind: pawn}}
    validators:
      - {require: mage.cell.row != other.cell.row, says: they stand side by side}
    effects:
      - let: {here: mage.cell, there: other.cell}
      - move: {piece: mage, to: there}
      - move: {piece: other, to: here}
endings: [{when: turn > 5, draw: true, says: late}]
"""
NAMED = """- put: {kind: pawn, owner: white, at: a1, called: moves}
  - put: {kind: pawn, owner: white, at: b1, called: rook}"""


@pytest.fixture
def position(tmp_path: Path) -> Position:
    path = tmp_path / "promotion.yaml"
    path.write_text(RULES, encoding="utf-8")
    return load(path).start()


def test_the_action_that_takes_most_of_the_values_says_what_is_missing(
    position: Position,
) -> None:
    (reason,) = position.why("b1-b2")
    assert reason == position.why("move b1-b2")[0]
    assert reason.message == "'move' needs a value for 'into'"


def test_an_action_that_takes_all_values_is_the_one_that_is_meant(position: Position) -> None:
    assert [reason.message for reason in position.why("c1-b1")] == ["they stand side by side"]


def test_where_no_action_takes_anything_all_values_count(position: Position) -> None:
    assert position.why("b2-b3") == position.why("swap b2-b3")


def test_a_word_that_is_nearly_an_action_is_no_piece(tmp_path: Path) -> None:
    path = tmp_path / "promotion.yaml"
    open_unit = "unit: {piece: {owner: mover, kind: pawn}, named: if_several}"
    text = RULES.replace("unit: {piece: {owner: mover, kind: pawn}}", open_unit)
    named = text.replace("- put: {kind: pawn, owner: white, at: [a1, b1]}", NAMED)
    path.write_text(named, encoding="utf-8")
    position = load(path).start()
    (reason,) = position.why("mvoe b2")
    assert reason.message == "'mvoe b2' names no action; did you mean `move`?"
    assert position.why("moves b2")[0].code != "move/malformed"
