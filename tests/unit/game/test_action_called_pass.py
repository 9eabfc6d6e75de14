"""`pass` where nobody may, and an action that is called so and played like any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, Match, load
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


@pytest.mark.parametrize("word", ["pass", "commit"])
def test_where_nobody_may_it_is_said_what_is_to_be_decided(
    mini: Callable[..., Game], word: str
) -> None:
    phases = "play: {turns: [north, south], turn: [{act: [step], clauses: [M-2]}]}"
    position = mini(phases=phases).position(
        board="n . . . .\n. . . . .\n. . . . .\n. . . . .\ns . . . .", mover="north"
    )
    for written in (word, {"action": word}):
        (reason,) = position.why(written)
        assert (reason.code, reason.clauses) == ("move/not-now", ("M-2",))
        assert reason.message == f"'{word}' cannot be played now; what is to be decided is: step"
