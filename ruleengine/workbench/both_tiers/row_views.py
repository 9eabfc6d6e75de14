"""What a row of the kernel shows: the state it holds, and who may know what of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ruleengine.errors import InternalError
from ruleengine.game.game import Game
from ruleengine.game.kept.counters_and_marks import counters_by_name, marks_by_name
from ruleengine.game.kept.storage import draw_board
from ruleengine.game.rows.batch_ids import site_table
from ruleengine.game.rows.observing import Observation, Observer
from ruleengine.game.views import pieces_seen
from ruleengine.kernel.rows import RowGame
from ruleengine.kernel.stepping import NOTES
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.start import empty_state
from ruleengine.pipeline.state import NOBODY, State
from ruleengine.program import layout as row

_LISTS = ("cell", "owner", "kind", "home", "seat_no")
_OTHERS = ("seat_side", "seat_color", "side_turns")


def state_of(game: Game, kernel: RowGame, base: int = 0) -> State:
    """Return the state that a row holds, as far as anybody can see it."""
    layout = kernel.tables.program.layout
    pieces = int(kernel.mem[base + row.NUM_PIECES])

    def section(name: str, start: int = 0, count: int | None = None) -> list[int]:
        offset, length = layout.sections[name]
        end = length if count is None else start + count
        return [int(value) for value in kernel.mem[base + offset + start : base + offset + end]]

    state = empty_state(game.rules)
    for name in _LISTS:
        setattr(state, name, section(name, 0, pieces))
    for name in _OTHERS:
        setattr(state, name, section(name))
    state.dice = [max(0, face) for face in section("dice")]  # nothing until it is thrown
    state.zone_owner = section("zone_owner", 0, len(state.zone_owner))
    for info in game.rules.kept:
        name = f"{'counter' if info.holds == 'number' else 'mark'} {info.name}"
        if info.per == "piece":
            for back in range(info.keep):
                values = section(name, back * layout.max_pieces, pieces)
                state.piece_counters[info.offset + back] = values
        else:
            state.counters[info.offset : info.offset + info.count * info.keep] = section(name)
    head = kernel.mem[base : base + row.HEADER]
    state.phase, state.mover = int(head[row.PHASE]), int(head[row.MOVER])
    state.turn, state.ply = int(head[row.TURN]), int(head[row.PLY])
    for slot, cell in enumerate(state.cell):
        if cell >= 0:
            state.at[cell] = (*state.at[cell], slot)
    return state


class RowEyes(Eyes):
    """What somebody may know of a row, as the kernel has it."""

    __slots__ = ("_marks", "_things", "earlier")

    def __init__(
        self,
        game: Game,
        kernel: RowGame,
        side: int,
        base: int = 0,
        mover: int | None = None,
    ) -> None:
        self.earlier: RowEyes | None = None
        """The same eyes before the last step."""
        viewers = tuple(range(len(game.sides))) if side == NOBODY else (side,)
        super().__init__(game.rules.sight, state_of(game, kernel, base), viewers)
        sight = kernel.tables.program.sight
        self._things = ("piece", "kind") if sight is None else sight.things
        found = kernel.hidden_from(side, base, mover)
        self._marks: Any = found[:, : len(self.state.cell)] != 0

    def on(self, state: State) -> Eyes:
        """Return the same eyes on the row before the last step."""
        del state
        if self.earlier is None:
            raise InternalError("nobody has looked at the row before the step")
        return self.earlier

    def _hidden(self, what: str) -> frozenset[int]:
        if what not in self._things:
            return frozenset()
        return frozenset(np.flatnonzero(self._marks[self._things.index(what)]).tolist())


class RowViews:
    """Looks at a row through the eyes of seats, and of those who have none."""

    def __init__(self, game: Game, kernel: RowGame) -> None:
        self.game, self.kernel = game, kernel
        self._sites = site_table(kernel.tables.program)
        # A room of its own: the row is not to be touched.
        self._observer = Observer(game, kernel.tables, (RowGame(kernel.tables),))

    def base_of(self, side: int) -> int:
        """Return where the row begins that a side works on: its draft while it submits."""
        site = self.kernel.site
        if side == NOBODY or site is None or not site.secret:
            return 0
        count = int(self.kernel.mem[site.sides])
        sides = [int(each) for each in self.kernel.mem[site.sides + 1 : site.sides + 1 + count]]
        return self.kernel.draft_base(sides.index(side)) if side in sides else 0

    def eyes(self, side: int, before: RowGame | None) -> RowEyes:
        """Return the eyes of a side, or of those who have none; also on the row `before`."""
        mover = side if self.kernel.acts_at_once(side) else None
        eyes = RowEyes(self.game, self.kernel, side, self.base_of(side), mover)
        if before is not None:
            eyes.earlier = RowEyes(self.game, before, side)
        return eyes

    def shown(self, eyes: RowEyes) -> dict[str, object]:
        """Return what these eyes see, in the words of a view."""
        rules, state = self.game.rules, eyes.state
        return {
            "drawing": draw_board(rules, state, eyes),
            "pieces": pieces_seen(rules, eyes),
            "counters": counters_by_name(rules, eyes),
            "marks": marks_by_name(rules, eyes),
        }

    def observed(self, seat: int) -> Observation:
        """Return what a learner is given for a seat."""
        size, program = self.kernel.tables.size, self.kernel.tables.program
        drafts = program.num_drafts
        rows = np.zeros((1, size * (1 + drafts)), dtype=np.int32)
        for number in range(1 + drafts):
            start = program.stride * number
            rows[0, size * number : size * (number + 1)] = self.kernel.mem[start : start + size]
        notes = np.zeros((1, NOTES), dtype=np.int32)
        return self._observer.observe(rows, notes, self._sites, seat, lambda work: [work(0, 0, 1)])
