from __future__ import annotations

import re

from ruleengine import load
from ruleengine.table.lines import plain
from ruleengine.table.listing import fitting_lines, listed_moves


def test_the_short_list_has_numbers_of_moves_and_none_to_type() -> None:
    game = load("gardner")
    moves = listed_moves(game.start().view("white"))
    short = plain(fitting_lines(game, moves, 80, 3))
    assert "move a2," in " ".join(short.split())
    assert "move b1 (2)" in short
    assert re.search(r"\d+\)(?<!\(\d\))", short) is None
    assert "7 moves, (n) of each; `moves` lists all" in short
