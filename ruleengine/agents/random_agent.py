"""The agent that plays any legal move, each as likely."""

from __future__ import annotations

from ruleengine.game import streams
from ruleengine.game.moves import Move, leading_on
from ruleengine.game.views import View


class RandomAgent:
    """One draw into the sorted list of legal moves, from a stream of its own."""

    def __init__(self, seed: int = 0, *, number: int = 0, seat: int = 0) -> None:
        """Make an agent; `number` tells matches and `seat` tells agents of one seed apart."""
        self._seed = seed
        self._number = number
        self._purpose = streams.AGENT + seat
        self._turn = -1
        self._draws = 0

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """Return one of the moves."""
        if view.turn != self._turn:
            self._turn, self._draws = view.turn, 0
        if view.drafting:
            moves = leading_on(moves)
        choice = streams.draw(
            self._purpose, self._seed, self._number, self._turn, self._draws, options=len(moves)
        )
        self._draws += 1
        return moves[choice]
