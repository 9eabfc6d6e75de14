"""Boards that are not rectangles."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import load

RULESET = """\
schema: 1
name: gap
title: Gap
sides: {white: {}, black: {}}
board:
  rows: 3
  columns: 3
  holes:
    drawn: |
      . . .
      . MARK .
      . . .
kinds: {man: {letters: {white: w, black: b}}}
setup: [{put: {kind: man, owner: white, at: a1}}, {put: {kind: man, owner: black, at: c3}}]
phases: {play: {turns: [white, black], turn: [act: [step]]}}
actions:
  step:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    effects: [move: {piece: man, to: to}]
endings: [{id: late, when: turn > 20, draw: true, says: late}]
"""


@pytest.mark.parametrize("mark", ["_", "#"])
def test_holes_are_drawn_as_boards_draw_them_or_with_any_mark(tmp_path: Path, mark: str) -> None:
    path = tmp_path / "gap.yaml"
    path.write_text(RULESET.replace("MARK", mark), encoding="utf-8")
    assert load(str(path)).start().drawing.splitlines()[1] == "2 . _ ."


def test_the_rest_of_a_board_is_a_difference_without_a_zone_to_start_from(tmp_path: Path) -> None:
    zones = """zones:
  edge: {shape: {columns: [0]}}
  rest: {shape: {difference: {without: [edge]}}}
"""
    path = tmp_path / "gap.yaml"
    path.write_text(RULESET.replace("MARK", "_") + zones, encoding="utf-8")
    grid = load(str(path)).rules.resolved.grid
    rest = grid.zones[grid.zone_id["rest"]]
    assert [grid.places[cell] for cell in sorted(rest.cells)] == ["b3", "c3", "c2", "b1", "c1"]
