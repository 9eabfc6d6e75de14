"""Boards as people read them: stacks, what is kept of pieces, and what finds no room."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from ruleengine import Game, PositionError, load
from ruleengine.game.board_text import WIDTH, shown_board

Write: TypeAlias = Callable[..., Game]

RULES = """\
schema: 1
name: heaps
title: Heaps
sides: {{south: {{}}, north: {{}}}}
board: {{rows: 1, columns: {columns}}}
kinds:
  pit: {{letters: {{south: {letter}, north: n}}}}
  seed: {{letters: {{nobody: o}}}}
counters: {counters}
setup: [put: {{kind: pit, owner: south, at: [a1, b1]}}]
phases: {{play: {{turns: [south, north], turn: [act: [grow]]}}}}
actions:
  grow:
    operands: {{to: {{cell: {{}}}}}}
    effects:
      - place: {{kind: seed, owner: nobody, at: to}}
endings:
  - {{when: turn > 3, winner: south, says: it is late}}
  - {{when: turn > 4, winner: north, says: it is very late}}
views: {views}
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(
        counters: str = "{seeds: {per: piece}}",
        *,
        columns: int = 3,
        letter: str = "s",
        views: str = "[]",
    ) -> Game:
        path = tmp_path / "heaps.yaml"
        text = RULES.format(counters=counters, columns=columns, letter=letter, views=views)
        path.write_text(text, encoding="utf-8")
        return load(str(path))

    return make


def test_a_number_behind_a_letter_is_what_the_only_counter_of_pieces_is_at(write: Write) -> None:
    game = write("{seeds: {per: piece, title: grains}}")
    position = game.position(board="s s .", counters={"seeds": {"a1": 12}})
    assert str(shown_board(game, position.full_view())).splitlines() == [
        "1 s12 s   .",
        "  a   b   c",
        "a number behind a letter: grains",
    ]


def test_of_several_counters_those_are_drawn_that_say_so_and_the_others_listed(
    write: Write,
) -> None:
    counters = (
        "{seeds: {per: piece, shown: true}, age: {per: piece}, tries: {per: piece, shown: false}}"
    )
    game = write(counters)
    kept = {"seeds": {"a1": 4}, "age": {"b1": 2}, "tries": {"a1": 1}}
    shown = shown_board(game, game.position(board="s s .", counters=kept).full_view())
    assert shown.cells == [["s4", "s", "."]]
    assert shown.key == ("a number behind a letter: seeds", "age: b1 2")


def test_a_number_before_a_letter_is_how_many_stand_there(write: Write) -> None:
    game = write()
    position = game.position(board="s . .", cells={"b1": "3o", "c1": "2os"})
    assert position.drawing.splitlines()[0] == "1 s o s"
    shown = shown_board(game, position.full_view())
    assert shown.cells == [["s", "3o", "2os"]]
    assert shown.key == ("a number before a letter: how many stand there",)


def test_numbers_are_told_from_letters_that_are_digits(write: Write) -> None:
    game = write(letter='"2"')
    position = game.position(board="2 . .", cells={"b1": "3*2"}, counters={"seeds": {"a1": 7}})
    assert shown_board(game, position.full_view()).cells == [["2:7", "3*2", "."]]


def test_a_board_that_would_be_too_wide_is_drawn_with_letters(write: Write) -> None:
    game = write(columns=26)
    board = "s" + "." * 25
    position = game.position(board=board, cells={"c1": "4o"}, counters={"seeds": {"a1": 100}})
    shown = shown_board(game, position.full_view())
    assert shown.cells[0][:3] == ["s", ".", "o"]
    assert shown.key == ("pieces on one cell: c1 4", "seeds: a1 100")
    assert all(len(line) <= WIDTH for line in str(shown).splitlines())


def test_what_a_seat_may_not_know_is_not_drawn_for_it(write: Write) -> None:
    game = write(views="[{hide: [seeds], of: {owner: south}, from: others}]")
    position = game.position(board="s n .", counters={"seeds": {"a1": 4, "b1": 2}})
    assert shown_board(game, position.view("south")).cells == [["s4", "n2", "."]]
    assert shown_board(game, position.view("north")).cells == [["s", "n2", "."]]


@pytest.mark.parametrize(
    ("cells", "message"),
    [({"z9": "o"}, "there is no cell 'z9'"), ({"a1": "3q"}, "'3q' on a1 is not made of letters")],
)
def test_cells_that_cannot_be_filled_so(write: Write, cells: dict[str, str], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        write().position(board="s . .", cells=cells)


def test_a_drawn_position_may_begin_with_a_later_turn(write: Write) -> None:
    game = write()
    position = game.position(board="s . .", mover="north", turn=3)
    assert (position.view(None).turn, position.outcome) == (3, None)
    with pytest.raises(PositionError, match="counted from 1"):
        game.position(board="s . .", turn=0)
