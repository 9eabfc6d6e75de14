"""Who sits where: people and programs at the seats of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

PERSON: Final = "person"
"""What a record says of a seat at which somebody sits."""
_EVERYBODY: Final = ("all", "both")
_NOBODY: Final = "none"
_DEFAULT: Final = "random"


@dataclass(frozen=True)
class Seating:
    """What sits at each seat: a person, or the program that a text names."""

    players: Mapping[str, str]

    @property
    def people(self) -> tuple[str, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in self.players.items() if player == PERSON)

    @property
    def programs(self) -> Mapping[str, str]:
        """The seats of programs, with what names each."""
        return {seat: player for seat, player in self.players.items() if player != PERSON}


def seat_everybody(seats: Sequence[str], people: str | None, agents: Sequence[str]) -> Seating:
    """Return who sits where; ValueError with a sentence when that cannot be.

    `people` lists the seats of people, and each of `agents` is `SEAT=SPEC`, `SPEC` for all
    other seats, or `all=SPEC` for every seat that nobody else is given. If only programs are
    given seats, people have the rest; if nothing is said, a person has the first seat.

    >>> seat_everybody(("A", "B"), None, ["B=random"]).players
    {'A': 'person', 'B': 'random'}
    """
    rest, named = _DEFAULT, {}
    for text in agents:
        seat, equals, spec = text.partition("=")
        if not equals:
            rest = text
        elif seat not in (*seats, *_EVERYBODY):
            raise ValueError(_unknown(seat, (*seats, _EVERYBODY[0])))
        elif not spec:
            raise ValueError(f"'{text}' does not say which program plays {seat}")
        elif seat in seats:
            named[seat] = spec
        else:
            rest, people = spec, people or _NOBODY
    sitting = _people(seats, people, named)
    if both := [seat for seat in sitting if seat in named]:
        raise ValueError(f"{both[0]} is given both to a person and to a program")
    return Seating({seat: PERSON if seat in sitting else named.get(seat, rest) for seat in seats})


def _people(seats: Sequence[str], given: str | None, named: Mapping[str, str]) -> Sequence[str]:
    if given is None:
        return [seat for seat in seats if seat not in named] if named else seats[:1]
    if given in seats:
        return [given]
    if given in _EVERYBODY:
        return seats
    if given == _NOBODY:
        return []
    found = [part.strip() for part in given.split(",")]
    for seat in found:
        if seat not in seats:
            raise ValueError(_unknown(seat, (*seats, _EVERYBODY[0], _NOBODY)))
    return found


def _unknown(seat: str, known: Sequence[str]) -> str:
    return f"there is no seat '{seat}'; there are: {', '.join(known)}"
