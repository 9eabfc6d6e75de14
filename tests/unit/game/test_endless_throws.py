"""Rules under which chance falls for ever are told so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine import Game
from ruleengine.errors import EndlessError
from ruleengine.game.match import Match

PHASES = "play: {turns: [north, south], turn: [{roll: die}, {act: [step], else: [end_turn]}]}"
SETUP = "[{put: {kind: man, owner: north, at: a5}}, {put: {kind: man, owner: south, at: e1}}]"
STEP = """
operands:
  man: {piece: {owner: mover, where: "it.tired == 0"}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
effects:
  - {capture: to}
  - {move: {piece: man, to: to}}
  - {for_each: {as: one, among: {}}, do: [{set: {tired: 1}, for: one}]}
"""


def test_throws_that_lead_nowhere_end_with_the_place_of_the_roll(
    mini: Callable[..., Game],
) -> None:
    game = mini(
        STEP, phases=PHASES, dice="die: {faces: 6}", counters="tired: {per: piece}", setup=SETUP
    )
    match = Match(game, seed=1)
    seat = match.actors[0]
    move = match.position.legal_moves(seat)[0]
    with pytest.raises(EndlessError, match=r"mini\.yaml:\d+:\d+: 2000 steps in a row"):
        match.submit(seat, move)
