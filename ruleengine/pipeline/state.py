"""The state of a game: plain lists of whole numbers that copy fast.

A state is changed only by the code that has just made it; a `Position` never changes its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

Slot: TypeAlias = int
CellId: TypeAlias = int
SideId: TypeAlias = int
SeatId: TypeAlias = int
Value: TypeAlias = "int | bool | str | list[int] | None"
Env: TypeAlias = dict[str, Value]

GONE: CellId = -1
"""The cell of a piece that has left the game."""
NOBODY = -1
"""No side, no seat, no color."""


class Frame(NamedTuple):
    """Where play goes on: a step of a block, with the local names it sees."""

    block: int
    step: int
    env: int


class Event(NamedTuple):
    """Something that happened, as the rules see it."""

    name: str
    payload: dict[str, Value]
    action: str | None


class Result(NamedTuple):
    """How a game ended; nobody who won means a draw, unless it counts for nobody."""

    winner: SideId | None
    reason: str
    ending: str
    clauses: tuple[str, ...]
    void: bool = False
    worth: int = 1
    together: tuple[SideId, ...] = ()  # several that have won; then no one is the winner


class Done(NamedTuple):
    """A move of a draft; the slots before and after tell which pieces it has made."""

    action: str
    values: tuple[int | str | None, ...]
    slots_before: int
    slots_after: int


class Draft(NamedTuple):
    """What one side has done in a submission so far; never changed, so that copies share it."""

    side: SideId
    state: State | None = None  # as the side sees it; None while it has done nothing in secret
    moves: tuple[Done, ...] = ()
    committed: bool = False


@dataclass(slots=True)
class State:
    """Everything that can change in a game."""

    cell: list[CellId]  # by slot; GONE, a cell, or a place off the board
    owner: list[SideId]  # by slot
    kind: list[int]  # by slot
    home: list[CellId]  # by slot: where the piece first stood
    seat_no: list[int]  # by slot: which of its side's seats commands it, counted from 0
    piece_counters: list[list[int]]  # by counter, then slot
    at: list[tuple[Slot, ...]]  # by cell
    zone_owner: list[SideId]  # by zone
    counters: list[int]
    dice: list[int]  # by die; 0 = not thrown
    seat_side: list[SideId]  # by seat; NOBODY = not seated yet
    seat_color: list[int]  # by seat; NOBODY = none yet
    side_turns: list[int]  # by side: turns begun, for sides with several seats
    phase: int = 0
    mover: SideId = 0
    turn_index: int = -1  # place in the order of turns of the phase
    turn: int = 0
    ply: int = 0
    idle_turns: int = 0  # turns in a row that passed without any decision
    frames: list[Frame] = field(default_factory=list)
    envs: list[Env] = field(default_factory=list)
    queue: list[Event] = field(default_factory=list)  # events that reactions have not seen yet
    action: str | None = None  # the action whose effects run
    result: Result | None = None
    drafts: tuple[Draft, ...] = ()  # of the sides that submit, in order; none at any other step
    seen: Mapping[str, int] = field(default_factory=dict)  # how often each position has stood
    repetitions: int = 0  # how often the one with which the turn began has
    first_turn: Mapping[str, int] = field(default_factory=dict)  # when each stood first, if asked
    since: int | None = None  # turns since the one with which the turn began first stood

    def copy(self) -> State:
        """Return a state that shares nothing that can change."""
        return State(
            self.cell[:],
            self.owner[:],
            self.kind[:],
            self.home[:],
            self.seat_no[:],
            [values[:] for values in self.piece_counters],
            self.at[:],
            self.zone_owner[:],
            self.counters[:],
            self.dice[:],
            self.seat_side[:],
            self.seat_color[:],
            self.side_turns[:],
            self.phase,
            self.mover,
            self.turn_index,
            self.turn,
            self.ply,
            self.idle_turns,
            self.frames[:],
            [env.copy() for env in self.envs],
            self.queue[:],
            self.action,
            self.result,
            self.drafts,
            self.seen,
            self.repetitions,
            self.first_turn,
            self.since,
        )

    def put(self, slot: Slot, cell: CellId) -> None:
        """Move a piece to a cell, a place off the board, or out of the game."""
        old = self.cell[slot]
        if old >= 0:
            self.at[old] = tuple(other for other in self.at[old] if other != slot)
        self.cell[slot] = cell
        if cell >= 0:
            self.at[cell] = tuple(sorted((*self.at[cell], slot)))
