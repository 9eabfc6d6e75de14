"""Sides that act at the same time, in secret or in the open."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.agents.random_agent import RandomAgent
from ruleengine.agents.table import play_out
from ruleengine.errors import IllegalMoveError, InvalidMoveError, PositionError
from ruleengine.game.kept.record import Record
from ruleengine.game.match import Match
from ruleengine.game.moves.moves import Move, leading_on
from ruleengine.game.perft import perft
from ruleengine.game.position import Position
from ruleengine.schema.drawing import read_drawing
from ruleengine.workbench.both_tiers.soundness import check_playthrough

RULES = """\
schema: 1
name: parley
title: Parley
clauses: {P-1: Both set up at the same time., P-2: Three men each.}
sides: {red: {forward: up}, blue: {forward: down}}
board: {rows: 4, columns: 3}
zones:
  near: {shape: {rows: [2, 3]}, owner: red}
  far: {shape: {rows: [0, 1]}, owner: blue}
kinds:
  man: {letters: {red: r, blue: b}}
  chief: {letters: {red: R, blue: B}}
counters:
  placed: {per: side, limit: 6}
phases:
  setting:
    steps:
      - submit: [put_chief, put, clear]
        SUBMIT
        commit: count(owner=mover) == 2
        says: two pieces have to stand
        clauses: [P-1, P-2]
  play:
    turns: [red, blue]
    turn: [act: [step]]
actions:
  put_chief:
    operands: {to: {cell: {empty: true}}}
    validators:
      - require: count(owner=mover, kind=chief) == 0
      - require: (to in near and mover == red) or (to in far and mover == blue)
    effects: [place: {kind: chief, owner: mover, at: to}]
    clauses: [P-1]
  put:
    uses: placed
    operands: {to: {cell: {empty: true}}}
    validators:
      - require: count(owner=mover, kind=man) == 0
      - require: (to in near and mover == red) or (to in far and mover == blue)
        says: only on your own half
        code: own_half
        clauses: [P-2]
    effects: [place: {kind: man, owner: mover, at: to}]
    clauses: [P-1]
  clear:
    operands: {unit: {piece: {owner: mover}}}
    effects: [remove: unit]
    clauses: [P-1]
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    validators: [holds: {cell: to, any_of: [nothing, enemy]}]
    effects: [capture: to, move: {piece: unit, to: to}]
endings:
  - {when: not exists(owner=red), winner: blue, says: red is gone}
  - {when: not exists(owner=blue), winner: red, says: blue is gone}
  - {when: turn > 6, draw: true, says: long enough}
"""


@pytest.fixture
def parley(tmp_path: Path) -> Callable[..., Game]:
    """Return a function that makes the game, with more keys for its submission."""

    def make(keys: str = "secret: true", **changes: str) -> Game:
        text = RULES.replace("SUBMIT", keys)
        for old, new in changes.items():
            assert f"# {old}" in text or old in text
            text = text.replace(old, new)
        path = tmp_path / "parley.yaml"
        path.write_text(text, encoding="utf-8")
        return load(str(path))

    return make


def again(position: Position) -> Position:
    """Return the position after it was stored."""
    return position.game.position(json.loads(json.dumps(position.to_dict())))


def texts(position: Position, seat: str | None = None) -> list[str]:
    return [move.text for move in position.legal_moves(seat)]


def test_everybody_acts_until_all_have_committed(parley: Callable[..., Game]) -> None:
    position = parley().start()
    assert position.actors == ("red", "blue")
    assert position.drafting
    assert position.in_secret
    assert position.legal_moves() == position.legal_moves("red")
    assert texts(position, "blue")[:2] == ["put_chief a4", "put_chief b4"]
    position = position.play("put a4", "blue").play("put a1", "red").play("put_chief b1", "red")
    assert texts(position, "red") == ["clear a1", "clear b1", "commit"]
    position = position.play("commit", "red")
    assert position.actors == ("blue",)
    assert position.legal_moves("red") == ()
    assert "clear a4" in texts(position)
    assert "commit" not in texts(position)
    position = position.play("put_chief c3").play("commit")
    assert read_drawing(position.drawing) == ["b..", "..B", "...", "rR."]
    assert (position.actors, position.ply, position.drafting) == (("red",), 2, False)
    assert position.view("red").counters == {"placed": {"red": 1, "blue": 1}}


def test_nothing_of_a_draft_reaches_anybody_else(parley: Callable[..., Game]) -> None:
    start = parley().start()
    drafted = start.play("put a4", "blue").play("clear a4", "blue").play("put b4", "blue")
    assert drafted.view("red") == start.view("red")
    assert drafted.view("red").to_dict() == start.view("red").to_dict()
    assert texts(drafted, "red") == texts(start, "red")
    for text in ("put a4", "clear b4", "step b4-b3", "commit", "put zz"):
        assert _refusal(drafted, text, "red") == _refusal(start, text, "red")
    assert read_drawing(drafted.view("blue").drawing)[0] == ".b."
    assert read_drawing(drafted.drawing)[0] == "..."
    assert [event.name for event in drafted.view("blue").events] == ["placed"]
    assert drafted.view("blue").counters == {"placed": {"red": 0, "blue": 2}}
    assert drafted.ply == start.ply


def _refusal(position: Position, text: str, seat: str) -> tuple[str, str, str]:
    with pytest.raises((IllegalMoveError, InvalidMoveError)) as caught:
        position.play(text, seat)
    return str(caught.value), caught.value.position, repr(caught.value.reasons)


def test_how_often_somebody_changed_their_mind_is_not_told(parley: Callable[..., Game]) -> None:
    start = parley().start().play("put a4", "blue").play("put_chief b4", "blue")
    start = start.play("commit", "blue")
    straight = ["put a1", "put_chief b1", "commit"]
    wavering = ["put c1", "clear c1", "put_chief b1", "put c2", "clear c2", "put a1", "commit"]
    ends = []
    for plan in (straight, wavering):
        position = start
        for text in plan:
            position = position.play(text, "red")
        ends.append(position)
    # Moves that were taken back count for the limit, which the ruleset shows to everybody.
    seen = [{**end.view("blue").to_dict(), "counters": None} for end in ends]
    assert seen[0] == seen[1]
    names = [str(event) for event in ends[1].view("blue").events]
    assert names == [
        "committed side=red",
        "placed piece=blue man to=a4",
        "placed piece=blue chief to=b4",
        "placed piece=red man to=a1",
        "placed piece=red chief to=b1",
        "phase phase=play",
        "turn side=red number=1",
    ]
    assert len(ends[1].events) > len(ends[0].events)


def test_a_draft_is_stored_with_everything(parley: Callable[..., Game]) -> None:
    position = parley().start().play("put a4", "blue").play("put a1", "red")
    position = position.play("put_chief b1", "red").play("commit", "red")
    stored = again(position)
    assert stored == position
    assert stored.actors == ("blue",)
    assert texts(stored, "blue") == texts(position, "blue")
    assert stored.play("put_chief b4").play("commit") == position.play("put_chief b4").play(
        "commit"
    )
    assert position != parley().start()


def test_stored_drafts_have_to_fit(parley: Callable[..., Game]) -> None:
    data = parley().start().play("put a4", "blue").to_dict()
    bad = [
        {**data, "drafts": []},
        {**data, "drafts": [{"side": 7, "state": None, "moves": [], "committed": False}]},
        {**data, "drafts": [{"side": 0, "state": None, "moves": [["put", [], 0, 1]]}]},
        {**data, "drafts": 3},
        {key: value for key, value in data.items() if key != "drafts"},
    ]
    for each in bad:
        with pytest.raises(PositionError):
            parley().position(each)


def test_the_wrong_seat_is_refused(parley: Callable[..., Game]) -> None:
    game = parley()
    position = game.start().play("put a1", "red").play("put_chief b1", "red").play("commit", "red")
    with pytest.raises(IllegalMoveError) as caught:
        position.play("clear a1", "red")
    assert caught.value.code == "move/wrong-seat"
    assert read_drawing(caught.value.position)[3] == "rR."
    assert [reason.code for reason in position.why("commit", "red")] == ["move/wrong-seat"]
    with pytest.raises(IllegalMoveError):
        position.parse_move("clear a1", "red")
    with pytest.raises(PositionError):
        position.legal_moves("green")
    with pytest.raises(IllegalMoveError):
        game.position(board="...\nb..\n...\n..r", mover="red").play("step a3-a2", "blue")


def test_a_move_of_nobody_in_particular_asks_for_the_seat(parley: Callable[..., Game]) -> None:
    position = parley().start()
    move = next(each for each in position.legal_moves("blue") if each.name == "put")
    with pytest.raises(IllegalMoveError, match=r"tried for red.*: red, blue") as caught:
        position.play(move)
    assert "for which seat?" in str(caught.value.reasons[0].hint)
    with pytest.raises(IllegalMoveError) as named:
        position.play(move, "red")
    assert named.value.reasons[0].hint is None
    assert position.play(move, "blue").actors == ("red", "blue")


def test_committing_too_early_is_refused_with_the_sentence(parley: Callable[..., Game]) -> None:
    position = parley().start()
    (reason,) = position.why("commit", "blue")
    assert (reason.code, reason.message) == ("move/not-ready", "two pieces have to stand")
    assert reason.clauses == ("P-1", "P-2")
    assert reason.span is not None
    (other,) = position.why("put a1", "blue")
    assert (other.code, other.rule, other.clauses) == ("move/requirement", "own_half", ("P-2",))
    assert [each.code for each in position.why("step a1-a2")] == ["move/not-now"]


def test_what_moves_begin_with_is_told_without_a_commit_that_is_not_due(
    parley: Callable[..., Game],
) -> None:
    (reason,) = parley().start().why("jump", "blue")
    assert reason.message == "'jump' names none of the actions put_chief, put and clear"


def test_who_can_do_nothing_more_can_always_commit(parley: Callable[..., Game]) -> None:
    game = parley("who: [blue]", **{"[put_chief, put, clear]": "[put]"})
    position = game.start().play("put a4")
    assert texts(position) == ["commit"]
    outcome = position.play("commit").outcome
    assert outcome is not None
    assert outcome.winner == "blue"


def test_in_the_open_everybody_sees_at_once(parley: Callable[..., Game]) -> None:
    position = parley("secret: false").start()
    assert not position.in_secret
    position = position.play("put a4", "blue")
    assert read_drawing(position.view("red").drawing)[0] == "b.."
    assert (position.ply, position.mover, position.actors) == (1, "red", ("red", "blue"))
    assert position == again(position)
    assert [event.name for event in position.view("red").events] == ["placed"]
    for seat, text in (("red", "put a1"), ("red", "put_chief a2"), ("blue", "put_chief a3")):
        position = position.play(text, seat)
    position = position.play("commit", "blue")
    assert position.actors == ("red",)
    assert again(position) == position
    position = position.play("commit")
    assert (position.ply, position.actors, position.drafting) == (6, ("red",), False)


def test_what_has_become_impossible_is_left_out(parley: Callable[..., Game]) -> None:
    game = parley(
        **{
            "to in near and mover == red": "to in near",
            "to in far and mover == blue": "to in near",
        }
    )
    position = game.start()
    for text in ("put a1", "put_chief b1", "commit"):
        position = position.play(text, "blue").play(text, "red")
    assert read_drawing(position.drawing)[3] == "rR."
    dropped = [str(event) for event in position.view("blue").events if event.name == "dropped"]
    assert dropped == ["dropped side=blue action=put", "dropped side=blue action=put_chief"]
    assert not [event for event in position.view("red").events if event.name == "dropped"]
    assert position.outcome is not None
    assert position.outcome.winner == "red"


def test_a_sheet_is_taken_as_a_whole_or_not_at_all(parley: Callable[..., Game]) -> None:
    match = Match(parley())
    before = match.record()
    with pytest.raises(IllegalMoveError) as caught:
        match.submit("blue", ["put a4", "put_chief a4", "commit"])
    assert (caught.value.index, caught.value.code) == (1, "reach/wrong-cell")
    assert "move 2 of 3" in str(caught.value)
    assert match.record() == before
    match.submit("blue", ["put a4", "put_chief b4", "commit"])
    assert match.actors == ("red",)
    match.submit("red", ["put a1", "put_chief b1"])
    with pytest.raises(IllegalMoveError) as caught:
        match.submit("red", ["commit", "step a1-a2"])
    assert (caught.value.index, caught.value.code) == (1, "move/sheet-over")
    assert read_drawing(caught.value.position) == ["...", "...", "...", "rR."]
    match.submit("red", "commit")
    assert match.submit("red", "step a1-a2").actors == ("blue",)
    with pytest.raises(IllegalMoveError) as caught:
        match.submit("red", "step a2-a3")
    assert caught.value.index is None


def test_a_record_plays_again_and_a_transcript_keeps_secrets(parley: Callable[..., Game]) -> None:
    game = parley()
    match = Match(game, seed=4)
    agents = {seat: RandomAgent(4, seat=number) for number, seat in enumerate(game.seats)}
    record = play_out(match, agents)
    assert record.closing == "finished"
    assert [*Record.from_json(record.to_json()).replay(game)][-1] == match.position
    own = [ply.text for ply in match.transcript("blue") if ply.seat == "blue"]
    assert own == [ply.text for ply in record.plies if ply.seat == "blue"]
    reds = [ply.text for ply in match.transcript("blue") if ply.seat == "red"]
    assert reds[0] == "commit"
    assert len(match.transcript(None)) < len(match.transcript("blue")) < len(record.plies)


def test_random_agents_give_every_order_that_can_be_given() -> None:
    rules = Path(__file__).parents[2] / "agreement" / "rules" / "orders.yaml"
    match = Match(load(str(rules)), seed=3)
    agents = {seat: RandomAgent(3, seat=n) for n, seat in enumerate(match.game.seats)}
    record = play_out(match, agents)
    assert {"drag", "march", "run"} <= {ply.text.split()[0] for ply in record.plies}


def test_a_quarter_of_the_draws_at_most_takes_back() -> None:
    def moves(**counts: int) -> tuple[Move, ...]:
        return tuple(
            Move((), f"{name} {n}", name, ())
            for name, count in counts.items()
            for n in range(count)
        )

    drawn = leading_on(moves(put=1, swap=1, clear=39), frozenset({"put", "swap"}))
    names = [move.name for move in drawn]
    assert names.count("put") == names.count("swap")
    assert 39 <= names.count("clear") <= len(names) / 4
    assert leading_on(moves(put=2, swap=3), frozenset({"put", "swap"})) == moves(put=2, swap=3)
    assert {move.name for move in leading_on(moves(put=2, clear=3, commit=1))} == {
        "put",
        "clear",
        "commit",
    }
    assert leading_on(moves(commit=1)) == moves(commit=1)


def test_random_games_are_sound_and_perft_counts(parley: Callable[..., Game]) -> None:
    game = parley()
    for seed in range(3):
        play = check_playthrough(game, seed, max_plies=300)
        assert play.ok, play.problems
        assert play.ending is not None
    assert perft(game.start(), 2) == 6 * (5 + 1) * 2
    numbers = {game.move_id(move) for move in game.start().legal_moves()}
    assert len(numbers) == 12
    assert game.move_ids.text(game.move_id(game.notation.commit_move())) == "commit"


def test_a_drawn_position_can_begin_in_a_phase(parley: Callable[..., Game]) -> None:
    game = parley()
    board = "b..\n...\n...\n..."
    position = game.position(board=board, phase="setting")
    assert position.actors == ("red", "blue")
    assert "clear a4" in texts(position, "blue")
    assert game.position(board=board, phase="setting", mover="blue").mover == "blue"
    assert game.position(board=board, phase="play").drafting is False
    with pytest.raises(PositionError):
        game.position(board=board, phase="playing")
