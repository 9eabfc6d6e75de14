"""Brandubh against a few lines of plain Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from ruleengine import load

Square = tuple[int, int]  # column and row, from the bottom left
Seen = tuple[frozenset[tuple[Square, str]], bool]  # the pieces and who is on turn
THRONE = (3, 3)
HAVENS = {(0, 0), (6, 0), (0, 6), (6, 6)}
COURT = {(2, 3), (4, 3), (3, 2), (3, 4)}
SIDES = {"a": "attackers", "d": "defenders", "K": "defenders"}
START = """
...a...
...a...
...d...
aadKdaa
...d...
...a...
...a...
"""


def name(square: Square) -> str:
    return f"{'abcdefg'[square[0]]}{square[1] + 1}"


def beside(square: Square) -> list[Square]:
    x, y = square
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


@dataclass(frozen=True)
class Plain:
    board: dict[Square, str]
    attackers_move: bool = True
    guarded: bool = True
    open_throne: bool = True
    seen: tuple[Seen, ...] = ()

    @classmethod
    def start(cls, *, guarded: bool, open_throne: bool) -> Plain:
        board = {
            (x, 6 - y): letter
            for y, row in enumerate(START.split())
            for x, letter in enumerate(row)
            if letter != "."
        }
        return cls(board, guarded=guarded, open_throne=open_throne)

    @property
    def mover(self) -> str:
        return "attackers" if self.attackers_move else "defenders"

    def pieces(self) -> dict[str, tuple[str, str]]:
        return {
            name(square): (SIDES[letter], "king" if letter == "K" else "warrior")
            for square, letter in self.board.items()
        }

    def result(self) -> str | None:
        king = next((square for square, letter in self.board.items() if letter == "K"), None)
        if king is None:
            return "attackers"
        if king in HAVENS:
            return "defenders"
        if self.seen.count(self.key()) >= 2:
            return self.mover
        if not self.steps():
            return "defenders" if self.attackers_move else "attackers"
        return None

    def key(self) -> Seen:
        return frozenset(self.board.items()), self.attackers_move

    def moves(self) -> dict[str, Plain]:
        return {} if self.result() else self.steps()

    def steps(self) -> dict[str, Plain]:
        return {
            f"glide {name(square)}-{name(to)}": self.after(square, to)
            for square, letter in self.board.items()
            if SIDES[letter] == self.mover
            for to in self.targets(square)
        }

    def targets(self, square: Square) -> list[Square]:
        found = []
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = square[0] + dx, square[1] + dy
            while 0 <= x < 7 and 0 <= y < 7 and (x, y) not in self.board:
                if self.board[square] == "K" or (x, y) not in HAVENS | {THRONE}:
                    found.append((x, y))
                if (x, y) == THRONE and not self.open_throne:
                    break
                x, y = x + dx, y + dy
        return found

    def after(self, square: Square, to: Square) -> Plain:
        board = dict(self.board)
        board[to] = board.pop(square)
        captured = []
        for prey in beside(to):
            if prey not in board or SIDES[board[prey]] == self.mover:
                continue
            at_home = prey == THRONE or prey in COURT
            if board[prey] == "K" and at_home and self.guarded:
                against = [each for each in beside(prey) if board.get(each) == "a"]
                if len(against) == (4 if prey == THRONE else 3):
                    captured.append(prey)
                continue
            opposite = 2 * prey[0] - to[0], 2 * prey[1] - to[1]
            helped = opposite in board and SIDES[board[opposite]] == self.mover
            empty_throne = opposite == THRONE and opposite not in board
            if helped or opposite in HAVENS or empty_throne:
                captured.append(prey)
        for prey in captured:
            del board[prey]
        seen = (*self.seen, self.key())
        return Plain(board, not self.attackers_move, self.guarded, self.open_throne, seen)


@pytest.mark.parametrize("king_capture", ["guarded", "plain"])
@pytest.mark.parametrize("passage", ["open", "closed"])
def test_games_are_the_same(king_capture: str, passage: str, compare: Callable[..., int]) -> None:
    game = load("brandubh", {"king_capture": king_capture, "passage": passage})
    other = Plain.start(guarded=king_capture == "guarded", open_throne=passage == "open")
    for seed in range(4):
        compare(game, other, seed, plies=80)
