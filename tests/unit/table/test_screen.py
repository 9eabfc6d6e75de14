"""What stands on a board is shown beside it, also several pieces on a cell and their counters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.table.lines import plain
from ruleengine.table.screen import facts, legend_lines, piece_lines, table_lines

HEAPS = """\
schema: 1
name: heaps
title: Heaps
sides: {south: {}, north: {}}
board: {rows: 2, columns: 3}
kinds: {pit: {letters: {south: s, north: n}}, seed: {letters: {nobody: o}}}
counters: {seeds: {per: piece}}
setup: [put: {kind: pit, owner: south, at: a1}]
phases: {play: {turns: [south, north], turn: [act: [grow]]}}
actions:
  grow:
    operands: {to: {cell: {}}}
    effects: [place: {kind: seed, owner: nobody, at: to}]
endings:
  - {when: turn > 3, winner: south, says: late}
  - {when: turn > 4, winner: north, says: late}
"""


@pytest.mark.parametrize("width", [40, 80])
def test_stacks_and_counters_stand_in_the_cells(tmp_path: Path, width: int) -> None:
    path = tmp_path / "heaps.yaml"
    path.write_text(HEAPS, encoding="utf-8")
    game = load(str(path))
    position = game.position(
        board="n . .\ns . .", cells={"c1": "3o"}, counters={"seeds": {"a1": 4}}
    )
    text = plain(table_lines(game, position.view("south"), width))
    lines = text.splitlines()
    assert [line[:10].rstrip() for line in lines[:3]] == ["2 n  .  .", "1 s4 .  3o", "  a  b  c"]
    for said in ("a number before a letter", "a number behind a letter"):
        assert said in " ".join(text.split())
    assert all(len(line) <= width for line in lines)


def test_what_is_not_shown_stays_off_the_screen_but_not_out_of_views(
    mini: Callable[..., Game],
) -> None:
    game = mini(
        setup="- fill: {zone: top, kind: man, owner: south}\n",
        zones="top: {shape: {rows: [0]}}\n",
        counters="books: {start: 3, shown: false}\nscore: {per: side, start: 2, title: points}\n",
        marks="last: {holds: cell, shown: false}\n",
    )
    view = game.start().view("north")
    text = plain(table_lines(game, view, 80))
    assert "points: north 2, south 2" in text
    assert "books" not in text
    assert view.counters["books"] == 3
    assert "last" in view.marks


def test_a_tally_that_is_at_nothing_is_told_beside_the_others(mini: Callable[..., Game]) -> None:
    game = mini(counters="score: {per: side, title: points}\n")
    told = game.position(board=game.start().drawing, counters={"score": {"north": 5}})
    assert "points: north 5, south 0" in plain(table_lines(game, told.view("north"), 80))
    assert "points" not in plain(table_lines(game, game.start().view("north"), 80))


def test_pieces_alike_in_one_place_are_listed_once() -> None:
    game = load("morris")
    listed = plain(piece_lines(game, game.start().view("white"), 80)).splitlines()
    assert listed == ["White's men in White's hand (9)", "Black's men in Black's hand (9)"]
    chess = load("gardner")
    listed = plain(piece_lines(chess, chess.start().view("white"), 80)).splitlines()
    assert "White's pawns a2, b2, c2, d2, e2" in listed
    assert "White's king e1" in listed


def test_pieces_on_each_other_are_listed_by_their_places(mini: Callable[..., Game]) -> None:
    game = mini(counters="level: {per: piece, shown: order}\n")
    drawn = game.position(board="empty", cells={"a1": "nsn", "b2": "s"})
    listed = plain(piece_lines(game, drawn.view("north"), 80)).splitlines()
    assert [each.split(":")[0] for each in listed] == [
        *("south's man b2", "north's man a1", "south's man a1", "north's man a1")
    ]


def test_the_legend_says_what_stands_for_a_piece_of_unknown_kind(mini: Callable[..., Game]) -> None:
    line = "? a piece whose kind is hidden"
    assert line not in plain(legend_lines(mini(), 60))
    game = mini(views="- {hide: kind, of: {owner: south}}\n")
    assert line in plain(legend_lines(game, 60))


def test_the_turn_stands_beside_the_board_where_there_is_room(mini: Callable[..., Game]) -> None:
    game = mini()
    view = game.position(board=game.start().drawing, turn=7).view("north")
    assert f"{game.title}, turn 7\n" in plain(table_lines(game, view, 80))
    assert "turn 7" in plain(table_lines(game, view, 12))


def test_the_legend_says_what_numbers_on_the_board_are(mini: Callable[..., Game]) -> None:
    game = mini(counters="facing: {per: piece, shown: true, title: where it looks}")
    assert plain(legend_lines(game, 60)).splitlines()[-1] == (
        "a number behind a letter: where it looks"
    )
    assert "number" not in plain(legend_lines(mini(), 60))


def test_the_legend_says_what_a_hole_is_drawn_with(mini: Callable[..., Game]) -> None:
    assert "_" not in plain(legend_lines(mini(), 60))
    game = mini(board="rows: 5\ncolumns: 5\nholes: {cells: [c3]}")
    assert "_ a hole, which is no cell" in plain(legend_lines(game, 60))


def test_the_legend_says_how_a_piece_of_unknown_kind_is_drawn(mini: Callable[..., Game]) -> None:
    assert "?" not in plain(legend_lines(mini(), 60))
    everything = plain(legend_lines(mini(views="- {hide: kind, from: others}"), 60))
    assert everything.count("? a piece whose kind is hidden") == 2
    hidden = mini(views="- {hide: kind, of: {owner: north}, from: others}")
    north, south, *_ = plain(legend_lines(hidden, 60)).splitlines()
    assert "? a piece" in north
    assert "?" not in south


def test_a_stock_that_is_used_up_is_shown_and_a_tally_of_nothing_is_not(
    mini: Callable[..., Game],
) -> None:
    game = mini(counters="walls: {per: side, start: 2}\nrounds: {start: 3}\nhits: {per: side}")
    board = "n . . . .\n" + 3 * ". . . . .\n" + ". . . . s"
    left = {"walls": {"north": 0, "south": 1}, "rounds": 0}
    view = game.position(board=board, mover="north", counters=left).view("north")
    assert [*facts(game, view)] == ["walls: north 0, south 1", "rounds: 0"]


def test_what_a_mark_holds_is_called_by_its_title(tmp_path: Path) -> None:
    path = tmp_path / "heaps.yaml"
    text = HEAPS.replace("south: {}", "south: {title: The South}")
    marks = "marks: {last: {holds: side}, first: {holds: seat}, wanted: {holds: kind, per: side}}\n"
    path.write_text(text.replace("letters: {nobody", "title: corn, letters: {nobody") + marks)
    game = load(str(path))
    held = {"last": "south", "first": "south", "wanted": {"north": "seed"}}
    view = game.position(board="n . .\ns . .", marks=held).view("south")
    assert [*facts(game, view)] == ["last: The South", "first: The South", "wanted: north corn"]


def test_of_a_mark_that_holds_a_cell_it_is_clear_what_has_it(mini: Callable[..., Game]) -> None:
    game = mini(marks="last: {holds: cell, per: piece}\n")
    drawn = game.position(board="empty", cells={"a1": "n"}, marks={"last": {"a1": "b2"}})
    assert "last: a1: b2" in plain(table_lines(game, drawn.view("north"), 80))
