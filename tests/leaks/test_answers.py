"""What a side is told while it makes a draft of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.workbench.leaks.leak_test import check_leaks

ASKING = """\
schema: 1
name: asking
title: Asking
sides: {west: {}, east: {}}
board: {rows: 1, columns: 2}
kinds: {fox: {letters: {west: f, east: F}}}
counters:
  den: {per: side}
  heard: {per: side, resets: turn, shown: false}
views:
  - {hide: den, from: others}
  - {hide: heard, from: everybody}
phases:
  play:
    turns: [west, east]
    turn: [{submit: [dig, ask], who: [mover], commit: true}]
actions:
  dig:
    operands: {place: {number: {at_least: 1, at_most: 2}}}
    effects: [{set: {den: place}, for: mover}]
  ask:
    operands: {place: {number: {at_least: 1, at_most: 2}}}
    validators: [{require: mover.heard == 0, says: you have heard enough}]
    effects:
      - if: mover.opponent.den == place
        then: [ANSWER, {set: {heard: 1}, for: mover}]
endings: [{when: turn > 8, draw: true, says: late}]
"""


@pytest.mark.parametrize(
    ("answer", "leaks"),
    [("{tell: there it is, who: mover}", False), ("{tell: somebody asks}", False), ("", True)],
)
def test_what_was_answered_in_a_draft_is_known_afterwards(
    tmp_path: Path, answer: str, *, leaks: bool
) -> None:
    """Nobody looked at the moment of the answer itself, but only at a later one."""
    text = ASKING.replace("ANSWER, " if leaks else "ANSWER", "" if leaks else answer)
    (tmp_path / "asking.yaml").write_text(text, encoding="utf-8")
    report = check_leaks(load(str(tmp_path / "asking.yaml")), games=20)
    assert report.ok is not leaks, str(report)
    assert leaks or report.ends["told"] > 0
