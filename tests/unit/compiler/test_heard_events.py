"""Events are kept for reactions only where a reaction may follow them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.workbench.lockstep import Lockstep

RULES = """\
schema: 1
name: second_thoughts
title: Second thoughts
sides: {red: {forward: up}, blue: {forward: down}}
board: {rows: 4, columns: 5}
zones:
  half:
    parts:
      low: {owner: red, shape: {rows: [2, 3]}}
      high: {owner: blue, shape: {rows: [0, 1]}}
kinds: {man: {letters: {red: M, blue: m}}}
counters:
  second_thoughts: {per: side, resets: phase, limit: LIMIT}
  losses: {per: side}
phases:
  setup: {steps: [{submit: [enlist, dismiss], commit: not can(enlist), says: fill your half}]}
  play: {turns: [red, blue], turn: [{act: [step], else: [end_turn]}]}
actions:
  enlist:
    operands: {to: {cell: {in: "part(half, mover)", empty: true}}}
    effects: [place: {kind: man, owner: mover, at: to}]
  dismiss:
    uses: second_thoughts
    operands: {man: {piece: {owner: mover}}}
    effects: [remove: man]
  step:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: all, distance: 1}}
    validators: [holds: {cell: to, any_of: [nothing, enemy]}]
    effects: [remove: piece_at(to), move: {piece: man, to: to}]
reactions:
  falls: {on: removed, BY effects: [{add: {losses: 1}, for: piece.owner}]}
endings:
  - {each: us, when: not exists(owner=us), during: [play], winner: us.opponent, says: all gone}
  - {when: turn > 30, draw: true, says: it is late}
"""


def made(tmp_path: Path, by: str, limit: int) -> Game:
    path = tmp_path / "second_thoughts.yaml"
    path.write_text(RULES.replace("BY", by).replace("LIMIT", str(limit)), encoding="utf-8")
    return load(str(path))


def test_what_no_reaction_may_follow_takes_no_room(tmp_path: Path) -> None:
    found = made(tmp_path, "by: [step],", 20).simulate(200, seed=1)
    assert found.limits == {}


@pytest.mark.parametrize("by", ["", "by: [step],", "by: [dismiss],"])
def test_reactions_follow_the_same_actions_on_both_tiers(tmp_path: Path, by: str) -> None:
    game = made(tmp_path, by, 4)
    for seed in range(4):
        assert Lockstep(game, seed).play(160)
