"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from ruleengine.codes import Code
from ruleengine.errors import GameOverError, Reason
from ruleengine.pipeline.rules import Names
from ruleengine.pipeline.state import NOBODY, State


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game, by side and by seat: 1 won, 0 drawn, -1 lost."""

    winner: str | None
    """The side that won alone; nothing for a draw, a shared win, or when the game is void."""
    winning_seats: tuple[str, ...]
    """The seats of the side that won, or of all that won together."""
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
    worth: int = 1
    """How many points the win counts: 1, unless the ending says more."""
    winners: tuple[str, ...] = ()
    """All sides that won: one, several that share the win, or none."""

    @property
    def points(self) -> dict[str, int]:
        """The points of each side: what the win counts, as many less for a loss, 0 for a draw.

        A win that several share counts the same for each of them.
        """
        return {side: score * self.worth for side, score in self.by_side.items()}

    @property
    def is_draw(self) -> bool:
        """Whether nobody won, in a game that counts."""
        return not self.winners and not self.void

    def to_dict(self) -> dict[str, object]:
        """Return the outcome as plain data."""
        # What is not said counts 1, as in records that know nothing of it.
        worth: dict[str, object] = {} if self.worth == 1 else {"worth": self.worth}
        together = {"winners": list(self.winners)} if len(self.winners) > 1 else {}
        return {
            "winner": self.winner,
            "winning_seats": list(self.winning_seats),
            "reason": self.reason,
            "ending": self.ending,
            "clauses": list(self.clauses),
            "by_side": dict(self.by_side),
            "by_seat": dict(self.by_seat),
            "void": self.void,
            **worth,
            **together,
        }


def outcome_of(names: Names, state: State) -> Outcome | None:
    """Return how the game of a state ended, or None while it goes on."""
    result = state.result
    if result is None:
        return None
    won = result.together if result.winner is None else (result.winner,)
    winners = tuple(names.sides[number] for number in won)
    score = {side: 0 if not winners else 1 if side in winners else -1 for side in names.sides}
    seated = {
        seat: names.sides[side]
        for seat, side in zip(names.seats, state.seat_side, strict=True)
        if side != NOBODY
    }
    winner = None if result.winner is None else names.sides[result.winner]
    return Outcome(
        winner=winner,
        winning_seats=tuple(seat for seat, side in seated.items() if side in winners),
        reason=result.reason,
        ending=result.ending,
        clauses=result.clauses,
        by_side=score,
        by_seat={seat: score[side] for seat, side in seated.items()},
        void=result.void,
        worth=result.worth if winners else 1,
        winners=winners,
    )


def is_over(message: str, outcome: Outcome | None, move: str, position: str) -> GameOverError:
    """Return the error for a move after the end; it cites what the ending does."""
    code: Code = "move/game-over"
    reasons = (Reason(code, message, outcome.clauses if outcome is not None else ()),)
    return GameOverError(code, message, move=move, position=position, reasons=reasons)
