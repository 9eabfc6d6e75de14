"""Many random games on the compiled tier, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ruleengine.compiler.context import NEW_PIECES, places_pieces
from ruleengine.compiler.flow import compile_ruleset
from ruleengine.errors import EndlessError, InternalError, PositionError
from ruleengine.game.batch_ids import NumberTable, site_table
from ruleengine.game.beginnings import row_before
from ruleengine.kernel import machine, playouts
from ruleengine.kernel.cache import announce_compiling
from ruleengine.kernel.calling import machine_address
from ruleengine.kernel.rows import Tables
from ruleengine.kernel.ways import ENTRY
from ruleengine.pipeline.state import NOBODY
from ruleengine.program import layout as row
from ruleengine.program.program import ROOM, Program

if TYPE_CHECKING:
    from ruleengine.game.game import Game
    from ruleengine.game.position import Position

CHUNK = 1_000
"""Games that one thread plays before it takes the next lot."""
FUEL = 1 << 28
"""Instructions from one decision to the next: a second of work; more is never going to end."""
MAX_PLIES = 10_000
ROOMS = (NEW_PIECES, 4 * NEW_PIECES, 16 * NEW_PIECES)
"""Pieces for each cell that may be placed during a game; the first that suffices."""
TRIAL_GAMES, TRIAL_PLIES = 4, 1_000
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
    """Games won, by side."""
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
    sampling: str = "rejection"
    """How moves were drawn: as likely as in `random`, but from a stream of their own."""


class CompiledGame:
    """The tables of a game, made once, and the machine that plays them."""

    def __init__(self, game: Game, *, counted: bool = False, unfolded: bool = False) -> None:
        """Compile a game; `compile_ruleset` says what may be asked for beside."""
        announce_compiling()
        self.game = game
        resolved = game.rules.resolved
        for new_pieces in ROOMS:
            program = compile_ruleset(
                resolved, counted=counted, unfolded=unfolded, new_pieces=new_pieces
            )
            self.tables = Tables(program)
            if self._has_room():
                break

    def _has_room(self) -> bool:
        """Return whether some random games have room for all the pieces that come into them."""
        if not places_pieces(self.game.rules.resolved):
            return True
        noted = self._play(self.start_row(None), 0, 0, TRIAL_GAMES, TRIAL_PLIES)
        return not (noted[:, playouts.STATUS] == machine.FULL).any()

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
            noted = [self._play(start, seed, first, count, max_plies) for first, count in lots]
        else:
            with ThreadPoolExecutor(threads) as pool:
                noted = list(
                    pool.map(lambda lot: self._play(start, seed, lot[0], lot[1], max_plies), lots)
                )
        seconds = time.perf_counter() - began
        played = np.concatenate(noted)
        played[:, playouts.PLIES] -= start[row.PLY]
        played[:, playouts.TURNS] -= start[row.TURN]
        return self._summary(played, seconds)

    def first_row(self, opening: Mapping[str, str] | None, position: Position | None) -> Any:  # noqa: ANN401 - an array
        """Return the row that games begin with: before the turn of a position, if one is given.

        Raises:
            PositionError: an opening is given as well, or no row can be made of the position.
        """
        if position is None:
            return self.start_row(opening)
        if opening is not None:
            raise PositionError("position/bad-value", "a position has its opening behind it")
        return row_before(self, position)

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

    def _play(self, start: Any, seed: int, first: int, count: int, max_plies: int) -> Any:  # noqa: ANN401
        tables = self.tables
        rooms = ROOM * (1 + tables.program.num_drafts)
        results = np.zeros(count * playouts.NOTED, dtype=np.int32)
        playouts.play_games(
            machine_address(),
            np.zeros(tables.size * rooms, dtype=np.int32),
            start,
            tables.code,
            tables.data,
            np.zeros(ENTRY * tables.program.max_moves, dtype=np.int32),
            np.zeros(4, dtype=np.uint64),
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
        void = over & (noted[:, playouts.VOID] == 1)
        winners = noted[over, playouts.WINNER]
        names = self.tables.program.endings
        endings = Counter(names[int(number)] for number in noted[over, playouts.ENDING])
        endings["unfinished"] = int((~over).sum())
        return Simulation(
            games=len(noted),
            plies=int(noted[:, playouts.PLIES].sum()),
            turns=int(noted[:, playouts.TURNS].sum()),
            wins={
                side: int((winners == number).sum()) for number, side in enumerate(self.game.sides)
            },
            draws=int((winners == NOBODY).sum()) - int(void.sum()),
            void=int(void.sum()),
            unfinished=int((~over).sum()),
            cramped=int((status == machine.FULL).sum()),
            endings={name: count for name, count in endings.most_common() if count},
            lengths=tuple(int(plies) for plies in noted[:, playouts.PLIES]),
            seconds=seconds,
        )
