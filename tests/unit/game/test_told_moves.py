"""Pieces whose kind is hidden: their side names them by kind, and others are not told."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, Match, load

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
