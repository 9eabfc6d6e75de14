"""Random games in which every position is compared with another implementation of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol, TypeAlias

import pytest

from ruleengine import Game, Position

Pieces: TypeAlias = Mapping[str, tuple[str, str]]
"""What stands on each cell: a side and a kind."""
Compare: TypeAlias = Callable[..., int]


class Other(Protocol):
    """A position of the other implementation, written without a look at the engine."""

    def pieces(self) -> Pieces:
        """Return what stands where."""

    def moves(self) -> Mapping[str, Other]:
        """Return what each move leads to; none when the game is over."""

    def result(self) -> str | None:
        """Return who has won, `draw`, or nothing while the game goes on."""


def same_game(game: Game, other: Other, seed: int, *, plies: int) -> int:
    """Play at random and compare at every ply; return how many plies there were."""
    source = Random(seed)  # noqa: S311 - games, not secrets
    position = game.start()
    for ply in range(plies):
        here = f"seed {seed}, ply {ply}\n{position.drawing}"
        assert seen(position) == dict(other.pieces()), here
        assert result_of(position) == other.result(), here
        legal = [move.text for move in position.legal_moves()]
        moves = other.moves()
        assert sorted(legal) == sorted(moves), here
        if not legal:
            return ply
        text = source.choice(legal)
        position, other = position.play(text), moves[text]
    return plies


def seen(position: Position) -> dict[str, tuple[str, str]]:
    """Return what stands where."""
    view = position.view(position.game.seats[0])
    return {piece.place: (piece.owner, piece.kind or "") for piece in view.pieces}


def result_of(position: Position) -> str | None:
    """Return who has won, `draw`, or nothing while the game goes on."""
    outcome = position.outcome
    return None if outcome is None else outcome.winner or "draw"


@pytest.fixture
def compare() -> Compare:
    """Give the comparison to tests, which cannot import each other."""
    return same_game
