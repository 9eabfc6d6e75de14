"""One game in a row: a small hand on the machine, for stepping, comparing and debugging."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from ruleengine.errors import EndlessError, InternalError, NoRoomError
from ruleengine.kernel import machine
from ruleengine.kernel.flow import WAITING
from ruleengine.kernel.random_bits import RNG
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import layout as row
from ruleengine.program.events import TOLD
from ruleengine.program.program import Program, Site

NO_LIMIT = 1 << 30
LIMITS = {
    machine.FULL: "steps",
    machine.NO_PIECES: "pieces",
    machine.NO_MOVES: "moves",
    machine.NO_POSITIONS: "positions",
}
"""What a row has no more room for when the machine stops, by its status."""
_LIMIT_WORDS = {
    "steps": "steps in one another",
    "pieces": "pieces",
    "moves": "moves of one decision",
    "positions": "positions to remember for `repetitions`",
}
FUEL = 1 << 28


class Tables:
    """A program as arrays, with the room that the machine works in."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.code = np.array(program.code, dtype=np.int32)
        self.data = np.array(program.data, dtype=np.int32)
        self.start = np.array(program.start_row, dtype=np.int32)
        self.start[row.PC] = program.entry
        self.size = program.layout.size


class RowGame:
    """A game that is stepped by hand."""

    def __init__(self, tables: Tables, start: Any = None, mode: int = machine.STEP) -> None:  # noqa: ANN401
        """Begin a game; `mode` says at what it stops."""
        self.mode = mode
        self.tables = tables
        self.mem = np.zeros(tables.program.working_size, dtype=np.int32)
        self.mem[: tables.size] = tables.start if start is None else start
        self.out = np.zeros(ENTRY * tables.program.max_moves, dtype=np.int32)
        self.rng = np.zeros(RNG, dtype=np.uint64)
        self.status = 0

    def run(self, mode: int | None = None) -> int:
        """Run until something has to be decided."""
        self.status = machine.run(
            self.mem,
            0,
            self.tables.code,
            self.tables.data,
            self.out,
            self.rng,
            self.mode if mode is None else mode,
            FUEL,
            NO_LIMIT,
        )
        if self.status == machine.FAILED:
            raise InternalError("the machine has failed")
        if self.status == machine.OUT_OF_FUEL:
            raise EndlessError(FUEL, self.tables.program.span_at(int(self.mem[row.PC])))
        if self.status in LIMITS:
            raise NoRoomError(int(self.mem[row.TURN]), _LIMIT_WORDS[LIMITS[self.status]])
        return self.status

    def fork(self) -> RowGame:
        """Return another game that stands where this one does."""
        other = RowGame(self.tables)
        other.mem[:], other.out[:], other.rng[:] = self.mem, self.out, self.rng
        other.status = self.status
        return other

    @property
    def site(self) -> Site | None:
        """What is waited for."""
        number = int(self.mem[row.SITE])
        return None if number < 0 else self.tables.program.sites[number]

    def section(self, name: str) -> list[int]:
        """Return one section of the row."""
        offset, length = self.tables.program.layout.sections[name]
        return [int(value) for value in self.mem[offset : offset + length]]

    def told(self) -> list[tuple[int, ...]]:
        """Return what was told since this was asked last: a form of an event, then its numbers."""
        at, _ = self.tables.program.layout.sections["events"]
        count = int(self.mem[at])
        self.mem[at] = 0
        rows = self.mem[at + 1 : at + 1 + count * TOLD].reshape(count, TOLD)
        return [tuple(int(number) for number in row) for row in rows]

    def acts_at_once(self, side: int) -> bool:
        """Return whether a side takes part in a submission, in which each is on turn for itself."""
        site = self.site
        if site is None or site.sides < 0:
            return False
        count = int(self.mem[site.sides])
        return side in self.mem[site.sides + 1 : site.sides + 1 + count]

    def hidden_from(self, side: int, base: int = 0, mover: int | None = None) -> Any:  # noqa: ANN401
        """Return what a side, or who has none (-1), may not know of pieces: marks for each thing.

        `mover` is who is on turn for whoever looks, if that is not the one in the row.
        """
        program, size = self.tables.program, self.tables.size
        sight, pieces = program.sight, program.layout.max_pieces
        if sight is None:
            return np.zeros((2, pieces), dtype=np.int32)
        mem = np.zeros(program.stride, dtype=np.int32)
        mem[:size] = self.mem[base : base + size]
        marks = mem[sight.hidden : sight.hidden + len(sight.things) * pieces]
        marks[:] = 0
        if mover is not None:
            mem[row.MOVER] = mover
        code, data, out = self.tables.code, self.tables.data, self.out.copy()
        viewers = range(program.layout.num_sides) if side < 0 else (side,)
        for viewer, entry in product(viewers, sight.entries(side)):
            mem[sight.viewer], mem[row.PC], mem[row.SP] = viewer, entry, 0
            how = machine.LISTONLY
            status = machine.run(mem, 0, code, data, out, self.rng, how, FUEL, NO_LIMIT)
            if status != machine.LISTED:
                raise InternalError("the machine has failed at a view")
        return marks.reshape(-1, pieces)

    def moves(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return what is listed: actions with operands, or (-1, option)."""
        found: list[tuple[int, tuple[int, ...]]] = []
        for index in range(int(self.mem[row.NUM_LISTED])):
            entry = self.out[index * ENTRY : (index + 1) * ENTRY]
            described = int(entry[0])
            if described < 0:
                found.append((-1, (int(entry[1]),)))
                continue
            count = int(self.tables.data[described + 1])
            action = int(self.tables.data[described])
            found.append((action, tuple(int(value) for value in entry[1 : 1 + count])))
        return found

    def draft_base(self, index: int) -> int:
        """Return where the row of a side of a submission is."""
        site = self.site
        secret = site is not None and site.secret
        return self.tables.program.stride * (1 + index) if secret else 0

    def list_for(self, index: int) -> bool:
        """List what a side of a submission can do; return whether it may commit."""
        number = int(self.mem[row.SITE])
        kept = self.mem.copy()
        self.mem[row.ACTOR] = index
        self.mem[row.PC] = self.tables.program.listers[number]
        self.run(machine.LISTONLY)
        ready, listed = int(self.mem[row.READY]), int(self.mem[row.NUM_LISTED])
        self.mem[:] = kept
        self.mem[row.NUM_LISTED] = listed
        self.status = WAITING
        return bool(ready)

    def take_for(self, index: int, action: int, values: Sequence[int]) -> int:
        """Play an action of one side in a submission."""
        base = self.draft_base(index)
        self.mem[row.ACTOR] = index
        self.mem[base + row.CHOSEN] = action
        for info, value in zip(self.tables.program.operands[action], values, strict=True):
            self.mem[base + info.register] = value
        return self._given()

    def commit_for(self, index: int) -> int:
        """Let one side of a submission commit."""
        self.mem[row.ACTOR] = index
        self.mem[self.draft_base(index) + row.CHOSEN] = len(self.tables.program.actions)
        return self._given()

    def _given(self) -> int:
        """Go on with a move that was given instead of listed."""
        site = self.site
        if site is None:
            raise InternalError("nothing is open")
        self.mem[row.PC] = site.resume
        return self.run()

    def take(self, action: int, values: Sequence[int]) -> int:
        """Play an action."""
        infos = self.tables.program.operands[action]
        self.mem[row.CHOSEN] = action
        for info, value in zip(infos, values, strict=True):
            self.mem[info.register] = value
        return self.run()

    def decline(self) -> int:
        """Pass."""
        self.mem[row.CHOSEN] = len(self.tables.program.actions)
        return self.run()

    def decide(self, value: int) -> int:
        """Answer a choice, or let chance fall."""
        site = self.site
        if site is None:
            raise InternalError("nothing is open")
        self.mem[site.register] = value
        return self.run()
