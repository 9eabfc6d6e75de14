"""Boards as people read them: stacks, what is kept of pieces, and what finds no room."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from ruleengine import Game, PositionError, RulesetError, load
from ruleengine.game.kept.board_text import WIDTH, shown_board

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


def test_numbers_before_letters_are_explained_only_where_there_are_some(write: Write) -> None:
    game = write()
    position = game.position(board="s . .", cells={"c1": "os"})
    shown = shown_board(game, position.full_view())
    assert shown.cells == [["s", ".", "os"]]
    assert shown.key == ()


def test_numbers_are_told_from_letters_that_are_digits(write: Write) -> None:
    game = write(letter='"2"')
    position = game.position(board="2 . .", cells={"b1": "3*2"}, counters={"seeds": {"a1": 7}})
    assert shown_board(game, position.full_view()).cells == [["2:7", "3*2", "."]]


def test_of_pieces_with_other_letters_on_one_cell_it_is_told_which_is_meant(write: Write) -> None:
    game = write()
    cells, counters = {"a1": "2n", "b1": "sn", "c1": "o"}, {"a1": [2, 3], "b1": [1, 4], "c1": 5}
    position = game.position(board="empty", cells=cells, counters={"seeds": counters})
    shown = shown_board(game, position.full_view())
    assert shown.key[-1] == "seeds: a1 2, a1 3, b1 s 1, b1 n 4"


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


def test_what_a_counter_is_at_can_be_said_of_a_single_cell(write: Write) -> None:
    position = write().position(board="s n .", cells={"a1": "s4", "c1": "2o"})
    assert shown_board(position.game, position.full_view()).cells == [["s4", "n", "2o"]]
    cells = write("{seeds: {per: cell}}").position(board="s n .", cells={"a1": "s4", "c1": ".3"})
    assert shown_board(cells.game, cells.full_view()).cells == [["s4", "n", ".3"]]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"z9": "o"}, "there is no cell 'z9'"),
        ({"a1": "3q"}, "'3q' on a1 is not made of letters"),
        ({"a1": "q3"}, "'q3' on a1 is not made of letters"),
        ({"a1": "."}, "'.' on a1 is not made of letters"),
        ({"a1": "s1/2"}, "1/2 behind the letter on a1; what is drawn so are counters: 'seeds'"),
        ({"c1": ".3"}, "3 on c1, where no piece has a counter 'seeds'"),
        (
            {"c1": "s1n4"},
            (
                "'s1n4' on c1 has several pieces and numbers; draw the letters alone, `sn`, and "
                r"say what their counters are at with `counters: {seeds: {c1: \[...\]}}`, a "
                "number for each piece in the order in which boards print them"
            ),
        ),
    ],
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


def test_a_number_behind_a_letter_may_be_that_of_the_cell(write: Write) -> None:
    game = write("{snow: {per: cell}}")
    kept = {"snow": {"a1": 2, "c1": 11}}
    shown = shown_board(game, game.position(board="s s .", counters=kept).full_view())
    assert shown.cells == [["s2", "s", ".11"]]
    assert shown.key == ("a number in a cell: snow",)


def test_numbers_of_pieces_and_cells_stand_side_by_side(write: Write) -> None:
    game = write("{seeds: {per: piece, shown: true}, snow: {per: cell, shown: true, start: 1}}")
    kept = {"seeds": {"a1": 4}, "snow": {"b1": 0}}
    position = game.position(board="s . .", cells={"c1": "2o"}, counters=kept)
    shown = shown_board(game, position.full_view())
    assert shown.cells == [["s4/1", ".0/0", "2o"]]
    assert "a number behind a letter: seeds / snow" in shown.key
    later = position.play("grow b1")
    assert shown_board(game, later.full_view()).cells == [["s4/1", "o0/0", "2o"]]


def test_what_is_kept_of_cells_and_not_drawn_is_listed(write: Write) -> None:
    game = write("{snow: {per: cell}, ice: {per: cell}, rain: {per: cell, shown: false}}")
    kept = {"snow": {"a1": 2, "c1": 3}, "ice": {"b1": 1}, "rain": {"b1": 1}}
    shown = shown_board(game, game.position(board="s s .", counters=kept).full_view())
    assert shown.cells == [["s", "s", "."]]
    assert shown.key == ("snow: a1 2, c1 3", "ice: b1 1")


def test_what_a_seat_may_not_know_of_cells_is_not_drawn_for_it(write: Write) -> None:
    game = write("{snow: {per: cell, start: 1}}", views="[{hide: snow, from: [north]}]")
    position = game.position(board="s . .", counters={"snow": {"b1": 5}})
    assert shown_board(game, position.view("south")).cells == [["s1", ".5", ".1"]]
    assert shown_board(game, position.view("north")).cells == [["s", ".", "."]]
    assert shown_board(game, position.view("north")).key == ()


def test_letters_on_one_cell_stand_in_the_order_of_declarations(write: Write) -> None:
    """South is declared before north, and nobody comes before both."""
    game = write("{}")
    position = game.position(board="s . .", cells={"b1": "nos", "c1": "ns"})
    assert shown_board(game, position.full_view()).cells == [["s", "osn", "sn"]]
    assert [piece.owner for piece in position.full_view().pieces[1:4]] == [
        "nobody",
        "south",
        "north",
    ]


TOWERS = """\
schema: 1
name: towers
title: Towers
sides: {black: {}, white: {}}
board: {rows: 1, columns: 2}
kinds: {stone: {letters: {black: b, white: w}}}
counters: {level: {per: piece, start: 9, shown: order}}
phases: {play: {turns: [white, black], turn: [{act: [drop, slip]}]}}
actions:
  drop:
    operands: {to: {cell: {}}}
    effects:
      - {for_each: {as: one, among: {at: to}}, do: [{add: {level: -1}, for: one}]}
      - place: {kind: stone, owner: mover, at: to}
  slip:
    title: put a stone below the others
    operands: {to: {cell: {}}}
    effects:
      - {for_each: {as: one, among: {at: to}}, do: [{add: {level: 20}, for: one}]}
      - place: {kind: stone, owner: mover, at: to}
endings:
  - {when: turn > 9, winner: white, says: it is late}
  - {when: turn > 10, winner: black, says: it is very late}
VIEWS
"""


def towers(directory: Path, views: str = "") -> Game:
    path = directory / "towers.yaml"
    path.write_text(TOWERS.replace("VIEWS", views), encoding="utf-8")
    return load(str(path))


def test_stacks_are_drawn_from_the_lowest_piece_to_the_highest(tmp_path: Path) -> None:
    game = towers(tmp_path)
    position = game.start()
    for move in ("drop a1", "drop a1", "drop a1", "drop b1", "drop a1"):
        position = position.play(move)
    shown = shown_board(game, position.full_view())
    assert shown.cells == [["wb2w", "b"]]
    assert shown.key == (
        "a number before a letter: how many stand there",
        "letters on one cell: the last is on top",
    )
    assert position.drawing.splitlines()[0] == "1 w b"
    position = position.play("slip a1")
    assert shown_board(game, position.full_view()).cells == [["bwb2w", "b"]]
    assert position.drawing.splitlines()[0] == "1 w b", "the one on top is drawn"


def test_an_order_that_is_hidden_does_not_show(tmp_path: Path) -> None:
    game = towers(tmp_path, "views: [{hide: level, from: everybody}]")
    position = game.start()
    for move in ("drop a1", "drop a1", "drop a1"):
        position = position.play(move)
    assert shown_board(game, position.view("white")).cells == [["b2w", "."]]


def test_only_a_counter_of_pieces_is_their_order(write: Write) -> None:
    with pytest.raises(RulesetError) as caught:
        write("{level: {per: cell, shown: order}}")
    (found,) = caught.value.diagnostics
    assert (found.code, found.hint) == (
        "schema/bad-value",
        "write `per: piece`, or `shown: true`",
    )


@pytest.mark.parametrize(
    ("counters", "letter", "board"),
    [
        ("{seeds: {per: piece}}", "s", "1 s12 s . n1\n  a b c d"),
        ("{seeds: {per: piece, start: 2}}", "s", "1 s0 s3 . n2"),
        ("{snow: {per: cell}}", "s", "s .4 . .2"),
        (
            "{seeds: {per: piece, shown: true}, snow: {per: cell, shown: true}}",
            "s",
            "s4/1 s n0/2 .",
        ),
        ("{seeds: {per: piece}}", '"5"', "1 5:12 2*5 . 5n"),
        ("{seeds: {per: piece}}", "s", "1 s-3 2sn 3o s"),
    ],
)
def test_a_board_is_read_as_it_is_drawn(
    write: Write, counters: str, letter: str, board: str
) -> None:
    game = write(counters, columns=4, letter=letter)
    shown = shown_board(game, game.position(board=board).full_view())
    again = shown_board(game, game.position(board=shown.text).full_view())
    assert again.cells == shown.cells
    assert " ".join(shown.cells[0]) in board


@pytest.mark.parametrize(
    ("counters", "board", "message"),
    [
        ("{seeds: {per: piece}}", "s1 s . . .", "but row 1 of the drawing has 6"),
        ("{seeds: {per: piece}}", "s1/2 s . .", "1/2 behind the letter on a1"),
        ("{seeds: {}}", "s1 s . .", "counters: none"),
        ("{seeds: {per: piece}}", "s .3 . .", "3 on b1, where no piece has a counter 'seeds'"),
        ("{seeds: {per: piece}}", "s sq . .", "'sq' on b1 is not made of letters of pieces"),
        ("{seeds: {per: piece}}", "s9999999999999 . . .", "too large for 'seeds'"),
    ],
)
def test_a_board_that_is_drawn_otherwise_is_refused(
    write: Write, counters: str, board: str, message: str
) -> None:
    game = write(counters, columns=4)
    with pytest.raises(PositionError, match=message) as refused:
        game.position(board=board)
    assert "`cells:`" in str(refused.value)


def test_a_view_tells_what_a_counter_is_at_on_every_cell_of_the_board(write: Write) -> None:
    game = write("{snow: {per: cell, start: 4}}", views="[{hide: snow, from: [north]}]")
    position = game.position(board="s . .", counters={"snow": {"b1": 0}})
    assert position.view("south").counters == {"snow": {"a1": 4, "b1": 0, "c1": 4}}
    assert position.view("north").counters == {}


def test_a_view_is_printed_as_the_board_that_its_seat_sees(write: Write) -> None:
    game = write("{snow: {per: cell, start: 4}}", views="[{hide: snow, from: [north]}]")
    position = game.position(board="s . .", counters={"snow": {"b1": 0}})
    board = ["1 s4 .0 .4", "  a  b  c", "a number in a cell: snow"]
    assert str(position).splitlines()[1:] == board
    assert str(position.view("south")).splitlines() == [
        "<View of heaps for seat south, ply 0>",
        *board,
    ]
    assert str(position.view("north")).splitlines()[1:] == ["1 s . .", "  a b c"]
    assert str(position.view(None)).startswith("<View of heaps for everybody, ply 0>\n1 s . .")


GRAVE = """\
schema: 1
name: grave
title: Grave
sides: {south: {}, north: {}}
board: {rows: 1, columns: 2}
zones: {hand: {off_board: true}, grave: {off_board: true}}
kinds: {man: {letters: {south: s, north: n}}}
counters: {hits: {per: piece, start: 2}, steps: {per: piece}}
marks: {foe: {holds: piece, per: piece, title: fights}}
setup:
  - put: {kind: man, owner: south, at: [a1, hand, grave]}
phases: {play: {turns: [south, north], turn: [act: [bring]]}}
actions:
  bring:
    operands:
      man: {piece: {owner: mover, in: hand}}
      to: {cell: {empty: true}}
    validators: [require: man not in grave]
    effects: [move: {piece: man, to: to}]
endings: [{when: turn > 3, draw: true, says: late}]
"""


def test_nothing_is_told_of_what_is_kept_of_pieces_that_are_out_of_play(tmp_path: Path) -> None:
    path = tmp_path / "grave.yaml"
    path.write_text(GRAVE, encoding="utf-8")
    game = load(path)
    assert game.rules.in_use == {"hand"}
    assert shown_board(game, game.start().view("south")).key == ("hits: a1 2, hand 2",)
    path.write_text(GRAVE.replace("in: hand}", "in: [hand, grave]}"), encoding="utf-8")
    everywhere = load(path)
    assert everywhere.rules.in_use == {"hand", "grave"}
