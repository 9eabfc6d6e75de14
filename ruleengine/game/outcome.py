"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from ruleengine.pipeline.rules import Names
from ruleengine.pipeline.state import NOBODY, State


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game, by side and by seat: 1 won, 0 drawn, -1 lost."""

    winner: str | None
    """The side that won; nothing for a draw, or when the game is void."""
    winning_seats: tuple[str, ...]
    """The seats of the side that won."""
    reason: str
    """The sentence that the ending says."""
    ending: str
    """The id of the ending."""
    clauses: tuple[str, ...]
    """The clauses that the ending cites."""
    by_side: dict[str, int]
    """1, 0 or -1 for each side."""
    by_seat: dict[str, int]
    """1, 0 or -1 for each seat that has a side."""
    void: bool = False
    """Whether the game counts for nobody; then it is no draw either."""

    @property
    def is_draw(self) -> bool:
        """Whether nobody won, in a game that counts."""
        return self.winner is None and not self.void

    def to_dict(self) -> dict[str, object]:
        """Return the outcome as plain data."""
        return {
            "winner": self.winner,
            "winning_seats": list(self.winning_seats),
            "reason": self.reason,
            "ending": self.ending,
            "clauses": list(self.clauses),
            "by_side": dict(self.by_side),
            "by_seat": dict(self.by_seat),
            "void": self.void,
        }


def outcome_of(names: Names, state: State) -> Outcome | None:
    """Return how the game of a state ended, or None while it goes on."""
    result = state.result
    if result is None:
        return None
    score = {
        side: 0 if result.winner is None else 1 if number == result.winner else -1
        for number, side in enumerate(names.sides)
    }
    seated = {
        seat: names.sides[side]
        for seat, side in zip(names.seats, state.seat_side, strict=True)
        if side != NOBODY
    }
    winner = None if result.winner is None else names.sides[result.winner]
    return Outcome(
        winner=winner,
        winning_seats=tuple(seat for seat, side in seated.items() if side == winner),
        reason=result.reason,
        ending=result.ending,
        clauses=result.clauses,
        by_side=score,
        by_seat={seat: score[side] for seat, side in seated.items()},
        void=result.void,
    )
