"""A word that a hidden mark keeps is known to nobody else, though the move is made in the open."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.pipeline.sight import Eyes
from ruleengine.workbench.leaks.leak_test import check_leaks

RULES = """\
schema: 1
name: vows
title: Vows
sides: {north: {forward: down}, south: {forward: up}}
board: {rows: 4, columns: 4}
kinds: {man: {letters: {north: n, south: s}}}
setup:
  - {put: {kind: man, owner: north, at: [a4, c4]}}
  - {put: {kind: man, owner: south, at: [b1, d1]}}
marks:
  vow: {holds: [left, right, stay], per: side, keep: 2}
  mood: {holds: [left, stay, right], per: piece}
views: [{id: vows, hide: [vow, mood], from: others}]
phases:
  play: {turns: [north, south], turn: [act: [vow_secretly], act: [step]]}
actions:
  vow_secretly:
    operands: {what: {word: [left, right, stay]}}
    effects:
      - mark: {vow: what}
      - for_each: {as: man, among: {owner: mover}}
        do: [{mark: {mood: "past(vow, 1)"}, for: man}]
  step:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: forward, distance: 1}}
    effects: [move: {piece: man, to: to}]
endings:
  - {when: turn > 8, draw: true, says: it is late}
"""


@pytest.fixture
def vows(tmp_path: Path) -> Game:
    path = tmp_path / "vows.yaml"
    path.write_text(RULES, encoding="utf-8")
    return load(str(path))


def test_a_word_that_is_kept_in_secret_does_not_leak(vows: Game) -> None:
    report = check_leaks(vows, pairs=60)
    assert report.ok, str(report)
    assert report.moments > report.pairs


@pytest.mark.parametrize(("known", "leaks"), [("knows_part", "/marks/vow/"), ("knows", "mood")])
def test_a_word_that_is_shown_although_it_is_hidden_is_a_leak(
    vows: Game, monkeypatch: pytest.MonkeyPatch, known: str, leaks: str
) -> None:
    monkeypatch.setattr(Eyes, known, lambda *_: True)
    report = check_leaks(vows, pairs=60)
    assert any(leaks in str(leak) for leak in report.leaks)
