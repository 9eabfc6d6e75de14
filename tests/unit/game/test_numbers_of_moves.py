"""Submissions in which a side makes so many moves, the last of which commits by itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.agents.registry import make_agent
from ruleengine.agents.table import play_out
from ruleengine.analysis.validation import validate
from ruleengine.errors import IllegalMoveError, PositionError
from ruleengine.game.kept.record import Record
from ruleengine.game.position import Position
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.table.entries import spread
from ruleengine.table.replaying import moments_of
from ruleengine.table.table import Table
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: tender
title: Tender
sides: {red: {forward: up}, blue: {forward: down}}
board: {rows: 4, columns: 3}
kinds:
  man: {letters: {red: r, blue: b}}
phases:
  setting:
    round:
      - submit: [put, clear]
        MOVES
      - check_endings
actions:
  put:
    operands: {what: {kind: [man]}, to: {cell: {empty: true}}}
    effects: [place: {kind: what, owner: mover, at: to}]
  clear:
    operands: {unit: {piece: {owner: mover}}}
    effects: [remove: unit]
endings:
  - {when: turn > 3, draw: true, says: long enough}
  - {when: count() == 12, draw: true, says: full}
"""

Tender = Callable[..., Game]


@pytest.fixture
def tender(tmp_path: Path) -> Tender:
    """Return a function that makes the game, with the keys of its submission."""

    def make(*keys: str, more: str = "") -> Game:
        path = tmp_path / "tender.yaml"
        text = RULES.replace("MOVES", "\n        ".join(keys)) + more
        path.write_text(text, encoding="utf-8")
        return load(str(path))

    return make


def again(position: Position) -> Position:
    """Return the position after it was stored."""
    return position.game.position(json.loads(json.dumps(position.to_dict())))


def test_one_move_is_committed_by_itself(tender: Tender) -> None:
    start = tender("moves: 1").start()
    assert [start.question, start.view("red").question] == ["your moves", "your move"]
    one = start.play("put man-a1", "blue")
    assert (one.actors, one.ply, one.has_committed) == (("red",), 0, True)
    assert [str(event) for event in one.view("red").events] == ["committed side=blue"]
    assert [str(event) for event in one.view("blue").events] == [
        "placed piece=blue man to=a1",
        "committed side=blue",
    ]
    assert [event.name for event in one.events] == ["placed", "committed"]
    assert one.why("put man-b1", "blue")[0].code == "move/wrong-seat"
    assert again(one) == one
    both = again(one).play("put man-a2", "red")
    assert (both.actors, both.ply, both.turn) == (("red", "blue"), 2, 2)
    names = [event.name for event in both.view("blue").events]
    assert names == ["committed", "placed", "placed", "turn"]
    assert both.events == both.view(None).events
    assert both == one.play("put man-a2", "red")


def test_a_range_lets_a_side_commit_in_between(tender: Tender) -> None:
    position = tender("moves: {at_least: 1, at_most: 3}").start()
    assert position.view("red").question == "1 to 3 moves, then commit"
    (early,) = position.why("commit", "red")
    assert early.code == "move/not-ready"
    assert early.message == "it is too early to commit: 1 more move has to be made"
    position = position.play("put man-a1", "red")
    assert position.view("red").question == "up to 2 moves, then commit"
    assert position.play("commit", "red").actors == ("blue",)
    position = position.play("put man-b1", "red").play("clear a1", "red")
    assert position.actors == ("blue",)
    for number in (3, 2, 1):
        assert ("blue" in position.actors) == (number > 0)
        position = position.play(f"put man-a{number + 1}", "blue")
    assert position.turn == 2
    assert [piece.place for piece in position.view(None).pieces] == ["a4", "a3", "a2", "b1"]


def test_at_least_so_many_and_no_more_than_one_likes(tender: Tender) -> None:
    position = tender("moves: {at_least: 2}", "says: two are needed").start()
    assert position.view("red").question == "2 moves or more, then commit"
    assert [each.message for each in position.why("commit")] == ["two are needed"]
    position = position.play("put man-a1").play("put man-b1")
    assert position.view("red").question == "your moves, then commit"
    assert position.play("put man-c1").actors == ("red", "blue")
    assert position.play("commit").actors == ("blue",)


def test_every_side_has_a_number_of_its_own_and_none_does_not_take_part(tender: Tender) -> None:
    game = tender('moves: "2 * count(owner=mover) - count(owner=opponent) + turn - 1"')
    assert game.start().actors == ("red", "blue")  # in the second round: nobody had a move before
    position = game.position(board="r..\n...\n...\nb.b", phase="setting")
    assert position.actors == ("blue",)
    assert position.view("blue").question == "your next 3 moves"


def test_who_finds_no_legal_move_takes_part_and_commits(tmp_path: Path) -> None:
    """Otherwise everybody would see that a side has none, which may hang on what it hides."""
    actors = {}
    for number in ("1", "min(1, count(owner=mover))"):
        path = tmp_path / "tender.yaml"
        text = RULES.replace("[put, clear]", "[clear]").replace("MOVES", f'moves: "{number}"')
        path.write_text(text, encoding="utf-8")
        position = load(str(path)).position(board="rrr\n...\n...\n...", phase="setting")
        actors[number] = position.actors
        assert [str(move) for move in position.legal_moves("blue")] in ([], ["commit"])
    assert actors == {"1": ("red", "blue"), "min(1, count(owner=mover))": ("red",)}


def test_in_the_open_the_last_move_is_no_ply_more(tender: Tender) -> None:
    position = tender("secret: false", "moves: 2").start()
    position = position.play("put man-a1", "red").play("put man-a2", "blue")
    assert (position.ply, position.actors) == (2, ("red", "blue"))
    position = position.play("put man-b1", "red")
    assert (position.ply, position.actors, position.mover) == (3, ("blue",), "red")
    assert [event.name for event in position.events] == ["placed", "committed"]
    assert again(position) == position
    position = position.play("put man-b2", "blue")
    assert (position.ply, position.turn, position.actors) == (4, 2, ("red", "blue"))


def test_who_has_no_move_left_commits_before_the_number_is_reached(tender: Tender) -> None:
    game = tender("moves: 3")
    position = game.position(board="rrr\nrrr\nrrr\nrr.", phase="setting").play("put man-c1", "blue")
    assert position.view("blue").question == "your next 2 moves"
    assert "commit" not in [move.text for move in position.legal_moves("blue")]
    position = position.play("clear c1", "blue")
    assert position.actors == ("red", "blue")


def test_a_sheet_may_say_commit_and_goes_on_no_further(tender: Tender) -> None:
    match = Match(tender("moves: 2"))
    with pytest.raises(IllegalMoveError) as caught:
        match.submit("red", ["put man-a1", "put man-b1", "put man-c1"])
    assert (caught.value.index, caught.value.code) == (2, "move/sheet-over")
    with pytest.raises(IllegalMoveError):
        match.submit("red", ["put man-a1", "put man-b1", "commit", "commit"])
    match.submit("red", ["put man-a1", "put man-b1", "commit"])
    assert match.actors == ("blue",)
    with pytest.raises(IllegalMoveError) as caught:
        # Blue would see what Red has done, and could take everything back.
        match.submit("blue", ["put man-a2", "put man-b2", "put man-a1"])
    assert (caught.value.index, caught.value.code) == (2, "move/sheet-over")
    match.submit("blue", ["put man-a2", "put man-b2"])
    assert match.position.turn == 2


def test_an_open_sheet_may_say_commit(tender: Tender) -> None:
    match = Match(tender("secret: false", "moves: 1"))
    match.submit("red", ["put man-a1", "commit"])
    assert match.actors == ("blue",)


def test_others_are_told_of_a_commit_and_not_of_the_move(tender: Tender) -> None:
    game = tender("moves: {at_most: 2}")
    match = Match(game)
    match.submit("blue", ["put man-c4", "put man-b4"])
    match.submit("red", ["put man-a1", "commit"])
    seen = {seat: [ply.text for ply in match.transcript(seat)] for seat in ("red", "blue", None)}
    assert seen == {
        "red": ["commit", "put man-a1", "commit"],
        "blue": ["put man-c4", "put man-b4", "commit"],
        None: ["commit", "commit"],
    }
    record = Record.from_json(match.record().to_json())
    assert Match.resume(game, record).position == match.position
    told = [moment.entry.ply for moment in moments_of(game, record, "red") if moment.entry]
    assert told == seen["red"]


def test_a_table_tells_what_came_of_the_last_secret_move(tender: Tender) -> None:
    table = Table(Match(tender("moves: 1")), {}, None)
    table.submit("red", "put man-a1")
    assert table.drafted("red") == ["put man-a1"]
    with pytest.raises(PositionError):
        table.undo("blue")
    table.submit("blue", "put man-c4")
    assert [str(line) for entry in table.story("red") for line in spread(entry)] == [
        "red: put man-a1",
        "blue has committed",
        "All have committed:",
        "  blue's man is placed on c4",
    ]


SHEETS = """\
sheets:
  pair: {action: put, put: [{kind: man, at: [a1, b1]}]}
  three: {action: put, put: [{kind: man, at: [a1, b1, c1]}]}
"""


def test_a_ready_sheet_needs_no_commit_and_is_not_too_long(tender: Tender, tmp_path: Path) -> None:
    game = tender("moves: 2", more=SHEETS)
    match = Match(game)
    match.submit("red", match.sheet("pair", "red"))
    assert match.actors == ("blue",)
    found = validate(str(tmp_path / "tender.yaml")).warnings
    (warning,) = (each for each in found if each.code == "check/sheet-refused")
    assert "it has 3 moves, and the submission is committed after 2" in warning.message


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:20"])
def test_agents_play_on_after_the_last_move(tender: Tender, spec: str) -> None:
    game = tender("moves: {at_least: 1, at_most: 2}")
    agents = {seat: make_agent(spec, game, seed=3, seat=seat) for seat in game.seats}
    record = play_out(Match(game, 3), agents)
    assert record.closing == "finished"


def test_batches_and_simulations_go_on_after_the_last_move(tender: Tender) -> None:
    game = tender("moves: 1")
    assert set(game.simulate(games=20, seed=1).lengths) == {8}
    batch = game.batch(2, seed=1)
    commit = game.move_id(game.notation.commit_move())
    for number in range(8):
        assert batch.seats.tolist() == [number % 2] * 2
        legal = batch.legal()
        assert commit not in legal.ids
        done = batch.step(legal.ids[legal.offsets[:-1]]).done
        assert done.tolist() == [number == 7] * 2


def test_a_rulebook_says_how_often(tender: Tender, tmp_path: Path) -> None:
    said = {
        "moves: 1": "each once; with that each has committed",
        "moves: {at_least: 2, at_most: 3}": "each 2 to 3 times, until each has committed",
        "moves: {at_least: 2}": "each at least twice, until each has committed",
        "moves: {at_most: 4}": "each at most 4 times, until each has committed",
    }
    for keys, words in said.items():
        tender(keys)
        text = render_markdown(write_book(read_tree(str(tmp_path / "tender.yaml"))))
        assert words in text
        assert ("commits by itself" in text) == ("at_most" in keys)
