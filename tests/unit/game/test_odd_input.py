"""What is no move, no number of games, or no letter, and is told so in words."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from ruleengine import Game, Match, load
from ruleengine.errors import GameOverError, InvalidMoveError, PositionError

RULES = """\
schema: 1
name: turncoats
title: Turncoats
sides: {white: {}, black: {}}
board: {rows: 2, columns: 3}
kinds: {man: {letters: {white: "1", black: "2"}}, rock: {letters: {nobody: "#"}}}
setup: [{put: {kind: man, owner: white, at: a1}}, {put: {kind: man, owner: black, at: c2}}]
phases: {play: {turns: [white, black], turn: [act: [step, leave]]}}
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: 1}}
    validators: [{holds: {cell: to, any_of: [nothing, enemy]}}]
    effects: [{capture: to}, {move: {piece: unit, to: to}}]
  leave:
    operands: {unit: {piece: {owner: mover}}}
    effects: [{give: {piece: unit, to: nobody}}]
endings:
  - {id: wiped, when: not exists(owner=opponent), winner: mover, says: wiped out}
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "turncoats.yaml"
    path.write_text(RULES, encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize("text", ["foo", "", "step a1 ?"])
def test_what_is_no_move_has_a_reason_like_any_bad_move(game: Game, text: str) -> None:
    (reason, *_) = game.start().why(text)
    assert reason.code == "move/malformed"
    assert reason.message


@pytest.mark.parametrize("value", [None, 3, [None], ["step a1-a2", 3]])
def test_what_cannot_be_a_move_is_refused_and_changes_nothing(game: Game, value: object) -> None:
    match = Match(game)
    with pytest.raises(InvalidMoveError, match="a move is a text, a mapping or a Move, not"):
        match.submit("white", cast("str", value))
    assert match.num_plies == 0
    assert [each.code for each in game.start().why(cast("str", None))] == ["move/malformed"]


def test_after_the_end_there_is_nothing_to_ask(game: Game) -> None:
    over = game.position(board="...\n1..", mover="white")
    assert over.outcome is not None
    with pytest.raises(GameOverError):
        over.why("step a2-a1")


@pytest.mark.parametrize("numbers", [(0, 1, 1), (-1, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_a_simulation_of_no_games_is_refused_in_words(
    game: Game, numbers: tuple[int, int, int]
) -> None:
    games, threads, plies = numbers
    with pytest.raises(ValueError, match="at least one game, one thread and one ply"):
        game.simulate(games, threads=threads, max_plies=plies)


@pytest.mark.parametrize(
    "drawing",
    [
        "2 . . 2\n1 1 . .\n  a b c",
        "2 1 . 2\n1 1 . 1\n  a b c",
        "..2\n1..",
        "2 . 2 2\n1 1 1 1",
        "2 . .\n1 . .",
        "2 1 1 1 2\n1 2 2 2 1",
    ],
)
def test_digits_draw_pieces_beside_numbers_of_rows(game: Game, drawing: str) -> None:
    position = game.position(board=drawing)
    assert game.position(board=position.drawing).drawing == position.drawing
    pieces = sum(mark in "12" for line in drawing.splitlines() for mark in line)
    labels = {7: 2, 9: 4}.get(len(drawing.splitlines()[0]), 0)
    assert len(position.full_view().pieces) == pieces - labels


def test_a_piece_without_a_letter_is_not_drawn_as_if_it_were_hidden(game: Game) -> None:
    left = game.start().play("leave a1")
    assert left.drawing == "2 . . 2\n1 * . .\n  a b c"
    with pytest.raises(PositionError, match="stands for any piece without a letter"):
        game.position(board=left.drawing)
