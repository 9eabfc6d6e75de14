"""Who cannot act at all does not pass: the steps under `else` are for them, also in playouts."""

from __future__ import annotations

from collections.abc import Callable

from ruleengine import Game
from ruleengine.workbench.both_tiers.drawn_games import DrawnGame

PHASES = """
play:
  turns: [north, south]
  turn:
    - act: [step]
    - {act: [jump], optional: true, else: [{add: {stuck: 1}}]}
"""
JUMP = """
jump:
  operands:
    man: {piece: {owner: mover, where: it.cell.row == turn % 5}}
    to: {line: {from: man, directions: orthogonal, distance: 2}}
  validators: [{holds: {cell: to, any_of: [nothing]}}]
  effects: [{move: {piece: man, to: to}}]
"""
SETUP = """
- drawn: |
    n . . . n
    . . . . .
    . . . . .
    . . . . .
    s . . . s
"""


def test_passing_is_drawn_only_by_who_could_act(mini: Callable[..., Game]) -> None:
    game = mini(actions=JUMP, phases=PHASES, setup=SETUP, counters="stuck: {per: side}")
    for seed in range(4):
        DrawnGame(game, seed, game.compiled.tables).play(40, counted_every=10)
