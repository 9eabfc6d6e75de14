"""Route operands: the lengths of all ways to a cell that visit no cell twice.

A route's table: the registers of end and start; where open cells and lengths are noted; neighbors
by cell and direction, and how many; where the way so far is kept; the registers of the fewest and
the most steps, and the most there can be; the step from side to side; whether only the cells
matter; where corners and costs are, and how many costs there are: each has whether it counts, how
much a way may cost, and what each cell does.
"""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, held, put, whole
from ruleengine.kernel.lines import squeezes
from ruleengine.program import head
from ruleengine.program import layout as row


@compiled
def start_routes(mem: Numbers, base: int, data: Numbers, route: int) -> int:
    """Work out the routes from a start; 0 when there can be none, -1 when one is too long."""
    origin = get(mem, base + get(data, route + 1))
    low = max(0, get(mem, base + get(data, route + 7)))
    high, room = get(mem, base + get(data, route + 8)), get(data, route + 9)
    most, cut = high, whole(high > room and room < get(data, head.NUM_CELLS))
    high = min(room, high)
    if origin < 0 or origin >= get(data, head.NUM_CELLS) or low > high:
        return 0
    put(mem, base + get(data, route + 7), low)
    put(mem, base + get(data, route + 8), high)
    put(mem, base + get(data, route), -1)
    if low <= 1 and get(data, route + 11):
        find_within(mem, base, data, route, origin, most)
        return 1
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
def can_sink(mem: Numbers, costs: int, num_costs: int, num_cells: int) -> bool:
    """Return whether a way that costs too much may cost less further on."""
    for number in range(num_costs):
        at = costs + number * (2 + num_cells)
        if get(mem, at):
            for cell in range(num_cells):
                cost = get(mem, at + 2 + cell)
                if cost < 0 and cost != row.ABSENT_NUMBER:
                    return True
    return False


@compiled
def find_routes(
    mem: Numbers, base: int, data: Numbers, desc: int, origin: int, most: int, cut: int
) -> bool:
    """Note for every cell the lengths of the ways to it that visit no cell twice.

    `cut` says that ways may be longer than `most`; False when there is such a way.
    """
    num_cells = get(data, head.NUM_CELLS)
    open_at, lengths_at = base + get(data, desc + 2), base + get(data, desc + 3)
    num_ways = get(data, desc + 5)
    # Neighbors by cell and direction.
    steps = get(data, desc + 4) + get(mem, base + row.MOVER) * get(data, desc + 10)
    corners, costs = get(data, desc + 12), base + get(data, desc + 13)
    num_costs, block = get(data, desc + 14), 2 + num_cells
    has_corners = corners >= 0 and get(mem, base + corners) != 0
    # The way so far: its cells, the direction to try next at each, and the costs up to there.
    way_at, each = base + get(data, desc + 6), 2 + num_costs
    depth = 0
    put(mem, way_at, origin)
    put(mem, way_at + 1, 0)
    in_reach = True
    for number in range(num_costs):
        put(mem, way_at + 2 + number, 0)
        at = costs + number * block
        in_reach = in_reach and (get(mem, at) == 0 or get(mem, at + 1) >= 0)
    for cell in range(num_cells):
        put(mem, lengths_at + cell, 0)
    put(mem, lengths_at + origin, whole(in_reach))
    while depth >= 0:
        cell = get(mem, way_at + each * depth)
        direction = get(mem, way_at + each * depth + 1)
        if direction == num_ways or depth == most:
            depth -= 1
            continue
        put(mem, way_at + each * depth + 1, direction + 1)
        target = get(data, steps + cell * num_ways + direction)
        if target < 0:
            continue
        seen = False
        for index in range(depth + 1):
            if get(mem, way_at + each * index) == target:
                seen = True
        if seen or (has_corners and squeezes(mem, base, data, cell, target, corners + 1, 1)):
            continue
        # What a cell costs is added behind the end of the way, for the way that goes on there.
        after = way_at + each * (depth + 1)
        is_shut, in_reach = False, True
        for number in range(num_costs):
            at = costs + number * block
            if get(mem, at) == 0:
                continue
            cost = get(mem, at + 2 + target)
            if cost == row.ABSENT_NUMBER:
                is_shut = True
                break
            total = held(get(mem, way_at + each * depth + 2 + number) + cost)
            put(mem, after + 2 + number, total)
            in_reach = in_reach and total <= get(mem, at + 1)
        if is_shut:
            continue
        if in_reach:
            put(mem, lengths_at + target, get(mem, lengths_at + target) | 1 << (depth + 1))
        elif not can_sink(mem, costs, num_costs, num_cells):
            continue
        if get(mem, open_at + target):
            if cut and depth + 1 == most:
                return False
            depth += 1
            put(mem, way_at + each * depth, target)
            put(mem, way_at + each * depth + 1, 0)
    return True


@compiled
def find_within(mem: Numbers, base: int, data: Numbers, desc: int, origin: int, most: int) -> None:
    """Note the cells that so many steps lead to, or fewer, as if one step led to each."""
    num_cells, num_ways = get(data, head.NUM_CELLS), get(data, desc + 5)
    open_at, lengths_at = base + get(data, desc + 2), base + get(data, desc + 3)
    steps = get(data, desc + 4) + get(mem, base + row.MOVER) * get(data, desc + 10)
    for cell in range(num_cells):
        put(mem, lengths_at + cell, 0)
    put(mem, lengths_at + origin, 1)
    level = 1
    goes_on = True
    while goes_on and level <= most:
        goes_on = False
        for cell in range(num_cells):
            if get(mem, lengths_at + cell) != level:
                continue
            if cell != origin and not get(mem, open_at + cell):
                continue
            for direction in range(num_ways):
                target = get(data, steps + cell * num_ways + direction)
                if target >= 0 and get(mem, lengths_at + target) == 0:
                    put(mem, lengths_at + target, level + 1)
                    goes_on = True
        level += 1
    for cell in range(num_cells):
        if get(mem, lengths_at + cell) > 1:
            put(mem, lengths_at + cell, 2)
