"""Positions as rows of the compiled tier: games that begin somewhere else than at the start.

A row goes on from an address of the program, and the only ones at which everything that counts
has its place in the state are those where the steps of a turn begin. So a position becomes the row
of its turn before these steps, and the machine takes what has been decided in the turn since; the
pipeline does the same first, to see that it leads to the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ruleengine.errors import InternalError
from ruleengine.game.rows.counting import take
from ruleengine.game.way_there import Decided, refused, way_to
from ruleengine.kernel.rows import RowGame
from ruleengine.pipeline.state import NOBODY, State
from ruleengine.program import head, meters
from ruleengine.program import layout as row
from ruleengine.program.program import Program

if TYPE_CHECKING:
    from ruleengine.game.position import Position
    from ruleengine.game.rows.simulation import CompiledGame

_OF_SLOTS = ("cell", "owner", "kind", "home", "seat_no")
_LISTS = ("seat_side", "seat_color", "side_turns", "zone_owner")


def row_of(compiled: CompiledGame, position: Position) -> Any:  # noqa: ANN401 - an array
    """Return a row from which the machine comes to a position, or goes on from it.

    Raises:
        PositionError: as in `way_to`, or it has more in it than a row holds.
    """
    if position.state == compiled.game.start().state:
        return compiled.start_row(None)
    state, decided = way_to(position)
    begun = _Row(compiled).of(state)
    return _row_after(compiled, begun, decided) if decided else begun


def _row_after(compiled: CompiledGame, begun: Any, decided: list[Decided]) -> Any:  # noqa: ANN401
    """Return the row that comes of another by some decisions; it asks for the next one anew."""
    kernel = RowGame(compiled.tables, begun)
    kernel.run()
    for position, choice in decided:
        take(compiled.tables.program, kernel, position, choice)
    site = kernel.site
    if site is None:
        raise InternalError("nothing is open")
    values = kernel.mem[: compiled.tables.size].copy()
    values[row.PC] = site.asks
    values[row.DRAWS] = 0  # throws are counted from here on, as a match counts them
    _forget_counts(compiled.tables.program, values)
    return values


def _forget_counts(program: Program, values: Any) -> None:  # noqa: ANN401 - an array
    """Let a counted program count from here on."""
    for name in (meters.DONE, meters.ASKED, *meters.MAPS) if program.metered else ():
        offset, length = program.layout.sections[name]
        values[offset : offset + length] = 0


class _Row:
    """Writes states into rows."""

    def __init__(self, compiled: CompiledGame) -> None:
        self._tables = compiled.tables
        self._program = compiled.tables.program
        self._layout = self._program.layout
        self._rules = compiled.game.rules
        self._values = compiled.tables.start.copy()

    def of(self, state: State) -> Any:  # noqa: ANN401 - an array
        """Return the row of a state with which the steps of a turn begin."""
        values, pieces = self._values, len(state.cell)
        if pieces > self._layout.max_pieces:
            raise refused(
                f"it has {pieces} pieces, and there is room for {self._layout.max_pieces}"
            )
        for place, number in (
            (row.PC, self._program.turns[state.phase]),
            (row.PHASE, state.phase),
            (row.MOVER, state.mover),
            (row.TURN_INDEX, state.turn_index),
            (row.TURN, state.turn),
            (row.PLY, state.ply),
            (row.IDLE, state.idle_turns),
            (row.NUM_PIECES, pieces),
        ):
            values[place] = number
        for name in _LISTS:
            self._put(self._layout.at(name), getattr(state, name))
        dice = [die or row.ABSENT_NUMBER for die in state.dice]
        self._put(self._layout.at("dice"), dice)
        for name in _OF_SLOTS:
            offset, length = self._layout.sections[name]
            values[offset : offset + length] = -1 if name == "cell" else 0
            self._put(offset, getattr(state, name))
        self._kept(state)
        self._link(state)
        return values

    def _put(self, offset: int, numbers: list[int]) -> None:
        self._values[offset : offset + len(numbers)] = numbers

    def _kept(self, state: State) -> None:
        """Write counters and marks, with what they were before."""
        for info in self._rules.kept:
            sort = "counter" if info.holds == "number" else "mark"
            offset, length = self._layout.sections[f"{sort} {info.name}"]
            if info.per != "piece":
                self._put(offset, state.counters[info.offset : info.offset + length])
                continue
            for back in range(info.keep):
                room = length // info.keep
                column = offset + back * room
                self._put(column, [info.before if back else info.start] * room)
                self._put(column, state.piece_counters[info.offset + back])

    def _link(self, state: State) -> None:
        """Write which pieces stand in each place and belong to each army, and the tallies."""
        values, layout = self._values, self._layout
        for name in ("top", "next"):
            offset, length = layout.sections[name]
            values[offset : offset + length] = -1
        for name in ("army", "army_size", "rank"):
            offset, length = layout.sections[name]
            values[offset : offset + length] = 0
        tallies = self._tallies()
        for offset in tallies:
            self._put(offset, [0] * layout.num_sides)
        for slot, (cell, owner) in enumerate(zip(state.cell, state.owner, strict=True)):
            if cell < 0:
                continue
            end = layout.at("top") + cell
            while values[end] >= 0:
                end = layout.at("next") + values[end]
            values[end] = slot
            if owner == NOBODY:
                continue
            for offset in self._counted_in(tallies, cell, state.kind[slot]):
                values[offset + owner] += 1
            if cell < layout.num_cells:
                rank = int(values[layout.at("army_size") + owner])
                values[layout.at("army") + owner * layout.max_pieces + rank] = slot
                values[layout.at("rank") + slot] = rank
                values[layout.at("army_size") + owner] = rank + 1

    def _counted_in(self, tallies: list[int], cell: int, kind: int) -> Iterator[int]:
        """Yield the tallies that count a piece of a kind in a place."""
        data = self._tables.data
        mask = int(data[data[head.TALLY_MASKS] + cell])
        for number, offset in enumerate(tallies):
            kinds = int(data[head.TALLY_KINDS]) + number * self._layout.num_kinds
            if mask >> number & 1 and data[kinds + kind]:
                yield offset

    def _tallies(self) -> list[int]:
        """Return where the counts are that the machine keeps of pieces."""
        sections = self._layout.sections
        return [offset for name, (offset, _) in sections.items() if name.startswith("tally ")]
