"""Where everything is in the row of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

# The header: the same in every program.
IS_OVER: Final = 0
WINNER: Final = 1
ENDING: Final = 2
PHASE: Final = 3
MOVER: Final = 4
TURN_INDEX: Final = 5
TURN: Final = 6
PLY: Final = 7
IDLE: Final = 8
ACTION: Final = 9
PC: Final = 10
SITE: Final = 11
SP: Final = 12
TURN_ENDED: Final = 13
NUM_PIECES: Final = 14
QUEUED: Final = 15
QUEUE_AT: Final = 16
DRAWS: Final = 17
ASIDE: Final = 18  # of a copy: how high the stack is when the steps in question begin
LISTING: Final = 19
FOUND: Final = 20
TURN_OVER: Final = 21
CHOSEN: Final = 22
TRIES: Final = 23
NUM_LISTED: Final = 24
IS_VOID: Final = 25
ACTOR: Final = 26
READY: Final = 27
REPETITIONS: Final = 28
WORTH: Final = 29  # how many points a win counts; 0 where no ending has said it, for 1
SINCE: Final = 30  # turns since the position first stood
HEADER: Final = 31

ABSENT_NUMBER: Final = -(2**31)
"""What stands for a number that is not there; anything else that is not there is -1."""

MAX_OPERANDS: Final = 7
"""Operands of one action, for which a listed move has room."""
MAX_POSITIONS: Final = 1024
"""Beginnings of turns that are remembered for `repetitions`, unless more are asked for."""
MOST_POSITIONS: Final = 1 << 17
"""The most that can be asked for."""
MAX_TRIES: Final = 64
"""Draws that may miss before the moves are listed."""
KNOWN: Final = 0
CROWDED: Final = 1
OPENING: Final = 2
"""What is kept for each side of a submission in games that are played out: 1 once it is known with
what it began, and one more for each time that it began anew; how many of these were for want of
room for pieces; and from here on for each action whether it could be played."""
STACK_SIZE: Final = 48
EVENT_SIZE: Final = 5
"""What is kept of an event that waits for reactions: its name, what it is about, its action."""
LEAST_EVENTS: Final = 20
"""Events for which there is room wherever there are reactions."""


@dataclass
class Layout:
    """Offsets of the sections of a row; made once by the compiler."""

    num_sides: int
    num_seats: int
    num_colors: int
    num_kinds: int
    num_cells: int
    num_places: int
    max_pieces: int
    size: int = HEADER
    sections: dict[str, tuple[int, int]] = field(default_factory=dict)
    registers: dict[str, int] = field(default_factory=dict)
    tail: dict[str, int] = field(default_factory=dict)
    """Sections that come last and are not copied with the row: lists that questions do not need."""
    copied: int = 0

    def section(self, name: str, length: int) -> int:
        """Reserve a section and return its offset."""
        offset = self.size
        self.sections[name] = (offset, length)
        self.size += length
        return offset

    def close(self) -> None:
        """Put the sections of the tail behind everything else."""
        self.copied = self.size
        for name, length in self.tail.items():
            self.section(name, length)

    def at(self, name: str) -> int:
        """Return where a section begins."""
        return self.sections[name][0]

    def register(self, name: str) -> int:
        """Return the register of a name, reserving it the first time."""
        if name not in self.registers:
            self.registers[name] = self.size
            self.size += 1
        return self.registers[name]
