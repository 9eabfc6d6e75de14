"""Many random games on the compiled tier, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ruleengine.compiler.context import NEW_PIECES, places_pieces
from ruleengine.compiler.flow import compile_ruleset
from ruleengine.errors import EndlessError, InternalError, PositionError
from ruleengine.game import streams
from ruleengine.game.rows.batch_ids import NumberTable, site_table
from ruleengine.game.rows.beginnings import row_of
from ruleengine.kernel import machine, playouts
from ruleengine.kernel.cache import announce_compiling
from ruleengine.kernel.calling import machine_address
from ruleengine.kernel.random_bits import AGENT_BITS, CHANCE_KEY, RNG
from ruleengine.kernel.rows import LIMITS, Tables
from ruleengine.kernel.ways import ENTRY
from ruleengine.pipeline.state import NOBODY
from ruleengine.program import layout as row
from ruleengine.program.program import Program
from ruleengine.program.winners import has_won

if TYPE_CHECKING:
    from ruleengine.game.game import Game
    from ruleengine.game.position import Position

CHUNK = 1_000
"""Games that one thread plays before it takes the next lot."""
FUEL = 1 << 28
"""Instructions from one decision to the next: a second of work; more is never going to end."""
MAX_PLIES = 10_000
ROOMS = (NEW_PIECES, 4 * NEW_PIECES, 16 * NEW_PIECES, 64 * NEW_PIECES)
"""Pieces for each cell that may be placed during a game."""
_STREAMS = (2, streams.CHANCE)
"""The streams of `playouts`: of moves, and of chance."""
TRIAL_GAMES, TRIAL_PLIES = 16, 1_000
"""Games that show how much suffices."""


@dataclass(frozen=True)
class Simulation:
    """What came of many games between random players."""

    games: int
    """How many games were played."""
    plies: int
    """Decisions in all games together, chance included."""
    turns: int
    """Turns in all games together."""
    wins: Mapping[str, int]
    """Games won, by side; one that several won together counts for each of them."""
    draws: int
    """Games that nobody won."""
    void: int
    """Games that count for nobody."""
    unfinished: int
    """Games that were cut short."""
    cramped: int
    """Games among these that grew beyond the room there is; the others had too many plies."""
    endings: Mapping[str, int]
    """How often each ending decided, by its id."""
    lengths: tuple[int, ...] = field(repr=False)
    """The plies of each game, in order."""
    seconds: float
    """How long it took."""
    points: Mapping[str, int] = field(default_factory=dict)
    """Points of all games together, by side: what each win counts, less what each loss does."""
    shared: int = 0
    """Games that several sides won together."""
    sampling: str = "rejection"
    """How moves were drawn: as likely as in `random`, but from a stream of their own."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """What the games that count as `cramped` had no room for: pieces, moves, positions, steps."""


def limits_of(status: Any) -> dict[str, int]:  # noqa: ANN401 - an array
    """Return how many games were cut short by each limit; only those that were reached."""
    counts = {name: int((status == number).sum()) for number, name in LIMITS.items()}
    return {name: count for name, count in counts.items() if count}


def positions_for(max_plies: int) -> int:
    """Return how many beginnings of turns games of so many plies may have to remember."""
    # Few sizes, since what agents learn is kept for each program.
    rooms = (row.MAX_POSITIONS, 16 * row.MAX_POSITIONS)
    return next((room for room in rooms if max_plies <= room), row.MOST_POSITIONS)


class CompiledGame:
    """The tables of a game, made once, and the machine that plays them."""

    def __init__(
        self,
        game: Game,
        *,
        counted: bool = False,
        unfolded: bool = False,
        max_positions: int = row.MAX_POSITIONS,
    ) -> None:
        """Compile a game; `compile_ruleset` says what may be asked for beside."""
        announce_compiling()
        self._asked: dict[str, bool] = {"counted": counted, "unfolded": unfolded}
        self._roomier: dict[int, CompiledGame] = {}
        self.game = game
        resolved = game.rules.resolved
        found = False
        for number, new_pieces in enumerate(ROOMS):
            program = compile_ruleset(
                resolved, new_pieces=new_pieces, max_positions=max_positions, **self._asked
            )
            self.tables = Tables(program)
            if found:
                break
            found = self._has_room()
            if found and number == 0:
                break
            # Pieces come and go again and again: some games need far more room than most, so that
            # the next one is taken.

    def _has_room(self) -> bool:
        """Return whether some random games have room for all the pieces that come into them."""
        if not places_pieces(self.game.rules.resolved):
            return True
        start, mem, openings = self.start_row(None), self._memory(), self._openings
        for number in range(TRIAL_GAMES):
            noted = self.played_from(start, 0, number, 1, TRIAL_PLIES, mem)
            if noted[0, playouts.STATUS] in LIMITS or mem[openings + row.CROWDED].any():
                return False
        return True

    @property
    def _openings(self) -> NDArray[np.intp]:
        """Where it is kept for each side of each submission how its draft began."""
        layout = self.tables.program.layout
        kept = [place for name, place in layout.sections.items() if name.startswith("opening ")]
        sides = range(layout.num_sides)
        return np.array(
            [at + side * length // layout.num_sides for at, length in kept for side in sides],
            dtype=np.intp,
        )

    @cached_property
    def number_table(self) -> NumberTable:
        """The numbers of all moves, as the machine lists them."""
        return NumberTable(self.game, self.tables.program)

    @cached_property
    def sites(self) -> Any:  # noqa: ANN401 - an array
        """What the kernel has to know of the places where play waits."""
        return site_table(self.tables.program)

    def simulate(  # noqa: PLR0913 - all but the first two are named
        self,
        games: int,
        seed: int,
        *,
        threads: int = 1,
        max_plies: int = MAX_PLIES,
        opening: Mapping[str, str] | None = None,
        position: Position | None = None,
    ) -> Simulation:
        """Play games between random players, each by the number of its game and the seed."""
        start = self.first_row(opening, position)
        max_plies += int(start[row.PLY])
        # Several lots for each thread, so that none waits long for the others at the end.
        lot = max(1, min(CHUNK, games // (4 * threads)))
        lots: list[tuple[int, int]] = [
            (first, min(lot, games - first)) for first in range(0, games, lot)
        ]
        began = time.perf_counter()
        if threads == 1:
            noted = [
                self.played_from(start, seed, first, count, max_plies) for first, count in lots
            ]
        else:
            with ThreadPoolExecutor(threads) as pool:
                noted = list(
                    pool.map(
                        lambda lot: self.played_from(start, seed, lot[0], lot[1], max_plies), lots
                    )
                )
        played = np.concatenate(noted)
        self._play_on(played, seed, max_plies, opening, position)
        seconds = time.perf_counter() - began
        played[:, playouts.PLIES] -= start[row.PLY]
        played[:, playouts.TURNS] -= self._turns_before(start)
        return self._summary(played, seconds)

    def _turns_before(self, start: Any) -> int:  # noqa: ANN401 - an array
        """Return how many turns are over in a row; one that has begun counts as one to play."""
        turn, phase = int(start[row.TURN]), self.game.rules.phases[start[row.PHASE]]
        return turn - 1 if turn and phase.goes_round else turn

    def _play_on(
        self,
        played: Any,  # noqa: ANN401 - an array
        seed: int,
        max_plies: int,
        opening: Mapping[str, str] | None,
        position: Position | None,
    ) -> None:
        """Play those games anew, with more room, that had more positions than are remembered.

        Most games never need it, so that it is made when one does; a game is the same each time.
        """
        numbers = np.flatnonzero(played[:, playouts.STATUS] == machine.NO_POSITIONS)
        room = positions_for(max_plies)
        if not len(numbers) or room == row.MAX_POSITIONS:
            return
        if room not in self._roomier:
            self._roomier[room] = CompiledGame(self.game, max_positions=room, **self._asked)
        roomier = self._roomier[room]
        start = roomier.first_row(opening, position)
        for number in numbers:
            played[number] = roomier.played_from(start, seed, int(number), 1, max_plies)[0]

    def first_row(self, opening: Mapping[str, str] | None, position: Position | None) -> Any:  # noqa: ANN401 - an array
        """Return the row that games begin with: before the turn of a position, if one is given.

        Raises:
            PositionError: an opening is given as well, or no row can be made of the position.
        """
        if position is None:
            return self.start_row(opening)
        if opening is not None:
            raise PositionError("position/bad-value", "a position has its opening behind it")
        return row_of(self, position)

    def start_row(self, opening: Mapping[str, str] | None) -> Any:  # noqa: ANN401 - an array
        """Return the first row; with an opening, those phases are left out as in `Game.start`."""
        start = self.tables.start.copy()
        if opening is None:
            return start
        state = self.game.seated(opening)
        layout = self.tables.program.layout
        for name, values in (("seat_side", state.seat_side), ("seat_color", state.seat_color)):
            start[layout.at(name) : layout.at(name) + len(values)] = values
        start[row.PHASE] = state.phase
        return start

    def played(self, seed: int, first: int, count: int, max_plies: int) -> Any:  # noqa: ANN401
        """Return what is noted of games between random players, numbered from `first` on."""
        return self.played_from(self.start_row(None), seed, first, count, max_plies)

    def rows(self, seed: int, number: int, plies: int) -> Iterator[Any]:
        """Yield the row of such a game wherever a ply has been decided; it is the same array.

        What the ply does is still to come; the last row of a game that ends is yielded too.
        """
        tables, mem, start = self.tables, self._memory(), self.start_row(None)
        out = np.zeros(ENTRY * tables.program.max_moves, dtype=np.int32)
        mem[: len(start)] = start
        keys = [streams.key(stream, seed & (2**64 - 1), number) for stream in _STREAMS]
        rng = np.zeros(RNG, dtype=np.uint64)
        rng[AGENT_BITS], rng[CHANCE_KEY] = keys
        for ply in range(1, plies + 1):
            given = (tables.code, tables.data, out, rng)
            status = machine.run(mem, 0, *given, machine.PLAYOUT, FUEL, ply)
            yield mem[: tables.size]
            if status != machine.CAPPED:
                return

    def _memory(self) -> Any:  # noqa: ANN401 - an array
        return np.zeros(self.tables.program.working_size, dtype=np.int32)

    def played_from(  # noqa: PLR0913, PLR0917 - of a game that is many
        self,
        start: Any,  # noqa: ANN401 - an array
        seed: int,
        first: int,
        count: int,
        max_plies: int,
        mem: Any = None,  # noqa: ANN401 - an array
    ) -> Any:  # noqa: ANN401 - an array
        """Return what is noted of such games that begin with a row; `mem` is where they play."""
        tables = self.tables
        results = np.zeros(count * playouts.NOTED, dtype=np.int32)
        playouts.play_games(
            machine_address(),
            self._memory() if mem is None else mem,
            start,
            tables.code,
            tables.data,
            np.zeros(ENTRY * tables.program.max_moves, dtype=np.int32),
            np.zeros(RNG, dtype=np.uint64),
            results,
            np.uint64(seed & (2**64 - 1)),
            first,
            count,
            max_plies,
            FUEL,
        )
        return results.reshape(count, playouts.NOTED)

    @staticmethod
    def check_status(noted: Any, first: int, program: Program) -> None:  # noqa: ANN401 - an array
        """Raise an error when the machine could not play one of some games, numbered from `first`.

        A game that there was no more room for is cut short, as one with too many plies is.
        """
        status = noted[:, playouts.STATUS]
        if (status == machine.FAILED).any():
            number = first + int(np.argmax(status == machine.FAILED))
            raise InternalError(f"the machine has failed in game {number}")
        if (status == machine.OUT_OF_FUEL).any():
            address = int(noted[np.argmax(status == machine.OUT_OF_FUEL), playouts.ENDING])
            raise EndlessError(FUEL, program.span_at(address))

    def _summary(self, noted: Any, seconds: float) -> Simulation:  # noqa: ANN401 - an array
        self.check_status(noted, 0, self.tables.program)
        status = noted[:, playouts.STATUS]
        over = status == machine.FINISHED
        limits = limits_of(status)
        void = over & (noted[:, playouts.VOID] == 1)
        winners, worth = noted[over, playouts.WINNER], noted[over, playouts.WORTH]
        names = self.tables.program.endings
        endings = Counter(names[int(number)] for number in noted[over, playouts.ENDING])
        endings["unfinished"] = int((~over).sum())
        return Simulation(
            games=len(noted),
            plies=int(noted[:, playouts.PLIES].sum()),
            turns=int(noted[:, playouts.TURNS].sum()),
            wins={
                side: int(has_won(winners, number).sum())
                for number, side in enumerate(self.game.sides)
            },
            draws=int((winners == NOBODY).sum()) - int(void.sum()),
            void=int(void.sum()),
            unfinished=int((~over).sum()),
            cramped=sum(limits.values()),
            limits=limits,
            endings={name: count for name, count in endings.most_common() if count},
            lengths=tuple(int(plies) for plies in noted[:, playouts.PLIES]),
            seconds=seconds,
            points={
                side: int(
                    np.where(has_won(winners, number), worth, -worth)[winners != NOBODY].sum()
                )
                for number, side in enumerate(self.game.sides)
            },
            shared=int((winners < NOBODY).sum()),
        )
