"""The way from a scene to the kernel's search and back: one thinker for each agent."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from ruleengine.agents.keeping import worth_of
from ruleengine.agents.worth import Worth
from ruleengine.errors import InternalError
from ruleengine.game import streams
from ruleengine.game.rows.row_match import OPTION, RowMove
from ruleengine.game.rows.scenes import Scene
from ruleengine.kernel import rating, search, tree
from ruleengine.kernel.calling import machine_address
from ruleengine.kernel.imagining import BLOT
from ruleengine.kernel.random_bits import AGENT_BITS, RNG, TRIES, WORLDS
from ruleengine.kernel.stepping import PIECE, SKIPPED, VALUE
from ruleengine.kernel.submitting import MAX_DONE
from ruleengine.kernel.ways import ENTRY
from ruleengine.program.layout import MAX_OPERANDS

if TYPE_CHECKING:
    from ruleengine.game.rows.simulation import CompiledGame

LONG_GAME: Final = 16
"""Plies of a random game from which on rollouts are cut short."""
CUT: Final = 8
"""Plies after which such a rollout is cut short; the learned worth says more than random play."""
EXPLORE: Final = 1.2
"""How much is tried that has not been tried often, in deviations of the values of a search."""
MAX_TABLE: Final = 1 << 20
SAMPLES: Final = 5
"""Worlds in which each move is looked at when chance or secrets play a part."""
FRESH: Final = np.zeros(0, dtype=np.int32)
LOT: Final = 32
"""Iterations between two looks at the clock."""


@dataclass
class Considered:
    """A move, how often the search has tried it, and what came of it on the average."""

    move: RowMove
    visits: int
    value: float


class Thinker:
    """The rooms of one agent in which the kernel works, and what it is told of the game."""

    def __init__(self, compiled: CompiledGame) -> None:
        self._tables = tables = compiled.tables
        self._program = program = tables.program
        self._sites = compiled.sites
        self._game = compiled.game
        self.worth: Worth = worth_of(compiled)
        self._mem = np.zeros(program.working_size, dtype=np.int32)
        self._out = np.zeros(ENTRY * program.max_moves, dtype=np.int32)
        self._listed = np.zeros(ENTRY * program.max_moves, dtype=np.int32)
        self._rng = np.zeros(RNG, dtype=np.uint64)
        sides = program.layout.num_sides
        self._seen = np.zeros(sides, dtype=np.uint64)
        self._done = np.zeros(sides * MAX_DONE, dtype=np.uint64)
        self._within = np.zeros(2 * sides, dtype=np.int32)
        self._values = np.zeros(sides)
        self._path = np.zeros(2 * search.MAX_PATH, dtype=np.int32)
        self._hashes = np.zeros(program.max_moves, dtype=np.uint64)
        self._rated = np.zeros(program.max_moves)
        self._roots = np.zeros(program.max_moves, dtype=np.uint64)
        self._places = np.zeros(program.max_moves, dtype=np.int32)
        self._counts = np.zeros(max(1, program.layout.num_kinds), dtype=np.int32)
        self._shapes = _shapes(compiled)
        self._is_open = not compiled.game.rules.hides and all(
            site.kind != "chance" for site in program.sites
        )
        self._table = np.zeros(0, dtype=np.uint64)
        self._visits = np.zeros(0, dtype=np.int32)
        self._sums = np.zeros(0)
        self._spread = np.zeros(3)

    def _plan(self, scene: Scene) -> NDArray[np.int32]:
        layout = self._program.layout
        plan = np.zeros(tree.PLAN + layout.num_sides, dtype=np.int32)
        plan[tree.NUM_SIDES] = layout.num_sides
        plan[tree.NUM_PLACES] = layout.num_places
        plan[tree.NAMED] = len(self._game.rules.piece_names)
        plan[tree.SIDE] = scene.side
        plan[tree.SEAT] = scene.seat
        plan[tree.NUM_BLOTS] = len(scene.blots) // BLOT
        plan[tree.NUM_REFS] = self.worth.num_references
        plan[tree.HIDES] = int(self._game.rules.hides)
        plan[tree.SHARED] = int(self._game.rules.tells_sharing)
        return plan

    @property
    def depth(self) -> int:
        """After how many plies a rollout is cut short; -1 for never."""
        return CUT if self.worth.mean_length > LONG_GAME else -1

    def search(  # noqa: PLR0913 - all but the first two are named
        self,
        scene: Scene,
        key: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        depth: int | None = None,
        explore: float = EXPLORE,
        worn: NDArray[np.int32] = FRESH,
    ) -> list[Considered]:
        """Search from a scene, for so many iterations or seconds; return what was considered.

        What `worn` tells, by kind and place, is how often the side's pieces have been there.
        """
        plan = self._plan(scene)
        plan[tree.DEPTH] = self.depth if depth is None else depth
        plan[tree.EXPLORE] = round(1000 * explore)
        self._make_room(iterations)
        self._spread[:] = 0.0
        if not self._is_open:
            self._list(scene, plan)
            plan[tree.VARIES] = 1
        self._rng[AGENT_BITS] = self._rng[TRIES] = np.uint64(key)
        self._rng[WORLDS] = np.uint64(streams.mix(key))
        done, ends = 0, None if seconds is None else time.monotonic() + seconds
        while (iterations is None or done < iterations) and (
            ends is None or time.monotonic() < ends or done == 0
        ):
            lot = LOT if iterations is None else min(iterations - done, 1 << 20)
            plan[tree.COUNT] = lot
            self._call_search(scene, plan, worn)
            done += lot
        return self._considered(scene, plan)

    @property
    def samples(self) -> int:
        """Worlds in which a move is looked at: one will do where nothing is left to chance."""
        return 1 if self._is_open else SAMPLES

    def _make_room(self, iterations: int | None) -> None:
        sides = self._program.layout.num_sides
        needed = MAX_TABLE if iterations is None else 4 * sides * (iterations + 16)
        size = min(MAX_TABLE, 1 << needed.bit_length())
        if len(self._table) != size:
            self._table = np.zeros(size, dtype=np.uint64)
            self._visits = np.zeros(size, dtype=np.int32)
            self._sums = np.zeros(size)
        else:
            self._table[:] = 0

    def _call_search(self, scene: Scene, plan: NDArray[np.int32], worn: NDArray[np.int32]) -> None:
        tables, worth = self._tables, self.worth
        status = search.search(
            machine_address(),
            self._mem,
            self._out,
            self._rng,
            tables.code,
            tables.data,
            scene.rows,
            self._sites,
            self._shapes,
            worth.about,
            scene.made,
            worn,
            scene.blots,
            worth.references,
            worth.leaves,
            self._counts,
            worth.weights,
            worth.numbers,
            self._table,
            self._visits,
            self._sums,
            self._seen,
            self._done,
            self._within,
            self._path,
            self._hashes,
            self._values,
            self._roots,
            self._spread,
            plan,
        )
        if status:
            raise InternalError(f"the search came to nothing (status {status})")

    def _considered(self, scene: Scene, plan: NDArray[np.int32]) -> list[Considered]:
        """Return the moves of the seat with what the table says of them."""
        found: list[Considered] = []
        for index in range(self._list(scene, plan)):
            at = int(self._places[index])
            visits = int(self._visits[at]) if at >= 0 else 0
            value = float(self._sums[at]) / visits if visits else 0.0
            found.append(Considered(self._move(index), visits, value))
        return found

    def _list(self, scene: Scene, plan: NDArray[np.int32]) -> int:
        count = int(
            rating.list_first(
                machine_address(),
                self._mem,
                self._out,
                self._rng,
                self._tables.code,
                self._tables.data,
                scene.rows,
                self._sites,
                self._shapes,
                scene.blots,
                self.worth.references,
                self.worth.leaves,
                self._counts,
                self._table,
                self.worth.about,
                scene.made,
                self._seen,
                self._done,
                self._within,
                self._places,
                self._roots,
                plan,
            )
        )
        if count < 1:
            raise InternalError("a seat that decides has no moves")
        self._listed[: count * ENTRY] = self._out[: count * ENTRY]
        return count

    def _move(self, index: int) -> RowMove:
        entry = self._listed[index * ENTRY : (index + 1) * ENTRY]
        described, data = int(entry[0]), self._tables.data
        if described < 0:
            value = int(entry[1])
            declines = len(self._program.actions)
            return RowMove(declines, ()) if value < 0 else RowMove(OPTION, (value,))
        count = int(data[described + 1])
        return RowMove(int(data[described]), tuple(int(part) for part in entry[1 : 1 + count]))

    def moves(self, scene: Scene) -> list[RowMove]:
        """Return the moves of the seat."""
        return [self._move(index) for index in range(self._list(scene, self._plan(scene)))]

    def imagine(self, scene: Scene, key: int) -> NDArray[np.int32]:
        """Return the row of a whole position that fits what the seat of a scene knows."""
        plan = self._plan(scene)
        self._rng[AGENT_BITS] = np.uint64(key)
        self._list(scene, plan)
        return self._mem[: self._tables.size].copy()

    def rate(
        self,
        scene: Scene,
        key: int,
        *,
        samples: int,
        most: int | None = None,
        worn: NDArray[np.int32] = FRESH,
    ) -> list[Considered]:
        """Rate every move by what the position after it is worth, in so many worlds.

        Of more than `most` moves that many are drawn. What `worn` tells, by kind and place, is how
        often the side's pieces have been there; a position is worth less for it.
        """
        plan = self._plan(scene)
        self._rng[AGENT_BITS] = np.uint64(key)
        count = self._list(scene, plan)
        if most is not None and count > most:
            drawn = sorted(range(count), key=lambda index: streams.key(key, index))[:most]
            entries = self._listed[: count * ENTRY].reshape(count, ENTRY)[drawn]
            self._listed[: most * ENTRY] = entries.reshape(-1)
            count = most
        plan[tree.COUNT], plan[tree.SAMPLES] = count, samples
        tables, worth = self._tables, self.worth
        rating.rate(
            machine_address(),
            self._mem,
            self._out,
            self._rng,
            tables.code,
            tables.data,
            scene.rows,
            self._sites,
            scene.blots,
            worth.references,
            worth.leaves,
            self._counts,
            worth.weights,
            worth.numbers,
            worth.about,
            scene.made,
            worn,
            self._seen,
            self._done,
            self._within,
            self._values,
            self._rated,
            self._listed,
            plan,
        )
        return [
            Considered(self._move(index), samples, float(self._rated[index]) / samples)
            for index in range(count)
        ]


def _shapes(compiled: CompiledGame) -> NDArray[np.int32]:
    """Return how each operand of each action tells moves apart."""
    actions = compiled.game.rules.actions
    shapes = np.full((max(1, len(actions)), MAX_OPERANDS), SKIPPED, dtype=np.int32)
    for number, action in enumerate(actions.values()):
        for order, operand in enumerate(action.operands):
            if operand.named != "never":
                shapes[number, order] = PIECE if operand.what == "piece" else VALUE
    return shapes.reshape(-1)
