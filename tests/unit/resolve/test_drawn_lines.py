"""Boards of points and lines: what a drawing means, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import PositionError, ResolveError, RuleengineError
from ruleengine.resolve.board.drawn_lines import Fault, Lines, read_lines
from ruleengine.workbench.cases.comparing import boards_differ

RIGHT, LEFT, DOWN, DOWN_RIGHT, DOWN_LEFT = (0, 1), (0, -1), (1, 0), (1, 1), (1, -1)


def test_lines_lead_to_the_next_point_over_holes_and_crossings() -> None:
    found = read_lines("o---o\n|   |\no-+-o\n  |\no-o-o", 3, 3)
    assert isinstance(found, Fault)  # the upright line from b1 ends at the crossing
    found = read_lines("o-o-o\n| | |\no-+-o\n  |/\no-o-o", 3, 3)
    assert isinstance(found, Lines)
    assert found.points == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert found.joined[(0, 1), DOWN] == (2, 1)
    assert found.joined[(1, 0), RIGHT] == (1, 2)
    assert found.joined[(1, 2), DOWN_LEFT] == (2, 1)
    assert ((1, 2), DOWN) not in found.joined


@pytest.mark.parametrize(
    ("drawing", "message", "mark"),
    [
        ("o-o", "the drawing has 1 lines, but 2 rows need 3", "o"),
        ("o-o-o\n\no-o", "the drawing goes on behind the last of 2 columns", "-"),
        ("o|o\n\no-o", "'|' cannot be drawn here", "|"),
        ("o-x\n\no-o", "'x' cannot be drawn here", "x"),
        ("o-\n\no-o", "the line stops here without a point", "-"),
        ("o o\n/\no o", "'/' cannot be drawn here", "/"),
        ("_-_\n\no-o", "'-' belongs to no line between two points", "-"),
        ("___\n___\n___", "the drawing has no points", "_"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(drawing: str, message: str, mark: str) -> None:
    found = read_lines(drawing, 2, 2)
    assert isinstance(found, Fault)
    assert found.message == message
    assert drawing[found.start : found.end] == mark


GAME = """\
schema: 1
name: joined
title: Joined
sides: {white: {}, black: {}}
board:
  rows: 3
  columns: 3
  lines: |
    o-o-o
    |\\  |
    o-+-o
    |  \\|
    o-o-o
kinds: {man: {letters: {white: w, black: b}}}
setup:
  - drawn: |
      b-.-b
      |\\  |
      .-+-.
      |  \\|
      w-.-w
phases: {play: {turns: [white, black], turn: [{act: [go], else: [end_turn]}]}}
actions:
  go:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: all, distance: {at_least: 1}}}
    validators: [holds: {cell: to, any_of: [nothing]}]
    effects: [move: {piece: man, to: to}]
endings: [{when: turn > 9, draw: true, says: it is late}]
"""


def written(folder: Path, text: str) -> Game:
    path = folder / "joined.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def test_a_line_that_only_passes_a_hole_is_refused_where_it_cannot_go_on(tmp_path: Path) -> None:
    with pytest.raises(RuleengineError, match=r"joined.yaml:10:6: resolve/bad-drawing: the line"):
        written(tmp_path, GAME)


SOUND = GAME.replace("|\\  |", "|   |").replace("|  \\|", "|   |")


def test_moves_follow_lines_and_boards_are_drawn_with_them(tmp_path: Path) -> None:
    start = written(tmp_path, SOUND).start()
    assert start.drawing.splitlines() == [
        "3 b-.-b",
        "  |   |",
        "2 .-+-.",
        "  |   |",
        "1 w-.-w",
        "  a b c",
    ]
    texts = [move.text for move in start.legal_moves()]
    assert texts == ["go a1-a2", "go a1-b1", "go c1-c2", "go c1-b1"]
    assert start.play("go a1-a2").legal_moves()[0].text == "go a3-b3"
    assert start.why("go a1-b2")[0].message == "the board has no cell 'b2'"


def test_a_position_may_be_drawn_with_lines_or_without(tmp_path: Path) -> None:
    game = written(tmp_path, SOUND)
    drawn = game.position(board="b-.-.\n| |\n.-+-w\n|   |\n.-.-.", mover="white")
    plain = game.position(board="b . .\n. _ w\n. . .", mover="white")
    assert drawn.drawing == plain.drawing
    with pytest.raises(PositionError, match="'w' on b2, where the board has a hole; draw `_`"):
        game.position(board="b . .\n. w .\n. . .", mover="white")
    with pytest.raises(PositionError, match="'_' on a3 draws a hole, but there is a cell"):
        game.position(board="_ . .\n. _ w\n. . .", mover="white")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("kinds:", "zones: {spot: {shape: {cells: [b2]}}}\nkinds:", "the board has no cell 'b2'"),
        (
            "kinds:",
            'zones: {top: {symbol: "-", shape: {rows: [0]}}}\nkinds:',
            "a line of the board",
        ),
        ("  lines: |", "  holes: {cells: [a1]}\n  lines: |", "the lines say already where"),
        ("b-.-b\n", "b-_-b\n", "'_' on b3 draws a hole, but there is a cell"),
    ],
)
def test_what_does_not_fit_a_board_of_lines_is_refused(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    with pytest.raises(RuleengineError, match=told):
        written(tmp_path, SOUND.replace(old, new, 1))


LINES_HINT = "lines between cells may be left out, or stand as `ruleengine show` prints them"


def test_who_spaces_a_board_of_lines_otherwise_is_told_about_the_lines(tmp_path: Path) -> None:
    game = written(tmp_path, SOUND)
    odd = "b--.-b\n|   |\n.--+-.\n|   |\nw--.-w"
    with pytest.raises(PositionError, match="the drawing has 5 rows; .*; " + LINES_HINT):
        game.position(board=odd, mover="white")
    (differing,) = boards_differ(game, game.start().full_view(), odd)
    assert differing.endswith(LINES_HINT)
    setup = SOUND[SOUND.index("      b-.-b") : SOUND.index("phases:")]
    with pytest.raises(ResolveError) as caught:
        written(tmp_path, SOUND.replace(setup, setup.replace("-", "--", 1)))
    assert str(caught.value.diagnostics[0].hint).endswith(LINES_HINT)


def test_a_cell_among_lines_that_draws_nothing_is_refused(tmp_path: Path) -> None:
    wide = "      bq--.---b\n      |       |\n      .---+---.\n      |       |\n      w---.---w\n"
    setup = SOUND[SOUND.index("      b-.-b") : SOUND.index("phases:")]
    with pytest.raises(RuleengineError, match="'bq' on a3 draws no kind of piece and no zone"):
        written(tmp_path, SOUND.replace(setup, wide))


def test_holes_leave_cells_out_of_zones_and_filters(tmp_path: Path) -> None:
    text = (
        SOUND[: SOUND.index("  lines: |")]
        + "  holes: {cells: [b2]}\n"
        + SOUND[SOUND.index("kinds") :]
    )
    text = text.replace(
        "b-.-b\n      |   |\n      .-+-.\n      |   |\n      w-.-w",
        "b . b\n      . _ .\n      w . w",
    )
    game = written(tmp_path, text)
    assert len(game.rules.grid.cells) == 8
    texts = [move.text for move in game.start().legal_moves()]
    assert texts == ["go a1-a2", "go a1-b1", "go c1-c2", "go c1-b1"]
