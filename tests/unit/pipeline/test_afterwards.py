"""What `afterwards` looks at: the position that the whole move leads to."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.errors import IllegalMoveError

RULES = """\
schema: 1
name: spent
title: Spent
sides: {white: {forward: up}, black: {forward: down}}
board: {rows: 5, columns: 2}
kinds: {man: {letters: {white: w, black: b}}}
counters: {steps: {resets: turn, limit: 2}}
setup: [{put: {kind: man, owner: white, at: a1}}, {put: {kind: man, owner: black, at: a5}}]
phases: {play: {turns: [white, black], turn: [{repeat: [{act: [step, rest]}], at_most: 2}]}}
actions:
  rest: {}
  step:
    uses: steps
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    validators:
      - {afterwards: left(steps) > 0, says: nothing would be left}
    effects: [move: {piece: unit, to: to}]
endings: [{id: late, when: turn > 20, draw: true, says: late}]
"""


def test_it_sees_what_the_move_uses_up(tmp_path: Path) -> None:
    path = tmp_path / "spent.yaml"
    path.write_text(RULES, encoding="utf-8")
    position = load(str(path)).start().play("step a1-a2")
    assert [move.text for move in position.legal_moves()] == ["rest"]
    with pytest.raises(IllegalMoveError, match="nothing would be left"):
        position.play("step a2-a3")
