"""Who acts for a side, and who commands a piece."""

from __future__ import annotations

from ruleengine.pipeline.state import NOBODY, State


def seat_on_turn(state: State, side: int | None = None) -> int:
    """Return the seat that acts for a side: its seats take turns."""
    side = state.mover if side is None else side
    return _seat_of_turn(state, side, max(0, state.side_turns[side] - 1))


def seat_to_come(state: State, side: int) -> int:
    """Return the seat that acts for a side when its next turn comes."""
    return _seat_of_turn(state, side, state.side_turns[side])


def _seat_of_turn(state: State, side: int, turn: int) -> int:
    seats = seats_of(state, side)
    return seats[turn % len(seats)] if seats else NOBODY


def seats_of(state: State, side: int) -> list[int]:
    """Return the seats of a side, in order."""
    return [seat for seat, seated in enumerate(state.seat_side) if seated == side]


def seat_of_piece(state: State, slot: int) -> int:
    """Return the seat that commands a piece."""
    if state.owner[slot] == NOBODY:
        return NOBODY
    seats = seats_of(state, state.owner[slot])
    return seats[state.seat_no[slot] % len(seats)] if seats else NOBODY


def take(taken: list[int], seat: int, what: int) -> None:
    """Let a seat take a side or color; what it leaves to nobody goes to the one that had this.

    So nothing that was played for is left without a seat when two change places.
    """
    left = taken[seat]
    is_last = left not in (NOBODY, what) and taken.count(left) == 1
    if is_last and what in taken:
        taken[taken.index(what)] = left
    taken[seat] = what
