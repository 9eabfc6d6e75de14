"""The size of the board as numbers that expressions can use, whatever flags have made of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import ResolveError

RULES = """\
schema: 1
name: across
title: Across
flags:
  size: {question: How many rows?, type: number, default: 4, at_least: 2, samples: [3]}
sides: {white: {}, black: {}}
board: {rows: size, columns: 5}
kinds: {man: {letters: {white: w, black: b}, attributes: {far: board.rows - 1}}}
dice: {die: {faces: board.columns}}
setup: [{put: {kind: man, owner: white, at: a1}}]
phases: {play: {turns: [white, black], turn: [roll: die, act: [cross]]}}
actions:
  cross:
    operands:
      unit: {piece: {}}
      to:
        cell:
          where: >-
            it.row == board.rows - 1 - unit.cell.row
            and it.column == board.columns - 1 - unit.cell.column
    effects: [move: {piece: unit, to: to}]
endings: [{when: turn > unit_limit, draw: true, says: late}]
"""


def across(tmp_path: Path, text: str = RULES, **flags: object) -> Game:
    path = tmp_path / "across.yaml"
    path.write_text(text.replace("unit_limit", "9"), encoding="utf-8")
    return load(str(path), flags=flags)


@pytest.mark.parametrize(("size", "image", "on"), [(4, "e4", 3), (3, "e3", 2)])
def test_a_cell_has_its_image_on_a_board_of_any_size(
    tmp_path: Path, size: int, image: str, on: int
) -> None:
    position = across(tmp_path, size=size).start().play("die 5")
    assert [move.text for move in position.legal_moves()] == [f"cross a1-{image}"]
    assert position.ask("board.rows").value == size
    assert position.ask("the(kind=man).far").value == on


def test_a_flag_that_is_called_board_keeps_its_names(tmp_path: Path) -> None:
    named = RULES.replace(
        "  size: {question: How many rows?, type: number, default: 4, at_least: 2, samples: [3]}",
        "  board: {question: q, type: map, fields: {rows: {at_least: 2}}, default: {rows: 2}}",
    ).replace("rows: size", "rows: board.rows + 2")
    position = across(tmp_path, named).start().play("die 1")
    assert position.ask("board.rows").value == 2
    assert position.ask("board.columns").value == 5


def test_a_size_without_its_board_is_told_how_to_be_written(tmp_path: Path) -> None:
    with pytest.raises(ResolveError) as caught:
        across(
            tmp_path, RULES.replace("attributes: {far: board.rows - 1}", "attributes: {far: rows}")
        )
    assert "write `board.rows`" in str(caught.value.diagnostics[0].hint)
