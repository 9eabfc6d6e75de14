"""Who owns a zone is shown where it can change, and told when it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.table.owners import claimed_zones
from ruleengine.table.screen import facts
from ruleengine.table.story import story_of

HILLS = """\
schema: 1
name: hills
title: Hills
sides: {red: {title: Red}, blue: {title: Blue}}
board: {rows: 1, columns: 4}
zones:
  hills:
    title: the hills
    parts:
      a1: {title: the hill a1, owner: red, shape: {cells: [a1]}}
      d1: {title: the hill d1, shape: {cells: [d1]}}
  home: {title: home, parts: {red: {owner: red, shape: {cells: [b1]}}}}
kinds: {man: {letters: {red: r, blue: b}}}
counters: {claims: {}}
setup:
  - put: {kind: man, owner: red, at: [a1, b1]}
phases:
  play:
    turns: [red]
    turn: [{act: [take]}]
reactions:
  noted: {on: claimed, effects: [add: {claims: 1}]}
actions:
  take:
    operands: {at: {cell: {in: hills}}}
    effects:
      - claim: {zone: "zone_of(at, hills)", to: mover}
endings:
  - {id: late, when: turn > 5, winner: nobody, says: it is late}
"""


@pytest.fixture
def hills(tmp_path: Path) -> Game:
    path = tmp_path / "hills.yaml"
    path.write_text(HILLS, encoding="utf-8")
    return load(path)


def test_what_each_side_owns_is_shown_of_zones_that_can_change_hands(hills: Game) -> None:
    match = Match(hills)
    assert claimed_zones(hills) == ["hills"]
    assert "hills: Red a1" in [*facts(hills, match.view("red"))]
    match.submit("red", "take d1")
    assert "hills: Red a1, d1" in [*facts(hills, match.view("red"))]


def test_a_zone_that_is_claimed_for_its_owner_is_not_told_to_change_hands(hills: Game) -> None:
    match = Match(hills)
    match.submit("red", "take d1")
    assert [str(each) for each in story_of(match, "red")] == [
        "Red: take d1; the hill d1 now belongs to Red"
    ]
    match.submit("red", "take a1")
    assert [str(each) for each in story_of(match, "red")] == ["Red: take a1"]
    # The step has happened all the same, as one that makes a piece what it was has.
    assert match.view("red").counters["claims"] == 2


def test_a_zone_whose_name_comes_from_elsewhere_may_be_any(tmp_path: Path) -> None:
    path = tmp_path / "hills.yaml"
    text = HILLS.replace(
        '- claim: {zone: "zone_of(at, hills)", to: mover}',
        '- let: {found: "zone_of(at, hills)"}\n      - claim: {zone: found, to: mover}',
    )
    path.write_text(text, encoding="utf-8")
    assert claimed_zones(load(path)) == ["hills", "home"]
