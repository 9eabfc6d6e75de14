"""Cells that are not seen are drawn unlike those that are seen to be empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.table.screen import legend_lines, table_lines

RULES = """\
schema: 1
name: lamps
title: Lamps
sides: {north: {}, south: {}}
board: {rows: 3, columns: 4}
zones: {pond: {shape: {cells: [d1]}, symbol: "~"}}
kinds: {lamp: {letters: {north: n, south: s}}}
setup: [{put: {kind: lamp, owner: north, at: a3}}, {put: {kind: lamp, owner: south, at: d2}}]
VIEWS
phases: {play: {turns: [north, south], turn: [act: [walk]]}}
actions:
  walk:
    operands:
      lamp: {piece: {owner: mover}}
      to: {line: {from: lamp, directions: all, distance: 1}}
    validators: [holds: {cell: to, any_of: [nothing]}]
    effects: [move: {piece: lamp, to: to}]
endings: [{when: turn > 20, draw: true, says: it is late}]
"""
TABLE = """
tables:
  lit:
    given: {us: side, other: piece}
    gives: truth
    rows: [value: "exists(owner=us, where=adjacent(it, other))"]
"""
FAR_OFF = 'views: [{hide: piece, of: {where: "not lit(viewer, it)"}}]'


def made(tmp_path: Path, views: str) -> Game:
    path = tmp_path / "lamps.yaml"
    path.write_text(RULES.replace("VIEWS", views) + TABLE, encoding="utf-8")
    return load(str(path))


def screen(game: Game, seat: str | None) -> list[str]:
    lines = table_lines(game, game.start().view(seat), 80)
    return ["".join(bit.text for bit in line).rstrip() for line in lines]


def test_cells_that_are_not_seen_have_a_mark_of_their_own(tmp_path: Path) -> None:
    game = made(tmp_path, FAR_OFF)
    assert game.start().view("north").unseen == ("c3", "d3", "c2", "d2", "a1", "b1", "c1", "d1")
    board = screen(game, "north")
    # The pond is drawn as it is, and its symbol is not used for anything else.
    assert [text[:9] for text in board[:3]] == ["3 n . : :", "2 . . : :", "1 : : : ~"]
    assert any(": is a cell that is not seen" in text for text in board)
    assert any("not seen either: d1" in text for text in board)


def test_who_sees_one_more_piece_finds_no_fog_around_it(tmp_path: Path) -> None:
    met = made(tmp_path, FAR_OFF).start().play("walk a3-b2").play("walk d2-c2")
    assert met.view("north").unseen == ("d3", "d2", "d1")
    assert "c2" not in met.view("north").unseen


def test_where_no_empty_cell_is_seen_none_is_marked(tmp_path: Path) -> None:
    game = made(tmp_path, "views: [{hide: piece, from: others}]")
    assert len(game.start().view("north").unseen) == 11
    assert not any("not seen" in text or ":" in text[:9] for text in screen(game, "north"))


@pytest.mark.parametrize("views", ["", "views: [{hide: kind}]"])
def test_where_all_pieces_are_seen_all_cells_are(tmp_path: Path, views: str) -> None:
    game = made(tmp_path, views)
    assert game.start().view("north").unseen == ()
    assert not any("not seen" in text for text in screen(game, "north"))


def test_the_referee_sees_everything_and_who_looks_on_what_all_see(tmp_path: Path) -> None:
    position = made(tmp_path, FAR_OFF).start()
    assert position.full_view().unseen == ()
    assert len(position.view(None).unseen) == 12


def test_who_sees_no_cell_yet_finds_fog_everywhere_and_the_legend_tells_of_it(
    tmp_path: Path,
) -> None:
    game = made(tmp_path, FAR_OFF.replace("not lit(viewer, it)", "viewer != south"))
    assert len(game.start().view("north").unseen) == 11
    assert [text[:9] for text in screen(game, "north")[:3]] == [
        "3 n : : :",
        "2 : : : :",
        "1 : : : ~",
    ]
    legend = ["".join(bit.text for bit in line) for line in legend_lines(game, 80)]
    assert "cells: ~ pond, : a cell that is not seen" in legend


def test_whole_rows_and_columns_that_are_not_seen_are_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "lamps.yaml"
    text = RULES.replace("cells: [d1]", "cells: [a1, b1, c1, d1, d3, a2, b2, c2, d2]")
    text = text.replace("at: d2", "at: c3").replace("VIEWS", FAR_OFF)
    path.write_text(text + TABLE, encoding="utf-8")
    (told,) = (text for text in screen(load(str(path)), "north") if "not seen either" in text)
    assert told.endswith("not seen either: row 1, column d, c2")
