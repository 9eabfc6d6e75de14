"""The picture of the board in a rulebook."""

from __future__ import annotations

import re
from pathlib import Path

from ruleengine import load
from ruleengine.workbench.rulebook.picture import CELL, MARGIN, Layout, Palette, board_svg

STAR = """\
schema: 1
name: star
title: Star
sides: {white: {}, black: {}}
board:
  rows: 5
  columns: 5
  neighbors: [orthogonal, up_right, down_left]
  holes:
    drawn: |
      _ _ _ . _
      _ . . . .
      _ . . . _
      . . . . _
      _ . _ _ _
kinds: {man: {letters: {white: w, black: b}}}
setup: [{put: {kind: man, owner: white, at: b1}}, {put: {kind: man, owner: black, at: d5}}]
phases: {play: {turns: [white, black], turn: [act: [step]]}}
actions:
  step:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    effects: [move: {piece: man, to: to}]
endings: [{id: late, when: turn > 20, draw: true, says: late}]
"""


def test_labels_of_hexagons_with_holes_stand_beside_cells(tmp_path: Path) -> None:
    path = tmp_path / "star.yaml"
    path.write_text(STAR, encoding="utf-8")
    grid = load(str(path)).rules.resolved.grid
    layout = Layout(grid)
    svg = board_svg(grid, Palette({}, ()), ())
    labels = re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)">(\w)</text>', svg)
    assert sorted(text for _, _, text in labels) == sorted("12345abcde")
    centers = [layout.center(cell) for cell in grid.cells]
    for x, y, text in labels:
        near = min(abs(float(x) - a) + abs(float(y) - b) for a, b in centers)
        assert near < CELL + MARGIN, text
    left, top, width, height = layout.view
    assert all(left < x < left + width and top < y < top + height for x, y in centers)
    assert width < layout.width
