"""Line operands, one target after the other or one by lot.

A line's table: the registers of target, way, distance, direction, start, shortest and longest;
the tables of all cells and of the targets that the rules allow; directions, length, the step from
side to side; the shortest distance there can be and how many; and the register of its place.
"""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, put
from ruleengine.kernel.random_bits import S32, below, next_bits
from ruleengine.program import head
from ruleengine.program import layout as row


@compiled
def start_line(mem: Numbers, base: int, data: Numbers, line: int) -> bool:
    """Begin with a line from its start; False when no distance is possible."""
    origin = get(mem, base + get(data, line + 4))
    low = max(get(mem, base + get(data, line + 5)), 0)
    high = min(get(mem, base + get(data, line + 6)), get(data, line + 10) - 1)
    if origin < 0 or origin >= get(data, head.NUM_CELLS) or low > high:
        return False
    put(mem, base + get(data, line + 5), low)
    put(mem, base + get(data, line + 6), high)
    put(mem, base + get(data, line + 3), 0)
    put(mem, base + get(data, line + 2), low - 1)
    side = get(mem, base + row.MOVER) * get(data, line + 11)
    place = (side + origin) * get(data, line + 9) * get(data, line + 10)
    put(mem, base + get(data, line + 14), place)
    return True


@compiled
def take_target(
    mem: Numbers, base: int, data: Numbers, line: int, direction: int, distance: int
) -> bool:
    """Take the target in a direction at a distance; False when there is none."""
    way = get(mem, base + get(data, line + 14)) + direction * get(data, line + 10)
    target = get(data, get(data, line + 8) + way + distance)
    if target < 0:
        return False
    put(mem, base + get(data, line), target)
    put(mem, base + get(data, line + 1), get(data, line + 7) + way)
    put(mem, base + get(data, line + 2), distance)
    put(mem, base + get(data, line + 3), direction)
    return True


@compiled
def next_target(mem: Numbers, base: int, data: Numbers, line: int) -> bool:
    """Go on to the next target; False after the last."""
    direction = get(mem, base + get(data, line + 3))
    distance = get(mem, base + get(data, line + 2))
    low = get(mem, base + get(data, line + 5))
    high = get(mem, base + get(data, line + 6))
    while True:
        distance += 1
        if distance > high:
            distance = low
            direction += 1
        if direction >= get(data, line + 9):
            return False
        if take_target(mem, base, data, line, direction, distance):
            return True


@compiled
def draw_target(mem: Numbers, base: int, data: Numbers, line: int, rng: Numbers) -> bool:
    """Take any direction and distance; False when there is no target."""
    bits = next_bits(rng)
    direction = below(bits, get(data, line + 9))
    low = get(mem, base + get(data, line + 5))
    distance = low
    if get(data, line + 13) > 1:
        distance = get(data, line + 12) + below(bits << S32, get(data, line + 13))
        if distance < low or distance > get(mem, base + get(data, line + 6)):
            return False
    return take_target(mem, base, data, line, direction, distance)


@compiled
def find_target(mem: Numbers, base: int, data: Numbers, line: int) -> bool:
    """Find the way to the target that is in its register; False when there is none."""
    target = get(mem, base + get(data, line))
    for direction in range(get(data, line + 9)):
        way = get(mem, base + get(data, line + 14)) + direction * get(data, line + 10)
        for distance in range(
            get(mem, base + get(data, line + 5)), get(mem, base + get(data, line + 6)) + 1
        ):
            if target >= 0 and get(data, get(data, line + 8) + way + distance) == target:
                return take_target(mem, base, data, line, direction, distance)
    return False


@compiled
def squeezes(
    mem: Numbers, base: int, data: Numbers, one: int, two: int, solid: int, in_row: int
) -> bool:
    """Return whether a step slips between two cells that are both taken."""
    columns, top_at = get(data, head.COLUMNS), base + get(data, head.TOP)
    for corner in (
        one // columns * columns + two % columns,
        two // columns * columns + one % columns,
    ):
        if corner == one:
            return False
        is_solid = get(mem, base + solid + corner) if in_row else get(data, solid + corner)
        if get(mem, top_at + corner) < 0 and not is_solid:
            return False
    return True


@compiled
def slips(
    mem: Numbers, base: int, data: Numbers, line: int, solid: int, in_row: int, here: int
) -> bool:
    """Return whether a diagonal step of the way slips between two cells that are both taken."""
    ray = get(mem, base + get(data, line + 1))
    for step in range(1, get(mem, base + get(data, line + 2)) + 1):
        there = get(data, ray + step)
        if squeezes(mem, base, data, here, there, solid, in_row):
            return True
        here = there
    return False


@compiled
def is_clear(mem: Numbers, base: int, data: Numbers, line: int) -> bool:
    """Return whether no piece stands on the way."""
    ray, top_at = get(mem, base + get(data, line + 1)), base + get(data, head.TOP)
    for step in range(1, get(mem, base + get(data, line + 2))):
        if get(mem, top_at + get(data, ray + step)) >= 0:
            return False
    return True


@compiled
def touches(mem: Numbers, base: int, data: Numbers, line: int, places: int, in_row: int) -> bool:
    """Return whether the way leads over one of the places of a table."""
    ray = get(mem, base + get(data, line + 1))
    for step in range(1, get(mem, base + get(data, line + 2))):
        cell = get(data, ray + step)
        if get(mem, base + places + cell) if in_row else get(data, places + cell):
            return True
    return False
