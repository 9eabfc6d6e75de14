"""What counters and marks keep: where their values lie in a state, and how they change."""

from __future__ import annotations

from ruleengine.errors import InternalError
from ruleengine.pipeline.rules import CounterInfo
from ruleengine.pipeline.seats import seat_on_turn
from ruleengine.pipeline.state import State


def counter_place(info: CounterInfo, state: State, whose: int | None) -> tuple[list[int], int]:
    """Return the numbers that hold the present value and its index.

    It is that of one side, seat, piece or cell. Nobody named means the side or the seat on turn.
    """
    match info.per:
        case "game":
            return state.counters, info.offset
        case "side":
            return state.counters, info.offset + (state.mover if whose is None else whose)
        case "seat":
            seat = seat_on_turn(state) if whose is None else whose
            return state.counters, info.offset + seat
        case "piece" | "cell":
            if whose is None:
                raise InternalError(f"a counter per {info.per} without a {info.per}")
            if info.per == "cell":
                return state.counters, info.offset + whose
            return state.piece_counters[info.offset], whose


def read_past(info: CounterInfo, state: State, whose: int | None, ago: int) -> int:
    """Return the value of so many changes ago, 0 being the present one."""
    if not 0 <= ago < info.keep:
        return info.before
    if info.per == "piece" and whose is not None:
        return state.piece_counters[info.offset + ago][whose]
    numbers, index = counter_place(info, state, whose)
    return numbers[index + ago * info.count]


def write(info: CounterInfo, state: State, whose: int | None, value: int) -> None:
    """Give a counter or mark a value; the values before it move on by one.

    A piece of a kind that has no such counter stays as it is.
    """
    if info.kinds is not None and whose is not None and not info.is_of(state.kind[whose]):
        return
    numbers, index = counter_place(info, state, whose)
    if info.keep > 1:
        _shift(info, state, index)
    numbers[index] = value


def _shift(info: CounterInfo, state: State, index: int) -> None:
    if info.per == "piece":
        columns = state.piece_counters[info.offset : info.offset + info.keep]
        for back in range(info.keep - 1, 0, -1):
            columns[back][index] = columns[back - 1][index]
        return
    numbers = state.counters
    for back in range(info.keep - 1, 0, -1):
        numbers[index + back * info.count] = numbers[index + (back - 1) * info.count]


def start_over(info: CounterInfo, state: State) -> None:
    """Let a counter or mark start anew for everybody, and forget its earlier values."""
    for back in range(info.keep):
        value = info.before if back else info.start
        if info.per == "piece":
            state.piece_counters[info.offset + back] = [value] * len(state.cell)
        else:
            first = info.offset + back * info.count
            state.counters[first : first + info.count] = [value] * info.count


def turn_into(info: CounterInfo, state: State, slot: int, kind: int) -> None:
    """Let a piece that turns into a kind lose a counter, or begin with one that it had not."""
    if info.kinds is None or (info.is_of(state.kind[slot]) and info.is_of(kind)):
        return
    columns = state.piece_counters[info.offset : info.offset + info.keep]
    for back, column in enumerate(columns):
        column[slot] = info.before if back else info.start_of(kind)


def append_piece(info: CounterInfo, state: State, kind: int, value: int | None = None) -> None:
    """Make room for a new piece in a counter or mark that is kept per piece."""
    columns = state.piece_counters[info.offset : info.offset + info.keep]
    columns[0].append(info.start_of(kind) if value is None else value)
    for column in columns[1:]:
        column.append(info.before)
