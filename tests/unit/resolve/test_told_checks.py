"""What a sentence may tell where something is hidden: all that lies open, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.analysis.validation import validate

RULES = """\
schema: 1
name: cups
title: Cups
sides: {north: {forward: down}, south: {forward: up}}
board: {rows: 4, columns: 4}
zones:
  cup: {off_board: true, parts: {north: {owner: north}, south: {owner: south}}}
  urn: {off_board: true}
  top: {shape: {rows: [0]}}
kinds:
  man: {letters: {north: n, south: s}, attributes: {weight: 1}}
  die: {letters: {north: d, south: e}, attributes: {weight: 2}}
setup:
  - {put: {kind: man, owner: north, at: [a4, c4]}}
  - {put: {kind: man, owner: south, at: [b1, d1]}}
counters:
  store: {per: side}
  purse: {per: side}
  pips: {per: piece}
  hits: {per: piece}
marks: {last: {holds: piece}}
views: VIEWS
phases: {play: {turns: [north, south], turn: [act: [step]]}}
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: forward, distance: 1}}
    validators:
      - {require: store < 9, says: "there is {VALUE}"}
    effects: [move: {piece: unit, to: to}]
endings: [{when: turn > 8, draw: true, says: it is late}]
"""
DICE = "[{hide: pips, of: {in: cup}}, {hide: [piece, pips], of: {in: urn}, from: everybody}]"
KINDS = "[{hide: kind}, {hide: purse}]"
HANDS = "[{hide: [kind, piece], of: {in: cup}}]"
FOG = "[{hide: [kind, piece], of: {owner: north}}]"


def problems(tmp_path: Path, views: str, value: str) -> list[str]:
    path = tmp_path / "cups.yaml"
    path.write_text(RULES.replace("VIEWS", views).replace("VALUE", value), encoding="utf-8")
    return [each.message for each in validate(str(path)).errors]


@pytest.mark.parametrize(
    ("views", "value"),
    [
        (KINDS, "store"),
        (KINDS, "mover.store"),
        (KINDS, "unit.owner.store"),
        (KINDS, "unit.hits"),
        (KINDS, "count(owner=opponent)"),
        (KINDS, "count(in=cup, kind=die)"),  # nothing is hidden of what lies beside the board
        (DICE, "count(in=cup)"),
        (DICE, "count(in=part(cup, mover))"),
        (DICE, "count(in=[cup, top])"),
        (DICE, "sum(it.pips)"),
        (DICE, "sum(it.hits, in=cup.north)"),
        (HANDS, "count(in=urn, kind=die)"),
        (HANDS, "count(kind=man, where=it.weight > 0)"),
        (HANDS, "unit.hits"),
    ],
)
def test_what_lies_open_may_be_told(tmp_path: Path, views: str, value: str) -> None:
    assert problems(tmp_path, views, value) == []


@pytest.mark.parametrize(
    ("views", "value"),
    [
        (KINDS, "mover.purse"),
        (KINDS, "unit.weight"),
        (KINDS, "count(kind=man)"),
        (KINDS, "count(where=it.weight > 0)"),
        (KINDS, "count(where=it.kind == man)"),
        (KINDS, "count(where=count(kind=man) > 2)"),
        (DICE, "unit.pips"),
        (DICE, "count(in=urn)"),
        (DICE, "count(in=[cup, urn])"),
        (DICE, "count(at=unit)"),
        (DICE, "sum(it.pips, in=cup)"),
        (DICE, "count(in=cup, where=it.pips == 1)"),
        (DICE, "count(in=part(cup, mover), where=it.pips == 1 or it.hits > 1)"),
        (HANDS, "count(in=cup)"),
        (HANDS, "last.hits"),
        (FOG, "count()"),
        (FOG, "count(in=top)"),
        (FOG, "count(owner=mover, linked=top)"),
        (FOG, "first_piece(in=top)"),
    ],
)
def test_what_is_hidden_may_not_be_told(tmp_path: Path, views: str, value: str) -> None:
    told = f"'{value}' could tell a player what `views` hides"
    assert problems(tmp_path, views, value) == [told]
