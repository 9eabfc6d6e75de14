"""Several pieces on one cell at the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import ResolveError

RULESET = """\
schema: 1
name: heaps
title: Heaps
sides: {white: {}, black: {}}
board: {rows: 2, columns: 3}
kinds: {man: {letters: {white: w, black: b}}}
counters: {level: {per: piece, SHOWN}}
setup:
  SETUP
phases: {play: {turns: [white, black], turn: [act: [step]]}}
actions:
  step:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    effects: [move: {piece: man, to: to}]
endings: [{id: late, when: turn > 20, draw: true, says: late}]
"""


COUNTED = """\
- {put: {kind: man, owner: white, at: a2, count: 5}}
- {put: {kind: man, owner: black, at: c2, count: 3 - 1}}
- {put: {kind: man, owner: black, at: b1}}"""
TWICE = """\
- {put: {kind: man, owner: white, at: [a1, b1]}}
- {put: {kind: man, owner: black, at: [c1, a1, b1]}}"""


def heaps(tmp_path: Path, setup: str, shown: str = "shown: false") -> Game:
    path = tmp_path / "heaps.yaml"
    text = RULESET.replace("SETUP", setup.replace("\n", "\n  ")).replace("SHOWN", shown)
    path.write_text(text, encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize(
    "setup",
    [
        "- drawn: |\n    5w . 2b\n    .  b .",
        "- drawn: |\n    2 5w . 2b\n    1 .  b .\n      a  b c",
        COUNTED,
    ],
)
def test_several_pieces_are_drawn_or_counted(tmp_path: Path, setup: str) -> None:
    board = str(heaps(tmp_path, setup).start())
    assert "2 5w .  2b\n1 .  b  .\n" in board


def test_drawn_pieces_stand_on_each_other_in_their_order(tmp_path: Path) -> None:
    game = heaps(tmp_path, "- drawn: |\n    wbw . .\n    . . b", "start: 1, shown: order")
    view = game.start().full_view()
    assert [piece.counters["level"] for piece in view.pieces] == [1, 2, 3, 1]
    assert [piece.owner for piece in view.pieces] == ["white", "black", "white", "black"]


@pytest.mark.parametrize(
    ("setup", "message", "hint"),
    [
        (
            "- {put: {kind: man, owner: white, at: [a1, a1, a1, b1, b1]}}",
            "a cell stands in the list more than once",
            "write `count` for several pieces on each cell, and name each cell once",
        ),
        (
            TWICE,
            "pieces of the setup stand on a1, b1 already",
            (
                "put them there in one item, with `count` or drawn as `3o` or `2xo`, "
                "or write `shared: true` under `board`"
            ),
        ),
        (
            "- drawn: |\n    5x . .\n    . b .",
            "'5x' on a2 draws no kind of piece and no zone",
            "what can be drawn is '.', 'b' and 'w'",
        ),
        (
            "- drawn: |\n    w . . b\n    . b .",
            "row 1 of the drawing has 4 cells, but the board has 3 columns",
            (
                "draw one mark for each cell, or, with spaces between cells, several pieces as "
                "`3o` and a counter as `o2`"
            ),
        ),
        (
            "- drawn: |\n    w2 . b\n    .  b .",
            "2 behind the letter on a2; what is drawn so are counters: none",
            (
                "take the number out; a setup says what other counters begin with under "
                "`counters` of `put`, `fill` or `pieces`"
            ),
        ),
        (
            "- drawn: |\n    w2b3 . .\n    .    b .",
            "'w2b3' on a2 draws no kind of piece and no zone",
            (
                "a number before a letter is how many stand there, one behind the letter of a "
                "single piece what its counter begins with; what those of several on a cell begin "
                "with is said under `counters` of `put`"
            ),
        ),
    ],
)
def test_one_mistake_is_told_once(tmp_path: Path, setup: str, message: str, hint: str) -> None:
    with pytest.raises(ResolveError) as caught:
        heaps(tmp_path, setup)
    (problem,) = caught.value.diagnostics
    assert (problem.message, problem.hint) == (message, hint)


WAYS = """\
- drawn: |
    w4 . b
    .  . .
- {put: {kind: man, owner: white, at: [a1, b1], counters: {level: 2 + 1}}}
- {fill: {zone: yard, kind: man, owner: black, counters: {level: 7}}}
- pieces:
    - {called: bill, kind: man, owner: white, at: c1, counters: {level: 9}}"""
YARD = "zones: {yard: {off_board: true}}\nkinds:"


def test_every_item_says_what_counters_begin_with(tmp_path: Path) -> None:
    """The letter without a number has what its kind begins with."""
    path = tmp_path / "heaps.yaml"
    text = RULESET.replace("SETUP", WAYS.replace("\n", "\n  ")).replace("kinds:", YARD, 1)
    path.write_text(text.replace("SHOWN", "start: 1, shown: true"), encoding="utf-8")
    start = load(str(path)).start()
    levels = {piece.place: piece.counters["level"] for piece in start.full_view().pieces}
    assert levels == {"c1": 9, "a2": 4, "c2": 1, "a1": 3, "b1": 3, "yard": 7}
    assert "2 w4 .  b1\n1 w3 w3 w9\n" in str(start)


def test_a_printed_start_is_read_as_a_setup(tmp_path: Path) -> None:
    game = heaps(tmp_path, "- drawn: |\n    w4 . b\n    .  b0 w-2", "shown: true")
    board = str(game.start()).split("\n", 1)[1].rsplit("\n", 1)[0]
    assert "2 w4  .   b0" in board
    again = heaps(tmp_path, "- drawn: |\n    " + board.replace("\n", "\n    "), "shown: true")
    assert again.start().state == game.start().state
    assert again.position(board=board, mover="white").full_view().pieces == (
        game.start().full_view().pieces
    )


def test_a_setup_draws_what_cells_count(tmp_path: Path) -> None:
    path = tmp_path / "heaps.yaml"
    text = RULESET.replace("SETUP", "- drawn: |\n      w .4 .\n      . b2 .")
    path.write_text(text.replace("{per: piece, SHOWN}", "{per: cell, start: 1}"), encoding="utf-8")
    game = load(str(path))
    assert game.start().full_view().counters["level"] == {
        "a2": 1, "b2": 4, "c2": 1, "a1": 1, "b1": 2, "c1": 1
    }  # fmt: skip
    drawn = game.position(board="w . .\n. b .", mover="white")
    at_start = dict.fromkeys(["a1", "a2", "b1", "b2", "c1", "c2"], 1)
    assert drawn.full_view().counters["level"] == at_start, "a situation is not the setup"


def test_flags_choose_what_counters_begin_with(tmp_path: Path) -> None:
    path = tmp_path / "heaps.yaml"
    setup = """\
- only: {turned: true}
    drawn: |
      w4 . b
      .  . .
  - only: {turned: false}
    put: {kind: man, owner: white, at: a2, counters: {level: most}}"""
    flags = """\
flags:
  turned: {question: Turned?, type: boolean, default: true}
  most: {question: How high?, type: number, default: 5}
"""
    text = RULESET.replace("SETUP", setup).replace("SHOWN", "shown: true")
    path.write_text(text + flags, encoding="utf-8")
    assert "2 w4 .  b0" in str(load(str(path)).start())
    assert "2 w6 .  ." in str(load(str(path), flags={"turned": False, "most": 6}).start())
