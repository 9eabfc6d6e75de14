"""Cells that are called as a game calls them: in rules, moves, drawings and everywhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleengine import Game, IllegalMoveError, Match, load
from ruleengine.analysis.validation import validate
from ruleengine.game.kept.board_text import shown_board
from ruleengine.resolve.board.cell_names import CellNames
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.schema.drawing import read_drawing
from ruleengine.schema.drawn_frame import draw
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.html_page import render_html

RULES = Path(__file__).parents[2] / "agreement" / "rules"
GAME = """\
schema: 1
name: small
title: Small
sides: {{white: {{}}, black: {{}}}}
board: {{rows: {rows}, columns: {columns}, names: {names}{more}}}
kinds: {{man: {{letters: {{white: W, black: B}}}}}}
setup:
  - put: {{kind: man, owner: white, at: [{white}]}}
  - put: {{kind: man, owner: black, at: [{black}]}}
phases:
  play: {{turns: [white, black], turn: [act: [step]]}}
actions:
  step:
    operands:
      unit: {{piece: {{owner: mover}}}}
      to: {{line: {{from: unit, directions: all, distance: 1}}}}
    effects:
      - capture: to
      - move: {{piece: unit, to: to}}
endings:
  - {{when: count(owner=white) == 0, winner: black, says: white is gone}}
  - {{when: count(owner=black) == 0, winner: white, says: black is gone}}
"""


def small(  # noqa: PLR0913 - what a board may have
    path: Path,
    names: str,
    white: str,
    black: str,
    *,
    rows: int = 3,
    columns: int = 3,
    more: str = "",
) -> Path:
    file = path / "small.yaml"
    text = GAME.format(rows=rows, columns=columns, names=names, white=white, black=black, more=more)
    file.write_text(text)
    return file


def test_columns_may_leave_a_letter_out(tmp_path: Path) -> None:
    game = load(small(tmp_path, "{columns: [A, C, D]}", "D1", "A3"))
    assert game.start().drawing == "3 B . .\n2 . . .\n1 . . W\n  A C D"
    assert "step D1-C2" in {move.text for move in game.start().legal_moves()}


def test_columns_may_be_numbers_and_rows_letters(tmp_path: Path) -> None:
    game = load(small(tmp_path, "{columns: [3, 2, 1], rows: [a, b, c]}", "1c", "3a"))
    position = game.start().play("1c-2b")
    assert position.drawing == "a B . .\nb . W .\nc . . .\n  3 2 1"
    assert game.position(board=position.drawing).drawing == position.drawing


def test_cells_may_be_typed_in_small_letters_and_taken_with_an_x(tmp_path: Path) -> None:
    game = load(small(tmp_path, "{columns: [A, C, D]}", "D1", "C2"))
    assert game.start().play("d1xc2").events


def test_names_without_order_stand_above_and_below() -> None:
    game = load(RULES / "points.yaml")
    board = shown_board(game, game.start().full_view())
    assert board.text.splitlines() == [
        "7  8  9  10 11 12",
        ".  2o .  .  .  2o",
        ".  .  .  .  .  2x",
        "6  5  4  3  2  1",
    ]
    position = game.start().play("die 3")
    assert [move.text for move in position.legal_moves()] == ["run 8-5", "pass"]
    assert position.view("white").pieces[0].place == "8"


def test_hexagons_are_drawn_so_that_neighbors_are_beside_each_other() -> None:
    game = load(RULES / "hexagons.yaml")
    drawing = game.start().drawing
    assert drawing.splitlines() == [
        "E     x x x",
        "D    . . . .",
        "C   . . _ . .",
        "B    . . . .",
        "A     o o o",
        "      1 2 3 4 5",
    ]
    assert game.position(board=drawing).drawing == drawing
    by_hand = "_ _ x x x\n_ . . . .\n. . _ . .\n. . . . _\no o o _ _"
    assert game.position(board=by_hand).drawing == drawing


def test_a_record_names_cells_as_the_ruleset_does() -> None:
    match = Match(load(RULES / "hexagons.yaml"), seed=1)
    match.submit("white", "a1-b1")
    assert "roll A1-B1" in json.dumps(match.record().to_dict())


def test_a_refusal_names_cells_as_the_ruleset_does() -> None:
    with pytest.raises(IllegalMoveError, match="C5"):
        load(RULES / "hexagons.yaml").start().play("roll A1-c5")


def test_the_rulebook_names_cells_as_the_ruleset_does(tmp_path: Path) -> None:
    assert ">10</text>" in render_html(write_book(read_tree(str(RULES / "points.yaml"))))
    rows = small(tmp_path, "{columns: [3, 2, 1], rows: [a, b, c]}", "1c", "3a")
    assert ">c</text>" in render_html(write_book(read_tree(str(rows))))


def test_steps_go_around_holes_from_neighbor_to_neighbor() -> None:
    game = load(RULES / "hexagons.yaml")
    assert game.start().ask("steps_between(B3, D3)").value == 3
    assert game.start().ask("distance(B3, D3)").value == 2


@pytest.mark.parametrize(
    ("names", "code", "message"),
    [
        ("{columns: [A, B]}", "resolve/board-size", "2 names for columns, but the board has 3"),
        ("{columns: [A, B, a]}", "resolve/name-taken", "'A3' and 'a3' differ in capital letters"),
        ("{columns: [1, 11, 2], rows: [11, 1, 3]}", "resolve/name-taken", "called '111'"),
        ('"1 2 3\\n4 5 6"', "resolve/bad-drawing", "has 2 rows, but the board has 3"),
        ('"1 2 3\\n4 5\\n7 8 9"', "resolve/bad-drawing", "row 2 of the drawing has 2 names"),
        ('"1 2 3\\n4 5 6\\n7 8 a-b"', "resolve/bad-drawing", "'a-b' cannot be the name"),
        ('"1 2 3\\n4 5 6\\n7 8 07"', "resolve/bad-drawing", "'07' cannot be the name"),
        ('"1 2 3\\n4 5 6\\n7 8 8"', "resolve/name-taken", "two cells are called '8'"),
        ('"1 2 3\\n4 5 6\\n7 8 man"', "resolve/name-taken", "it is the name of a kind already"),
        ('"1 2 3\\n4 5 6\\n7 8 to"', "resolve/name-taken", "the name of an operand already"),
        ('"1 2 3\\n4 5 6\\n7 8 up"', "resolve/name-taken", "means something else in moves"),
        ('"1 2 3\\n4 5 6\\n7 8 step"', "resolve/name-taken", "the name of an action already"),
        ('"_ _ _\\n_ _ _\\n_ _ _"', "resolve/bad-drawing", "names no cell"),
    ],
)
def test_names_that_cannot_be_are_located(
    tmp_path: Path, names: str, code: str, message: str
) -> None:
    found = validate(str(small(tmp_path, names, "1", "2"))).diagnostics
    first = next(each for each in found if each.code == code)
    assert message in first.message
    assert first.span is not None
    assert first.span.line == 5


def test_pairs_of_numbers_and_numbers_alone_are_not_both_cells(tmp_path: Path) -> None:
    file = small(tmp_path, '"1 2\\n3 4"', "1", "2", rows=2, columns=2, more=", pairs: row_column")
    assert [each.code for each in validate(str(file)).diagnostics] == ["resolve/name-taken"]


def test_a_drawing_of_names_and_the_holes_agree(tmp_path: Path) -> None:
    holes = ', holes: {drawn: "_.\\n.."}'
    file = small(tmp_path, '"1 2\\n3 4"', "3", "2", rows=2, columns=2, more=holes)
    problems = validate(str(file)).diagnostics
    assert [each.message for each in problems] == [
        "a name is drawn in row 1, column 1, where the board has a hole"
    ]


def test_a_number_in_an_expression_is_told_to_be_quoted(tmp_path: Path) -> None:
    file = small(tmp_path, '"1 2\\n3 4"', "1", "2", rows=2, columns=2)
    text = file.read_text().replace("count(owner=white) == 0", "count(at=3) == 0")
    file.write_text(text)
    (problem,) = validate(str(file)).diagnostics
    assert problem.hint == "for the cell that is called so put it in quotes: `'3'`"


def test_a_variant_may_change_names(tmp_path: Path) -> None:
    small(tmp_path, "{columns: [A, C, D]}", "D1", "A3")
    (tmp_path / "other.yaml").write_text(
        "schema: 1\nname: other\ntitle: Other\nextends: small\n"
        "board: {names: {columns: [X, Y, Z]}}\n"
        'setup: [{drawn: "B..\\n...\\n..W"}]\n'
    )
    other = load(tmp_path / "other.yaml")
    assert other.start().play("z1-y2").drawing.splitlines()[-1] == "  X Y Z"


WORDS = st.text("abcxyzABC019", min_size=1, max_size=4).filter(
    lambda word: not (word.startswith("0") and word.isdecimal() and len(word) > 1)
)


@given(
    st.integers(1, 4).flatmap(
        lambda columns: st.lists(
            st.lists(WORDS | st.just("_"), min_size=columns, max_size=columns),
            min_size=1,
            max_size=4,
        )
    ),
    st.sampled_from([0, 0.5, -0.5]),
    st.integers(1, 3),
)
def test_drawings_with_any_names_around_them_are_read_back(
    table: list[list[str]], slant: float, wide: int
) -> None:
    names = CellNames.drawn(table)
    frame = names.frame((), slant)
    rows = [
        ["x" if (row + column) % wide else "." for column, _ in enumerate(line)]
        for row, line in enumerate(table)
    ]
    assert read_drawing(draw(rows, frame), frame) == ["".join(row) for row in rows]


@pytest.mark.parametrize("name", ["points", "hexagons"])
@given(seed=st.integers(0, 50))
def test_moves_and_cells_are_read_back_as_they_are_written(name: str, seed: int) -> None:
    game = _loaded(name)
    grid = game.rules.grid
    for cell in grid.cells:
        assert grid.cell_id(grid.places[cell]) == cell
        assert grid.names.in_any_case(grid.places[cell].lower()) == grid.places[cell]
    match = Match(game, seed=seed)
    for number in range(6):
        if match.position.outcome is not None:
            break
        moves = match.position.legal_moves()
        for move in moves:
            assert match.position.play(move.text).to_dict() == match.position.play(move).to_dict()
        match.submit(match.actors[0], moves[(seed + number) % len(moves)].text)


_GAMES: dict[str, Game] = {}


def _loaded(name: str) -> Game:
    return _GAMES.setdefault(name, load(RULES / f"{name}.yaml"))
