"""Chains of neighbors, unbroken rows, and cells in the order of their zone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game, Position

Mini = Callable[..., Game]

BOARD = """
n n n . s
. . n . .
. s . n n
. s s . n
S . . . n
"""


def holds(mini: Mini, condition: str, **sections: str) -> bool:
    """Say whether a condition holds on the board above."""
    endings = f'- {{id: it_holds, when: "{condition}", draw: true, says: it holds}}'
    game = mini(endings=endings, **sections)
    return game.position(board=BOARD, mover="north").outcome is not None


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("count(owner=north, linked=nth_cell(here, 1)) == 4", True),
        ("count(owner=north, linked=nth_cell(here, 2)) == 4", True),
        ("count(linked=nth_cell(here, 1)) == 4", True),
        ("count(owner=south, linked=nth_cell(here, 1)) == 0", True),
        ("count(owner=south, linked=left) == 1", True),
        ("count(owner=south, kind=man, linked=left) == 0", True),
        ("exists(owner=north, in=here, linked=left)", True),
        ("exists(owner=north, in=right, linked=left)", False),
        ("count(owner=north, linked=left, where=it.cell.row == 1) == 1", True),
        ("count_cells(empty=true, linked=nth_cell(here, 3)) == 3", True),
        ("count_cells(empty=true, in=right, linked=nth_cell(here, 3)) == 1", True),
        ("count(owner=north, linked=left, through=it.cell.row < 1) == 3", True),
        ("count(owner=north, linked=left, through=it.cell.column != 1) == 1", True),
        ("count(owner=north, in_row=3, through=it.cell.row == 0) == 3", True),
        ("count(owner=north, in_row=3, through=it.cell.row > 0) == 0", False),
        ("count_cells(linked=left, through=it.column < 2) == 10", True),
        ("count_cells(linked=left, through=it.column != 1) == 5", True),
        (
            "count_cells(linked=left, through=it.row > 2, where=it.column > 0) == 8",
            True,
        ),
    ],
)
def test_a_chain_is_of_pieces_alike_and_the_rest_says_which(
    mini: Mini, condition: str, *, expected: bool
) -> None:
    zones = """
    here: {shape: {cells: [a5, e1, d5]}}
    left: {shape: {columns: [0]}}
    right: {shape: {columns: [4]}}
    """
    assert holds(mini, condition, zones=zones) is expected


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        # Over the board, but never from column 1 to column 2; back again it is open.
        ("count_cells(linked=left, through=not (before.column == 1 and it.column == 2)) == 10", 1),
        ("count_cells(linked=right, through=not (before.column == 1 and it.column == 2)) == 25", 1),
        # The cell at which it begins takes no step, and is not asked.
        ("count_cells(linked=a5, through=before != before) == 1", 1),
        ("count_cells(linked=a5, through=it != a5 and before == a5) == 3", 1),
        ("count_cells(linked=a5, empty=true, through=it != before) == 0", 1),
        ("count_cells(linked=c5, through=empty(it) and before != it) == 4", 1),
        ("count_cells(linked=c5, through=empty(it) and before != it, where=it.row > 0) == 2", 1),
        ("first_cell(linked=e1, through=before.row > it.row) == e5", 1),
        # Pieces: the condition is about the piece, and the cell before.
        ("count(owner=north, linked=left, through=before.column < it.cell.column) == 3", 1),
        ("count(owner=north, linked=left, through=before.row <= it.cell.row) == 4", 1),
        ("count(linked=e2, through=piece_at(before).owner == it.owner) == 4", 1),
        ("count(linked=e2, in=right, through=piece_at(before).owner == it.owner) == 3", 1),
        ("exists(owner=south, linked=left, through=before == it.cell, kind=king)", 1),
        ("exists(linked=next_cell(e1, 2), through=before != it.cell)", 0),
        ("count_cells(linked=next_cell(e1, 2), through=before != it) > 0", 0),
    ],
)
def test_a_step_of_a_chain_may_depend_on_the_cell_before(
    mini: Mini, condition: str, expected: int
) -> None:
    zones = """
    left: {shape: {columns: [0]}}
    right: {shape: {columns: [4]}}
    """
    assert holds(mini, condition, zones=zones) is bool(expected)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("count(owner=north, in_row=3) == 8", True),
        ("count(owner=north, in_row=4) == 4", True),
        ("count(owner=south, in_row=2) == 4", True),
        ("count(owner=south, kind=man, in_row=2) == 3", True),
        ("exists(owner=north, in_row=3, where=it.cell.row == 1)", True),
        ("count(owner=north, in_row=1) == count(owner=north)", True),
    ],
)
def test_rows_run_straight_and_slanting(mini: Mini, condition: str, *, expected: bool) -> None:
    assert holds(mini, condition) is expected


def test_neighbors_touch_by_a_side_if_the_board_says_nothing(mini: Mini) -> None:
    zones = "mid: {shape: {cells: [c3]}}"
    assert holds(mini, "count_cells(where=neighbors(it, nth_cell(mid, 1))) == 4", zones=zones)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("place_in(road, nth_cell(road, 2)) == 2", True),
        ("nth_cell(road, 1).column == 1", True),
        ("nth_cell(road, 4) == nothing", True),
        ("nth_cell(road, 0) == nothing", True),
        ("place_in(road, cell_at(4, 4)) == 0", True),
        ("cell_at(2, 1) == nth_cell(road, 1)", True),
        ("cell_at(5, 0) == nothing", True),
        ("cell_at(0, -1) == nothing", True),
        ("cell_at(0, 4) == nth_cell(road, 3)", True),  # e5: rows are counted from the top
        ("cell_at(nth_cell(road, 1).row + 2, 0) == nth_cell(road, 2)", True),  # below is more
        ("empty(cell_at(5, 0))", False),  # beside the board nothing is empty
        ("holds(cell_at(-1, 0), owner=south)", False),
        ("first_piece(owner=south).cell == cell_at(0, 4)", True),
        ("first_piece(owner=south, kind=king).cell.row == 4", True),
        ("first_piece(owner=north, in=road, kind=king) == nothing", True),
    ],
)
def test_cells_have_an_order_and_a_place(mini: Mini, condition: str, *, expected: bool) -> None:
    zones = "road: {shape: {cells: [b3, a1, e5]}}"
    assert holds(mini, condition, zones=zones) is expected


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("direction(c3, c5) == 0", True),
        ("direction(c3, e5) == 1", True),
        ("direction(c3, d3) == 2", True),
        ("direction(c3, a1) == 5", True),
        ("direction(c3, d5) >= 0 or direction(c3, c3) >= 0", False),  # nothing has no order
        ("direction(c3, box_piece()) >= 0", False),
        ("north.forward == 4 and south.forward == 0", True),
        ("next_cell(c3, 7) == b4 and next_cell(c3, -1) == b4 and next_cell(c3, 15) == b4", True),
        ("next_cell(e3, 2) == nothing and next_cell(next_cell(e3, 2), 6) == nothing", True),
        ("next_cell(box_piece(), 0) == nothing", True),  # not the last row of the board
        ("first_in_line(a1, 0).cell == a5", True),
        ("first_in_line(a1, 1).cell == b2", True),
        ("first_in_line(a1, 1, owner=north).cell == d4", False),  # d4 is empty
        ("first_in_line(b1, 0, owner=north).cell == b5", True),  # south is passed over
        ("first_in_line(b2, 2, where=it.cell != c2).cell == e2", True),
        ("first_in_line(a1, 2).cell == e1 and first_in_line(a1, 4) == nothing", True),
        ("first_in_line(box_piece(), 0) == nothing", True),
        ("count(where=direction(c3, it) % 4 == direction(c3, c4) % 4) == 3", True),
    ],
)
def test_directions_are_numbers_from_up_on(mini: Mini, condition: str, *, expected: bool) -> None:
    endings = f'- {{id: it_holds, when: "{condition}", draw: true, says: it holds}}'
    game = mini(
        endings=endings,
        zones="box: {off_board: true}",
        tables="box_piece: {gives: piece, rows: [value: first_piece(in=box)]}",
    )
    position = game.position(board=BOARD, off_board={"box": ["north king"]}, mover="north")
    assert (position.outcome is not None) is expected


def test_several_pieces_begin_in_one_place(mini: Mini) -> None:
    game = mini(
        zones="box: {off_board: true}",
        setup="""
        - fill: {zone: box, kind: man, owner: north, count: 3}
        - fill: {zone: box, kind: king, owner: north}
        """,
        endings='- {when: "count(in=box) == 0", draw: true, says: empty}',
    )
    view = game.start().view("north")
    assert sorted(piece.kind or "" for piece in view.pieces) == ["king", "man", "man", "man"]


def test_what_lies_off_the_board_can_be_given(mini: Mini) -> None:
    game = mini(zones="box: {off_board: true}", endings="- {when: turn > 9, draw: true, says: x}")
    position = game.position(board=BOARD, off_board={"box": ["north king", "2 south man"]})
    beside = [p for p in position.view("north").pieces if p.place == "box"]
    assert sorted((p.owner, p.kind) for p in beside) == [
        ("north", "king"),
        ("south", "man"),
        ("south", "man"),
    ]
    assert isinstance(position, Position)


def test_no_turn_is_over_before_the_first(mini: Mini) -> None:
    endings = '- {when: "count() > 0", at: turn_end, winner: mover, says: x}'
    setup = "- put: {kind: man, owner: south, at: c1}\n- put: {kind: man, owner: north, at: c5}"
    game = mini(setup=setup, endings=endings)
    start = game.start()
    assert start.outcome is None
    assert start.play(start.legal_moves()[0]).outcome is not None


def test_a_drawn_position_knows_who_is_on_turn(mini: Mini) -> None:
    game = mini(endings='- {id: t, when: "count(owner=north) > 0", winner: mover, says: x}')
    outcome = game.position(board=BOARD, mover="south").outcome
    assert outcome is not None
    assert outcome.winner == "south"


@pytest.mark.parametrize(
    "asked",
    [
        "count(where=NEAR)",
        "count(owner=north, kind=man, where=NEAR and it.cell.row == 1)",
        "count(owner=north, linked=cell_at(0, 2), where=it.cell.column > 1 and NEAR)",
        "count(owner=north, where=NEAR or it.cell.row == 0)",
        "count_cells(where=NEAR)",
        "count_cells(empty=true, where=NEAR and it.column < 3)",
        "count_cells(empty=false, linked=cell_at(0, 2), where=NEAR)",
    ],
)
@pytest.mark.parametrize(
    "spot", ["cell_at(1, 1)", "cell_at(1, 2)", "cell_at(4, 4)", "cell_at(9, 9)"]
)
@pytest.mark.parametrize("near", ["neighbors(it, SPOT)", "neighbors(SPOT, it)"])
def test_asking_the_neighbors_only_finds_what_asking_everybody_finds(
    mini: Mini, asked: str, spot: str, near: str
) -> None:
    """A condition that is turned round twice is not seen to be about neighbors."""
    near = near.replace("SPOT", spot)
    plain = asked.replace("NEAR", f"not not {near}")
    assert holds(mini, f"{asked.replace('NEAR', near)} == {plain}")
