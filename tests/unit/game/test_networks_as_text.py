"""Networks and hexagons as text: lines beside wide cells, names of all points, blank holes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleengine import Game, load
from ruleengine.cli.terminal import board
from ruleengine.game.kept.board_text import name_lines, shown_board
from ruleengine.schema.drawing import ShownCell, locate_marks, read_cells, read_drawing, read_shown
from ruleengine.schema.drawn_frame import HOLE, STROKES, Frame, draw
from ruleengine.table.lines import plain
from ruleengine.table.screen import board_lines
from ruleengine.workbench.cases.comparing import boards_differ

RULES = Path(__file__).parents[2] / "agreement" / "rules"


@pytest.fixture
def net() -> Game:
    return load(RULES / "numbered_points.yaml")


def test_a_number_behind_a_letter_leaves_the_lines_where_they_are(net: Game) -> None:
    position = net.start().play("8-10").play("12-11")
    shown = shown_board(net, position.full_view())
    assert shown.text.splitlines() == [
        ".-------.",
        "| \\   / |",
        "|   A5  |",
        "|       |",
        "|       |",
        "|       |",
        "B5------.",
    ]
    assert plain(board_lines(net, position.view("red"), shown)) == shown.text


def test_a_row_without_a_point_is_printed_in_color_too(net: Game) -> None:
    drawing = str(shown_board(net, net.start().play("8-10").full_view()))
    text = board(net, drawing)
    assert text.plain == drawing
    colored = [text.plain[span.start] for span in text.spans if span.style not in ("", "dim")]
    assert sorted(colored) == ["A", "B"]


def test_a_network_with_numbers_is_read_back(net: Game) -> None:
    position = net.start().play("8-10").play("12-11").play("10-9")
    view = position.full_view()
    text = shown_board(net, view).text
    assert text.splitlines()[0] == ".-------A10"
    assert net.position(board=text).full_view().pieces == view.pieces
    assert [*boards_differ(net, view, text)] == []
    (differing,) = boards_differ(net, view, text.replace("B5", "B6"))
    assert "B6------." in differing.splitlines()
    assert differing.splitlines()[-1] == "11: expected B6, found B5"


def test_names_without_order_are_drawn_apart(net: Game) -> None:
    assert net.start().drawing.splitlines()[0] == "A---."
    assert name_lines(net.rules.grid) == [
        "What the cells are called:",
        "8-------9",
        "| \\   / |",
        "|   10  |",
        "|       |",
        "|       |",
        "|       |",
        "11------12",
    ]


@pytest.mark.parametrize("name", ["points", "hexagons", "joined"])
def test_names_that_stand_around_the_board_are_not_drawn_again(name: str) -> None:
    assert name_lines(load(RULES / f"{name}.yaml").rules.grid) == []


def test_names_that_are_too_wide_to_be_drawn_are_listed(net: Game) -> None:
    assert name_lines(net.rules.grid, width=9) == [
        "What the cells are called, from the left:",
        "row 1: 8,",
        "  9",
        "row 2: 10",
        "row 3:",
        "  none",
        "row 4:",
        "  11, 12",
    ]


def test_a_hole_at_the_edge_is_not_taken_for_the_label_of_its_row() -> None:
    frame = Frame(2, 3, ("2", "1"), (), ("a", "b", "c"), slant=0.5)
    text = draw(["_x.", ".o_"], frame)  # with its label, each row has as many marks as columns
    assert text.splitlines() == ["2   x .", "1  . o", "   a b c"]
    assert read_drawing(text, frame) == ["_x.", ".o_"]
    assert [[text[at] for at in row] for row in locate_marks(text, frame)][1][:2] == [".", "o"]


def test_a_row_of_holes_alone_is_not_blank() -> None:
    frame = Frame(3, 2, (), (), (), slant=-0.5)
    text = draw(["__", ".x", "__"], frame)
    assert text.split() == ["_", "_", ".", "x", "_", "_"]
    assert read_drawing(text, frame) == ["__", ".x", "__"]


LINES = ("o---o", "|\\ /|", "| o |", "|/ \\|", "o---o")
POINTS = ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2))
LABELS = st.sampled_from([((), ()), (("3", "2", "1"), ("a", "b", "c")), (("A", "B", "C"), ())])
CELLS = st.sampled_from([".", "x", "3x", "x12", "x-3", "x1/-20", "xo", "="])


@given(st.lists(CELLS, min_size=5, max_size=5), LABELS)
def test_networks_are_read_back_however_wide_they_are(
    marks: list[str], labels: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    frame = Frame(3, 3, labels[0], (), labels[1], LINES)
    rows = [[HOLE] * 3 for _ in range(3)]
    for (row, column), mark in zip(POINTS, marks, strict=True):
        rows[row][column] = mark
    text = draw(rows, frame)
    wanted = [[read_shown(mark, Frame(1, 1), "xo")[0][0] for mark in row] for row in rows]
    assert read_shown(text, frame, "xo") == wanted
    several = [[each.marks if not each.numbers else "" for each in row] for row in wanted]
    for here, there in zip(read_cells(text, frame, "xo"), several, strict=True):
        assert all(one == other for one, other in zip(here, there, strict=True) if other)


@given(
    st.lists(
        st.lists(st.sampled_from(["_", "_", ".", "x", "2", *STROKES]), min_size=4, max_size=4),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from([0.5, -0.5]),
    st.booleans(),
)
def test_hexagons_are_read_back_with_any_holes(
    rows: list[list[str]], slant: float, has_labels: object
) -> None:
    left = tuple(str(len(rows) - row) for row in range(len(rows))) if has_labels else ()
    frame = Frame(len(rows), 4, left, (), tuple("abcd") if has_labels else (), slant=slant)
    text = draw(rows, frame)
    assert read_drawing(text, frame) == ["".join(row) for row in rows]
    numbers = [["x12" if mark == "x" else mark for mark in row] for row in rows]
    found = read_shown(draw(numbers, frame), frame, "x")
    assert [cell == ShownCell("x", (12,)) for row in found for cell in row] == [
        mark == "x" for row in rows for mark in row
    ]


HEXAGONS = (
    "{rows: 3, columns: 3, neighbors: [orthogonal, up_right, down_left], holes: {cells: [a3, c1]}}"
)


def test_symbols_like_lines_are_no_holes_on_hexagons(tmp_path: Path) -> None:
    game = load(hexagons(tmp_path, HEXAGONS))
    shown = shown_board(game, game.start().full_view())
    assert shown.text.splitlines() == ["3   - /", "2  + + .", "1   . \\", "    a b c"]
    assert plain(board_lines(game, game.start().view("a"), shown)) == shown.text
    at_b2 = game.start().play("put b2").full_view()
    as_printed = shown_board(game, at_b2).text
    for drawn in (as_printed, "_ - /\n+ A .\n. \\ _"):
        assert [*boards_differ(game, at_b2, drawn)] == []
    wrong = [*boards_differ(game, at_b2, as_printed.replace("A", "B"))]
    assert wrong[0].splitlines()[-1] == "b2: expected B, found A"


@pytest.mark.parametrize("slant", ["up_right, down_left", "up_left, down_right"])
@pytest.mark.parametrize(
    "board",
    [
        "{rows: 3, columns: 3, holes: {cells: [a3, c1]}",
        '{rows: 2, columns: 3, names: "b1 c3 b3\\na2 b2 z"',
    ],
)
def test_players_see_labels_of_columns_in_the_same_place(
    tmp_path: Path, board: str, slant: str
) -> None:
    game = load(hexagons(tmp_path, f"{board}, neighbors: [orthogonal, {slant}]}}"))
    shown = shown_board(game, game.start().full_view())
    assert plain(board_lines(game, game.start().view("a"), shown)) == shown.text


def hexagons(folder: Path, board: str) -> Path:
    """Write a game on a board of hexagons, with symbols that look like lines."""
    path = folder / "hexagons.yaml"
    path.write_text(f"""
schema: 1
name: hexagons
title: Hexagons
sides: {{a: {{}}, b: {{}}}}
board: {board}
zones:
  middle: {{symbol: "+", shape: {{cells: [a2, b2]}}}}
  top: {{symbol: "-", shape: {{cells: [b3]}}}}
  right: {{symbol: "/", shape: {{cells: [c3]}}}}
  low: {{symbol: '\\', shape: {{cells: [b1]}}}}
kinds: {{man: {{letters: {{a: A, b: B}}}}}}
phases: {{play: {{turns: [a, b], turn: [act: [put]]}}}}
actions:
  put:
    operands: {{to: {{cell: {{empty: true}}}}}}
    effects: [place: {{kind: man, owner: mover, at: to}}]
endings: [{{when: turn > 5, draw: true, says: late}}]
""")
    return path
