"""English draughts against a few lines of plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from ruleengine import load

Square = tuple[int, int]  # column and row, from the bottom left
Seen = tuple[frozenset[tuple[Square, str]], str]  # the pieces and who is on turn
SIDES = {"d": "dark", "l": "light"}


def name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


@dataclass(frozen=True)
class Plain:
    """A capital letter is a king."""

    board: dict[Square, str]
    mover: str = "d"
    chain: Square | None = None
    quiet: int = 0
    capture: str = "compulsory"
    seen: tuple[Seen, ...] = ()

    @classmethod
    def start(cls, *, capture: str) -> Plain:
        cells = [
            (column, row) for column in range(8) for row in range(8) if (column + row) % 2 == 0
        ]
        dark = {cell: "d" for cell in cells if cell[1] < 3}
        return cls(dark | {cell: "l" for cell in cells if cell[1] > 4}, capture=capture)

    def pieces(self) -> dict[str, tuple[str, str]]:
        return {
            name(square): (SIDES[letter.lower()], "king" if letter.isupper() else "man")
            for square, letter in self.board.items()
        }

    def result(self) -> str | None:
        is_third = self.chain is None and self.seen.count(self.key()) >= 2
        if is_third or self.quiet >= 80:
            return "draw"
        if self.chain is None and not self.steps():
            return SIDES["l" if self.mover == "d" else "d"]
        return None

    def key(self) -> Seen:
        return frozenset(self.board.items()), self.mover

    def moves(self) -> dict[str, Plain]:
        return {} if self.result() else self.steps()

    def steps(self) -> dict[str, Plain]:
        jumps, free = dict(self.jumps()), self.capture == "free"
        if self.capture == "longest" and jumps:
            most = max(after.longest(self.mover) for after in jumps.values())
            jumps = {
                text: after for text, after in jumps.items() if after.longest(self.mover) == most
            }
        if self.chain is not None:
            return jumps | ({"halt": self.passed(self.board, self.quiet)} if free else {})
        return {**jumps, **dict(self.walks())} if free or not jumps else jumps

    def longest(self, mover: str) -> int:
        """Return how many jumps the same side can add to those it has made in this turn."""
        if self.chain is None or self.mover != mover:
            return 0
        return max((1 + after.longest(mover) for _, after in self.jumps()), default=0)

    def ways(self, square: Square) -> Iterator[tuple[int, int]]:
        ahead = 1 if self.mover == "d" else -1
        for aside in (-1, 1):
            yield aside, ahead
            if self.board[square].isupper():
                yield aside, -ahead

    def own(self) -> list[Square]:
        return [square for square, letter in self.board.items() if letter.lower() == self.mover]

    def walks(self) -> Iterator[tuple[str, Plain]]:
        for square in self.own():
            for aside, ahead in self.ways(square):
                to = square[0] + aside, square[1] + ahead
                if is_on(to) and to not in self.board:
                    quiet = self.quiet + 1 if self.board[square].isupper() else 0
                    board = self.moved(square, to)
                    yield f"walk {name(square)}-{name(to)}", self.passed(board, quiet)

    def jumps(self) -> Iterator[tuple[str, Plain]]:
        for square in self.own() if self.chain is None else [self.chain]:
            for aside, ahead in self.ways(square):
                over = square[0] + aside, square[1] + ahead
                to = over[0] + aside, over[1] + ahead
                enemy = self.board.get(over, self.mover).lower() != self.mover
                if not (enemy and is_on(to) and to not in self.board):
                    continue
                board = self.moved(square, to)
                del board[over]
                after = Plain(board, self.mover, to, 0, self.capture, self.history())
                crowned = board[to] != self.board[square]
                goes_on = not crowned and any(after.jumps())
                text = f"jump {name(square)}-{name(to)}"
                yield text, after if goes_on else self.passed(board, 0)

    def moved(self, square: Square, to: Square) -> dict[Square, str]:
        board = dict(self.board)
        letter = board.pop(square)
        far = 7 if self.mover == "d" else 0
        board[to] = letter.upper() if to[1] == far else letter
        return board

    def passed(self, board: dict[Square, str], quiet: int) -> Plain:
        mover = "l" if self.mover == "d" else "d"
        return Plain(board, mover, None, quiet, self.capture, self.history())

    def history(self) -> tuple[Seen, ...]:
        # Only what stands at the beginning of a turn counts.
        return self.seen if self.chain is not None else (*self.seen, self.key())


def is_on(square: Square) -> bool:
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


@pytest.mark.parametrize("capture", ["compulsory", "longest", "free"])
def test_games_are_the_same(capture: str, compare: Callable[..., int]) -> None:
    game = load("draughts", {"capture": capture})
    other = Plain.start(capture=capture)
    # Rarely is one of several ways to capture longer than others.
    seeds = range(12 if capture == "longest" else 4)
    played = [compare(game, other, seed, plies=400) for seed in seeds]
    assert any(plies < 400 for plies in played), "no game was played to its end"
