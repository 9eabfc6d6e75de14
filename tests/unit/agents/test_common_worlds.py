"""The search lets every move meet the same worlds and throws, so that luck does not choose."""

from __future__ import annotations

from pathlib import Path

from ruleengine import Match, load
from ruleengine.agents.searching import MctsAgent
from ruleengine.agents.thinking import Thinker

EVENLY = 100.0
"""How much is tried that has not been tried often: so much that all moves are tried alike."""
WAGER = """\
schema: 1
name: wager
title: Wager
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 2}
kinds: {token: {letters: {nobody: o}}}
dice: {die: {faces: 6}}
counters: {called: {}, thrown: {}}
phases:
  play:
    turns: [red, blue]
    turn:
      - act: [call]
      - roll: die
      - set: {thrown: die}
      - check_endings
actions:
  call:
    operands: {number: {number: {at_least: 1, at_most: 4}}}
    effects: [set: {called: number}]
endings:
  - {when: EARLY, winner: red, says: a high throw}
  - {when: thrown > 0, winner: blue, says: a low throw}
"""


def considered(tmp_path: Path, early: str, iterations: int) -> list[tuple[int, float]]:
    path = tmp_path / "wager.yaml"
    path.write_text(WAGER.replace("EARLY", early))
    game = load(str(path))
    scene = Match(game, seed=1).view("red").scene
    assert scene is not None
    found = Thinker(game.compiled).search(scene(), key=5, iterations=iterations, explore=EVENLY)
    return [(each.visits, each.value) for each in found]


def test_moves_between_which_there_is_no_difference_come_out_the_same(tmp_path: Path) -> None:
    found = considered(tmp_path, "thrown > 3", 200)
    assert found == [(50, found[0][1])] * 4
    assert abs(found[0][1]) < 0.5  # the throws of the worlds differ


def test_what_makes_a_difference_shows_soon(tmp_path: Path) -> None:
    found = considered(tmp_path, "thrown > 3 or (called == 3 and thrown == 3)", 40)
    values = [value for _, value in found]
    assert values.index(max(values)) == 2
    assert values[0] == values[1] == values[3] < values[2]


def test_an_agent_says_the_same_however_often_it_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "wager.yaml"
    path.write_text(WAGER.replace("EARLY", "thrown > called"))
    game = load(str(path))
    moves = []
    for _ in range(2):
        view = Match(game, seed=1).view("red")
        agent = MctsAgent(game, None, seed=1, number=0, seat=0)
        moves.append(agent.choose(view, view.legal_moves).text)
    assert moves == ["call 1", "call 1"]
