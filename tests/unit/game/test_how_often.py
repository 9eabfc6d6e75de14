"""How many moves could follow each other, on both tiers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load

RULES = """\
schema: 1
name: leapers
title: Leapers
sides: {south: {forward: up}, north: {forward: down}}
board: {rows: 5, columns: 5}
kinds:
  man: {letters: {south: m, north: M}}
counters:
  breath: {per: side, limit: 3}
  found: {}
marks: {last: {holds: piece}}
setup: [{drawn: "M . M . .\\n. . . . .\\nM . M . .\\n. . . . .\\n. m . . m"}]
phases:
  play:
    turns: [south, north]
    turn:
      - set: {found: "QUESTION"}
      - act: [step]
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    validators: [holds: {cell: to, any_of: [nothing]}]
    effects: [move: {piece: unit, to: to}]
  jump:
    uses: breath
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: 2}}
    validators:
      - holds: {cell: to, any_of: [nothing]}
      - require: exists(owner=opponent, between=[unit, to])
    effects:
      - capture: the(between=[unit, to])
      - move: {piece: unit, to: to}
  rest: {uses: breath}
endings: [{when: turn > 12, draw: true, says: it is late}]
"""
BOARD = """
. . . . .
. . . . .
. M . M .
m . . . .
. . . . m
"""


def leapers(tmp_path: Path, question: str) -> Game:
    path = tmp_path / "leapers.yaml"
    path.write_text(RULES.replace("QUESTION", question), encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # From a2 over b3 to c4, and on over d3 to e2.
        ("how_often(jump, unit=piece_at(a2), at_most=5)", 2),
        ("how_often(jump, unit=piece_at(e1), at_most=5)", 0),
        ("how_often(jump, at_most=5)", 2),
        ("how_often(jump, at_most=1)", 1),
        ("how_often(jump, at_most=0)", 0),
        ("how_often(jump, unit=piece_at(a2), to=c4, at_most=5)", 1),
        ("how_often(jump, side=opponent, at_most=5)", 0),
        # Breath is used up by every jump, also by those that are only looked at.
        ("how_often(jump, rest, at_most=5)", 3),
        ("how_often(rest, at_most=5) + how_often(step, at_most=4)", 7),
        # Nothing can be done with nothing.
        ("how_often(jump, unit=last, at_most=5)", 0),
        ("how_often(jump, unit=piece_at(c1), at_most=5)", 0),
    ],
)
def test_moves_in_a_row_are_counted(tmp_path: Path, question: str, answer: int) -> None:
    game = leapers(tmp_path, question)
    position = game.position(board=BOARD, mover="south")
    assert position.view("south").counters["found"] == answer
    assert position.ask(question).value == answer
    observed = game.batch(1, position=position).observe("south")
    place = observed.number_names.index("found")
    assert observed.numbers[0, place] == answer


def test_nothing_that_is_looked_at_has_happened(tmp_path: Path) -> None:
    game = leapers(tmp_path, "how_often(jump, at_most=5)")
    position = game.position(board=BOARD, mover="south")
    assert position.view("south").counters["breath"] == {"south": 0, "north": 0}
    assert len(position.view("south").pieces) == 4
