"""Route operands: the lengths of all ways to a cell that visit no cell twice.

A route's table: the registers of end and start; where open cells and lengths are noted; neighbors
by cell and direction, and how many; where the way so far is kept; the registers of the fewest and
the most steps, and the most there can be.
"""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, put, whole
from ruleengine.program import head


@compiled
def start_routes(mem: Numbers, base: int, data: Numbers, route: int) -> int:
    """Work out the routes from a start; 0 when there can be none, -1 when one is too long."""
    origin = get(mem, base + get(data, route + 1))
    low = max(0, get(mem, base + get(data, route + 7)))
    high, room = get(mem, base + get(data, route + 8)), get(data, route + 9)
    cut = whole(high > room and room < get(data, head.NUM_CELLS))
    high = min(room, high)
    if origin < 0 or origin >= get(data, head.NUM_CELLS) or low > high:
        return 0
    put(mem, base + get(data, route + 7), low)
    put(mem, base + get(data, route + 8), high)
    put(mem, base + get(data, route), -1)
    return 1 if find_routes(mem, base, data, route, origin, high, cut) else -1


@compiled
def wanted_lengths(mem: Numbers, base: int, data: Numbers, route: int) -> int:
    """Return the lengths that are asked for, a bit for each."""
    low = get(mem, base + get(data, route + 7))
    high = get(mem, base + get(data, route + 8))
    return (1 << (high + 1)) - (1 << low)


@compiled
def next_end(mem: Numbers, base: int, data: Numbers, route: int) -> bool:
    """Go on to the next cell that a route ends on; False after the last."""
    wanted = wanted_lengths(mem, base, data, route)
    lengths_at = base + get(data, route + 3)
    for cell in range(get(mem, base + get(data, route)) + 1, get(data, head.NUM_CELLS)):
        if get(mem, lengths_at + cell) & wanted:
            put(mem, base + get(data, route), cell)
            return True
    return False


@compiled
def is_end(mem: Numbers, base: int, data: Numbers, route: int) -> bool:
    """Return whether a route ends on the cell that is in its register."""
    cell = get(mem, base + get(data, route))
    if cell < 0 or cell >= get(data, head.NUM_CELLS):
        return False
    lengths = get(mem, base + get(data, route + 3) + cell)
    return lengths & wanted_lengths(mem, base, data, route) != 0


@compiled
def find_routes(
    mem: Numbers, base: int, data: Numbers, desc: int, origin: int, most: int, cut: int
) -> bool:
    """Note for every cell the lengths of the ways to it that visit no cell twice.

    `cut` says that ways may be longer than `most`; False when there is such a way.
    """
    num_cells = get(data, head.NUM_CELLS)
    open_at, lengths_at = base + get(data, desc + 2), base + get(data, desc + 3)
    steps = get(data, desc + 4)  # neighbors by cell and direction
    num_ways = get(data, desc + 5)
    for cell in range(num_cells):
        put(mem, lengths_at + cell, 0)
    put(mem, lengths_at + origin, 1)
    # The way so far, and the direction to try next at each of its cells.
    way_at = base + get(data, desc + 6)
    depth = 0
    put(mem, way_at, origin)
    put(mem, way_at + 1, 0)
    while depth >= 0:
        cell = get(mem, way_at + 2 * depth)
        direction = get(mem, way_at + 2 * depth + 1)
        if direction == num_ways or depth == most:
            depth -= 1
            continue
        put(mem, way_at + 2 * depth + 1, direction + 1)
        target = get(data, steps + cell * num_ways + direction)
        if target < 0:
            continue
        seen = False
        for index in range(depth + 1):
            if get(mem, way_at + 2 * index) == target:
                seen = True
        if seen:
            continue
        put(mem, lengths_at + target, get(mem, lengths_at + target) | 1 << (depth + 1))
        if get(mem, open_at + target):
            if cut and depth + 1 == most:
                return False
            depth += 1
            put(mem, way_at + 2 * depth, target)
            put(mem, way_at + 2 * depth + 1, 0)
    return True
