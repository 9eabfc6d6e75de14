"""Boards in color: the same text, and the color of its side for every piece."""

from __future__ import annotations

from pathlib import Path

from ruleengine import load
from ruleengine.cli.terminal import board
from ruleengine.game.kept.board_text import shown_board


def test_a_board_with_lines_is_printed_as_it_is_drawn() -> None:
    game = load("morris")
    position = game.start().play("place a1").play("place a7")
    drawing = str(shown_board(game, position.full_view()))
    text = board(game, drawing)
    assert text.plain == drawing
    styles = {text.plain[span.start]: span.style for span in text.spans if span.style != "dim"}
    assert set(styles) == {"O", "X"}
    assert styles["O"] != styles["X"]


CROSSED = """\
schema: 1
name: crossed
title: Crossed
sides: {red: {}, blue: {}}
board:
  rows: 2
  columns: 2
  lines: |
    o-o
    |/|
    o-o
kinds: {man: {letters: {red: r, blue: b}}}
setup: [put: {kind: man, owner: red, at: a1}]
phases: {play: {turns: [red, blue], turn: [{act: [wait]}]}}
actions: {wait: {}}
endings: [{when: turn > 9, draw: true, says: late}]
"""


def test_lines_without_a_gap_get_no_blank_behind_them(tmp_path: Path) -> None:
    path = tmp_path / "crossed.yaml"
    path.write_text(CROSSED, encoding="utf-8")
    game = load(path)
    drawing = game.start().drawing
    assert "  |/|\n" in drawing
    assert board(game, drawing).plain == drawing


def test_rows_without_points_are_rows(tmp_path: Path) -> None:
    path = tmp_path / "crossed.yaml"
    lines = "o-o\n" + 5 * "    | |\n" + "    o-o"
    text = CROSSED.replace("rows: 2", "rows: 4").replace("o-o\n    |/|\n    o-o", lines)
    path.write_text(text, encoding="utf-8")
    game = load(path)
    drawing = game.start().drawing
    assert drawing.splitlines()[2] == "3 | |"
    colored = board(game, drawing)
    assert colored.plain == drawing
    (style,) = [span.style for span in colored.spans if colored.plain[span.start] == "r"]
    assert style != "dim"
