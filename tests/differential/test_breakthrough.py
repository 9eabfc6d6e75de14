"""Breakthrough against a few lines of plain Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from ruleengine import load

Square = tuple[int, int]  # column and row, from the bottom left


def name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


@dataclass(frozen=True)
class Plain:
    size: int
    mine: frozenset[Square]
    theirs: frozenset[Square]
    white_moves: bool = True

    @classmethod
    def start(cls, size: int) -> Plain:
        def rows(*numbers: int) -> frozenset[Square]:
            return frozenset((column, row) for row in numbers for column in range(size))

        return cls(size, rows(0, 1), rows(size - 2, size - 1))

    def pieces(self) -> dict[str, tuple[str, str]]:
        sides = ("white", "black") if self.white_moves else ("black", "white")
        owned = ((sides[0], self.mine), (sides[1], self.theirs))
        return {name(each): (side, "pawn") for side, squares in owned for each in squares}

    def result(self) -> str | None:
        # Whoever has just moved is not on turn.
        far = 0 if self.white_moves else self.size - 1
        if not self.mine or any(row == far for _, row in self.theirs):
            return "black" if self.white_moves else "white"
        return None

    def moves(self) -> dict[str, Plain]:
        if self.result():
            return {}
        found: dict[str, Plain] = {}
        ahead = 1 if self.white_moves else -1
        for column, row in self.mine:
            for aside in (-1, 0, 1):
                to = (column + aside, row + ahead)
                if not 0 <= to[0] < self.size or to in self.mine:
                    continue
                if to in self.theirs and aside == 0:
                    continue
                moved = self.mine - {(column, row)} | {to}
                after = Plain(self.size, self.theirs - {to}, moved, not self.white_moves)
                found[f"step {name((column, row))}-{name(to)}"] = after
        return found


@pytest.mark.parametrize("size", [6, 8])
def test_games_are_the_same(size: int, compare: Callable[..., int]) -> None:
    game = load("breakthrough", {"size": size})
    played = [compare(game, Plain.start(size), seed, plies=300) for seed in range(6)]
    assert all(plies < 300 for plies in played), "a game was not played to its end"
