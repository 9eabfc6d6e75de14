"""Pieces whose kind is hidden: their side names them by kind, and others are not told."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.workbench.leaks.leak_test import check_leaks

HANDS = Path(__file__).parents[2] / "agreement" / "rules" / "hands.yaml"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(str(HANDS))


@pytest.fixture
def match(game: Game) -> Match:
    return Match(game, 1)


def last_told(match: Match) -> dict[str | None, str]:
    return {seat: match.transcript(seat)[-1].text for seat in (None, *match.game.seats)}


def test_a_side_names_its_own_pieces_by_kind_in_a_choice(match: Match) -> None:
    match.submit("left", "vow 0")
    texts = [move.text for move in match.view("left").legal_moves]
    assert texts == ["shown hand.left:ace", "shown hand.left:six", "shown none"]
    match.submit("left", texts[1])
    (shown,) = [each for each in match.view("right").pieces if each.counters["face_up"]]
    assert (shown.place, shown.kind) == ("hand.left", "six")


def test_every_move_is_written_in_its_own_way_and_played_so_from_a_record(game: Game) -> None:
    match = Match(game, 1)
    moves = match.position.legal_moves()
    own = [move for move in moves if move.name in ("lay", "shift")]
    assert len({move.text for move in own}) == len(own)
    assert "shift a1:ten-a2" in [move.text for move in own]
    for move in own:
        here = match.fork()
        here.submit("left", move)
        assert here.position.full_view().key == match.position.play(move).full_view().key
        *_, again = here.record().replay(game)
        assert again.full_view().key == here.position.full_view().key


@pytest.mark.parametrize(
    ("text", "others"),
    [
        pytest.param("lay hand.left:ace-b1", "lay hand.left-b1", id="from a hand"),
        pytest.param("shift a1:ten-b1", "shift a1-b1", id="from a stack"),
        pytest.param("discard ace", "discard ace", id="known once it is played"),
        pytest.param("vow 2", "vow ?", id="a number that is hidden"),
        pytest.param("draw deck", "draw deck", id="nobody knows it"),
    ],
)
def test_others_are_told_only_what_they_may_know(match: Match, text: str, others: str) -> None:
    match.submit("left", text)
    assert last_told(match) == {None: others, "left": text, "right": others}


def test_pieces_of_another_side_on_the_same_cell_are_not_told_from(match: Match) -> None:
    match.submit("left", "shift a1:ten-a2")
    match.submit("left", "shown none")
    # Only the pieces of one's own side count: of the other two on the cell others know nothing.
    texts = [move.text for move in match.view("right").legal_moves if move.name == "shift"]
    assert texts == ["shift a2-b2", "shift a2-a1"]


def test_a_guess_at_a_hidden_kind_is_not_answered(match: Match) -> None:
    position = match.position
    guesses = [position.why(f"rob hand.right:{kind}", "left") for kind in ("ace", "ten", "six")]
    messages = [[each.message.partition(":")[0] for each in reasons] for reasons in guesses]
    assert messages[0] == messages[1] == messages[2]


def test_pieces_that_nobody_can_tell_apart_are_written_by_their_place(match: Match) -> None:
    texts = [move.text for move in match.view("left").legal_moves if move.name in ("draw", "rob")]
    assert texts == ["draw deck", "rob hand.right"]  # once each, however many kinds there are


CHASE = """\
schema: 1
name: chase
title: Chase
sides: {thief: {}, police: {}}
board: {rows: 1, columns: 5}
kinds: {runner: {letters: {thief: r}}, guard: {letters: {police: g}}}
counters: {seen: {}}
setup: [put: {kind: runner, owner: thief, at: [a1]}, put: {kind: guard, owner: police, at: [e1]}]
phases:
  play:
    turns: [thief, police]
    turn: [act: [flee, pose, trap, pass]]
actions:
  flee:
    operands: {via: {word: [taxi, bus]}, to: {cell: {empty: true}}}
    effects: [set: {seen: 0}, move: {piece: "the(kind=runner)", to: to}]
  pose:
    operands: {to: {cell: {empty: true}}}
    effects: [set: {seen: 1}, move: {piece: "the(kind=runner)", to: to}]
  trap:
    operands: {at: {cell: {empty: true}}}
    effects: [place: {kind: runner, owner: thief, at: at}]
  pass: {}
views: [{hide: piece, of: {kind: runner, where: seen == 0}, from: others}]
endings: [{when: turn > 6, draw: true, says: it takes too long}]
"""


@pytest.mark.parametrize(
    ("text", "others"),
    [
        pytest.param("flee bus-c1", "flee bus-?", id="where a hidden piece goes"),
        pytest.param("pose c1", "pose c1", id="where it is seen"),
        pytest.param("trap b1", "trap ?", id="where a hidden piece is put"),
    ],
)
def test_a_cell_to_which_an_unseen_piece_comes_is_not_told(
    text: str, others: str, tmp_path: Path
) -> None:
    path = tmp_path / "chase.yaml"
    path.write_text(CHASE)
    match = Match(load(str(path)))
    match.submit("thief", text)
    assert last_told(match) == {None: others, "thief": text, "police": others}


def test_a_cell_that_a_piece_leaves_to_hide_is_told_where_it_went_is_not(tmp_path: Path) -> None:
    path = tmp_path / "chase.yaml"
    path.write_text(CHASE)
    match = Match(load(str(path)))
    for seat, text in (("thief", "pose c1"), ("police", "pass"), ("thief", "flee taxi-b1")):
        match.submit(seat, text)
    assert last_told(match)["police"] == "flee taxi-?"


UNNAMED = CHASE.replace(
    "operands: {via:", "operands: {unit: {named: never, piece: {kind: runner}}, via:"
).replace(
    'move: {piece: "the(kind=runner)", to: to}]\n  pose', "move: {piece: unit, to: to}]\n  pose"
)


def test_a_hidden_piece_that_is_never_named_does_not_keep_the_rest_of_a_move_secret(
    tmp_path: Path,
) -> None:
    path = tmp_path / "chase.yaml"
    path.write_text(UNNAMED)
    match = Match(load(str(path)))
    match.submit("thief", "flee bus-c1")
    assert last_told(match) == {None: "flee bus-?", "thief": "flee bus-c1", "police": "flee bus-?"}


@pytest.mark.parametrize("rules", [CHASE, UNNAMED], ids=["found by the rules", "never named"])
def test_what_is_said_aloud_by_a_move_is_no_leak(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "chase.yaml"
    turn = "turn: [{if: mover == thief, then: [act: [flee]], else: [act: [pass]]}]"
    path.write_text(rules.replace("turn: [act: [flee, pose, trap, pass]]", turn))
    report = check_leaks(load(str(path)), games=10)
    assert report.pairs > 0
    assert report.ok, str(report)


TRIED = """\
schema: 1
name: tried
title: Tried
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 3}
kinds: {man: {letters: {red: r, blue: b}}}
marks: {tried: {holds: cell, per: side}, aim: {holds: piece, per: side}}
setup: [{drawn: "r . b"}]
views: [{hide: [tried, aim]}]
phases: {play: {turns: [red, blue], turn: [act: [try, eye, go]]}}
actions:
  try:
    operands: {to: {cell: {}}}
    effects: [mark: {tried: to}]
  eye:
    operands: {whom: {piece: {owner: opponent}}}
    effects: [mark: {aim: whom}]
  go:
    operands:
      unit: {piece: {owner: mover}}
      to: {cell: {empty: true}}
    effects:
      - mark: {tried: to, aim: unit}
      - move: {piece: unit, to: to}
endings: [{when: turn > 9, draw: true, says: late}]
"""


@pytest.mark.parametrize(
    ("text", "others"),
    [
        pytest.param("try b1", "try ?", id="a cell"),
        pytest.param("eye c1", "eye ?", id="a piece"),
        pytest.param("go a1-b1", "go a1-b1", id="what is seen on the board"),
    ],
)
def test_what_is_kept_in_a_hidden_mark_is_not_told(tmp_path: Path, text: str, others: str) -> None:
    path = tmp_path / "tried.yaml"
    path.write_text(TRIED, encoding="utf-8")
    match = Match(load(str(path)))
    match.submit("red", text)
    assert last_told(match) == {None: others, "red": text, "blue": others}
