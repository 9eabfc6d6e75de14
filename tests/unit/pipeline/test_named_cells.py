"""Cells of the board by their names in expressions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import ResolveError
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

Make = Callable[..., Game]

BOARD = """
. . n . .
. . . . .
. . . . .
. . . . .
. . s . .
"""
STEP = """
operands:
  man: {{piece: {{owner: mover}}}}
  {operand}: {{cell: {{empty: true}}}}
validators:
  - {{require: "{require}", says: "not there, only to {{c3}}"}}
effects: [{{move: {{piece: man, to: {operand}}}}}]
"""


def moves(mini: Make, require: str, operand: str = "to", **sections: str) -> set[str]:
    game = mini(STEP.format(require=require, operand=operand), **sections)
    legal = game.position(board=BOARD, mover="north").legal_moves()
    return {move.text.rpartition("-")[2] for move in legal}


@pytest.mark.parametrize(
    ("require", "targets"),
    [
        ("to == c3", {"c3"}),
        ("to in [c3, a1, z9]", None),
        ("to in [c3, a1]", {"c3", "a1"}),
        ("distance(to, a5) == 1", {"a4", "b4", "b5"}),
        ("to.row == e2.row and to.column < c1.column", {"a2", "b2"}),
        ("to == a1 and exists(owner=north, at=c5)", {"a1"}),
    ],
)
def test_a_cell_is_known_by_its_name(mini: Make, require: str, targets: set[str] | None) -> None:
    if targets is None:
        with pytest.raises(ResolveError, match="no such cell"):
            moves(mini, require)
    else:
        assert moves(mini, require) == targets


def test_every_other_name_goes_before_a_cell(mini: Make) -> None:
    assert len(moves(mini, "a1 == a1", operand="a1")) == 23  # an operand
    zones = "a1: {shape: {rows: [2]}}"
    assert moves(mini, "to in a1", zones=zones) == {"a3", "b3", "c3", "d3", "e3"}


def test_a_cell_is_told_by_its_name(mini: Make, tmp_path: Path) -> None:
    game = mini(STEP.format(require="to == c3", operand="to"))
    (reason,) = game.position(board=BOARD, mover="north").why("step c5-a1")
    assert reason.message == "not there, only to c3"
    page = render_markdown(write_book(read_tree(tmp_path / "mini.yaml")))
    assert "Allowed only if the destination is c3." in page


SIZED = """\
schema: 1
name: sized
title: Sized
flags: {size: {question: How large?, type: number, values: [3, 5], default: SIZE}}
sides: {north: {}, south: {}}
board: {rows: ROWS, columns: size}
kinds: {man: {letters: {north: n, south: s}}}
setup: [{put: {kind: man, owner: north, at: a1}}]
phases: {play: {turns: [north], turn: [act: [rest]]}}
actions: {rest: {}}
endings: [{when: "empty(e5)", draw: true, says: over}]
"""


def sized(tmp_path: Path, size: str, rows: str = "size") -> list[tuple[str, str, str | None, int]]:
    path = tmp_path / "sized.yaml"
    path.write_text(SIZED.replace("SIZE", size).replace("ROWS", rows), encoding="utf-8")
    try:
        load(str(path))
    except ResolveError as error:
        return [
            (each.code, each.message, each.hint, each.span.col if each.span else 0)
            for each in error.diagnostics
        ]
    return []


def test_a_cell_that_a_flag_takes_off_the_board_is_reported_in_its_place(tmp_path: Path) -> None:
    assert sized(tmp_path, "5") == []
    assert sized(tmp_path, "3") == [
        (
            "expression/unknown-name",
            "the name 'e5' is not known here, and the board has no such cell",
            "its cells go from a1 to c3",
            25,
        )
    ]


def test_a_hole_is_no_cell(tmp_path: Path) -> None:
    (problem,) = sized(tmp_path, "5", rows="size, holes: {cells: [e5, a2]}")
    assert problem[1:3] == (
        "the name 'e5' is not known here, and the board has no such cell",
        "its cells go from a1 to d5",
    )


def test_a_board_of_no_size_is_one_mistake(tmp_path: Path) -> None:
    assert [code for code, *_ in sized(tmp_path, "5", rows="0")] == ["resolve/board-size"]
