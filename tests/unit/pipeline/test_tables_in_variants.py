"""Tables, procedures and values that depend on flags, and variants that edit them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.analysis.validation import validate
from ruleengine.game.perft import perft

BASE = """\
schema: 1
name: base
title: Base
flags:
  ties:
    question: Who falls when equals meet?
    choices: {both: both do, attacker: the attacker does}
    default: both
sides: {north: {}, south: {}}
board: {rows: 3, columns: 3}
kinds:
  man: {letters: {north: n, south: s}, attributes: {rank: 1}}
  king: {letters: {north: N, south: S}, attributes: {rank: 2}}
tables:
  clash:
    given: {one: piece, other: piece}
    gives: [walks, wins, loses, both_fall]
    rows:
      - {when: other == nothing, value: walks, id: alone}
      - {when: one.rank > other.rank, value: wins}
      - {when: one.rank < other.rank, value: loses}
      - {only: {ties: both}, value: both_fall}
      - {only: {ties: attacker}, value: loses}
procedures:
  settle:
    given: {unit: piece, foe: piece, how: [walks, wins, loses, both_fall], to: cell}
    steps:
      - if: how in [wins, both_fall]
        then: [remove: foe]
      - if: how in [loses, both_fall]
        then: [remove: unit]
        else: [move: {piece: unit, to: to}]
        id: goes
setup: [{drawn: "n n N\\n. . .\\ns s S"}]
phases: {play: {turns: [north, south], turn: [act: [step]]}}
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: 1}}
    validators:
      - holds: {cell: to, any_of: [nothing, enemy]}
    effects:
      - let: {foe: piece_at(to)}
      - run: {settle: {unit: unit, foe: foe, how: "clash(unit, foe)", to: to}}
endings:
  - {when: count(owner=north) == 0, winner: south, says: north is gone}
  - {when: count(owner=south) == 0, winner: north, says: south is gone}
  - {when: turn > 40, draw: true, says: too long}
"""
VARIANT = """\
schema: 1
name: meek
extends: base
title: Meek
tables:
  clash:
    rows: {prepend: [{when: one.kind == man and other != nothing, value: loses}]}
procedures:
  settle:
    steps:
      replace: {goes: {if: how == walks, then: [move: {piece: unit, to: to}], id: goes}}
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "meek.yaml").write_text(VARIANT, encoding="utf-8")
    return tmp_path


def left_after(game: Game, *moves: str) -> int:
    position = game.start()
    for move in moves:
        position = position.play(move)
    assert game.position(position.to_dict()) == position
    lines = [line.split()[1:] for line in position.drawing.splitlines() if line[:1].isdigit()]
    return sum(mark.lower() in {"n", "s"} for line in lines for mark in line)


def test_rows_depend_on_flags(files: Path) -> None:
    path = str(files / "base.yaml")
    moves = ("step a3-a2", "step a1-a2")
    assert left_after(load(path), *moves) == 4
    assert left_after(load(path, flags={"ties": "attacker"}), *moves) == 5


def test_a_variant_edits_rows_and_steps(files: Path) -> None:
    game = load(str(files / "meek.yaml"))
    assert left_after(game, "step a3-a2", "step a1-a2") == 6
    assert perft(game.start(), 2) == perft(load(str(files / "base.yaml")).start(), 2)


@pytest.mark.parametrize("name", ["base", "meek"])
def test_both_are_sound(files: Path, name: str) -> None:
    report = validate(str(files / f"{name}.yaml"))
    assert [str(each) for each in report.diagnostics] == []
