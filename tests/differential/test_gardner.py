"""Gardner's minichess against a few lines of plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ruleengine import load

Square = tuple[int, int]  # column and row, from the bottom left
Position = tuple[frozenset[tuple[Square, str]], bool]
SIZE = 5
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
RIDES = {"r": STRAIGHT, "b": SLANTED, "q": STRAIGHT + SLANTED}
KINDS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
START = "rnbqk ppppp ..... PPPPP RNBQK"


def name(square: Square) -> str:
    return f"{'abcde'[square[0]]}{square[1] + 1}"


def is_on(square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


@dataclass(frozen=True)
class Plain:
    """White has capital letters."""

    board: dict[Square, str]
    white_moves: bool = True
    quiet: int = 0
    seen: tuple[Position, ...] = field(default=())

    @classmethod
    def start(cls) -> Plain:
        rows = enumerate(START.split())
        squares = {(x, 4 - y): letter for y, row in rows for x, letter in enumerate(row)}
        return cls({square: letter for square, letter in squares.items() if letter != "."})

    def pieces(self) -> dict[str, tuple[str, str]]:
        return {
            name(square): ("white" if letter.isupper() else "black", KINDS[letter.lower()])
            for square, letter in self.board.items()
        }

    def result(self) -> str | None:
        here = self.key()
        if self.seen.count(here) >= 2 or self.quiet >= 100 or len(self.board) == 2:
            return "draw"
        if self.steps():
            return None
        return ("black" if self.white_moves else "white") if self.in_check() else "draw"

    def key(self) -> Position:
        return frozenset(self.board.items()), self.white_moves

    def moves(self) -> dict[str, Plain]:
        return {} if self.result() else self.steps()

    def steps(self) -> dict[str, Plain]:
        found = {}
        for square in self.own():
            for to in self.targets(square):
                for letter, ending in self.promotions(square, to):
                    board = {key: value for key, value in self.board.items() if key != square}
                    board[to] = letter
                    if Plain(board, self.white_moves).in_check():
                        continue
                    is_quiet = to not in self.board and self.board[square] not in "Pp"
                    after = Plain(
                        board,
                        not self.white_moves,
                        self.quiet + 1 if is_quiet else 0,
                        (*self.seen, self.key()),
                    )
                    found[f"move {name(square)}-{name(to)}{ending}"] = after
        return found

    def own(self) -> list[Square]:
        return [key for key, letter in self.board.items() if letter.isupper() == self.white_moves]

    def promotions(self, square: Square, to: Square) -> Iterator[tuple[str, str]]:
        letter = self.board[square]
        if letter not in "Pp" or 0 < to[1] < SIZE - 1:
            yield letter, ""
            return
        for kind in "qrbn":
            yield kind.upper() if self.white_moves else kind, f"-{KINDS[kind]}"

    def in_check(self) -> bool:
        king = "K" if self.white_moves else "k"
        other = Plain(self.board, not self.white_moves)
        return any(
            self.board.get(to) == king for square in other.own() for to in other.targets(square)
        )

    def targets(self, square: Square) -> Iterator[Square]:
        letter = self.board[square].lower()
        if letter == "p":
            yield from self.pawn_targets(square)
            return
        single = LEAPS if letter == "n" else STRAIGHT + SLANTED
        for dx, dy in RIDES.get(letter, single):
            to = square[0] + dx, square[1] + dy
            while is_on(to):
                if to not in self.board or self.board[to].isupper() != self.white_moves:
                    yield to
                if to in self.board or letter not in RIDES:
                    break
                to = to[0] + dx, to[1] + dy

    def pawn_targets(self, square: Square) -> Iterator[Square]:
        ahead = square[1] + (1 if self.white_moves else -1)
        if (square[0], ahead) not in self.board:
            yield square[0], ahead
        for to in ((square[0] - 1, ahead), (square[0] + 1, ahead)):
            if to in self.board and self.board[to].isupper() != self.white_moves:
                yield to


def test_games_are_the_same(compare: Callable[..., int]) -> None:
    game = load("gardner")
    played = [compare(game, Plain.start(), seed, plies=200) for seed in range(4)]
    assert any(plies < 200 for plies in played), "no game was played to its end"
