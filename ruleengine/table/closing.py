"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleengine.game.record import Record


def closing_sentence(record: Record, sides: Mapping[str, str | None]) -> str:
    """Return how a match ended, or that it has not; `sides` has the side of every seat."""
    match record.closing:
        case "finished":
            return outcome_sentence(record.outcome or {})
        case "resigned" | "timed_out":
            did = "has resigned" if record.closing == "resigned" else "has run out of time"
            winner = _other(sides, str(record.by))
            return f"{record.by} {did}" + (f"; {winner} wins" if winner else "")
        case "agreed_draw":
            return "a draw: all have agreed"
        case "unfinished":
            return "the match stops here, unfinished"


def outcome_sentence(outcome: Mapping[str, object]) -> str:
    """Return who has won, and why."""
    winner, seats = outcome.get("winner"), outcome.get("winning_seats")
    others = [seat for seat in seats if seat != winner] if isinstance(seats, list) else []
    who = f"{winner} ({', '.join(others)})" if others else str(winner)
    if outcome.get("void"):
        result = "the game is void"
    else:
        result = "a draw" if winner is None else f"{who} wins"
    return f"{result}: {outcome.get('reason')}"


def _other(sides: Mapping[str, str | None], seat: str) -> str | None:
    """Return who wins when a seat gives up: the other side, if there is only one."""
    own = sides.get(seat) or seat
    others = {side or other for other, side in sides.items()} - {own}
    return others.pop() if len(others) == 1 else None
