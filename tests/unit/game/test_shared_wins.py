"""Wins that several sides share."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, Match, Position, Record, load
from ruleengine.table.closing import outcome_sentence

RACE = """
schema: 1
name: race
title: Race
sides: {ash: {title: Ash}, birch: {title: Birch}, cedar: {title: Cedar}}
board: {rows: 1, columns: 4}
kinds: {man: {letters: {ash: a, birch: b, cedar: c}}}
counters: {points: {per: side}}
setup: [drawn: abc.]
phases:
  play:
    turns: [ash, birch, cedar]
    turn: [act: [take]]
actions:
  take:
    operands: {many: {number: {at_least: 0, at_most: 2}}}
    effects: [add: {points: many}]
endings:
  - id: most
    each: us
    several: share
    when: turn > 2 and count_sides(where=it.points > us.points) == 0
    at: turn_end
    winner: us
    worth: 1 + us.points
    says: the most points
"""


@pytest.fixture
def race(tmp_path: Path) -> Game:
    (tmp_path / "race.yaml").write_text(RACE, encoding="utf-8")
    return load(tmp_path / "race.yaml")


def played(game: Game, *numbers: int) -> Position:
    position = game.start()
    for number in numbers:
        position = position.play(f"take {number}")
    return position


def test_all_that_an_ending_holds_for_win_together(race: Game) -> None:
    outcome = played(race, 2, 1, 2).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.winners) == (None, ("ash", "cedar"))
    assert outcome.by_side == {"ash": 1, "birch": -1, "cedar": 1}
    assert outcome.points == {"ash": 3, "birch": -3, "cedar": 3}
    assert outcome.winning_seats == ("ash", "cedar")
    assert not outcome.is_draw
    said = "Ash and Cedar win together, which counts 3 points: the most points"
    assert outcome_sentence(race, outcome.to_dict()) == said


def test_one_alone_wins_and_all_together_draw(race: Game) -> None:
    alone, drawn = played(race, 0, 1, 0).outcome, played(race, 1, 1, 1).outcome
    assert alone is not None
    assert drawn is not None
    assert (alone.winner, alone.winners) == ("birch", ("birch",))
    assert "winners" not in alone.to_dict()
    assert (drawn.is_draw, drawn.by_side) == (True, {"ash": 0, "birch": 0, "cedar": 0})


def test_positions_and_records_keep_a_shared_win(race: Game) -> None:
    over = played(race, 2, 1, 2)
    assert race.position(over.to_dict()).outcome == over.outcome
    match = Match(race, 1)
    for number in (2, 1, 2):
        match.submit(match.actors[0], f"take {number}")
    record = Record.from_json(match.record().to_json())
    assert record.outcome is not None
    assert record.outcome["winners"] == ["ash", "cedar"]
    assert Match.resume(race, record).position.outcome == over.outcome


def test_rewards_and_figures_count_a_shared_win_for_each(race: Game) -> None:
    batch = race.batch(1)
    for number in (2, 1, 2):
        step = batch.step(batch.pick([number]))
    assert step.rewards.tolist() == [[3, -3, 3]]
    assert step.winners.tolist() == [-7]
    found = race.simulate(200, 1)
    assert found.shared > 0
    # Of three sides one alone or two together can win.
    assert sum(found.wins.values()) == 200 - found.draws + found.shared
