"""What each seat has been told of a match, kept until it is asked for."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from ruleengine.game.events import GameEvent
from ruleengine.game.kept.record import Ply
from ruleengine.game.position import Position


class News(NamedTuple):
    """What a seat was told of one ply."""

    number: int
    """How many news the seat had before; plies that it may not know of do not count."""
    ply: Ply
    """The move or the throw as the seat may know it; `?` for a move that it does not see."""
    events: tuple[GameEvent, ...]
    """What it was told that the ply did."""

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "number": self.number,
            "seat": self.ply.seat,
            "text": self.ply.text,
            "events": [{"name": event.name, **event.details} for event in self.events],
        }


class NewsBook:
    """The news of a match for every seat, and under nothing for those who have none."""

    def __init__(self, seats: Iterable[str]) -> None:
        self._heard: dict[str | None, list[News]] = {seat: [] for seat in (*seats, None)}
        # The plies of the match behind them: their numbers tell how much was done in secret.
        self._plies: dict[str | None, list[int]] = {seat: [] for seat in self._heard}

    def fork(self) -> NewsBook:
        """Return a book that goes on by itself."""
        other = NewsBook(())
        other._heard = {seat: [*heard] for seat, heard in self._heard.items()}
        other._plies = {seat: [*plies] for seat, plies in self._plies.items()}
        return other

    def tell(self, seat: str | None, number: int, ply: Ply, position: Position) -> None:
        """Tell a seat of a ply, written as it may know it, that has led to a position."""
        heard = self._heard[seat]
        heard.append(News(len(heard), ply, position.events_for(seat)))
        self._plies[seat].append(number)

    def forget(self, number: int) -> None:
        """Leave out what was told from a ply of the match on: it was taken back."""
        for seat, plies in self._plies.items():
            kept = bisect_left(plies, number)
            del plies[kept:], self._heard[seat][kept:]

    def of(self, number: int, seat: str | None) -> News | None:
        """Return what a seat was told of a ply of the match; nothing if it was told nothing."""
        plies = self._plies[seat]
        place = bisect_left(plies, number)
        return self._heard[seat][place] if number in plies[place : place + 1] else None

    def since(self, seat: str | None, number: int | None) -> tuple[News, ...]:
        """Return the news of a seat from a number on, or from the last move of its own on."""
        heard = self._heard[seat]
        if number is None:
            own = (each.number for each in reversed(heard) if each.ply.seat == seat is not None)
            number = next(own, 0)
        return tuple(heard[number:])
