"""A report names the secret that a leak is about, and not whatever comes first."""

from __future__ import annotations

from pathlib import Path

from ruleengine import load
from ruleengine.workbench.leaks import check_leaks

RULES = """\
schema: 1
name: ships
title: Ships
sides: {north: {forward: down, cover: x}, south: {forward: up, cover: o}}
board: {rows: 4, columns: 6}
zones:
  sea:
    parts:
      north: {shape: {rows: [0, 1]}, owner: north}
      south: {shape: {rows: [2, 3]}, owner: south}
kinds: {ship: {letters: {north: n, south: s}}}
counters: {shots: {per: cell}, hits: {per: side}}
views: [{id: ships, hide: piece, from: others}]
phases:
  placing: {steps: [{submit: [place], who: [north, south], moves: 5}]}
  play: {turns: [north, south], turn: [act: [shoot]]}
actions:
  place:
    operands: {to: {cell: {in: "part(sea, mover)", empty: true}}}
    effects: [place: {kind: ship, owner: mover, at: to}]
  shoot:
    operands: {at: {cell: {in: "part(sea, opponent)"}}}
    validators: [{require: at.shots == 0, says: you have shot there}]
    effects:
      - {add: {shots: 1}, for: at}
      - if: not empty(at)
        then: [{add: {hits: 1}}, {remove: piece_at(at)}]
endings: [{id: sunk, when: "used(hits, side=mover) >= 5", winner: mover, says: all are sunk}]
"""


def test_what_the_last_move_was_about_comes_first_and_the_rest_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "ships.yaml"
    path.write_text(RULES, encoding="utf-8")
    leaks = [leak for leak in check_leaks(load(path), games=10).leaks if leak.channel == "view"]
    assert leaks
    for leak in leaks:
        _, cell = leak.after[-1].split()
        assert leak.secret is not None
        assert {text.split(", ")[0].partition(": ")[0] for text in leak.secret} == {
            f"{cell} before shoot {cell}"
        }
    assert any(" more" in str(leak.secret) and "..." not in str(leak.secret) for leak in leaks)
