"""Pieces that lie in one place: chance and players tell them apart, and hidden ones stay hidden."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from ruleengine import Game, Match, Position, load
from ruleengine.errors import IllegalMoveError, PlayError
from ruleengine.game.kept.record import Ply, take_ply
from ruleengine.table.story import story_of

GAME = """\
schema: 1
name: bag
title: Bag
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 3}
zones:
  bag: {off_board: true}
kinds:
  apple: {letters: {nobody: a}}
  pear: {letters: {nobody: p}}
setup:
  - fill: {zone: bag, kind: apple, owner: nobody, count: 2}
  - fill: {zone: bag, kind: pear, owner: nobody}
phases:
  deal:
    steps:
      - choose: {as: fruit, who: WHO, among: {in: bag}}
      - move: {piece: fruit, to: "cell_at(0, 0)"}
  play: {turns: [red, blue], turn: [act: [nod]]}
actions:
  nod: {effects: []}
endings:
  - {when: "turn > 2 and exists(kind=pear, at=cell_at(0, 0))", winner: red, says: a pear}
  - {when: turn > 2, winner: blue, says: an apple}
"""
HIDDEN = """\
views:
  - {hide: kind, of: {in: bag}, from: everybody}
  - {hide: kind, of: {owner: nobody}, from: everybody}
"""


def game(folder: Path, who: str, more: str = "") -> Game:
    path = folder / "bag.yaml"
    path.write_text(GAME.replace("WHO", who) + more, encoding="utf-8")
    return load(path)


def kind_on_board(position: Position) -> str | None:
    view = position.full_view()
    return next(piece.kind for piece in view.pieces if piece.place == "a1")


def test_an_outcome_that_is_played_is_itself(tmp_path: Path) -> None:
    start = game(tmp_path, "chance").start()
    outcomes = start.chance
    assert outcomes is not None
    texts = [outcome.text for outcome in outcomes]
    assert texts == ["fruit bag:apple", "fruit bag:apple#2", "fruit bag:pear"]
    assert [kind_on_board(start.play(each)) for each in outcomes] == ["apple", "apple", "pear"]
    assert [kind_on_board(start.play(text)) for text in texts] == ["apple", "apple", "pear"]
    assert kind_on_board(start.play("pear")) == "pear"


def test_matches_and_the_compiled_tier_draw_each_piece_as_often(tmp_path: Path) -> None:
    drawn = game(tmp_path, "chance")
    matches = [Match(drawn, seed=seed) for seed in range(300)]
    counted = Counter(kind_on_board(match.position) for match in matches)
    compiled = drawn.simulate(3_000, seed=1).wins
    assert 70 <= counted["pear"] <= 130  # a third of 300, give or take some four deviations
    assert 900 <= compiled["red"] <= 1_100


def test_a_record_goes_on_with_the_piece_that_was_drawn(tmp_path: Path) -> None:
    drawn = game(tmp_path, "chance")
    for seed in range(6):
        match = Match(drawn, seed=seed)
        again = Match.resume(drawn, match.record())
        assert again.position.full_view() == match.position.full_view()


def test_a_list_of_moves_that_is_refused_leaves_no_draw_behind(tmp_path: Path) -> None:
    text = GAME.replace("WHO", "chance").replace(
        "nod: {effects: []}",
        "nod:\n    effects: []\n  draw_one:\n    effects:\n"
        "      - choose: {as: other, who: chance, among: {in: bag}}\n"
        "      - move: {piece: other, to: b1}",
    )
    path = tmp_path / "bag.yaml"
    path.write_text(
        text.replace("[act: [nod]]", "[act: [nod, draw_one]]") + HIDDEN, encoding="utf-8"
    )
    match = Match(load(path), seed=1)
    before = match.transcript("red")
    with pytest.raises(PlayError):
        match.submit("red", ["draw_one", "never"])
    assert match.transcript("red") == before
    match.submit("red", "nod")
    match.submit("blue", "nod")
    assert [ply.text for ply in match.transcript("red")][len(before) :] == ["nod", "nod"]


def test_a_player_chooses_by_kind_and_once_among_those_alike(tmp_path: Path) -> None:
    start = game(tmp_path, "red").start()
    moves = start.legal_moves("red")
    assert [move.text for move in moves] == ["fruit bag:apple", "fruit bag:pear"]
    assert [kind_on_board(start.play(move)) for move in moves] == ["apple", "pear"]
    assert [kind_on_board(start.play(move.text)) for move in moves] == ["apple", "pear"]


def test_a_hidden_number_of_a_piece_is_not_told_by_its_place_among_others(tmp_path: Path) -> None:
    numbered = GAME.replace("owner: nobody, count: 2}", "owner: nobody, count: 2, number_as: face}")
    numbered = numbered.replace("setup:", "counters: {face: {per: piece}}\nsetup:")
    path = tmp_path / "bag.yaml"
    rules = (
        "{hide: face, of: {}, from: everybody}",
        "{hide: face, of: {in: bag}, from: everybody}",
    )
    views = f"views: [{', '.join(rules)}]"
    path.write_text(numbered.replace("WHO", "chance") + views + "\n", encoding="utf-8")
    cards = load(path)
    told = {ply.text for seed in range(12) for ply in Match(cards, seed).transcript("red")}
    assert told == {"fruit bag:apple", "fruit bag:pear"}
    chance = cards.start().view("blue").chance or ()
    assert [(each.text, each.probability) for each in chance] == [
        ("fruit bag:apple", Fraction(2, 3)),
        ("fruit bag:pear", Fraction(1, 3)),
    ]


@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_a_seat_is_not_told_what_was_drawn_face_down(tmp_path: Path, seat: str | None) -> None:
    hidden = game(tmp_path, "chance", HIDDEN)
    chance = hidden.start().view(seat).chance
    assert chance is not None
    assert [(each.text, each.probability) for each in chance] == [("fruit bag", Fraction(1))]
    refused = hidden.start().why("nod", seat)[0].message
    assert refused == "chance has to fall first, as one of: fruit bag"
    seen = set()
    for seed in range(8):
        match = Match(hidden, seed=seed)
        told = [str(entry) for entry in story_of(match, seat)]
        seen.add((*told, *(ply.text for ply in match.transcript(seat)), str(match.view(seat))))
    assert len(seen) == 1
    assert len({ply.text for seed in range(8) for ply in Match(hidden, seed).record().plies}) > 1


def test_pieces_alike_are_counted_where_outcomes_are_listed(tmp_path: Path) -> None:
    start = game(tmp_path, "chance").start()
    with pytest.raises(IllegalMoveError) as caught:
        take_ply(start, Ply(None, "fruit bag:plum"))
    assert str(caught.value.reasons[0].message).endswith(
        "as one of: fruit bag:apple (2 alike), fruit bag:pear"
    )
