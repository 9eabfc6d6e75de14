"""A board that allows thousands of moves at once."""

from __future__ import annotations

from pathlib import Path

from ruleengine import load
from ruleengine.compiler.flow import compile_ruleset
from ruleengine.kernel.rows import RowGame, Tables

RULES = """
schema: 1
name: many
title: Many
clauses: {M-1: A rule.}
sides: {north: {forward: down}, south: {forward: up}}
board: {rows: 12, columns: 12}
kinds: {man: {letters: {north: n, south: s}}}
setup: [{put: {kind: man, owner: north, at: [CELLS]}}]
actions:
  fly:
    operands: {man: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    effects: [{move: {piece: man, to: to}}]
phases: {play: {turns: [north, south], turn: [{act: [fly]}]}}
endings: [{when: turn > 9, draw: true, says: it is late}]
"""


def test_there_is_room_for_all_of_them(tmp_path: Path) -> None:
    path = tmp_path / "many.yaml"
    cells = [f"{column}{row}" for column in "abcdefghijkl" for row in range(9, 13)]
    path.write_text(RULES.replace("CELLS", ", ".join(cells)), encoding="utf-8")
    game = load(str(path))
    row = RowGame(Tables(compile_ruleset(game.rules.resolved)))
    row.run()
    assert len(row.moves()) == len(game.start().legal_moves()) == 48 * 96
