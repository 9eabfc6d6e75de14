"""Rounds by the clock: at every tick the round is played with the orders that have come in.

A ruleset knows rounds and not seconds: its rounds begin with a `submit` step, in which each seat
gives orders and commits. Here the clock commits, for everybody at once, so that a game by the
clock is move for move the game that seats would play who commit at the tick.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from ruleengine.errors import IllegalMoveError, PositionError, Reason
from ruleengine.game.match import Match
from ruleengine.game.moves.moves import Move
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.position import Position


class Clock(Protocol):
    """What tells the time, in seconds since some moment."""

    def now(self) -> float:
        """Return the time."""

    async def wait_until(self, moment: float) -> None:
        """Come back at the moment, or at once when it is past."""


class WallClock:
    """The clock of the running event loop."""

    def now(self) -> float:
        """Return the time of the event loop."""
        return asyncio.get_running_loop().time()

    async def wait_until(self, moment: float) -> None:
        """Sleep until the moment."""
        await asyncio.sleep(max(0.0, moment - self.now()))


class HandClock:
    """A clock that somebody moves by hand, for tests and for playing a game over again."""

    def __init__(self) -> None:
        self._time = 0.0
        self._waiting: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        """Return the time that the clock was moved to; 0 at first."""
        return self._time

    async def wait_until(self, moment: float) -> None:
        """Wait until somebody has moved the clock to the moment."""
        if moment <= self._time:
            return
        woken = asyncio.get_running_loop().create_future()
        self._waiting.append((moment, woken))
        await woken

    async def advance_to(self, moment: float) -> None:
        """Move the clock on; whoever waits is woken at his moment, the earliest first."""
        await asyncio.sleep(0)  # tasks that have only been made come to wait now
        while due := [each for each in self._waiting if each[0] <= moment]:
            waiter = min(due, key=lambda each: each[0])
            self._waiting.remove(waiter)
            self._time, woken = waiter
            if not woken.done():  # its task may have been cancelled
                woken.set_result(None)
            await asyncio.sleep(0)
        self._time = max(self._time, moment)


class RealtimeTable:
    """A match whose rounds are played at ticks, every so many seconds.

    Orders are taken at any time, from any task of the event loop; they belong to the round that
    the next tick plays. The ticks do not drift: how long a round takes to be worked out is not
    added to the time between them. One that is missed is left out.
    """

    def __init__(self, match: Match, *, seconds: float, clock: Clock | None = None) -> None:
        """Take a match over.

        Args:
            match: what is played; its rounds have to be simultaneous.
            seconds: from tick to tick.
            clock: that of the event loop unless another one is given.
        """
        if seconds <= 0:
            raise PositionError(
                "position/bad-value", f"ticks are more than 0 seconds apart, not {seconds}"
            )
        self._match = match
        self._seconds = seconds
        self._clock: Clock = clock or WallClock()

    @property
    def match(self) -> Match:
        """The match, with its position, views and record."""
        return self._match

    def order(self, seat: str, moves: Move | str | Sequence[Move | str]) -> Position:
        """Take orders of a seat for the round that is running: all of them or none.

        Raises:
            IllegalMoveError: one of them is refused, or is a commit: that is for the clock.
            GameOverError: the match is over.
        """
        listed: Sequence[Move | str] = [moves] if isinstance(moves, Move | str) else moves
        for move in listed:
            if str(move).strip() == COMMIT:
                reason = Reason("move/wrong-seat", f"it is not for {seat} to commit, but the clock")
                drawing = self._match.view(seat).drawing
                raise IllegalMoveError(
                    reason.code, reason.message, move=COMMIT, position=drawing, reasons=(reason,)
                )
        return self._match.submit(seat, listed)

    def tick(self) -> Position:
        """Play the round: commit for everybody who is still to do so.

        A seat that must not commit yet keeps the round open until a later tick.
        """
        for seat in self._match.actors:
            if seat in self._match.actors and not self._match.position.why(COMMIT, seat):
                self._match.submit(seat, COMMIT)
        return self._match.position

    async def rounds(self) -> AsyncIterator[Position]:
        """Yield the position after every tick, until the match is over."""
        tick = self._clock.now()
        while not self._match.is_over:
            while tick <= self._clock.now():
                tick += self._seconds
            await self._clock.wait_until(tick)
            if not self._match.is_over:  # somebody may have resigned meanwhile
                yield self.tick()
