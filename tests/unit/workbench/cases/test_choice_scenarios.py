"""Choices in cases: open ones, declined ones, and that none is open."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.workbench.cases.files import read_scenarios
from ruleengine.workbench.cases.scenarios import CaseResult, run_case

GAME = """\
schema: 1
name: loyal
title: Loyal
sides: {white: {}, black: {}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {white: w, black: b}}}
setup:
  - drawn: |
      . . w
      . . .
      b . b
phases:
  play:
    turns: [white, black]
    turn: [act: [win_over]]
actions:
  win_over:
    effects:
      - choose: {as: turncoat, among: {owner: opponent}, who: mover, optional: true}
        else: [tell: "{mover} wins nobody over"]
      - give: {piece: turncoat, to: mover}
endings:
  - {when: count(owner=black) == 0, winner: white, says: nobody is left}
"""


def played(home: Path, *steps: str) -> CaseResult:
    (home / "loyal.yaml").write_text(GAME, encoding="utf-8")
    lines = ["defaults: {ruleset: ./loyal.yaml, start: true}", "cases:", "- id: x", "  steps:"]
    path = home / "cases.yaml"
    path.write_text("\n".join([*lines, *(f"  - {step}" for step in steps)]), encoding="utf-8")
    (case,) = read_scenarios(path)
    return run_case(case)


def test_that_no_choice_is_open_can_be_expected(tmp_path: Path) -> None:
    done = played(
        tmp_path,
        "expect: {choice: none}",
        "play: win_over",
        "expect: {choice: [turncoat a1, turncoat c1, turncoat none]}",
        "play: turncoat none",
        "expect: {choice: none}",
    )
    assert done.ok, str(done)
    result = played(tmp_path, "play: win_over", "expect: {choice: none}")
    assert "choice: expected none, but one is open, between turncoat a1, turncoat c1" in str(result)


def test_a_choice_that_is_written_otherwise_is_told_how_to_decline(tmp_path: Path) -> None:
    expected = "expect: {choice: [turncoat a1, turncoat c1, decline]}"
    assert "; 'turncoat none' declines" in str(played(tmp_path, "play: win_over", expected))
    result = played(tmp_path, "play: win_over", "play: decline")
    assert "a1, c1, none (to decline)" in str(result)


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_a_sentence_may_stand_in_quotes(tmp_path: Path, quote: str) -> None:
    told = f"told says={quote}white wins nobody over{quote}"
    steps = ("play: win_over", "play: turncoat none")
    for listed in (f"{{includes: {told}}}", f"[{told}, turn]"):
        done = played(tmp_path, *steps, f"expect: {{events: {listed}}}")
        assert done.ok, str(done)
    result = played(tmp_path, *steps, f"expect: {{events: {{excludes: {told}}}}}")
    assert "happened, but is not expected" in str(result)
