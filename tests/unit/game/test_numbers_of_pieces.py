"""However large a number of pieces somebody writes, it is refused and not counted out."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.errors import PositionError

BOARD = """
{first} . . . # # . .
. . . . . . . .
. . . . # # . .
"""
MANY = "9" * 30


def test_a_number_beside_the_board_has_an_end() -> None:
    game = load("ur")
    with pytest.raises(PositionError, match="cannot be there more than 1000 times"):
        game.position(
            board=BOARD.format(first="."), off_board={"home.white": [f"{MANY} white man"]}
        )


@pytest.mark.parametrize("cell", [f"{MANY}w", f"w{MANY * 200}"])
def test_a_number_in_a_drawing_has_an_end(cell: str) -> None:
    game = load("ur")
    with pytest.raises(PositionError, match="is not made of letters of pieces"):
        game.position(board=BOARD.format(first=cell))
    with pytest.raises(PositionError, match="is not made of letters of pieces"):
        game.position(board=BOARD.format(first="."), cells={"a3": cell})
