"""The state before the first step, and how a state is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruleengine.pipeline.kept import append_piece
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import GONE, NOBODY, Slot, State

UNKNOWN = "?"
"""What draws a piece when nothing else is said."""


def start_state(rules: Rules) -> State:
    """Return the state with the pieces of the setup on the board, before the first step."""
    state = empty_state(rules)
    names = rules.names
    for piece in rules.resolved.setup:
        add_piece(
            rules,
            state,
            cell=piece.cell,
            owner=names.owner_id(piece.owner),
            kind=names.kinds.index(piece.kind),
            seat_no=piece.seat_no,
            counters=dict(piece.counters),
        )
    for cell, name, number in rules.resolved.setup_counts:
        state.counters[rules.counters[name].offset + cell] = number
    return state


def pieces_at(state: State, count: int) -> list[tuple[Slot, ...]]:
    """Return which of the first so many pieces stand where, by place."""
    found: list[tuple[Slot, ...]] = [()] * len(state.at)
    for slot, cell in enumerate(state.cell[:count]):
        if cell >= 0:
            found[cell] = (*found[cell], slot)
    return found


def empty_state(rules: Rules) -> State:
    """Return the state of a board without pieces, before the first step."""
    names = rules.names
    owners = [
        names.sides.index(zone.owner) if zone.owner is not None else NOBODY
        for zone in rules.grid.zones
    ]
    counters: list[int] = []
    for info in rules.kept:
        counters += [info.start] * info.count + [info.before] * (info.count * (info.keep - 1))
    beside = len(rules.grid.places) - rules.num_cells
    return State(
        cell=[],
        owner=[],
        kind=[],
        home=[],
        seat_no=[],
        piece_counters=[[] for info in rules.kept if info.per == "piece" for _ in range(info.keep)],
        at=[()] * (rules.num_cells + beside),
        zone_owner=owners,
        counters=counters,
        dice=[0] * len(names.dice),
        seat_side=_fixed_seats(rules),
        seat_color=[NOBODY] * len(names.seats),
        side_turns=[0] * len(names.sides),
    )


def _fixed_seats(rules: Rules) -> list[int]:
    """Return who sits where before anybody has chosen."""
    names, sides = rules.names, rules.resolved.ruleset.sides
    if rules.resolved.ruleset.seats is None:
        seated = {seat: name for name, side in sides.items() for seat in side.seats or [name]}
    else:
        seated = {seat: name for name, side in sides.items() for seat in side.seats or []}
    return [names.sides.index(seated[s]) if s in seated else NOBODY for s in names.seats]


def add_piece(  # noqa: PLR0913 - a piece has that many sides to it
    rules: Rules,
    state: State,
    *,
    cell: int,
    owner: int,
    kind: int,
    seat_no: int = 0,
    counters: Mapping[str, int] | None = None,
) -> Slot:
    """Put a new piece on a cell, without any rule hearing of it; return it."""
    slot = len(state.cell)
    state.cell.append(GONE)
    state.owner.append(owner)
    state.kind.append(kind)
    state.home.append(cell)
    state.seat_no.append(seat_no)
    for info in rules.kept:
        if info.per == "piece":
            append_piece(info, state, kind, (counters or {}).get(info.name))
    state.put(slot, cell)
    return slot


def board_rows(rules: Rules, state: State, eyes: Eyes | None = None) -> list[str]:
    """Return the marks of the cells, row by row; with `eyes`, as these see them."""
    grid, names = rules.grid, rules.names
    marks = list(grid.ground)
    for name, mark in rules.resolved.ruleset.marks.items():
        where = state.counters[rules.marks[name].offset] if mark.symbol is not None else NOBODY
        if mark.symbol is None or not 0 <= where < grid.num_cells:
            continue
        if eyes is None or eyes.knows_part(rules.marks[name], 0):
            marks[where] = mark.symbol
    ruleset = rules.resolved.ruleset
    for slot in _from_below(rules, state, eyes):
        cell = state.cell[slot]
        if not 0 <= cell < grid.num_cells or (eyes is not None and not eyes.sees(slot)):
            continue
        side = names.owner(state.owner[slot])
        if eyes is None or eyes.knows("kind", slot):
            marks[cell] = ruleset.kinds[names.kinds[state.kind[slot]]].letters.get(
                side, rules.undrawn
            )
        else:
            covers = ruleset.sides[side].cover if side in ruleset.sides else None
            marks[cell] = covers or UNKNOWN
    return grid.rows_of(marks)


def _from_below(rules: Rules, state: State, eyes: Eyes | None) -> Iterable[Slot]:
    """Return the pieces in the order in which they are drawn over each other.

    Pieces are numbered as they came about, which could tell what they are: where kinds are hidden,
    those on one cell lie as sides and kinds are declared, and what is not known on top.
    """
    slots = range(len(state.cell))
    if eyes is not None and rules.hides_kinds:
        unknown = len(rules.names.kinds)

        def seen(slot: Slot) -> tuple[object, ...]:
            kind = state.kind[slot] if eyes.knows("kind", slot) else unknown
            return heights(rules, state, slot, eyes), state.owner[slot], kind

        return sorted(slots, key=seen)
    if not rules.stacking:
        return slots
    return sorted(slots, key=lambda slot: heights(rules, state, slot, eyes))


def heights(rules: Rules, state: State, slot: Slot, eyes: Eyes | None) -> tuple[int, ...]:
    """Return how high a piece stands among others on its cell, as far as it may be known."""
    return tuple(
        state.piece_counters[info.offset][slot]
        if eyes is None or eyes.knows(info.name, slot)
        else info.start
        for info in rules.stacking
    )
