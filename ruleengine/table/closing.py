"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ruleengine.game.game import Game
from ruleengine.game.kept.record import Record
from ruleengine.table.titles import agreeing, seat_title, side_title


def closing_sentence(game: Game, record: Record, sides: Mapping[str, str | None]) -> str:
    """Return how a match ended, or that it has not; `sides` has the side of every seat."""
    match record.closing:
        case "finished":
            return outcome_sentence(game, record.outcome or {})
        case "resigned" | "timed_out":
            has = agreeing(game, str(record.by), "has", "have")
            did = f"{has} {'resigned' if record.closing == 'resigned' else 'run out of time'}"
            winner = _other(sides, str(record.by))
            who = seat_title(game, str(record.by))
            if winner is None:
                several = len({*sides.values()}) > 1
                return f"{who} {did}" + (", and the game ends without a winner" if several else "")
            wins = agreeing(game, winner, "wins", "win")
            return f"{who} {did}; {side_title(game, winner)} {wins}"
        case "agreed_draw":
            return "a draw: all have agreed"
        case "unfinished":
            return "the match stops here, unfinished"


def outcome_sentence(game: Game, outcome: Mapping[str, object]) -> str:
    """Return who has won, and why."""
    winner, seats = outcome.get("winner"), outcome.get("winning_seats")
    together = outcome.get("winners")
    winners = together if isinstance(together, list) else [winner] if winner is not None else []
    others = [seat for seat in seats if seat not in winners] if isinstance(seats, list) else []
    title = " and ".join(side_title(game, str(side)) for side in winners)
    who = f"{title} ({', '.join(others)})" if others else title
    if outcome.get("void"):
        result = "the game is void"
    else:
        worth = outcome.get("worth", 1)
        counts = "" if worth == 1 else f", which counts {worth} points"
        wins = "win together"
        if len(winners) == 1:
            wins = agreeing(game, str(winners[0]), "wins", "win")
        result = f"{who} {wins}{counts}" if winners else _nobody_wins(game)
    return f"{result}: {outcome.get('reason')}"


def _nobody_wins(game: Game) -> str:
    """Return what it is if no side wins: where there is only one, it has lost."""
    if not game.rules.resolved.ruleset.is_for_one_side:
        return "a draw"
    (side,) = game.sides
    return f"{side_title(game, side)} {agreeing(game, side, 'loses', 'lose')}"


def _other(sides: Mapping[str, str | None], seat: str) -> str | None:
    """Return who wins when a seat gives up: the other side, if there is only one."""
    own = sides.get(seat) or seat
    others = {side or other for other, side in sides.items()} - {own}
    return others.pop() if len(others) == 1 else None
