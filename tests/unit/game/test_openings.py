"""Openings given from outside, and seats that change sides in the middle of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import PositionError

SEATED_BY_THE_RULES = """
schema: 1
name: seated
title: Seated by the first move
seats: [ann, bob]
sides: {red: {}, blue: {}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {red: r, blue: b}}}
phases:
  first:
    steps:
      - choose: {as: color, who: ann, among_words: sides}
      - seat: {seat: ann, side: color}
  play: {turns: [red, blue], turn: [act: [nod]]}
actions:
  nod: {effects: []}
endings:
  - {id: late, when: turn > 5, draw: true, says: late}
"""
SWAP = SEATED_BY_THE_RULES.replace(
    "{red: {}, blue: {}}", "{red: {seats: [ann]}, blue: {seats: [bob]}}"
)


def game(tmp_path: Path, text: str) -> Game:
    path = tmp_path / "seated.yaml"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def test_an_opening_that_the_rules_settle_themselves_is_refused_with_its_place(
    tmp_path: Path,
) -> None:
    seated = game(tmp_path, SEATED_BY_THE_RULES)
    for begin in (seated.start, seated.seated):
        with pytest.raises(PositionError, match=r"'first' \(at .*seated.yaml:13:.*`opening: true`"):
            begin({"red": "ann"})


def test_an_empty_opening_leaves_what_the_rules_settle_to_them(tmp_path: Path) -> None:
    position = game(tmp_path, SEATED_BY_THE_RULES).start({}).play("blue")
    assert dict(position.view(None).sides) == {"ann": "blue", "bob": "red"}
    assert position.actors == ("bob",)


def test_two_seats_change_places_when_one_takes_the_side_of_the_other(tmp_path: Path) -> None:
    position = game(tmp_path, SWAP).start().play("blue")
    assert dict(position.view(None).sides) == {"ann": "blue", "bob": "red"}


def test_an_opening_lets_seats_change_places_too(tmp_path: Path) -> None:
    position = game(tmp_path, SWAP).start({"red": "bob"})
    assert dict(position.view(None).sides) == {"ann": "blue", "bob": "red"}


def test_a_seat_is_given_one_side() -> None:
    with pytest.raises(PositionError, match="A is given two sides, attacker and defender"):
        load("generals_10x10").start({"attacker": "A", "defender": "A"})
