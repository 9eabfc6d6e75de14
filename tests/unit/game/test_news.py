"""What seats are told of moves, also of those that they do not see."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.errors import IllegalMoveError
from ruleengine.table.replaying import moments_of
from ruleengine.table.table import Table
from ruleengine.workbench.leaks.leak_test import check_leaks

DARK = """\
schema: 1
name: dark
title: Shots in the dark
sides: {red: {forward: up}, blue: {forward: down}}
board: {rows: 3, columns: 2}
kinds: {man: {letters: {red: r, blue: b}}}
setup: [drawn: "bb\\n..\\nrr"]
views: [{hide: piece}]
phases: {play: {turns: [red, blue], turn: [act: [shout, shoot, step]]}}
actions:
  shout:
    operands: {unit: {piece: {owner: mover}}}
    effects:
      - tell: "{mover} shouts"
      - {tell: "from {unit.cell}", who: mover}
  shoot:
    operands: {unit: {piece: {owner: mover}}, to: {cell: {empty: false}}}
    effects: [capture: to]
  step:
    operands: {unit: {piece: {owner: mover}}, to: {cell: {empty: true}}}
    effects: [move: {piece: unit, to: to}]
endings: [{when: turn > 20, draw: true, says: late}]
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "dark.yaml").write_text(DARK, encoding="utf-8")
    return load(str(tmp_path / "dark.yaml"))


def told(match: Match, seat: str | None, since: int | None = None) -> list[list[str]]:
    """Return the news of a seat as texts, without turns."""
    return [
        [
            f"{news.ply.seat}: {news.ply.text}",
            *(str(event) for event in news.events if event.name != "turn"),
        ]
        for news in match.news(seat, since)
    ]


def test_a_seat_hears_what_a_move_announces_that_it_does_not_see(game: Game) -> None:
    match = Match(game)
    match.submit("red", "shout a1")
    assert told(match, "red") == [
        ["red: shout a1", "told says=red shouts", "told side=red says=from a1"]
    ]
    assert told(match, "blue") == told(match, None) == [["red: ?", "told says=red shouts"]]


def test_a_seat_hears_that_its_piece_is_taken_but_not_by_which(game: Game) -> None:
    match = Match(game)
    match.submit("red", "shoot a1-b3")
    assert told(match, "blue") == [["red: ?", "captured piece=blue man from=b3"]]
    assert told(match, None) == [["red: ?"]]


def test_news_begin_with_the_last_move_of_the_seat_or_where_it_is_said(game: Game) -> None:
    match = Match(game)
    for number, text in enumerate(("step a1-a2", "shout a3", "step a2-a1", "shout b3")):
        match.submit(("red", "blue")[number % 2], text)
    assert told(match, "red") == [
        ["red: step a2-a1", "moved piece=red man from=a2 to=a1"],
        ["blue: ?", "told says=blue shouts"],
    ]
    assert [news.number for news in match.news("red", since=1)] == [1, 2, 3]
    assert [news.number for news in match.news(None)] == [0, 1, 2, 3]
    assert match.news("red")[-1].to_dict() == {
        "number": 3,
        "seat": "blue",
        "text": "?",
        "events": [
            {"name": "told", "says": "blue shouts"},
            {"name": "turn", "side": "red", "number": 5},
        ],
    }


def test_what_is_refused_or_goes_on_elsewhere_is_no_news(game: Game) -> None:
    match = Match(game)
    match.submit("red", "shout a1")
    fork = match.fork()
    fork.submit("blue", "shout a3")
    with pytest.raises(IllegalMoveError):
        match.submit("blue", ["shout a3", "shout b3"])
    assert len(match.news(None)) == 1
    assert len(fork.news(None)) == 2
    resumed = Match.resume(game, fork.record())
    assert resumed.news("red") == fork.news("red")


def test_the_table_and_replays_tell_of_moves_that_are_not_seen(game: Game) -> None:
    table = Table(Match(game), {}, None)
    table.submit("red", "shout a1")
    table.submit("blue", "step a3-a2")
    said = ["red: a move that you do not see; red shouts", "blue: step a3-a2"]
    assert [str(entry) for entry in table.story("blue")] == said
    moments = [*moments_of(game, table.match.record(), "blue")]
    assert [str(moment.entry) for moment in moments[1:]] == said


def test_what_is_told_of_unseen_moves_leaks_nothing(game: Game) -> None:
    report = check_leaks(game, games=5)
    # Where one may shoot or step to tells on purpose what stands there.
    assert report.channels.isdisjoint(("news", "events", "transcript")), str(report)
    assert report.pairs > 0
