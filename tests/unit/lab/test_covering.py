"""What coverage lists, and what it leaves to other readings."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.lab.covering import coverage_job, measure_coverage
from ruleengine.lab.jobs import Manner

RULES = """\
schema: 1
name: numbers
title: Numbers
flags:
  limit: {question: How long?, type: number, at_least: 0, at_most: 9, default: 0}
sides: {north: {}, south: {}}
board: {rows: 2, columns: 2}
counters: {count: {per: game}}
kinds: {man: {letters: {north: n, south: s}}}
setup: [drawn: "n .\\n. s"]
conditions: {late: [holds: turn > limit]}
tables:
  step: {gives: number, rows: [{when: limit == 0, value: 1}, {value: slow()}]}
  slow: {gives: number, rows: [value: 2]}
actions: {wait: {}}
phases:
  play:
    turns: [north, south]
    turn:
      - act: [wait]
      - add: {count: step()}
      - {if: limit > 0, then: [add: {count: 1}]}
endings:
  - {id: limited, when: limit > 0 and late, draw: true, says: late}
  - {id: over, when: count > 5, draw: true, says: over}
"""


@pytest.mark.parametrize(("limit", "listed"), [(0, False), (3, True)])
def test_what_only_other_numbers_of_flags_ask_for_is_left_out(
    *, limit: int, listed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "numbers.yaml"
    path.write_text(RULES, encoding="utf-8")
    game = load(str(path), {"limit": limit})
    found = measure_coverage(game, coverage_job(game, Manner(unfolded=True)), 5)
    names = {rule.name for rule in found.rules}
    only = {"late > holds: turn > limit", "slow > value: 2", "step > value: slow()", "limited"}
    only |= {"play > if: limit > 0", "play > add: {count: 1}"}
    assert names & only == (only if listed else set()), names
    assert "over" in names
