"""Many games side by side on the compiled tier, for agents that learn by playing themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ruleengine.errors import EndlessError, InternalError
from ruleengine.game.moves.moves import ChanceOutcome
from ruleengine.game.rows.batch_ids import outcomes_of, site_table
from ruleengine.game.rows.batch_results import BatchStep, Chance, Legal
from ruleengine.game.rows.observing import Observation, Observer
from ruleengine.kernel import advancing, machine, stepping
from ruleengine.kernel.calling import machine_address
from ruleengine.kernel.random_bits import RNG
from ruleengine.kernel.rows import NO_LIMIT, Tables
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import layout as row

if TYPE_CHECKING:
    from ruleengine.game.game import Game
    from ruleengine.game.position import Position
    from ruleengine.game.rows.simulation import CompiledGame

FIRST_CAPACITY = 24
"""Legal moves of a game that there is room for at first; there is more as soon as it is needed."""
MOST_KEPT = 32 << 20
"""Bytes in which legal moves are kept; those of a game with more than its share are listed again.

Hundred thousand games with a thousand moves each would take more than everything else.
"""
_NO_OFFSETS = np.zeros(0, dtype=np.int64)
_NO_MOVES = np.zeros(0, dtype=np.int32)
_NO_BITS = np.zeros(0, dtype=np.uint8)


ChanceMode = Literal["sampled", "enumerated"]
"""Whether chance falls by itself, or as whoever steps the games says."""
_MODES: Mapping[str, int] = {"sampled": machine.SELFPLAY, "enumerated": machine.STEP}
CHANCE = stepping.CHANCE
"""The seat where chance is to fall."""


class Wanted(NamedTuple):
    """What is to be told of the legal moves, and where to."""

    how: int
    offsets: NDArray[np.int64] = _NO_OFFSETS
    found: NDArray[np.int32] = _NO_MOVES
    masks: NDArray[np.uint8] = _NO_BITS
    width: int = 0


class Batch:
    """Games that take their steps together.

    In each game one seat decides at a time: in a submission the sides come one after the other,
    and what is secret stays so. Chance falls by itself, exactly as in a `Match` with the same
    seed and the same number of the game (`Batch.numbers`); or, where it is enumerated, a game
    waits for it like for a seat, and takes the number of an outcome.
    """

    def __init__(  # noqa: PLR0913 - all but the first three are named
        self,
        compiled: CompiledGame,
        size: int,
        seed: int = 0,
        *,
        threads: int = 1,
        max_plies: int | None = None,
        auto_reset: bool = True,
        opening: Mapping[str, str] | None = None,
        chance: ChanceMode = "sampled",
        position: Position | None = None,
    ) -> None:
        """Begin games; `Game.batch` says what the arguments mean."""
        if size < 1 or threads < 1:
            raise ValueError("a batch needs at least one game and one thread")
        if chance not in _MODES:
            raise ValueError(f"chance is one of {', '.join(_MODES)}, not '{chance}'")
        self.game: Game = compiled.game
        """What is played."""
        self.size: int = size
        """How many games there are."""
        self.endings: tuple[str, ...] = compiled.tables.program.endings
        """The ids of the endings, as `BatchStep.endings` numbers them."""
        self._tables = tables = compiled.tables
        self._program = program = tables.program
        self._start = compiled.first_row(opening, position)
        self._seed = np.uint64(seed & (2**64 - 1))
        self._table = compiled.number_table
        self._sites = site_table(program)
        threads = min(threads, size)
        stride = tables.size * (1 + program.num_drafts)
        # Behind the games every thread has room for the copies that questions need.
        self._store = np.zeros(
            size * stride + threads * program.num_copies * tables.size, dtype=np.int32
        )
        self._rows = self._store[: size * stride].reshape(size, stride)
        self._notes = np.zeros((size, stepping.NOTES), dtype=np.int32)
        self._rewards = np.zeros((size, len(self.game.seats)), dtype=np.float32)
        self._numbers = np.arange(size, dtype=np.uint64)
        self._width = 1 + max(1, self._table.num_operands)
        self._most = max(8, MOST_KEPT // (4 * size * (1 + self._width)))
        self._capacity = min(FIRST_CAPACITY, self._most)
        self._ids = np.zeros((size, self._capacity), dtype=np.int32)
        self._entries = np.zeros((size, self._capacity, self._width), dtype=np.int32)
        self._limit = NO_LIMIT if max_plies is None else max_plies + int(self._start[row.PLY])
        self._auto_reset = auto_reset
        self._mode = _MODES[chance]
        bounds = [size * number // threads for number in range(threads + 1)]
        self._parts = list(pairwise(bounds))
        self._desks = [_Desk(tables, self._width) for _ in self._parts]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._advance(np.zeros(0, dtype=np.int32), begin=1)

    # -- what there is to decide

    @property
    def seats(self) -> NDArray[np.int32]:
        """The seat that decides in each game: its number, -1 when the game is over, or `CHANCE`."""
        return self._notes[:, stepping.SEAT].copy()

    @property
    def counts(self) -> NDArray[np.int32]:
        """How many legal moves there are in each game."""
        return self._notes[:, stepping.COUNT].copy()

    @property
    def numbers(self) -> NDArray[np.uint64]:
        """The number of each game: a `Match` with this number and the seed sees the same throws."""
        return self._numbers.copy()

    @property
    def plies(self) -> NDArray[np.int32]:
        """How many decisions, chance included, have been made in each game."""
        return self._rows[:, row.PLY].copy()

    def legal(self) -> Legal:
        """Return the legal moves of all games as numbers, as `Game.move_id` gives them.

        Where chance is to fall, they are the numbers of its outcomes, counted from 0.
        """
        counts = self._notes[:, stepping.COUNT]
        offsets = np.zeros(self.size + 1, dtype=np.int64)
        np.cumsum(counts, out=offsets[1:])
        ids = np.empty(int(offsets[-1]), dtype=np.int32)
        self._look_up(Wanted(advancing.ALL, offsets, ids))
        return Legal(offsets, ids)

    def pick(self, indices: object) -> NDArray[np.int32]:
        """Return one legal move of each game, by its place in the list; -1 where there is none.

        A list is never made for it, which is less work and memory than `legal`.
        """
        places = np.ascontiguousarray(np.asarray(indices), dtype=np.int64)
        if places.shape != (self.size,):
            raise ValueError(f"one place for each of the {self.size} games has to be given")
        ids = np.empty(self.size, dtype=np.int32)
        self._look_up(Wanted(advancing.ONE, places, ids))
        return ids

    def chance(self) -> Chance:
        """Return which games wait for chance, and how likely every outcome is in each of them."""
        games = np.flatnonzero(self._notes[:, stepping.SEAT] == CHANCE)
        counts = self._notes[games, stepping.COUNT]
        offsets = np.zeros(len(games) + 1, dtype=np.int64)
        np.cumsum(counts, out=offsets[1:])
        return Chance(games, offsets, np.repeat(1 / counts, counts))

    def outcomes(self, game: int) -> tuple[ChanceOutcome, ...]:
        """Return the ways in which chance may fall in a game, in the order of their numbers."""
        if self._notes[game, stepping.SEAT] != CHANCE:
            return ()
        count = self._notes[game, stepping.COUNT]
        values = self._entries[game, :count, 1]
        if self._notes[game, stepping.LONG]:
            self._tell(0, game, game + 1, Wanted(advancing.BITS))
            values = self._desks[0].entries.reshape(-1, self._width)[:count, 1]
        return outcomes_of(self.game, self._program, self._rows[game], values)

    def mask(self) -> NDArray[np.uint8]:
        """Return the legal moves as bits: one row for each game, the lowest bit first.

        A game in which chance is to fall has none: its outcomes are no moves.

        `numpy.unpackbits(mask, axis=1, bitorder="little")` makes one entry of each bit.
        """
        width = (len(self.game.move_ids) + 7) // 8
        masks = np.zeros((self.size, width), dtype=np.uint8)
        self._look_up(Wanted(advancing.BITS, masks=masks.reshape(-1), width=width))
        return masks

    def observe(self, seat: str | None = None) -> Observation:
        """Return what a seat sees of all games, or in each what the seat sees that decides."""
        number = -1
        if seat is not None:
            self.game.check_seat(seat)
            number = self.game.seats.index(seat)
        return self._observer.observe(self._rows, self._notes, self._sites, number, self._each)

    @cached_property
    def _observer(self) -> Observer:
        return Observer(self.game, self._tables, self._desks)

    # -- stepping

    def step(self, ids: object) -> BatchStep:
        """Play one move in each game, given by its number.

        A move that is not legal is refused in its game and harms no other. Where chance is to
        fall, the number of the outcome says how.
        """
        asked = np.ascontiguousarray(np.asarray(ids), dtype=np.int32)
        if asked.shape != (self.size,):
            raise ValueError(f"one move for each of the {self.size} games has to be given")
        self._advance(asked, begin=0)
        notes = self._notes
        done = notes[:, stepping.DONE] != stepping.GOES_ON
        # The notes of a game that goes on are still those of the one before it.
        return BatchStep(
            taken=notes[:, stepping.RESULT] == stepping.PLAYED,
            rewards=self._rewards.copy(),
            done=done,
            truncated=notes[:, stepping.DONE] == stepping.CUT_SHORT,
            winners=np.where(done, notes[:, stepping.WINNER], np.int32(-1)),
            endings=np.where(done, notes[:, stepping.ENDING], np.int32(-1)),
            plies=np.where(done, notes[:, stepping.PLIES], np.int32(0)),
        )

    def reset(self) -> None:
        """Begin all games anew; they have the numbers that come next."""
        self._numbers += np.uint64(advancing.NEXT_ROUND)
        self._advance(np.zeros(0, dtype=np.int32), begin=1)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _each(self, work: Callable[[int, int, int], Any]) -> list[Any]:
        """Let each thread do its part of the games."""
        if self._pool is None:
            return [work(number, *part) for number, part in enumerate(self._parts)]
        jobs = [self._pool.submit(work, number, *part) for number, part in enumerate(self._parts)]
        return [job.result() for job in jobs]

    def _advance(self, asked: NDArray[np.int32], *, begin: int) -> None:
        reached = [low for low, _ in self._parts]
        while True:
            shape = self._shape()
            before = list(reached)

            def work(number: int, _low: int, high: int) -> int:
                start = before[number]  # noqa: B023 - done before the next round
                return self._part(number, start, high, asked, shape, begin)  # noqa: B023

            reached = self._each(work)
            stopped = [
                game for game, (_, high) in zip(reached, self._parts, strict=True) if game < high
            ]
            if not stopped:
                break
            self._grow(max(int(self._notes[game, stepping.NEED]) for game in stopped))
        failed = np.flatnonzero(self._notes[:, stepping.RESULT] >= stepping.BROKEN)
        if len(failed):
            self._complain(int(failed[0]))

    def _part(  # noqa: PLR0913, PLR0917 - as many as the kernel is told
        self,
        number: int,
        low: int,
        high: int,
        asked: NDArray[np.int32],
        shape: NDArray[np.int32],
        begin: int,
    ) -> int:
        desk, tables, table = self._desks[number], self._tables, self._table
        return int(
            advancing.advance(
                machine_address(),
                self._store,
                self._entries.reshape(-1),
                self._ids.reshape(-1),
                self._notes.reshape(-1),
                self._rewards.reshape(-1),
                self._numbers,
                asked,
                desk.spare,
                desk.entries,
                desk.ids,
                desk.out,
                desk.rng,
                tables.code,
                tables.data,
                self._start,
                self._sites,
                table.roots,
                table.tree,
                table.kinds,
                shape,
                self._seed,
                self._rows.size + number * self._program.num_copies * tables.size,
                low,
                high,
                begin,
            )
        )

    def _look_up(self, wanted: Wanted) -> None:
        if not all(self._each(lambda number, low, high: self._tell(number, low, high, wanted))):
            raise InternalError("a move has no number")

    def _tell(self, number: int, low: int, high: int, wanted: Wanted) -> bool:
        desk, tables, table = self._desks[number], self._tables, self._table
        return bool(
            advancing.look_up(
                machine_address(),
                self._store,
                self._ids.reshape(-1),
                self._notes.reshape(-1),
                desk.spare,
                desk.entries,
                desk.ids,
                desk.out,
                desk.rng,
                tables.code,
                tables.data,
                self._sites,
                table.roots,
                table.tree,
                table.kinds,
                self._shape(),
                self._rows.size + number * self._program.num_copies * tables.size,
                low,
                high,
                *wanted,
            )
        )

    def _shape(self) -> NDArray[np.int32]:
        table, grid = self._table, self.game.rules.grid
        shape = np.zeros(stepping.SHAPE, dtype=np.int32)
        shape[stepping.STRIDE] = self._rows.shape[1]
        shape[stepping.SIZE] = self._tables.size
        shape[stepping.CAPACITY] = self._capacity
        shape[stepping.WIDTH] = self._width
        shape[stepping.PASS_ID] = table.pass_id
        shape[stepping.COMMIT_ID] = table.commit_id
        shape[stepping.OPERANDS] = table.num_operands
        shape[stepping.PLACES] = len(grid.places)
        shape[stepping.NAMED] = len(self.game.rules.piece_names)
        shape[stepping.TELLS] = self.game.rules.tells_kinds
        shape[stepping.SHARED] = self.game.rules.tells_sharing
        shape[stepping.NUM_SIDES] = len(self.game.sides)
        shape[stepping.MOST_ALIKE] = self.game.rules.most_alike
        shape[stepping.MAX_PLY] = self._limit
        shape[stepping.AGAIN] = int(self._auto_reset)
        shape[stepping.MODE] = self._mode
        shape[stepping.MOST] = self._most
        return shape

    def _grow(self, needed: int) -> None:
        """Make room for more legal moves."""
        old, room = self._capacity, max(needed, self._capacity * 5 // 4) + 7 & ~7
        self._capacity = min(room, self._most)
        ids = np.zeros((self.size, self._capacity), dtype=np.int32)
        ids[:, :old] = self._ids
        self._ids = ids
        entries = np.zeros((self.size, self._capacity, self._width), dtype=np.int32)
        entries[:, :old] = self._entries
        self._entries = entries

    def _complain(self, game: int) -> None:
        """Say what failed in a game; all the others have moved on."""
        notes = self._notes[game]
        if notes[stepping.RESULT] == stepping.NUMBERLESS:
            raise InternalError(f"a move in game {game} has no number")
        if notes[stepping.STATUS] == machine.OUT_OF_FUEL:
            address = int(self._rows[game, row.PC])
            raise EndlessError(stepping.FUEL, self._tables.program.span_at(address))
        if self._auto_reset and notes[stepping.DONE]:
            raise EndlessError(advancing.MAX_EMPTY_GAMES, None)
        raise InternalError(f"the machine has failed in game {game}")


class _Desk:
    """The room in which one thread works."""

    def __init__(self, tables: Tables, width: int) -> None:
        program = tables.program
        self.mem = np.zeros(program.stride, dtype=np.int32)
        self.spare = np.zeros(tables.size * (2 if program.num_drafts else 1), dtype=np.int32)
        self.out = np.zeros(ENTRY * program.max_moves, dtype=np.int32)
        most = 1 + max(program.max_moves, *(site.faces for site in program.sites))
        self.ids = np.zeros(most, dtype=np.int32)
        self.entries = np.zeros(most * width, dtype=np.int32)
        self.rng = np.zeros(RNG, dtype=np.uint64)
