"""The agents that know nothing: any legal move, or any kind of action and then any of its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ruleengine.game import streams
from ruleengine.game.moves.moves import Move, leading_on
from ruleengine.game.views import View
from ruleengine.resolve.checks.submissions import COMMIT

_Option = TypeVar("_Option")


class _Lots:
    """The draws of one agent in one match; those of a turn depend on no other turn."""

    def __init__(self, seed: int, number: int, seat: int) -> None:
        self._key = (streams.AGENT + seat, seed, number)
        self._turn = -1
        self._draws = 0
        self._opening: frozenset[str] | None = None

    def at(self, turn: int) -> None:
        if turn != self._turn:
            self._turn, self._draws = turn, 0
            self._opening = None

    def drafted(self, moves: tuple[Move, ...]) -> Move:
        """Return a move of a submission; what could be played at its beginning leads it on."""
        if self._opening is None:
            self._opening = frozenset(move.name for move in moves)
        move = self.one_of(leading_on(moves, self._opening))
        if move.name == COMMIT:
            self._opening = None
        return move

    def one_of(self, options: Sequence[_Option]) -> _Option:
        drawn = streams.draw(*self._key, self._turn, self._draws, options=len(options))
        self._draws += 1
        return options[drawn]


class RandomAgent:
    """One draw into the sorted list of legal moves, from a stream of its own."""

    def __init__(self, seed: int = 0, *, number: int = 0, seat: int = 0) -> None:
        """Make an agent; `number` tells matches and `seat` tells agents of one seed apart."""
        self._lots = _Lots(seed, number, seat)

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """Return one of the moves."""
        return self.draw(moves, turn=view.turn, drafting=view.drafting)

    def draw(self, moves: tuple[Move, ...], *, turn: int, drafting: bool) -> Move:
        """Return one of the moves of a turn, which are sorted."""
        self._lots.at(turn)
        return self._lots.drafted(moves) if drafting else self._lots.one_of(moves)


class RandomKindAgent:
    """Uniform over the kinds of action that can be played, then over the moves of the one drawn.

    One special move can have hundreds of targets; who draws among all moves makes hardly any
    other.
    """

    def __init__(self, seed: int = 0, *, number: int = 0, seat: int = 0) -> None:
        """Make an agent; `number` tells matches and `seat` tells agents of one seed apart."""
        self._lots = _Lots(seed, number, seat)

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """Return one of the moves."""
        return self.draw(moves, turn=view.turn, drafting=view.drafting)

    def draw(self, moves: tuple[Move, ...], *, turn: int, drafting: bool) -> Move:
        """Return one of the moves of a turn, which are sorted."""
        self._lots.at(turn)
        if drafting:
            return self._lots.drafted(moves)
        kind = self._lots.one_of(tuple(dict.fromkeys(move.name for move in moves)))
        return self._lots.one_of([move for move in moves if move.name == kind])
