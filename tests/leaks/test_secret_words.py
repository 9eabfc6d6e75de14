"""A report names the secret that a leak is about, and not whatever comes first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.cli.main import main
from ruleengine.workbench.leaks.leak_test import check_leaks

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


BIDS = """\
schema: 1
name: bids
title: Bids
sides: {north: {}, south: {}}
board: {rows: 1, columns: 2}
kinds: {card: {letters: {north: n, south: s}}}
counters: {bid: {per: side}, total: {per: side}}
zones: {hand: {off_board: true, parts: {north: {owner: north}, south: {owner: south}}}}
setup:
  - {put: {kind: card, owner: north, at: a1}}
  - {put: {kind: card, owner: south, at: b1}}
views: [{id: totals, hide: total, from: others}]
phases:
  play: {round: [{submit: [lay], who: [north, south], moves: 1, secret: true}]}
actions:
  lay:
    operands: {number: {number: {at_least: 1, at_most: 5}}}
    effects: [{set: {bid: number}}, {add: {total: number}}]
endings: [{id: over, when: turn > 3, draw: true, says: it is over}]
"""


@pytest.fixture
def run_leaks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    def run(rules: str) -> str:
        path = tmp_path / "bids.yaml"
        path.write_text(rules, encoding="utf-8")
        assert main(["leaks", str(path), "--games", "100"]) == 1
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run


def test_what_everybody_may_know_is_no_secret_and_moves_made_in_secret_are_moves(
    run_leaks: Callable[[str], str],
) -> None:
    text = run_leaks(BIDS)
    hidden = [line for line in text.splitlines() if "  hidden  " in line]
    assert hidden
    assert all("total of " in line and "bid of " not in line for line in hidden)
    assert "after:        moves of which somebody who looks on is not told" in text
    assert "after:        no move" not in text
    assert "of 100 random games, which show enough, held " in text
