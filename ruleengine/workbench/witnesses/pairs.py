"""Two games that are given the same moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from ruleengine.errors import EndlessError, PlayError, PositionError
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Ply
from ruleengine.game.position import Position
from ruleengine.workbench.witnesses.disagreeing import (
    Disagreement,
    counters_disagree,
    disagreement,
    sentences,
)


@dataclass(frozen=True)
class Line:
    """A game from its start on: every move and every fall of chance."""

    plies: tuple[Ply, ...] = ()
    opening: Mapping[str, str] | None = None

    def upto(self, number: int) -> Line:
        """Return the first plies of the game."""
        return Line(self.plies[:number], self.opening)

    def turns(self) -> list[list[str]]:
        """Return the texts of plies, those of a seat in a row with what chance brought before."""
        turns: list[list[str]] = []
        last: str | None = None  # who has moved in the last of them, if anybody has
        for ply in self.plies:
            if not turns or (last is not None and ply.seat != last):
                turns.append([])
                last = None
            turns[-1].append(ply.text)
            last = ply.seat if ply.seat is not None else last
        return turns


@dataclass
class Looked:
    """How much has been looked at in search of a difference."""

    positions: int = 0
    """Positions of short games."""
    games: int = 0
    """Random games that were compared to their end, or for so many plies as is looked at."""
    heard: int = 0
    """Those of them in which also what seats see and are told was compared."""
    open: int = 0
    """Random games that were begun, but not looked into so far."""
    out_of_time: bool = False
    """Whether time was over before a difference was found."""


MAX_PLIES: Final = 500
"""Plies of a random game that are looked at."""
_LATE = 12  # plies at the end of a line


class Both(NamedTuple):
    """A position in each of the two games."""

    one: Position
    other: Position

    @property
    def found(self) -> Disagreement | None:
        """In what they differ."""
        return disagreement(self.one, self.other)

    def play(self, ply: Ply) -> Both:
        """Return what comes of a ply in both; PlayError where it is refused."""
        return Both(self.one.play(ply.text, ply.seat), self.other.play(ply.text, ply.seat))


class Pair:
    """Two games to be compared."""

    def __init__(self, one: Game, other: Game) -> None:
        self.one = one
        self.other = other

    def start(self, opening: Mapping[str, str] | None = None) -> Both:
        """Return both games at their start."""
        return Both(self.one.start(opening), self.other.start(opening))

    def walk(self, line: Line) -> Iterator[Both]:
        """Yield both games before the first ply and after each, as long as both go on."""
        both = self.start(line.opening)
        yield both
        for ply in line.plies:
            both = both.play(ply)
            yield both

    def at_end(self, line: Line) -> Disagreement | None:
        """Return in what the games differ at the end of a line; a counter, if nothing else."""
        *_, last = self.walk(line)
        return last.found or counters_disagree(*last)

    def first_difference(self, line: Line) -> Line | None:
        """Return the line up to where the games first differ; nothing if they never do.

        What there is to decide is compared only near the end, for listing moves takes long.
        """
        late = len(line.plies) - _LATE
        try:
            for number, both in enumerate(self.walk(line)):
                is_alike = both.one.drawing == both.other.drawing and (
                    sentences(both.one) == sentences(both.other)
                )
                is_over = both.one.outcome is not None or both.other.outcome is not None
                if (number >= late or is_over or not is_alike) and both.found is not None:
                    return line.upto(number)
        except (PlayError, PositionError, EndlessError):
            return None
        return None


def next_plies(position: Position) -> list[Ply]:
    """Return everything that may happen next: how chance falls, or what each seat may play."""
    if position.chance is not None:
        return [Ply(None, outcome.text) for outcome in position.chance]
    return [Ply(seat, move.text) for seat in position.actors for move in position.legal_moves(seat)]
