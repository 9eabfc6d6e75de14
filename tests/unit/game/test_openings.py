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


SEVERAL = """
schema: 1
name: seated
title: One against three
seats: [max, ann, bob, cid]
sides: {lone: {seats: [max]}, many: {seats: [ann, bob, cid]}}
board: {rows: 1, columns: 3}
kinds: {man: {letters: {lone: l, many: m}}}
phases:
  play: {turns: TURNS, turn: [act: [nod]]}
actions:
  nod: {effects: []}
endings:
  - {id: late, when: turn > 9, draw: true, says: late}
"""


@pytest.mark.parametrize(
    ("turns", "after_cid"),
    [
        ("[lone, many, many, many]", ["max", "ann", "bob", "cid", "max"]),
        ("[lone, many]", ["max", "ann", "max", "bob", "max"]),
        ("[lone, many, many]", ["ann", "max", "bob", "cid", "max"]),
    ],
)
def test_a_given_position_begins_with_the_turn_of_a_seat(
    tmp_path: Path, turns: str, after_cid: list[str]
) -> None:
    text = SEVERAL.replace("TURNS", turns)
    position = game(tmp_path, text).position(board="m . l", mover="cid", turn=2)
    assert (position.actors, position.mover, position.turn) == (("cid",), "many", 2)
    found: list[str] = []
    for _ in after_cid:
        position = position.play("nod")
        found += position.actors
    assert found == after_cid


def test_a_seat_that_is_none_or_has_no_turns_cannot_be_on_turn(tmp_path: Path) -> None:
    text = SEVERAL.replace("TURNS", "[lone]")
    plain = game(tmp_path, text)
    with pytest.raises(PositionError, match="'cid' has no turns in this phase"):
        plain.position(board="m . l", mover="cid")
    with pytest.raises(PositionError, match="there is no side 'dan'"):
        plain.position(board="m . l", mover="dan")


def test_whose_turn_it_is_cites_the_clauses_of_what_says_it(tmp_path: Path) -> None:
    text = SEVERAL.replace("TURNS", "[lone, many]").replace(
        "board:", "clauses: {S-1: One, S-2: Two}\nboard:"
    )
    text = text.replace(
        "turn: [act: [nod]]}", "clauses: [S-1], turn: [{act: [nod], clauses: [S-2]}]}"
    )
    assert game(tmp_path, text).start().why("nod", "cid")[0].clauses == ("S-1",)
    own = text.replace("act: [nod]", "act: [nod], who: many")
    assert game(tmp_path, own).start().why("nod", "max")[0].clauses == ("S-2",)
