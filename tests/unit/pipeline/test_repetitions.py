"""How often a position has stood at the beginning of a turn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, Position, load

Make = Callable[..., Game]

BOARD = """
n . n . .
. . . . .
. . . . .
. . . . .
s . s . .
"""
STEP = """
operands:
  man: {piece: {owner: mover}}
  to: {line: {from: man, directions: orthogonal, distance: 1}}
validators:
  - {require: repetitions < 2 or to.row != 2, says: not again, id: again}
effects:
  - move: {piece: man, to: to}
"""
ENDINGS = "- {id: thrice, when: repetitions >= 3, draw: true, says: three times}"
ROUND = ("step a5-a4", "step a1-a2", "step a4-a5", "step a2-a1")


def start(game: Game) -> Position:
    return game.position(board=BOARD, mover="north")


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def test_the_third_time_ends_the_game_as_the_turn_begins(mini: Make) -> None:
    game = mini(STEP, endings=ENDINGS)
    position = start(game)
    assert position.state.repetitions == 1
    twice = play(position, *ROUND)
    assert (twice.state.repetitions, twice.outcome) == (2, None)
    thrice = play(twice, *ROUND)
    assert thrice.outcome is not None
    assert (thrice.outcome.ending, thrice.outcome.is_draw) == ("thrice", True)
    assert game.position(twice.to_dict()) == twice
    assert play(game.position(twice.to_dict()), *ROUND).outcome == thrice.outcome


def test_a_rule_can_ask_how_often(mini: Make) -> None:
    game = mini(STEP, endings=ENDINGS)
    twice = play(start(game), *ROUND)
    assert not start(game).why("step a5-a4")
    once_more = play(twice, "step a5-a4", "step a1-a2")
    assert once_more.state.repetitions == 2
    assert [reason.rule for reason in once_more.why("step a4-a3")] == ["again"]
    assert "step a4-a3" not in [move.text for move in once_more.legal_moves()]


def test_like_pieces_may_change_places(mini: Make) -> None:
    game = mini(STEP.replace("distance: 1", "distance: {at_least: 1}"), endings=ENDINGS)
    moves = ("step a5-b5", "step a1-b1", "step c5-a5", "step c1-a1", "step b5-c5", "step b1-c1")
    assert play(start(game), *moves).state.repetitions == 2


@pytest.mark.parametrize(
    ("counter", "times"),
    [("{}", 1), ("{tells_apart: false}", 2), ("{resets: phase}", 2)],
)
def test_counters_tell_positions_apart_unless_said(mini: Make, counter: str, times: int) -> None:
    game = mini(
        f"{STEP.rstrip()}\n  - add: {{total: 1}}", endings=ENDINGS, counters=f"total: {counter}"
    )
    assert play(start(game), *ROUND).state.repetitions == times


def test_the_next_player_of_a_side_tells_positions_apart(mini: Make, tmp_path: Path) -> None:
    mini(STEP, endings=ENDINGS)
    team = tmp_path / "team.yaml"
    team.write_text(
        "schema: 1\nname: team\ntitle: Team\nextends: mini.yaml\n"
        "sides: {north: {seats: [A, B, D]}, south: {seats: [C]}}\n",
        encoding="utf-8",
    )
    once = play(start(load(str(team))), *ROUND)
    assert (once.actors, once.state.repetitions) == (("D",), 1)
    twice = play(once, *ROUND, *ROUND)
    assert (twice.actors, twice.state.repetitions) == (("A",), 2)


def test_marks_tell_positions_apart(mini: Make) -> None:
    game = mini(
        f"{STEP.rstrip()}\n  - mark: {{last: man}}", endings=ENDINGS, marks="last: {holds: piece}"
    )
    once = play(start(game), *ROUND)
    assert once.state.repetitions == 1
    assert play(once, *ROUND).state.repetitions == 2


def test_an_ending_may_ask_by_way_of_a_condition(mini: Make) -> None:
    game = mini(
        STEP,
        conditions="stale: [{holds: repetitions >= 2}]",
        endings="- {when: stale, at: turn_end, draw: true, says: stale}",
    )
    assert play(start(game), *ROUND).outcome is not None


def test_nothing_is_kept_when_no_rule_asks(mini: Make) -> None:
    game = mini()
    position = play(start(game), *ROUND)
    assert (position.state.seen, position.state.repetitions) == ({}, 0)
    assert "seen" not in position.to_dict()


def forbidding(condition: str) -> str:
    """Return a step, in any direction, that is judged by the position it leads to."""
    return STEP.replace("orthogonal", "all").replace(
        "  - {require: repetitions < 2 or to.row != 2, says: not again, id: again}",
        f'  - {{afterwards: "{condition}", says: not again, id: again}}',
    )


# North goes a way of three steps while south goes to and fro.
TRIANGLE = ("step a5-a4", "step a1-a2", "step a4-b5", "step a2-a1", "step b5-a5")


def test_a_move_to_a_position_that_has_stood_can_be_forbidden(mini: Make) -> None:
    position = play(start(mini(forbidding("repetitions == 1"))), *ROUND[:3])
    assert [reason.rule for reason in position.why("step a2-a1")] == ["again"]
    assert "step a2-a1" not in [move.text for move in position.legal_moves()]


def test_with_another_side_on_turn_it_is_another_position(mini: Make) -> None:
    position = play(start(mini(forbidding("repetitions == 1"))), *TRIANGLE[:-1])
    assert not position.why(TRIANGLE[-1])


def test_a_move_that_brings_a_position_for_the_third_time_can_be_forbidden(mini: Make) -> None:
    twice = play(start(mini(forbidding("repetitions < 3"))), *ROUND, *ROUND[:3])
    assert [reason.rule for reason in twice.why("step a2-a1")] == ["again"]


def test_moves_of_another_side_are_judged_with_the_side_after_it_on_turn(mini: Make) -> None:
    game = mini(
        forbidding("repetitions == 1"),
        endings="""
- {when: "turn == 3 and not can(step, side=south, to=a1)", draw: true, says: stuck, id: stuck}
""",
    )
    position = play(start(game), "step a5-a4", "step a1-a2")
    assert position.outcome is None
    # South could go back to a1 only to the position of the beginning.
    ended = position.play("step a4-a5").outcome
    assert ended is not None
    assert ended.ending == "stuck"


def test_what_a_procedure_would_bring_about_is_counted(mini: Make) -> None:
    step = forbidding("true").replace("afterwards:", "require:")
    game = mini(
        step.replace('"true"', '"to.row != 3 or after(wait, repetitions == 1)"'),
        procedures="wait: [{add: {idle: 1}}]",
        counters="idle: {tells_apart: false}",
    )
    position = play(start(game), *TRIANGLE)
    # South has the board of the beginning; if it waited, north would have it again.
    assert [reason.rule for reason in position.why("step a1-a2")] == ["again"]


def test_a_side_that_is_skipped_is_not_on_turn(mini: Make) -> None:
    game = mini(
        forbidding("repetitions == 1"),
        phases="""
play:
  turns: [north, south]
  skip: mover == south and exists(owner=north, at=e5)
  turn: [act: [step]]
""",
    )
    moves = ("step c5-d5", "step c1-c2", "step d5-e5", "step e5-e4", "step c2-c1", "step e4-e5")
    position = play(start(game), *moves, "step e5-e4", "step c1-c2")
    assert [reason.rule for reason in position.why("step e4-e5")] == ["again"]


SINCE = "- {id: long, when: since_repetition > 4, draw: true, says: after long}"


def test_since_when_is_nothing_until_a_position_comes_again(mini: Make) -> None:
    game = mini(STEP, endings=SINCE)
    once = start(game)
    assert once.state.since is None
    twice = play(once, *ROUND)
    assert (twice.state.repetitions, twice.state.since, twice.outcome) == (2, 4, None)
    assert game.position(twice.to_dict()) == twice
    thrice = play(game.position(twice.to_dict()), *ROUND)
    assert (thrice.state.since, thrice.outcome is not None) == (8, True)


def test_how_long_ago_the_position_stood_that_a_move_leads_to(mini: Make) -> None:
    refused = play(start(mini(forbidding("not since_repetition < 5"))), *ROUND[:3])
    assert [reason.rule for reason in refused.why("step a2-a1")] == ["again"]
    assert not play(start(mini(forbidding("not since_repetition < 4"))), *ROUND[:3]).why(ROUND[3])


def test_when_positions_stood_is_only_kept_if_a_rule_asks(mini: Make) -> None:
    assert not play(start(mini(STEP, endings=ENDINGS)), *ROUND).state.first_turn
