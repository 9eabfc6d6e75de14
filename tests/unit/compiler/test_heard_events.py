"""Events are kept for reactions only where a reaction may follow them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.compiler.flow import compile_ruleset
from ruleengine.workbench.both_tiers.lockstep import Lockstep

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


@pytest.mark.parametrize("by", ["", "by: [step],", "by: [dismiss],"])
def test_there_is_room_for_what_a_submission_takes_back(tmp_path: Path, by: str) -> None:
    found = made(tmp_path, by, 20).simulate(200, seed=1)
    assert found.limits == {}


def test_without_reactions_no_room_is_kept(tmp_path: Path) -> None:
    rules = RULES.replace("BY", "").replace("LIMIT", "20")
    path = tmp_path / "second_thoughts.yaml"
    path.write_text(rules[: rules.index("reactions:")] + rules[rules.index("endings:") :])
    deaf = compile_ruleset(load(str(path)).rules.resolved)
    heard = compile_ruleset(made(tmp_path, "", 20).rules.resolved)
    assert deaf.layout.sections["queue"][1] == 0
    assert heard.layout.sections["queue"][1] > 2 * deaf.layout.max_pieces


@pytest.mark.parametrize("by", ["", "by: [step],", "by: [dismiss],"])
def test_reactions_follow_the_same_actions_on_both_tiers(tmp_path: Path, by: str) -> None:
    game = made(tmp_path, by, 4)
    for seed in range(4):
        assert Lockstep(game, seed).play(160)
