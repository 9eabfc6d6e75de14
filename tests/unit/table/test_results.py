"""What follows when several sides have committed is told apart from the move of the last one."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.game.kept.record import Record
from ruleengine.table.entries import spread
from ruleengine.table.lines import plain
from ruleengine.table.news import news_lines
from ruleengine.table.replaying import REFEREE, moment_lines, moments_of
from ruleengine.table.story import story_of

ORDERS = """\
schema: 1
name: orders
title: Orders
sides: {red: {title: Red}, blue: {title: Blue}}
board: {rows: 2, columns: 3}
zones:
  hand:
    title: a hand
    off_board: true
    parts: {red: {title: Red's hand}, blue: {title: Blue's hand}}
  pile: {title: the pile, off_board: true}
kinds:
  man: {title: man, letters: {red: R, blue: B}}
  card: {title: card, letters: {red: c, blue: d}}
marks: {goal: {holds: cell, per: piece, resets: turn, shown: false}}
setup:
  - put: {kind: man, owner: red, at: [a1]}
  - put: {kind: man, owner: blue, at: [c1]}
  - fill: {zone: hand.red, kind: card, owner: red, count: 2}
  - fill: {zone: hand.blue, kind: card, owner: blue, count: 2}
phases:
  play:
    round:
      - submit: [go, lay]
        moves: {at_most: 3}
      - for_each: {as: unit, among: {kind: man}}
        do:
          - if: unit.goal != nothing
            then: [tell: "{unit.owner} wants {unit.goal}"]
      - for_each: {as: unit, among: {kind: man, where: it.goal != nothing}}
        do:
          - if: "count(where=it.goal == unit.goal) == 1"
            then: [move: {piece: unit, to: unit.goal}]
actions:
  go:
    operands: {unit: {piece: {owner: mover, kind: man}}, to: {cell: {}}}
    validators: [{id: once, require: unit.goal == nothing}]
    effects: [{mark: {goal: to}, for: unit}]
  lay:
    operands: {card: {piece: {owner: mover, kind: card, in: hand}, named: never}}
    effects: [send: {piece: card, to: pile}]
endings:
  - {id: late, when: turn > 3, winner: nobody, says: it is late}
"""


@pytest.fixture
def orders(tmp_path: Path) -> Game:
    path = tmp_path / "orders.yaml"
    path.write_text(ORDERS, encoding="utf-8")
    return load(path)


def told(match: Match, seat: str | None) -> list[str]:
    return [str(each) for entry in story_of(match, seat) for each in spread(entry)]


def test_a_move_that_succeeds_reads_other_than_one_that_fails(orders: Game) -> None:
    alone, clash = Match(orders), Match(orders)
    for match, goal in ((alone, "a2"), (clash, "b2")):
        match.submit("red", [f"go a1-{goal}", "commit"])
        match.submit("blue", ["go c1-b2", "commit"])
    head = ["Blue: go c1-b2", "Blue has committed", "All have committed:"]
    assert told(alone, "blue") == [
        *head,
        "  Red wants a2",
        "  Blue wants b2",
        "  Red's man goes from a1 to a2; Blue's man goes from c1 to b2",
    ]
    assert told(clash, "blue") == [*head, "  Red wants b2", "  Blue wants b2"]


def test_what_a_side_was_told_when_it_did_it_is_not_told_again(orders: Game) -> None:
    match = Match(orders)
    match.submit("red", ["lay", "lay", "commit"])
    match.submit("blue", ["lay", "commit"])
    assert told(match, "red") == [
        "Blue has committed",
        "All have committed:",
        "  Blue's card goes from Blue's hand to the pile",
    ]
    assert told(match, None)[-1] == (
        "  Red's card goes from Red's hand to the pile (2 times); "
        "Blue's card goes from Blue's hand to the pile"
    )
    match.submit("red", "commit")
    match.submit("blue", "commit")
    assert told(match, "red") == ["Blue has committed", "All have committed."]


def test_news_and_records_tell_results_in_lines_of_their_own(orders: Game) -> None:
    match = Match(orders)
    match.submit("red", ["go a1-b2", "commit"])
    match.submit("blue", ["go c1-b2", "commit"])
    news = plain(news_lines([*story_of(match, "red")], 40, None, "more"))
    assert news.splitlines() == [
        "  Blue has committed",
        "  All have committed:",
        "    Red wants b2",
        "    Blue wants b2",
    ]
    record: Record = match.record()
    last = [*moments_of(orders, record, REFEREE)][-1]
    shown = plain(moment_lines(orders, record, last, 40, last=last.number)).splitlines()
    assert shown[:3] == [
        "4/4  Blue has committed",
        "     All have committed:",
        "       Red wants b2",
    ]
    assert last.to_dict()["sentences"] == ["Red wants b2", "Blue wants b2"]
