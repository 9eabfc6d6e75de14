from __future__ import annotations

from pathlib import Path

from ruleengine.game.loading import load

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
      - give: {piece: turncoat, to: mover}
endings:
  - {when: count(owner=black) == 0, winner: white, says: nobody is left}
"""


def test_declining_comes_after_all_options_however_far_down_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "loyal.yaml"
    path.write_text(GAME, encoding="utf-8")
    moves = load(str(path)).start().play("win_over").legal_moves()
    assert [move.text for move in moves] == ["turncoat a1", "turncoat c1", "turncoat none"]
    assert list(moves) == sorted(moves)
