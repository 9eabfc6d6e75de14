"""What the rules say of moves in secret is told when all have committed, whoever was first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.table.entries import spread
from ruleengine.table.replaying import REFEREE, moments_of
from ruleengine.table.story import story_of

RULES = """\
schema: 1
name: pushes
title: Pushes
sides: {red: {title: Red}, blue: {title: Blue}}
board: {rows: 1, columns: 2}
kinds: {man: {letters: {red: r, blue: b}}}
setup:
  - drawn: |
      r b
phases:
  play: {round: [{submit: [push], moves: MOVES, secret: true}]}
actions:
  push:
    operands: {way: {word: [left, right]}}
    effects: [tell: "{mover}: {way}"]
endings: [{when: turn > 9, draw: true, says: it is late}]
"""


@pytest.fixture
def pushes(tmp_path: Path) -> Game:
    path = tmp_path / "pushes.yaml"
    path.write_text(RULES.replace("MOVES", "1"), encoding="utf-8")
    return load(path)


def heard(game: Game, seat: str | None, moves: Sequence[tuple[str, str]]) -> list[str]:
    """Return all that a seat is told of moves."""
    match, lines = Match(game), []
    for by, move in moves:
        match.submit(by, move)
        lines += [str(each) for entry in story_of(match, seat) for each in spread(entry)]
    return lines


RESULTS = ["All have committed:", "  Red: left", "  Blue: right"]


@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_all_that_was_done_stands_together(pushes: Game, seat: str | None) -> None:
    red, blue = ("red", "push left"), ("blue", "push right")
    for moves in ([red, blue], [blue, red]):
        told = heard(pushes, seat, moves)
        assert told[-3:] == RESULTS
        assert len(told) == 5
        said = {"red": "Red: push left", "blue": "Blue: push right"}
        others = {name: f"{name.title()} has committed" for name in said if name != seat}
        assert told[:2] == [{**said, **others}[by] for by, _ in moves]


def test_the_referee_hears_it_once(pushes: Game) -> None:
    match = Match(pushes)
    match.submit("red", "push left")
    match.submit("blue", "push right")
    moments = [*moments_of(pushes, match.record(), REFEREE)]
    told = [str(each) for m in moments if m.entry is not None for each in spread(m.entry)]
    assert told == ["Red: push left", "Blue: push right", *RESULTS]


def test_what_one_may_still_act_upon_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pushes.yaml"
    path.write_text(RULES.replace("MOVES", "{at_most: 2}"), encoding="utf-8")
    told = heard(load(path), "red", [("red", "push left"), ("red", "commit")])
    assert told == ["Red: push left; Red: left", "Red has committed"]


def test_who_has_committed_is_told_so_when_asking_for_more(pushes: Game) -> None:
    match = Match(pushes)
    match.submit("red", "push left")
    (reason,) = match.position.why("push right", "red")
    assert reason.message == "Red has committed already; it is for Blue to decide"
    assert reason.code == "move/wrong-seat"
