"""Positions as rows of the compiled tier: games that begin somewhere else than at the start.

A row goes on from an address of the program, and the only one that every turn passes is where it
begins. So a position becomes the row before its turn, and the machine begins that turn itself;
the pipeline does the same first, to see that it leads to the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ruleengine.errors import PositionError
from ruleengine.pipeline.flow import Run, advance, begin_turn
from ruleengine.pipeline.repetitions import position_key
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.state import NOBODY, State
from ruleengine.program import head
from ruleengine.program import layout as row

if TYPE_CHECKING:
    from ruleengine.game.position import Position
    from ruleengine.game.rows.simulation import CompiledGame

_OF_SLOTS = ("cell", "owner", "kind", "home", "seat_no")
_LISTS = ("dice", "seat_side", "seat_color", "side_turns", "zone_owner")


def row_before(compiled: CompiledGame, position: Position) -> Any:  # noqa: ANN401 - an array
    """Return the row before the turn that a position stands at the beginning of.

    Raises:
        PositionError: the position stands elsewhere, or has more in it than a row holds.
    """
    if position.state == compiled.game.start().state:
        return compiled.start_row(None)
    return _Row(compiled).of(_before_turn(position))


def _before_turn(position: Position) -> State:
    """Return the state before the turn of a position began; the turn itself leads back to it."""
    rules, state = position.game.rules, position.state
    phase = rules.phases[state.phase]
    if position.outcome is not None:
        raise _refused("the game is over in it")
    if not phase.goes_round or state.turn < 1:
        raise _refused(f"phase '{phase.name}' has no turns")
    before = state.copy()
    before.frames, before.envs, before.queue, before.drafts = [], [], [], ()
    before.turn -= 1
    if phase.is_round:
        before.side_turns = [turns - 1 for turns in state.side_turns]
    else:
        before.side_turns[state.mover] -= 1
        before.turn_index = (state.turn_index - 1) % len(phase.turns)
    if rules.repeats:
        key = position_key(rules, state)
        earlier = state.seen.get(key, 1) - 1
        before.seen = {each: times for each, times in state.seen.items() if each != key}
        before.first_turn, before.since = {}, None
        if earlier or before.seen:
            raise _refused(
                "the rules ask how often positions have stood, and it cannot take over which stood "
                "before; draw it with `Game.position` to begin without them, or give a tree "
                "counter the `moves` that lead there"
            )
    again = _begun(rules, before)
    if again != state:
        # A turn may begin with counting something; what it has counted is taken back.
        for info in rules.kept:
            _take_back(info, before, again, state)
        again = _begun(rules, before)
    if again != state:
        raise _refused("it does not stand at the beginning of a turn, as that turn begins")
    return before


def _begun(rules: Rules, before: State) -> State:
    """Return the state at the first decision of the turn that comes next."""
    run = Run(rules, before.copy())
    begin_turn(run)
    advance(run)
    return run.state


def _take_back(info: CounterInfo, before: State, after: State, wanted: State) -> None:
    """Let a counter or mark be what a turn makes the wanted of, which it begins with for now."""
    for index in range(len(wanted.cell) if info.per == "piece" else info.count):
        made, past = _history(info, after, index), _history(info, wanted, index)
        if len(made) != len(past) or made == past:
            continue
        if info.keep == 1:
            _write_history(info, before, index, [past[0] - (made[0] - past[0])])
            continue
        # Each change moves what was before on by one: so many steps back is how it began. What
        # drops out at the end is not known, and drops out again.
        moved = next(n for n in range(info.keep + 1) if made[n:] == past[: info.keep - n])
        _write_history(info, before, index, past[moved:] + [info.before] * moved)


def _history(info: CounterInfo, state: State, index: int) -> list[int]:
    """Return what one side, seat, piece or cell has of a counter or mark, the present first."""
    if info.per == "piece":
        columns = state.piece_counters[info.offset : info.offset + info.keep]
        return [column[index] for column in columns if index < len(column)]
    first = info.offset + index
    return [state.counters[first + back * info.count] for back in range(info.keep)]


def _write_history(info: CounterInfo, state: State, index: int, values: list[int]) -> None:
    for back, value in enumerate(values):
        if info.per == "piece":
            state.piece_counters[info.offset + back][index] = value
        else:
            state.counters[info.offset + back * info.count + index] = value


def _refused(why: str) -> PositionError:
    message = f"the compiled tier cannot begin with this position: {why}"
    return PositionError("position/bad-value", message)


class _Row:
    """Writes states into rows."""

    def __init__(self, compiled: CompiledGame) -> None:
        self._tables = compiled.tables
        self._program = compiled.tables.program
        self._layout = self._program.layout
        self._rules = compiled.game.rules
        self._values = compiled.tables.start.copy()

    def of(self, state: State) -> Any:  # noqa: ANN401 - an array
        """Return the row of a state before a turn."""
        values, pieces = self._values, len(state.cell)
        if pieces > self._layout.max_pieces:
            raise _refused(
                f"it has {pieces} pieces, and there is room for {self._layout.max_pieces}"
            )
        for place, number in (
            (row.PC, self._program.turns[state.phase]),
            (row.PHASE, state.phase),
            (row.MOVER, state.mover),
            (row.TURN_INDEX, state.turn_index),
            (row.TURN, state.turn),
            (row.PLY, state.ply),
            (row.NUM_PIECES, pieces),
        ):
            values[place] = number
        for name in _LISTS:
            self._put(self._layout.at(name), getattr(state, name))
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
