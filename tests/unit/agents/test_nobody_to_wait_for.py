"""A search comes to an end also where somebody, or everybody, never gets to decide again."""

from __future__ import annotations

from pathlib import Path

from ruleengine import Match, load
from ruleengine.agents.registry import Budget
from ruleengine.agents.searching import MctsAgent
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


SINKING = """\
schema: 1
name: sinking
title: Sinking
sides: {red: {}, blue: {}, sea: {}}
board: {rows: 1, columns: 5}
kinds: {token: {letters: {red: r, blue: b}}}
counters: {water: {}}
dice: {die: {faces: 6}}
setup:
  - put: {kind: token, owner: red, at: a1}
  - put: {kind: token, owner: blue, at: e1}
phases:
  play:
    turns: [red, blue]
    turn: [act: [go, bail], roll: die, add: {water: die / 3}]
actions:
  go: {operands: {to: {cell: {where: not exists(at=it)}}}, effects: [EFFECT]}
  bail: {effects: [{set: {water: water / 2}}]}
endings:
  - {when: water > 30, winner: sea, says: lost}
"""
MOVE = 'move: {piece: "the(owner=mover)", to: to}'


def sinking(tmp_path: Path, *edits: tuple[str, str]) -> Match:
    text = SINKING.replace("EFFECT", MOVE)
    for old, new in edits:
        text = text.replace(old, new)
    path = tmp_path / "sinking.yaml"
    path.write_text(text)
    return Match(load(str(path)), seed=1)


def test_what_is_tried_is_cut_short_also_where_a_side_never_decides(tmp_path: Path) -> None:
    """To the end of the game every move came to the same: a loss."""
    match = sinking(tmp_path)
    scene = match.view("red").scene
    assert scene is not None
    found = Thinker(match.game.compiled).search(scene(), 5, iterations=60)
    assert all(each.value > -1 for each in found)
    assert len({each.visits for each in found}) > 1


def test_of_moves_that_come_to_the_same_any_is_taken(tmp_path: Path) -> None:
    match = sinking(tmp_path, ("water > 30", "turn > 0"))
    view = match.view("red")
    chosen = [
        MctsAgent(match.game, Budget(iterations=30), seed, 0, 0).choose(view, view.legal_moves).text
        for seed in (*range(12), *range(12))
    ]
    assert chosen[:12] == chosen[12:]
    assert len({*chosen}) > 2
