"""Counters that only pieces of some kinds have."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.errors import PositionError
from ruleengine.game.kept.board_text import shown_board

RULESET = """\
schema: 1
name: markers
title: Markers
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 4, shared: true}
kinds:
  marker: {letters: {red: r, blue: b}}
  tile: {letters: {red: A, blue: B, nobody: X}}
counters:
  point: {per: piece, kind: marker, start: 3, keep: 2, shown: true}
  turned: {per: piece, kind: [tile], shown: true}
setup: [{drawn: "r X2 bB ."}]
phases: {play: {turns: [red, blue], turn: [act: [bump, flip]]}}
VIEWS
actions:
  bump:
    operands: {unit: {piece: {}}}
    effects: [{add: {point: 1, turned: 1}, for: unit}]
  flip:
    operands: {unit: {piece: {}}, into: {kind: [marker, tile]}}
    effects: [become: {piece: unit, kind: into}]
endings: [{id: late, when: "turn > 20 or sum(it.point) == 99", draw: true, says: late}]
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return written(tmp_path)


def written(tmp_path: Path, views: str = "") -> Game:
    path = tmp_path / "markers.yaml"
    path.write_text(RULESET.replace("VIEWS", views), encoding="utf-8")
    return load(str(path))


def test_only_what_a_kind_has_is_drawn_and_seen(game: Game) -> None:
    view = game.start().full_view()
    board = shown_board(game, view)
    assert board.cells == [["r3", "X2", "bB", "."]]
    assert board.key == (
        "a number behind a letter: point of marker; turned of tile",
        "point: c1 b 3",
    )
    seen = {(piece.place, piece.kind): piece.counters for piece in view.pieces}
    assert seen == {
        ("a1", "marker"): {"point": 3},
        ("b1", "tile"): {"turned": 2},
        ("c1", "marker"): {"point": 3},
        ("c1", "tile"): {"turned": 0},
    }


def test_nothing_counts_what_a_kind_does_not_have(game: Game) -> None:
    position = game.start().play("bump a1").play("bump b1").play("bump b1")
    assert str(position).splitlines()[1] == "1 r4 X4 bB ."
    slot = position.state.at[1][0]
    point = game.rules.counters["point"]
    assert [position.state.piece_counters[point.offset + n][slot] for n in (0, 1)] == [3, 0]


def test_a_piece_loses_and_gains_counters_with_its_kind(game: Game) -> None:
    position = game.start().play("bump a1").play("flip a1 tile")
    assert str(position).splitlines()[1] == "1 A0 X2 bB ."
    position = position.play("bump a1").play("flip a1 tile")
    assert str(position).splitlines()[1] == "1 A1 X2 bB .", "it has turned into what it was"
    assert str(position.play("flip a1 marker")).splitlines()[1] == "1 r3 X2 bB ."


def test_a_counter_does_not_tell_a_kind_that_is_hidden(tmp_path: Path) -> None:
    game = written(tmp_path, "views: [{hide: kind, of: {owner: blue}, from: others}]")
    seen = [piece for piece in game.start().view("red").pieces if piece.owner == "blue"]
    assert [piece.kind for piece in seen] == [None, None]
    assert [{*piece.counters} for piece in seen] == [{"point", "turned"}] * 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"board": "r1/0 . . ."}, "1/0 behind the letter on a1; .* counters: 'point'"),
        (
            {"board": "r . . .", "counters": {"turned": {"a1": 1}}},
            "no piece on a1 has a counter 'turned'; these kinds have it: tile",
        ),
        (
            {"board": "empty", "cells": {"a1": "rA"}, "counters": {"point": {"a1": [1, 2]}}},
            "one piece stands on a1, and 2 values are given",
        ),
    ],
)
def test_a_position_gives_a_kind_what_it_has(
    game: Game, given: dict[str, object], message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        game.position(**given)  # type: ignore[arg-type]


def test_a_drawn_number_is_of_what_the_kind_has(game: Game) -> None:
    pieces = game.position(board="A4 r1 . .").full_view().pieces
    assert [piece.counters for piece in pieces] == [{"turned": 4}, {"point": 1}]


def test_of_several_on_a_cell_those_that_have_it_are_given_it(game: Game) -> None:
    position = game.position(board="empty", cells={"a1": "2rA"}, counters={"point": {"a1": [1, 2]}})
    counters = [dict(piece.counters) for piece in position.full_view().pieces]
    assert counters == [{"point": 1}, {"point": 2}, {"turned": 0}]


def test_an_observation_has_a_counter_only_where_a_kind_has_it(game: Game) -> None:
    pytest.importorskip("numba")
    seen = game.batch(1, seed=1).observe("red")
    point, turned = seen.piece_numbers[0].tolist()
    absent = point[3]
    assert point == [3, absent, 3, absent]
    assert turned == [absent, 2, absent, absent]
