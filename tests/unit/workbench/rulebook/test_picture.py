"""The picture of the board in a rulebook."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.resolve.board.grid import Grid
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.html_page import render_html
from ruleengine.workbench.rulebook.markdown_page import render_markdown
from ruleengine.workbench.rulebook.picture import (
    Palette,
    Standing,
    board_svg,
    shades_of,
    side_colors,
    swatch_svg,
)
from ruleengine.workbench.rulebook.picture_edges import (
    HOLE_FILL,
    frame_of,
    inner_holes,
    zone_edges,
)
from ruleengine.workbench.rulebook.picture_layout import CELL, MARGIN, Layout

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

PARTS = """\
schema: 1
name: halves
title: Halves
sides: {white: {}, black: {}}
board: {rows: 2, columns: 4}
zones:
  half:
    title: a half
    parts:
      left: {title: the left half, symbol: "(", shape: {columns: [0, 1]}}
      right: {title: the right half, symbol: ")", shape: {columns: [2, 3]}}
  bank:
    title: a bank
    symbol: "="
    parts:
      near: {title: the near bank, symbol: "-", shape: {cells: [a1]}}
      far: {shape: {cells: [d2]}}
kinds: {man: {letters: {white: w, black: b}}}
phases: {play: {turns: [white, black], turn: [{act: [put], else: [end_turn]}]}}
actions:
  put:
    operands: {to: {cell: {empty: true, in: [half, bank]}}}
    effects: [place: {kind: man, owner: mover, at: to}]
endings: [{id: full, when: count() == 8, draw: true, says: full}]
"""


COLUMNS = "abcdefghijklmnop"
STRIP = """\
schema: 1
name: strip
title: Strip
sides: {white: {}, black: {}}
board: {rows: 2, columns: 16}
zones: {ZONES}
kinds: {man: {letters: {white: w, black: b}}}
phases: {play: {turns: [white, black], turn: [{act: [put], else: [end_turn]}]}}
actions:
  put:
    operands: {to: {cell: {empty: true}}}
    effects: [place: {kind: man, owner: mover, at: to}]
endings: [{id: full, when: count() == 32, draw: true, says: full}]
"""


def test_every_symbol_of_the_drawn_board_is_in_the_legend(tmp_path: Path) -> None:
    path = tmp_path / "halves.yaml"
    path.write_text(PARTS, encoding="utf-8")
    book = write_book(read_tree(str(path)))
    page = render_markdown(book)
    assert "2 ( ( ) =\n1 - ( ) )\n" in page
    for line in ("`(` The left half", "`)` The right half", "`=` A bank", "`-` The near bank"):
        assert f"- {line}\n" in page
    html = render_html(book)
    for title in ("The left half", "The right half", "A bank"):
        swatch = html.partition(f"</svg> {title}</li>")[0].rpartition("<svg")[2]
        fill = re.search(r'fill="(#\w+)"', swatch)
        assert fill is not None
        assert html.count(f'fill="{fill[1]}"') > 1, title  # in the legend and on the board


def test_labels_of_hexagons_with_holes_stand_beside_cells(tmp_path: Path) -> None:
    path = tmp_path / "star.yaml"
    path.write_text(STAR, encoding="utf-8")
    grid = load(str(path)).rules.resolved.grid
    layout = Layout(grid)
    svg = board_svg(grid, Palette({}, ()), (), label="")
    labels = re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)">(\w)</text>', svg)
    assert sorted(text for _, _, text in labels) == sorted("12345abcde")
    centers = [layout.center(cell) for cell in grid.cells]
    for x, y, text in labels:
        near = min(abs(float(x) - a) + abs(float(y) - b) for a, b in centers)
        assert near < CELL + MARGIN, text
    left, top, width, height = layout.view
    assert all(left < x < left + width and top < y < top + height for x, y in centers)
    assert width < layout.width


def test_many_zones_are_all_drawn_differently(tmp_path: Path) -> None:
    zones = ", ".join(f"z{at}: {{shape: {{cells: [{name}1]}}}}" for at, name in enumerate(COLUMNS))
    path = tmp_path / "strip.yaml"
    path.write_text(STRIP.replace("ZONES", zones), encoding="utf-8")
    rules = load(str(path)).rules.resolved
    titles = {zone: zone for zone in rules.ruleset.zones}
    shades = shades_of(rules.grid, titles)
    assert len({(shade.fill, shade.pattern) for shade in shades}) == len(shades) == len(COLUMNS)


def test_the_legend_has_the_colors_that_owned_cells_are_drawn_in() -> None:
    rules = load("stratego").rules.resolved
    titles = {zone: zone for zone in rules.ruleset.zones}
    palette = Palette(side_colors(rules.ruleset), shades_of(rules.grid, titles))
    (camp,) = (shade for shade in palette.shades if shade.owners)
    board = board_svg(rules.grid, palette, (), label="")
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


NET = Path(__file__).parents[3] / "agreement" / "rules" / "numbered_points.yaml"


def test_names_without_order_are_drawn_over_lines_and_pieces() -> None:
    game = load(NET)
    colors = {"red": ("#fff", "#000")}
    svg = board_svg(game.rules.grid, Palette(colors, ()), [Standing(0, "A", "red")], label="")
    names = re.findall(r'<(\w+) [^>]*/><text [^>]*font-size="(\d+)" >(\d+)</text>', svg)
    assert [name for _, _, name in names] == ["8", "9", "10", "11", "12"]
    assert all(int(size) >= 10 for _, size, _ in names)
    # A free point has its name in a disc, and a piece above it on a plate.
    assert [shape for shape, _, _ in names] == ["rect", *["circle"] * 4]
    assert svg.rindex("<line") < svg.index(">A</text>") < svg.index(">8</text>")


LANDS = """\
schema: 1
name: lands
title: Lands
sides: {white: {}, black: {}}
board:
  rows: 2
  columns: 2
  names: "northern fen\\nhill marsh"
  lines: "o-o\\n|X|\\no-o"
kinds: {man: {letters: {white: w, black: b}}}
setup: [{put: {kind: man, owner: white, at: [northern, fen]}}]
phases: {play: {turns: [white, black], turn: [{act: [rest], else: [end_turn]}]}}
actions: {rest: {}}
endings: [{id: late, when: turn > 20, draw: true, says: late}]
"""


def test_names_of_points_keep_clear_of_pieces_and_of_each_other(tmp_path: Path) -> None:
    path = tmp_path / "lands.yaml"
    path.write_text(LANDS, encoding="utf-8")
    grid = load(str(path)).rules.resolved.grid
    pieces = [Standing(cell, "w1", "white") for cell in (0, 1)]
    svg = board_svg(grid, Palette({"white": ("#fff", "#000")}, ()), pieces, label="")
    attributes = r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx'
    plates = [tuple(map(float, found)) for found in re.findall(attributes, svg)]
    assert len(plates) == 4
    for one, other in itertools.combinations(plates, 2):
        is_beside = abs(one[0] + one[2] / 2 - other[0] - other[2] / 2) >= (one[2] + other[2]) / 2
        assert is_beside or abs(one[1] - other[1]) >= max(one[3], other[3])
    discs = [
        tuple(map(float, found)) for found in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="15"', svg)
    ]
    assert len(discs) == 2
    for (x, y), (left, top, wide, _) in zip(discs, plates, strict=False):
        assert left < x < left + wide
        assert top > y + 15


def test_a_small_board_is_drawn_larger() -> None:
    def width(name: str | Path) -> int:
        grid = load(name).rules.resolved.grid
        found = re.search(r' width="(\d+)" role', board_svg(grid, Palette({}, ()), (), label=""))
        assert found is not None
        return int(found[1])

    assert width("gardner") == 340
    assert width("stratego") == 10 * CELL + 2 * MARGIN


def test_a_rulebook_without_pictures_draws_the_names_apart() -> None:
    book = write_book(read_tree(str(NET)))
    assert "What the cells are called:\n\n```text\n8-------9\n" in render_markdown(book)
    assert "Every cell has a name of its own: 8 is at the top left" in render_html(book)


def test_a_rulebook_says_what_names_are_made_of() -> None:
    hexagons = NET.with_name("hexagons.yaml")
    page = render_markdown(write_book(read_tree(str(hexagons))))
    assert "A cell is named by the letter of its row and then the number of its column" in page


@pytest.mark.parametrize("name", ["gardner", "stratego", "connect_four"])
def test_no_level_of_headings_is_left_out(name: str) -> None:
    page = render_html(write_book(read_tree(name)))
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    pairs = itertools.pairwise(levels)
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairs)


def test_a_board_is_told_to_those_who_hear_the_page() -> None:
    page = render_html(write_book(read_tree("gardner")))
    assert 'role="img" aria-label="The board: r of Black on a5; n of Black on b5; ' in page
    assert "; P of White on a2, b2, c2, d2 and e2; " in page
    empty = render_html(write_book(read_tree("connect_four")))
    assert 'aria-label="The board, with nothing on it"' in empty


def test_the_smallest_of_many_zones_on_a_cell_can_be_seen(tmp_path: Path) -> None:
    many = [
        f"z{at}: {{shape: {{columns: [{', '.join(map(str, range(9 - at)))}]}}}}" for at in range(9)
    ]
    path = tmp_path / "strip.yaml"
    path.write_text(STRIP.replace("ZONES", ", ".join(many)), encoding="utf-8")
    rules = load(str(path)).rules.resolved
    titles = {zone: zone for zone in rules.ruleset.zones}
    shades = shades_of(rules.grid, titles)
    svg = board_svg(rules.grid, Palette(side_colors(rules.ruleset), shades), (), label="")
    for shade in shades:
        last = [
            each
            for each in re.findall(r'points="([^"]+)" fill="([^"]+)"', svg)
            if shade.fill in each
        ]
        across = [float(point.split(",")[0]) for point in last[0][0].split()]
        assert max(across) - min(across) >= 4, shade.zone.name


def _grid(tmp_path: Path, name: str, rules: str) -> Grid:
    path = tmp_path / f"{name}.yaml"
    path.write_text(rules, encoding="utf-8")
    return load(str(path)).rules.resolved.grid


ROOM = """\
schema: 1
name: room
title: Room
sides: {white: {}, black: {}}
board:
  rows: 3
  columns: 4
  holes:
    drawn: |
      . . . .
      . _ . _
      . . . .
kinds: {man: {letters: {white: w, black: b}}}
phases: {play: {turns: [white, black], turn: [{act: [put], else: [end_turn]}]}}
actions:
  put:
    operands: {to: {cell: {empty: true}}}
    effects: [place: {kind: man, owner: mover, at: to}]
endings: [{id: full, when: count() == 10, draw: true, says: full}]
"""


def test_a_hole_between_cells_is_painted_and_one_at_the_edge_is_not(tmp_path: Path) -> None:
    layout = Layout(_grid(tmp_path, "room", ROOM))
    assert inner_holes(layout) == [5]
    svg = board_svg(layout.grid, Palette({}, ()), (), label="")
    assert svg.count(f'fill="{HOLE_FILL}"') == 1
    star = STAR.replace(". . . _\n      . . . . _", ". _ . _\n      . . . . _")
    assert len(inner_holes(Layout(_grid(tmp_path, "star", star)))) == 1


def test_the_edge_of_a_board_with_holes_is_a_line(tmp_path: Path) -> None:
    layout = Layout(_grid(tmp_path, "room", ROOM))
    (frame,) = frame_of(layout)
    # Around the board, into the notch in its right side, and around the hole inside.
    assert frame.count("M") == 14 + 2 + 4


def test_legends_say_what_a_hole_is_drawn_with(tmp_path: Path) -> None:
    assert _grid(tmp_path, "room", ROOM).draws_holes
    book = write_book(read_tree(str(tmp_path / "room.yaml")))
    assert "- `_` A hole, which is no cell\n" in render_markdown(book)
    assert "</svg> A hole, which is no cell</li>" in render_html(book)
    # Around a board of hexagons, holes are blank, and need no explanation.
    assert not _grid(tmp_path, "star", STAR).draws_holes


def test_many_zones_have_borders_and_labels(tmp_path: Path) -> None:
    lands = ", ".join(
        f"z{at}: {{symbol: {name.upper()}, shape: {{cells: [{name}1, {name}2]}}}}"
        for at, name in enumerate(COLUMNS[:7])
    )
    path = tmp_path / "strip.yaml"
    path.write_text(STRIP.replace("{ZONES}", f"{{{lands}}}"), encoding="utf-8")
    rules = load(str(path)).rules.resolved
    titles = {zone: zone for zone in rules.ruleset.zones}
    shades = shades_of(rules.grid, titles)
    assert [shade.label for shade in shades] == [*"ABCDEFG"]
    palette = Palette(side_colors(rules.ruleset), shades)
    svg = board_svg(rules.grid, palette, (), label="")
    assert all(f">{letter}</text>" in svg for letter in "ABCDEFG")
    borders, _ = zone_edges(Layout(rules.grid), [("A", shades[0].zone.cells)])
    assert borders.count("M") == 6
    assert ">A</text>" in swatch_svg(shades[0], palette)


def test_zones_with_one_symbol_are_numbered_and_each_part_is_labelled(tmp_path: Path) -> None:
    lands = ", ".join(
        f"z{at}: {{symbol: '+', shape: {{cells: [{name}1, {other}2]}}}}"
        for at, (name, other) in enumerate(zip(COLUMNS, COLUMNS[2:9], strict=False))
    )
    path = tmp_path / "strip.yaml"
    path.write_text(STRIP.replace("{ZONES}", f"{{{lands}}}"), encoding="utf-8")
    rules = load(str(path)).rules.resolved
    shades = shades_of(rules.grid, {zone: zone for zone in rules.ruleset.zones})
    assert [shade.label for shade in shades] == [*"1234567"]
    svg = board_svg(rules.grid, Palette(side_colors(rules.ruleset), shades), (), label="")
    assert svg.count('font-weight="700" fill="#2b2720"') == 14  # two parts of each


FACING = """\
schema: 1
name: tanks
title: Tanks
sides: {west: {title: West}, east: {title: East}}
board: {rows: 4, columns: 4}
kinds:
  tank: {letters: {west: w, east: e}}
  base: {letters: {west: W, east: E}}
counters: {facing: {per: piece, limit: 7, title: where it looks}}
setup:
  - put: {kind: tank, owner: west, at: a1}
  - put: {kind: tank, owner: east, at: d4}
  - put: {kind: base, owner: west, at: d1}
phases:
  start: {steps: [{for_each: {as: one, among: {owner: east}}, do: [{set: {facing: 6}, for: one}]}]}
  play: {turns: [west, east], turn: [act: [go]]}
actions:
  go:
    operands: {tank: {piece: {owner: mover}}}
    validators: [{require: "next_cell(tank, tank.facing) != nothing", says: no room}]
    effects: [move: {piece: tank, to: "next_cell(tank, tank.facing)"}]
endings: [{id: late, when: turn > 20, draw: true, says: late}]
"""


def test_a_piece_has_a_tip_where_it_looks(tmp_path: Path) -> None:
    path = tmp_path / "tanks.yaml"
    path.write_text(FACING, encoding="utf-8")
    book = write_book(read_tree(str(path)))
    html = render_html(book)
    tips = re.findall(r'class="looks" points="([\d.-]+),([\d.-]+) ', html)
    layout = Layout(load(str(path)).rules.resolved.grid)
    # The tank on d4 looks to the left and the one on a1 up; a base looks nowhere.
    (x4, y4), (x1, y1) = layout.center(3), layout.center(12)
    assert [(float(x), float(y)) for x, y in tips] == [(x4 - 22, y4), (x1, y1 - 22)]
    said = "The tip at the edge of a piece points to where it looks: “where it looks”."
    assert said in html
    assert said not in render_markdown(book)


def test_a_number_that_is_no_direction_has_no_tip(tmp_path: Path) -> None:
    path = tmp_path / "tanks.yaml"
    plain = FACING.replace("next_cell(tank, tank.facing)", "next_cell(tank, 0)")
    path.write_text(plain.replace("says: no room", "says: no"), encoding="utf-8")
    assert 'class="looks"' not in render_html(write_book(read_tree(str(path))))
