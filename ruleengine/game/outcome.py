"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game, by side and by seat: 1 won, 0 drawn, -1 lost."""

    winner: str | None
    """The side that won; nothing for a draw, or when the game is void."""
    winning_seats: tuple[str, ...]
    reason: str
    ending: str
    """The id of the ending."""
    clauses: tuple[str, ...]
    by_side: dict[str, int]
    by_seat: dict[str, int]
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
