"""The picture of the board in a rulebook."""

from __future__ import annotations

import re
from pathlib import Path

from ruleengine import load
from ruleengine.workbench.rulebook.picture import (
    CELL,
    MARGIN,
    Layout,
    Palette,
    board_svg,
    shades_of,
    side_colors,
    swatch_svg,
)

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


def test_the_legend_has_the_colors_that_owned_cells_are_drawn_in() -> None:
    rules = load("stratego").rules.resolved
    titles = {zone: zone for zone in rules.ruleset.zones}
    palette = Palette(side_colors(rules.ruleset), shades_of(rules.grid, titles))
    (camp,) = (shade for shade in palette.shades if shade.owners)
    board = board_svg(rules.grid, palette, ())
    for side in ("red", "blue"):
        tint = f'fill="{palette.sides[side][0]}" fill-opacity'
        assert tint in swatch_svg(camp, palette)
        assert tint in board
    # Its own color would change that of the owners.
    assert camp.fill not in board
    assert camp.fill not in swatch_svg(camp, palette)


def test_a_zone_that_others_make_up_is_not_shaded_over_them() -> None:
    rules = load("ur").rules.resolved
    titles = {zone: zone for zone in rules.ruleset.zones}
    shaded = {shade.zone.name for shade in shades_of(rules.grid, titles)}
    whole = {zone.name for zone in rules.grid.zones if len(zone.cells) == 20}
    assert whole
    assert shaded.isdisjoint(whole)
