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
            "row 1 of the drawing has 4 cells, but the board has 3 columns",
            "draw one mark for each cell, or several pieces as `3o`, with spaces between cells",
        ),
        (
            "- drawn: |\n    w2 . b3/1\n    .  b .",
            "'w2' on a2 draws a counter",
            (
                "a setup draws no counters: `start` of the counter or `counters` of the kind says "
                "what pieces begin with, and `set` in a first phase sets single ones; several "
                "pieces are drawn as `3o`"
            ),
        ),
    ],
)
def test_one_mistake_is_told_once(tmp_path: Path, setup: str, message: str, hint: str) -> None:
    with pytest.raises(ResolveError) as caught:
        heaps(tmp_path, setup)
    (problem,) = caught.value.diagnostics
    assert (problem.message, problem.hint) == (message, hint)
