"""What is said of a cell that no way leads to: in one sentence, or in the author's words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game

Make = Callable[..., Game]

BOARD = """
. . . . .
. . . . .
. . n . .
. . . . .
. . s . .
"""
STEP = """
operands:
  man: {piece: {owner: mover}}
  to: TO
effects: [{move: {piece: man, to: to}}]
"""


def told(mini: Make, to: str, *cells: str, **sections: str) -> list[list[tuple[str, str]]]:
    """Return what is said of each cell, with the codes."""
    position = mini(STEP.replace("TO", to), **sections).position(board=BOARD, mover="north")
    return [
        [(each.code, each.message) for each in position.why(f"step c3-{cell}")] for cell in cells
    ]


def test_ways_that_lack_the_same_are_named_in_one_sentence(mini: Make) -> None:
    line = "line: {from: man, directions: WAYS, distance: FAR}"
    ways = [
        line.replace("WAYS", way).replace("FAR", far)
        for way, far in (("diagonal", "1"), ("[up, down]", "2"), ("diagonal", "1"))
    ]
    to = f"{{any_of: [{', '.join(f'{{{way}}}' for way in ways)}]}}"
    left, up, corner = told(mini, to, "b3", "c4", "e5")
    assert left == [
        (
            "reach/wrong-direction",
            "the way from c3 to b3 leads left; it may lead diagonally or up or down",
        )
    ]
    assert up == [
        ("reach/too-near", "c4 is 1 away from c3; the distance has to be 2"),
        ("reach/wrong-direction", "the way from c3 to c4 leads up; it may lead diagonally"),
    ]
    assert corner[0] == ("reach/too-far", "e5 is 2 away from c3; the distance has to be 1")


def test_leaps_are_named(mini: Make) -> None:
    one, two = "{leap: {from: man, ahead: [[2, 0], [-1, 0]]}}", "{leap: {from: man, by: [[1, 1]]}}"
    leads = "c4 cannot be reached from c3; a leap leads"
    ahead = "two cells ahead or one cell back"
    assert told(mini, one, "c4") == [[]]
    assert told(mini, one, "d3") == [
        [("reach/no-leap", f"d3 cannot be reached from c3; a leap leads {ahead}")]
    ]
    both = f"{{any_of: [{one}, {two}]}}".replace("[-1, 0]", "[1, 2]")
    assert told(mini, both, "c4") == [
        [
            (
                "reach/no-leap",
                (
                    f"{leads} two cells ahead or one cell ahead and two to the right "
                    "or one cell on the slant"
                ),
            )
        ]
    ]


@pytest.mark.parametrize(
    "to",
    [
        "{line: {from: man, directions: orthogonal, distance: 1}, says: WORDS}",
        "{leap: {from: man, by: [[0, 1]]}, says: WORDS}",
        "{route: {from: man, steps: 1, through: {}}, says: WORDS}",
        "{cell: {where: 'distance(man, it) == 1 and man.cell.row == it.row'}, says: WORDS}",
        (
            "{any_of: [{line: {from: man, directions: orthogonal, distance: 1}}, "
            "{leap: {from: man, by: [[0, 1]]}}], says: WORDS}"
        ),
        (
            "{any_of: [{line: {from: man, directions: orthogonal, distance: 1}, says: WORDS}, "
            "{leap: {from: man, by: [[0, 1]]}, says: WORDS}]}"
        ),
    ],
)
def test_an_operand_has_words_of_its_own(mini: Make, to: str) -> None:
    words = "a man goes one square on"
    for cell in told(mini, to.replace("WORDS", words), "c5", "d4", "a4"):
        assert [message for _, message in cell] == [words]
    # What is not there is no square that a man could go to.
    ((code, message),) = told(mini, to.replace("WORDS", words), "c9")[0]
    assert (code, message) == ("reach/off-board", "the board has no cell 'c9'")


def test_a_piece_that_may_not_be_named_has_words_too(mini: Make) -> None:
    step = STEP.replace("TO", "{cell: {}}").replace(
        "owner: mover}", "owner: mover}, says: not yours"
    )
    position = mini(step).position(board=BOARD, mover="north")
    (reason,) = position.why("step c1-c2")
    assert (reason.code, reason.message) == ("move/wrong-piece", "not yours")
    (nobody,) = position.why("step a1-c2")
    assert nobody.message == "nothing stands on a1"


@pytest.mark.parametrize(
    ("neighbors", "corner", "cell", "leads"),
    [
        ("[orthogonal, up_right, down_left]", "[up, right]", "b4", "up and far to the left"),
        ("[orthogonal, up_right, down_left]", "[up_right, right]", "c4", "up and left"),
        ("[orthogonal, up_left, down_right]", "[up_left, right]", "c4", "up and right"),
        ("[orthogonal, up_left, down_right]", "[up_left, right]", "d4", "up and far to the right"),
    ],
)
def test_on_hexagons_words_fit_the_picture(
    mini: Make, neighbors: str, corner: str, cell: str, leads: str
) -> None:
    board = f"rows: 5\ncolumns: 5\nneighbors: {neighbors}"
    line = f"{{line: {{from: man, directions: {neighbors}, distance: 2}}}}"
    away = "the way from c3 to"
    if "far" in leads:
        assert told(mini, line, cell, board=board)[0] == [
            (
                "reach/wrong-direction",
                f"{away} {cell} leads {leads}; it may lead along a line of neighbors",
            )
        ]
    some = f"{{line: {{from: man, directions: {corner}, distance: 1}}}}"
    ((_, message),) = told(mini, some, cell, board=board)[0]
    assert message.startswith(f"{away} {cell} leads {leads}; it may lead ")
    assert message.endswith(" or right")


def test_a_hole_in_the_line_is_named(mini: Make) -> None:
    line = "{line: {from: man, directions: orthogonal, distance: {at_least: 1}}}"
    game = mini(STEP.replace("TO", line), board="{rows: 5, columns: 5, holes: {cells: [d3, d2]}}")
    drawn = BOARD.replace(". . n . .", ". . n _ .").replace(". . . . .\n. . s", ". . . _ .\n. . s")
    position = game.position(board=drawn, mover="north")
    (across,) = position.why("step c3-e3")
    assert (across.code, across.message) == (
        "reach/hole-between",
        "the board has a hole between c3 and e3",
    )
    # The hole is not what is wrong with a direction that is not allowed, nor with no line at all.
    assert [each.code for each in position.why("step c3-e1")] == ["reach/wrong-direction"]
    assert [each.code for each in position.why("step c3-e4")] == ["reach/not-straight"]


def test_who_can_go_nowhere_is_not_told_of_a_distance(mini: Make) -> None:
    far = "{at_least: 1, at_most: man.cell.column - 2}"
    line = f"{{line: {{from: man, directions: orthogonal, distance: {far}}}}}"
    game = mini(STEP.replace("TO", line))
    position = game.position(board=BOARD.replace(". . s . .", ". . s n ."), mover="north")
    found = [(each.code, each.message) for each in position.why("step c3-c4")]
    assert found == [("reach/too-far", "nothing is within reach of c3")]
