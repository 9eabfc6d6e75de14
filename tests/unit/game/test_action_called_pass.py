"""An action may be called `pass`, and then it is played like any other."""

from __future__ import annotations

from pathlib import Path

from ruleengine import Match, load
from ruleengine.agents.registry import make_agent
from ruleengine.agents.table import play_out

RULES = """\
schema: 1
name: waiting
title: Waiting
sides: {south: {}, north: {}}
board: {rows: 1, columns: 2}
kinds: {man: {letters: {south: s, north: n}}}
counters: {passes: {}}
setup: [drawn: "s n"]
phases:
  play:
    turns: [south, north]
    turn: [act: [pass]]
actions:
  pass: {effects: [add: {passes: 1}]}
endings:
  - {when: passes >= 4, draw: true, says: everybody waits}
"""


def test_an_action_called_pass_has_its_effects(tmp_path: Path) -> None:
    path = tmp_path / "waiting.yaml"
    path.write_text(RULES, encoding="utf-8")
    game = load(str(path))
    position = game.start().play("pass")
    assert position.view(None).counters == {"passes": 1}
    agents = {seat: make_agent("greedy", game, seed=1, seat=seat) for seat in game.seats}
    record = play_out(Match(game, 1), agents)
    assert [ply.text for ply in record.plies] == ["pass"] * 4
    assert game.tree_counter(moves=["pass"]).perft(3) == 1
