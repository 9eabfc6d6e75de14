"""Lists behind a row: positions that have stood before, and values that fit."""

from __future__ import annotations

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, get, inlined, put, whole
from ruleengine.kernel.pieces import seat_on_turn
from ruleengine.kernel.random_bits import LOW, S32, mix
from ruleengine.program import head
from ruleengine.program import layout as row

_FIRST = np.uint64(0x9E3779B97F4A7C15)


@inlined
def mixed(state: Bits, value: int) -> Bits:
    """Return bits that depend on all values so far and on one more."""
    return mix((state ^ np.uint64(value & 0xFFFFFFFF)) + _FIRST)


@inlined
def told(mem: Numbers, base: int, data: Numbers, value: int, is_piece: int) -> int:
    """Return a value that says the same in every position: a piece is told by its cell."""
    if is_piece and value >= 0:
        return get(mem, base + get(data, head.CELL) + value)
    return value


@compiled
def position_hash(mem: Numbers, base: int, data: Numbers, desc: int) -> Bits:
    """Return 64 bits of what two positions have to share to be the same."""
    names = get(data, desc + 3)
    fields = desc + 7
    num_fields = get(data, desc + 4)
    cells, kinds = base + get(data, head.CELL), base + get(data, head.KIND)
    owners, seats = base + get(data, head.OWNER), base + get(data, head.SEAT_NO)
    pieces = np.uint64(0)
    for slot in range(get(mem, base + row.NUM_PIECES)):
        cell = get(mem, cells + slot)
        if cell < 0:
            continue
        one = mixed(_FIRST, cell)
        one = mixed(one, get(mem, kinds + slot))
        one = mixed(one, get(mem, owners + slot))
        one = mixed(one, get(mem, seats + slot))
        one = mixed(one, get(data, names + slot))
        for number in range(num_fields):
            value = get(mem, base + get(data, fields + 2 * number) + slot)
            one = mixed(one, told(mem, base, data, value, get(data, fields + 2 * number + 1)))
        # The sum is the same in whichever order the pieces come.
        pieces += one
    result = mix(pieces)
    others = fields + 2 * num_fields
    for number in range(get(data, desc + 5)):
        offset = base + get(data, others + 3 * number)
        is_piece = get(data, others + 3 * number + 2)
        for index in range(get(data, others + 3 * number + 1)):
            result = mixed(result, told(mem, base, data, get(mem, offset + index), is_piece))
    result = mixed(result, get(mem, base + row.PHASE))
    result = mixed(result, get(mem, base + row.MOVER))
    turns = base + get(data, head.SIDE_TURNS)
    for side in range(get(data, desc + 6)):
        seat = seat_on_turn(mem, base, data, side, get(mem, turns + side))
        result = mixed(result, seat)
    return mixed(result, get(mem, base + row.TURN_INDEX))


@compiled
def num_gone(mem: Numbers, base: int, data: Numbers) -> int:
    """Return how many pieces have left the game."""
    gone = 0
    for slot in range(get(mem, base + row.NUM_PIECES)):
        gone += whole(get(mem, base + get(data, head.CELL) + slot) < 0)
    return gone


@compiled
def count_times(mem: Numbers, base: int, at: int, count: int, low: int, high: int) -> None:
    """Say of a row how often its position will have stood with this time, and since when.

    Each turn adds one position to the list at a place, so that places in it are turns.
    """
    times, since = 1, row.ABSENT_NUMBER
    for index in range(count):
        if get(mem, at + 2 + 2 * index) == low and get(mem, at + 3 + 2 * index) == high:
            if times == 1:
                since = count - index
            times += 1
    put(mem, base + row.REPETITIONS, times)
    put(mem, base + row.SINCE, since)


@compiled
def note_position(mem: Numbers, base: int, data: Numbers, desc: int) -> bool:
    """Count the position that a turn begins with; False when there is no room for another.

    The list has the number of positions, the number of pieces that had left the game, and two
    numbers for each position.
    """
    at = base + get(data, desc)
    count = get(mem, at)
    if get(data, desc + 2):
        gone = num_gone(mem, base, data)
        if gone != get(mem, at + 1):  # nobody comes back, so no position before can
            put(mem, at + 1, gone)
            count = 0
    bits = position_hash(mem, base, data, desc)
    low = whole(bits & LOW) - (1 << 31)
    high = whole(bits >> S32) - (1 << 31)
    count_times(mem, base, at, count, low, high)
    if count == get(data, desc + 1):
        return False
    put(mem, at + 2 + 2 * count, low)
    put(mem, at + 3 + 2 * count, high)
    put(mem, at, count + 1)
    return True


@compiled
def count_ahead(mem: Numbers, base: int, first: int, data: Numbers, desc: int) -> None:
    """Say of a copy how often its position will have stood; the list is with the game itself."""
    at = first + get(data, desc)
    count = get(mem, at)
    if get(data, desc + 2) and num_gone(mem, base, data) != get(mem, at + 1):
        count = 0
    bits = position_hash(mem, base, data, desc)
    low = whole(bits & LOW) - (1 << 31)
    high = whole(bits >> S32) - (1 << 31)
    count_times(mem, base, at, count, low, high)


@compiled
def gather(mem: Numbers, base: int, data: Numbers, desc: int) -> bool:
    """Count the values as they are with those that name the same; False when there is no room."""
    at, num_operands = base + get(data, desc), get(data, desc + 2)
    count = get(mem, at)
    for index in range(count):
        line = at + 1 + index * (num_operands + 1)
        same = True
        for number in range(num_operands):
            if get(data, desc + 5 + num_operands + number):
                value = get(mem, base + get(data, desc + 5 + number))
                same = same and value == get(mem, line + 1 + number)
        if same:
            put(mem, line, get(mem, line) + 1)
            return True
    if count == get(data, desc + 1):
        return False
    line = at + 1 + count * (num_operands + 1)
    put(mem, line, 1)
    for number in range(num_operands):
        put(mem, line + 1 + number, get(mem, base + get(data, desc + 5 + number)))
    put(mem, at, count + 1)
    return True


@compiled
def next_gathered(mem: Numbers, base: int, data: Numbers, desc: int) -> bool:
    """Take up the next values of the list; False when there are none left."""
    at, num_operands = base + get(data, desc), get(data, desc + 2)
    index_at = base + get(data, desc + 3)
    index = get(mem, index_at) + 1
    count = get(mem, at)
    while index < count:
        line = at + 1 + index * (num_operands + 1)
        if not get(data, desc + 4) or get(mem, line) == 1:
            for number in range(num_operands):
                put(mem, base + get(data, desc + 5 + number), get(mem, line + 1 + number))
            put(mem, index_at, index)
            return True
        index += 1
    return False
