"""Which of several pieces on one cell a text names."""

from __future__ import annotations

from pathlib import Path

from ruleengine import load

STACKS = """\
schema: 1
name: stacks
title: Stacks
sides: {south: {}, north: {}}
board: {rows: 1, columns: 3}
kinds: {man: {letters: {south: s, north: n}}}
counters: {level: {per: piece, shown: order}}
setup: [drawn: "s s n"]
phases: {play: {turns: [south, north], turn: [{act: [step], else: [end_turn]}]}}
tables:
  above:
    given: {one: piece}
    gives: number
    rows: [{value: "count(at=one.cell, where=it.level > one.level)"}]
actions:
  step:
    operands:
      unit: {piece: {owner: mover, where: above(it) == 0}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    effects:
      - {set: {level: count(at=to)}, for: unit}
      - move: {piece: unit, to: to}
endings:
  - {when: turn > 20, winner: south, says: it is late}
  - {when: turn > 21, winner: north, says: it is very late}
"""


def test_a_cell_names_the_piece_on_it_that_the_operand_takes(tmp_path: Path) -> None:
    """The lower man was in the game first, and cannot move."""
    path = tmp_path / "stacks.yaml"
    path.write_text(STACKS, encoding="utf-8")
    position = load(str(path)).start().play("step b1-a1").play("step c1-b1")
    assert [move.text for move in position.legal_moves()] == ["step a1-b1"]
    after = position.play("step a1-b1")
    assert [(piece.place, piece.owner) for piece in after.full_view().pieces] == [
        ("a1", "south"),
        ("b1", "north"),
        ("b1", "south"),
    ]
    assert after == position.play(position.legal_moves()[0])
