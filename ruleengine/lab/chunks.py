"""Chunks: some games of a job, played, with everything that is kept of them."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ruleengine.game.rows.simulation import FUEL, CompiledGame, limits_of
from ruleengine.kernel import counted, machine, playouts
from ruleengine.kernel.calling import machine_address
from ruleengine.kernel.random_bits import RNG
from ruleengine.kernel.rows import LIMITS
from ruleengine.kernel.ways import ENTRY
from ruleengine.lab.jobs import Job
from ruleengine.program import meters
from ruleengine.program.winners import NOBODY, has_won


@dataclass(frozen=True)
class Chunk:
    """What came of the games `first` to `first + count - 1` of a job."""

    job: str
    first: int
    count: int
    noted: NDArray[np.int32]
    """[count, NOTED]: what `kernel.playouts` notes of each game."""
    first_side: NDArray[np.int8]
    """[count]: the side that had the first turn; -1 = none had turns."""
    fired: NDArray[np.uint8]
    """[count, bytes]: one bit for each meter, whether it counted anything in the game."""
    sums: NDArray[np.int64]
    """[meters]: what each meter counted, over all games."""
    cells: NDArray[np.int64]
    """[3, places]: visits, captures and strikes, over all games."""
    seat_side: NDArray[np.int8]
    """[count, seats]: the side of each seat at the end; no seats when all players are alike."""

    ARRAYS = ("noted", "first_side", "fired", "sums", "cells", "seat_side")

    def to_json(self) -> str:
        """Return it as one line of text."""
        arrays = {name: _packed(getattr(self, name)) for name in self.ARRAYS}
        head = {"job": self.job, "first": self.first, "count": self.count}
        return json.dumps(head | arrays, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the chunk that a line holds; ValueError when it holds none."""
        data = json.loads(text)
        if not isinstance(data, dict):
            raise ValueError("no chunk")  # noqa: TRY004 - what is read has the wrong value
        try:
            arrays = {name: _unpacked(data[name]) for name in cls.ARRAYS}
            return cls(str(data["job"]), int(data["first"]), int(data["count"]), **arrays)
        except (KeyError, TypeError, zlib.error) as error:
            raise ValueError(f"no chunk: {error}") from error


def _packed(array: NDArray[Any]) -> list[object]:
    packed = base64.b64encode(zlib.compress(np.ascontiguousarray(array).tobytes(), 6))
    return [array.dtype.str, list(array.shape), packed.decode("ascii")]


def _unpacked(data: Sequence[Any]) -> NDArray[Any]:
    kind, shape, packed = data
    raw = zlib.decompress(base64.b64decode(packed, validate=True))
    return np.frombuffer(raw, dtype=np.dtype(kind)).reshape(shape)


def play_chunk(
    job: Job, first: int, count: int, given_up: Callable[[], bool] | None = None
) -> Chunk:
    """Play some games of a job; what comes of each depends on the seed and its number only.

    Where players think, `given_up` is asked before each decision; once it says so GivenUpError is
    raised, and nothing is kept of the chunk.
    """
    if job.manner.is_random:
        return _playouts(job, first, count)
    from ruleengine.lab.matches import play_matches  # noqa: PLC0415 - agents may be heavy

    return play_matches(job, first, count, given_up)


class GivenUpError(Exception):
    """Nobody waits for a chunk any more."""


def _playouts(job: Job, first: int, count: int) -> Chunk:
    tables, program, layout = job.tables, job.program, job.program.layout
    rows = (1 + program.num_copies) * (1 + program.num_drafts)
    num_done, num_asked = len(job.metered.done), len(job.metered.asked)
    num_cells = len(meters.MAPS) * layout.num_places
    results = np.zeros(count * playouts.NOTED, dtype=np.int32)
    counts = np.zeros(count * (1 + 2 * num_done + num_asked), dtype=np.int32)
    cells = np.zeros(num_cells, dtype=np.int64)
    where = np.array(
        [
            tables.size,
            rows,
            layout.at(meters.DONE),
            num_done,
            layout.at(meters.ASKED),
            num_asked,
            layout.at(meters.FIRST),
            layout.at(meters.MAPS[0]),
            num_cells,
        ],
        dtype=np.int32,
    )
    counted.play_counted(
        machine_address(),
        np.zeros(tables.size * rows, dtype=np.int32),
        np.array(job.start, dtype=np.int32),
        tables.code,
        tables.data,
        np.zeros(ENTRY * program.max_moves, dtype=np.int32),
        np.zeros(RNG, dtype=np.uint64),
        results,
        counts,
        cells,
        where,
        np.uint64(job.manner.seed & (2**64 - 1)),
        first,
        count,
        job.manner.max_plies,
        FUEL,
    )
    noted = results.reshape(count, playouts.NOTED)
    CompiledGame.check_status(noted, first, program)
    return chunk_of(job, first, noted, counts.reshape(count, -1), cells)


def chunk_of(  # noqa: PLR0913, PLR0917 - a chunk has that many parts
    job: Job,
    first: int,
    noted: NDArray[np.int32],
    counts: NDArray[np.int32],
    cells: NDArray[np.int64],
    seat_side: NDArray[np.int8] | None = None,
) -> Chunk:
    """Return the chunk of games with their counts, the first of which is the first side."""
    happened = counts[:, 1:]
    return Chunk(
        job.digest,
        first,
        len(noted),
        noted,
        counts[:, 0].astype(np.int8),
        np.packbits(happened > 0, axis=1),
        happened.sum(axis=0, dtype=np.int64),
        cells.reshape(len(meters.MAPS), -1),
        np.zeros((len(noted), 0), np.int8) if seat_side is None else seat_side,
    )


@dataclass(frozen=True)
class Games:
    """All games of a job that have been played, in the order of their numbers."""

    job: Job
    noted: NDArray[np.int32]
    first_side: NDArray[np.int8]
    fired: NDArray[np.bool_]
    """[games, meters]"""
    sums: NDArray[np.int64]
    cells: NDArray[np.int64]
    seat_side: NDArray[np.int8]

    @classmethod
    def of(cls, job: Job, chunks: Sequence[Chunk]) -> Self:
        """Put chunks together, whatever order they were played in."""
        ordered = sorted(chunks, key=lambda chunk: chunk.first)
        num_meters = len(job.metered.all)
        places = job.program.layout.num_places
        if not ordered:
            return cls(
                job,
                np.zeros((0, playouts.NOTED), np.int32),
                np.zeros(0, np.int8),
                np.zeros((0, num_meters), np.bool_),
                np.zeros(num_meters, np.int64),
                np.zeros((len(meters.MAPS), places), np.int64),
                np.zeros((0, 0), np.int8),
            )
        bits = np.concatenate([chunk.fired for chunk in ordered])
        return cls(
            job,
            np.concatenate([chunk.noted for chunk in ordered]),
            np.concatenate([chunk.first_side for chunk in ordered]),
            np.unpackbits(bits, axis=1, count=num_meters).astype(np.bool_),
            np.sum([chunk.sums for chunk in ordered], axis=0),
            np.sum([chunk.cells for chunk in ordered], axis=0),
            np.concatenate([chunk.seat_side for chunk in ordered]),
        )

    def __len__(self) -> int:
        return len(self.noted)

    @property
    def plies(self) -> NDArray[np.int32]:
        """The length of each game."""
        return self.noted[:, playouts.PLIES]

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games were finished."""
        finished: NDArray[np.bool_] = self.noted[:, playouts.STATUS] == machine.FINISHED
        return finished

    @property
    def cramped(self) -> NDArray[np.bool_]:
        """Which games were cut short because there was no more room for them."""
        full: NDArray[np.bool_] = np.isin(self.noted[:, playouts.STATUS], tuple(LIMITS))
        return full

    @property
    def limits(self) -> dict[str, int]:
        """How many games there was no more room for, by what there was too much of."""
        return limits_of(self.noted[:, playouts.STATUS])

    @property
    def void(self) -> NDArray[np.bool_]:
        """Which games count for nobody."""
        void: NDArray[np.bool_] = self.over & (self.noted[:, playouts.VOID] == 1)
        return void

    def won(self, side: int) -> NDArray[np.bool_]:
        """Which games a side won, alone or with others."""
        won: NDArray[np.bool_] = self.over & has_won(self.noted[:, playouts.WINNER], side)
        return won

    @property
    def drawn(self) -> NDArray[np.bool_]:
        """Which games were drawn."""
        nobody: NDArray[np.bool_] = self.noted[:, playouts.WINNER] == NOBODY
        return self.over & ~self.void & nobody

    @property
    def shared(self) -> NDArray[np.bool_]:
        """Which games several sides won together."""
        shared: NDArray[np.bool_] = self.over & (self.noted[:, playouts.WINNER] < NOBODY)
        return shared

    @property
    def endings(self) -> list[str | None]:
        """How each game ended; None if it was cut short."""
        names = self.job.program.endings
        ends = self.noted[:, playouts.ENDING]
        return [names[number] if number >= 0 else None for number in ends]

    def head(self, count: int) -> Games:
        """Return the first games alone; what is only known in sum is left as it is."""
        return Games(
            self.job,
            self.noted[:count],
            self.first_side[:count],
            self.fired[:count],
            self.sums,
            self.cells,
            self.seat_side[:count],
        )
