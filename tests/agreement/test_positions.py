"""Games that begin with a position: the compiled tier begins its turn, and stands where it does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleengine import Game, Match, Position, PositionError, Record, load
from ruleengine.game.perft import divide
from ruleengine.game.rows.beginnings import row_of
from ruleengine.kernel.rows import RowGame
from ruleengine.workbench.both_tiers.comparison import StateComparison

PLIES = 40


def positions(game: Game, seed: int) -> Iterator[Position]:
    """Yield the positions of a game in which every choice falls somewhere else."""
    position = game.start({})
    for number in range(PLIES):
        yield position
        choices = position.legal_moves() if position.chance is None else position.chance
        if not choices:
            return
        position = position.play(choices[(number * 7 + seed) % len(choices)])


def as_row(position: Position) -> RowGame:
    compiled = position.game.compiled
    kernel = RowGame(compiled.tables, row_of(compiled, position))
    kernel.run()
    return kernel


@pytest.mark.parametrize("name", ["generals_10x10", "tactics_5x5", "connect_four", "ur"])
def test_a_row_made_of_a_position_is_that_position(name: str) -> None:
    game, made = load(name), 0
    for position in positions(game, 3):
        if position.drafting or position.outcome is not None:
            continue
        kernel = as_row(position)
        made += 1
        for what, own, found in StateComparison(game, kernel).differences(position.state):
            assert own == found, what
        if kernel.site is not None and kernel.site.kind == "act":
            assert len(kernel.moves()) == len(position.legal_moves())
    assert made > 1


@pytest.mark.parametrize("name", ["draughts", "gardner", "brandubh", "breakthrough"])
def test_trees_below_a_drawn_position_are_the_same(name: str) -> None:
    game = load(name)
    *_, last = positions(game, 5)
    drawn = game.position(board=last.drawing, mover=last.view(None).mover, turn=30)
    assert game.tree_counter(position=drawn).divide(2) == divide(drawn, 2)


COUNTING = """
schema: 1
name: counting
title: Counting
sides: {white: {forward: up}, black: {forward: down}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {white: W, black: B}}}
counters:
  seen: {keep: 3}
  turns: {per: side, keep: 2, start: 4}
  age: {per: piece, keep: 2}
marks:
  last: {holds: side, keep: 2}
setup:
  - drawn: |
      B B B
      . . .
      W W W
phases:
  play:
    turns: [white, black]
    turn:
      - set: {seen: 5}
      - add: {turns: 1}
      - mark: {last: mover}
      - for_each: {as: each, among: {owner: mover}}
        do: [{add: {age: 1}, for: each}]
      - act: [step]
        else: [end_turn]
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: 1}}
    validators: [holds: {cell: to, any_of: [nothing]}]
    effects: [move: {piece: unit, to: to}]
endings: [{id: late, when: turn > 30, draw: true, says: late}]
"""


def test_what_a_turn_begins_with_is_taken_back_with_the_values_before_it(tmp_path: Path) -> None:
    (tmp_path / "counting.yaml").write_text(COUNTING, encoding="utf-8")
    game = load(tmp_path / "counting.yaml")
    drawn = game.position(board="B B B\n. W .\nW . W\n", mover="black")
    assert game.tree_counter(position=drawn).divide(2) == divide(drawn, 2)
    for position in positions(game, 2):
        if position.outcome is None:
            differences = StateComparison(game, as_row(position)).differences(position.state)
            assert [each for each in differences if each[1] != each[2]] == []


def test_random_games_and_batches_begin_with_a_position() -> None:
    game = load("breakthrough")
    *_, last = positions(game, 1)
    found, whole = game.simulate(50, 1, position=last), game.simulate(50, 1)
    assert sum(found.lengths) < sum(whole.lengths)
    assert found.turns == found.plies  # counted from there on
    assert max(game.simulate(9, 1, position=last, max_plies=3).lengths) == 3
    batch = game.batch(3, position=last)
    assert set(batch.counts.tolist()) == {len(last.legal_moves())}


def test_a_position_that_nobody_can_come_to_is_refused_with_the_reason() -> None:
    game = load("ur")
    position = game.start()
    assert position.chance is not None
    stored = position.play(position.chance[-1]).to_dict()
    del stored["turn_so_far"]
    with pytest.raises(PositionError, match="in that turn before is not known"):
        game.simulate(1, position=game.position(stored))
    with pytest.raises(PositionError, match="opening behind it"):
        game.simulate(1, position=position, opening={})


def test_a_position_within_a_turn_is_begun_with_and_kept() -> None:
    game = load("ur")
    position = game.start()
    assert position.chance is not None
    thrown = position.play(position.chance[-1])
    stored = game.position(json.loads(json.dumps(thrown.to_dict())))
    for each in (thrown, stored):
        assert game.tree_counter(position=each).divide(3) == divide(thrown, 3)
    assert game.simulate(20, position=stored) is not None


HUNGRY = COUNTING.replace(
    "      - set: {seen: 5}\n",
    """\
      - add: {hunger: 1}
      - if: hunger >= 2
        then: [{add: {food: -1}}, {set: {spent: 3}}]
""",
).replace(
    "  seen: {keep: 3}\n",
    "  hunger: {start: 0}\n  food: {start: 3}\n  spent: {resets: turn}\n  seen: {keep: 3}\n",
)


@pytest.mark.parametrize("counters", [{"hunger": 1}, {"hunger": 4, "spent": 2}, {"spent": 2}])
def test_a_turn_whose_steps_ask_what_they_have_counted_is_begun_with(
    tmp_path: Path, counters: dict[str, int]
) -> None:
    (tmp_path / "counting.yaml").write_text(HUNGRY, encoding="utf-8")
    game = load(tmp_path / "counting.yaml")
    drawn = game.position(board="B B B\n. W .\nW . W\n", mover="black", counters=counters)
    kept = game.position(json.loads(json.dumps(drawn.to_dict())))
    for position in (drawn, kept):
        assert game.tree_counter(position=position).divide(3) == divide(drawn, 3)
        differences = StateComparison(game, as_row(position)).differences(drawn.state)
        assert [each for each in differences if each[1] != each[2]] == []
    assert game.simulate(5, position=drawn).turns > 0
    assert game.batch(2, position=drawn).counts[0] == len(drawn.legal_moves())


def test_a_match_that_begins_with_a_position_is_kept_with_it() -> None:
    game = load("breakthrough")
    *_, last = positions(game, 1)
    match = Match(game, 3, position=last)
    assert match.position == last
    seat = match.actors[0]
    match.submit(seat, match.view(seat).legal_moves[0])
    record = Record.from_json(match.record().to_json())
    assert Match.resume(game, record).position == match.position
    assert next(iter(record.replay(game))) == last


def test_agents_that_search_see_a_match_that_begins_with_a_position() -> None:
    game = load("breakthrough")
    *_, last = positions(game, 1)
    match = Match(game, 3, position=last)
    seat = match.actors[0]
    scene = match.view(seat).scene
    assert scene is not None
    assert scene().turn == last.turn


def test_a_position_with_a_submission_under_way_is_refused() -> None:
    game = load("stratego")
    position = game.start()
    game.simulate(1, position=position, max_plies=3)
    with pytest.raises(PositionError, match="a submission is under way"):
        game.simulate(1, position=position.play(position.legal_moves()[0]))
