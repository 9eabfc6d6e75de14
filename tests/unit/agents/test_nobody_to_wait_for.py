"""A search comes to an end also where somebody, or everybody, never gets to decide again."""

from __future__ import annotations

from pathlib import Path

from ruleengine import Match, load
from ruleengine.agents.thinking import Thinker

WALK = """\
schema: 1
name: walk
title: Walk
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 3}
kinds: {token: {letters: {red: r}}}
dice: {die: {faces: 6}}
setup:
  - put: {kind: token, owner: red, at: [a1]}
phases:
  play:
    turns: [red]
    turn: TURN
actions:
  go:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    effects: [move: {piece: unit, to: to}]
endings:
  - {when: turn > 1000000000, draw: true, says: it has been long enough}
"""


def visits(tmp_path: Path, turn: str, *moves: str) -> list[int]:
    path = tmp_path / "walk.yaml"
    path.write_text(WALK.replace("TURN", turn))
    game = load(str(path))
    match = Match(game, seed=1)
    for move in moves:
        match.submit("red", move)
    scene = match.view("red").scene
    assert scene is not None
    return [each.visits for each in Thinker(game.compiled).search(scene(), 5, iterations=20)]


def test_a_side_that_never_decides_is_not_waited_for(tmp_path: Path) -> None:
    assert sum(visits(tmp_path, "[act: [go], check_endings]", "go a1-b1")) == 20


def test_throws_after_which_nobody_ever_decides_are_not_waited_for(tmp_path: Path) -> None:
    turn = "[{if: turn == 1, then: [act: [go]]}, {roll: die}]"
    assert sum(visits(tmp_path, turn)) == 20
