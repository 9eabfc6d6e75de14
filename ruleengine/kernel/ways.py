"""Ways on the board: measures, lines, routes, and the moves of plain actions."""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, inlined, put, whole
from ruleengine.kernel.pieces import content, fits
from ruleengine.kernel.random_bits import below, next_bits, rest_below, skip_bits
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program import opcodes as op

ENTRY = 8
"""Numbers of one listed move: what describes it, then its operands."""


NO_ROOM, FOUND_ONE = -1, -2
"""What listing the moves of a piece returns instead of how many there are."""


@compiled
def measure(data: Numbers, one: int, two: int, how: int) -> int:
    """Return a measure of the way between two cells."""
    columns = get(data, head.COLUMNS)
    rows = abs(one // columns - two // columns)
    cols = abs(one % columns - two % columns)
    if how == op.DISTANCE:
        return max(rows, cols)
    if how == op.MANHATTAN:
        return rows + cols
    if how == op.SAME_ROW:
        return whole(rows == 0)
    if how == op.SAME_COLUMN:
        return whole(cols == 0)
    if how == op.SAME_DIAGONAL:
        return whole(rows == cols)
    return whole(max(rows, cols) == 1)


@inlined
def is_far(mem: Numbers, base: int, data: Numbers, slot: int, target: int, tables: int) -> bool:
    """Return whether a piece could not go to a cell from where it is, were the board empty."""
    num_cells = get(data, head.NUM_CELLS)
    if slot < 0 or target < 0 or target >= num_cells:
        return False  # the test itself has to say no
    cell = get(mem, base + get(data, head.CELL) + slot)
    if cell < 0 or cell >= num_cells:
        return False
    side, kind = get(mem, base + row.MOVER), get(mem, base + get(data, head.KIND) + slot)
    table = get(data, tables + side * get(data, head.NUM_KINDS) + kind)
    words = (num_cells + op.REACH_BITS - 1) // op.REACH_BITS
    word = get(data, table + cell * words + target // op.REACH_BITS)
    return not word >> target % op.REACH_BITS & 1


@compiled
def line_step(data: Numbers, one: int, two: int) -> tuple[int, int, int]:
    """Return the direction and distance from one cell to another; 0 when they are on no line."""
    num_cells, columns = get(data, head.NUM_CELLS), get(data, head.COLUMNS)
    if one < 0 or two < 0 or one >= num_cells or two >= num_cells or one == two:
        return 0, 0, 0
    down, right = two // columns - one // columns, two % columns - one % columns
    distance = max(abs(down), abs(right))
    if down and right and abs(down) != abs(right):
        return 0, 0, 0
    return down // distance, right // distance, distance


@compiled
def is_between(data: Numbers, cell: int, one: int, two: int) -> bool:
    """Return whether a cell lies strictly between two others on one line."""
    down, right, distance = line_step(data, one, two)
    if distance == 0:
        return False
    step = down * get(data, head.COLUMNS) + right
    for number in range(1, distance):
        if one + step * number == cell:
            return True
    return False


@compiled
def next_between(mem: Numbers, base: int, data: Numbers, slot: int, one: int, two: int) -> int:
    """Return the piece after `slot` on the cells strictly between two others, or -1."""
    down, right, distance = line_step(data, one, two)
    step = down * get(data, head.COLUMNS) + right
    top_at = base + get(data, head.TOP)
    number = 1
    if slot >= 0:
        after = get(mem, base + get(data, head.NEXT) + slot)
        if after >= 0:
            return after
        here = get(mem, base + get(data, head.CELL) + slot)
        number = (here - one) // step + 1
    while number < distance:
        found = get(mem, top_at + one + step * number)
        if found >= 0:
            return found
        number += 1
    return -1


@compiled
def cell_beyond(data: Numbers, one: int, two: int) -> int:
    """Return the cell after the second one in the line from the first, or -1."""
    down, right, distance = line_step(data, one, two)
    if distance == 0:
        return -1
    columns = get(data, head.COLUMNS)
    line, column = two // columns + down, two % columns + right
    if line < 0 or line >= get(data, head.NUM_CELLS) // columns or column < 0 or column >= columns:
        return -1
    return line * columns + column


@inlined
def weight_of(mem: Numbers, base: int, data: Numbers, entry: int) -> int:
    """Return how many draws of an action there are; none while its gate is shut."""
    gate = get(data, entry)
    if gate >= 0 and not get(mem, base + gate):
        return 0
    weight = get(data, entry + 1)
    plain = get(data, entry + 4)
    if plain >= 0 and get(data, plain + 23) >= 0:
        owner = get(mem, base + get(data, plain + 23))
        return weight * get(mem, base + get(data, head.ARMY_SIZE) + owner)
    return weight


@compiled
def sample(mem: Numbers, base: int, data: Numbers, rng: Numbers, table: int, tries: int) -> int:
    """Draw moves until one passes the kernel's own tests.

    Return the number of its action in the table and the draws so far, or -1 after too many.
    """
    count, total = get(data, table), 0
    for index in range(count):
        total += weight_of(mem, base, data, table + 1 + 5 * index)
    if total == 0:
        return -1
    while tries < row.MAX_TRIES:
        tries += 1
        index, entry = 0, table + 1
        pick = below(next_bits(rng), total)
        while True:
            weight = weight_of(mem, base, data, entry)
            if pick < weight:
                break
            pick -= weight
            index += 1
            entry += 5
        plain = get(data, entry + 4)
        # What is left of the pick is a draw of its own: it chooses piece and way.
        if plain < 0 or draw_plain(mem, base, data, plain, pick):
            return index << 8 | tries
    return -1


@compiled
def sample_army(
    mem: Numbers, base: int, data: Numbers, rng: Numbers, plain: int, gate: int, tries: int
) -> int:
    """Draw moves of the pieces of one side until one passes; return how many draws, or -1.

    The draws are those of `draw_plain`, without what this action does not need. Whether a draw
    passes is as good as random, so that all is read before there is one jump.
    """
    mine, mover = get(mem, base + get(data, plain + 23)), get(mem, base + row.MOVER)
    pieces = get(mem, base + get(data, head.ARMY_SIZE) + mine)
    if pieces == 0 or (gate >= 0 and not get(mem, base + gate)):
        return -1
    directions, length = get(data, plain + 17), get(data, plain + 18)
    distance = get(mem, base + get(data, plain + 2))
    if distance < 0 or distance >= length:
        skip_bits(rng, row.MAX_TRIES - tries)
        return -1
    army = base + get(data, head.ARMY) + mine * get(data, head.MAX_PIECES)
    cell_at, top_at = base + get(data, head.CELL), base + get(data, head.TOP)
    owner_at, next_at = base + get(data, head.OWNER), base + get(data, head.NEXT)
    first = mover * get(data, plain + 19) * directions * length + distance
    targets, rays = get(data, plain + 16) + first, get(data, plain + 15) + first - distance
    masks, allowed = get(data, plain + 25) + first, get(data, plain + 4)
    is_masked, clear = get(data, plain + 25) >= 0, get(data, plain + 5)
    while tries < row.MAX_TRIES:
        tries += 1
        bits = next_bits(rng)
        slot = get(mem, army + below(bits, pieces))
        way = below(rest_below(bits, pieces), directions)
        place = (get(mem, cell_at + slot) * directions + way) * length
        target = get(data, targets + place)
        there = get(mem, top_at + max(target, 0))
        found = content(mem, owner_at, next_at, there, mover)
        mask = allowed
        if is_masked:
            mask &= get(data, masks + place)
        if (found & ~mask) | -whole(target < 0):
            continue
        if clear:
            shut = False
            for step in range(1, distance):
                if get(mem, top_at + get(data, rays + place + step)) >= 0:
                    shut = True
                    break
            if shut:
                continue
        put(mem, base + get(data, plain), slot)
        put(mem, base + get(data, plain + 8), target)
        if get(data, plain + 6) >= 0:  # the rules that are left may ask about the way
            put(mem, base + get(data, plain + 9), rays + place)
            put(mem, base + get(data, plain + 10), distance)
            put(mem, base + get(data, plain + 12), get(mem, cell_at + slot))
        return tries
    return -1


@compiled
def draw_plain(mem: Numbers, base: int, data: Numbers, plain: int, pick: int) -> bool:
    """Take a draw of a plain action apart; False when the kernel's own tests fail."""
    directions, spread = get(data, plain + 17), get(data, plain + 21)
    each = directions * spread
    slot = pick // each
    pick -= slot * each
    if get(data, plain + 23) >= 0:
        owner = get(mem, base + get(data, plain + 23))
        slot = get(mem, base + get(data, head.ARMY) + owner * get(data, head.MAX_PIECES) + slot)
    elif slot >= get(mem, base + row.NUM_PIECES):
        return False
    if get(data, plain + 24) and not fits(mem, base, data, get(data, plain + 1), slot):
        return False
    low = get(mem, base + get(data, plain + 2))
    length = get(data, plain + 18)
    distance = low
    if spread > 1:
        distance = get(data, plain + 20) + pick // directions
        pick %= directions
        if distance < low or distance > get(mem, base + get(data, plain + 3)):
            return False
    if distance < 0 or distance >= length:
        return False
    origin = get(mem, base + get(data, head.CELL) + slot)
    if origin >= get(data, head.NUM_CELLS):
        return False
    side = get(mem, base + row.MOVER) * get(data, plain + 19)
    place = ((side + origin) * directions + pick) * length
    target = get(data, get(data, plain + 16) + place + distance)
    if target < 0:
        return False
    top_at = base + get(data, head.TOP)
    owner_at, next_at = base + get(data, head.OWNER), base + get(data, head.NEXT)
    there, mover = get(mem, top_at + target), get(mem, base + row.MOVER)
    mask = get(data, plain + 4)
    if get(data, plain + 25) >= 0:
        mask &= get(data, get(data, plain + 25) + place + distance)
    if content(mem, owner_at, next_at, there, mover) & ~mask:
        return False
    ray = get(data, plain + 15) + place
    if get(data, plain + 5):
        for step in range(1, distance):
            if get(mem, top_at + get(data, ray + step)) >= 0:
                return False
    put(mem, base + get(data, plain), slot)
    put(mem, base + get(data, plain + 8), target)
    if get(data, plain + 6) >= 0:  # the rules that are left may ask about the way
        put(mem, base + get(data, plain + 9), ray)
        put(mem, base + get(data, plain + 10), distance)
        put(mem, base + get(data, plain + 12), origin)
    return True


@compiled
def next_plain(mem: Numbers, base: int, data: Numbers, plain: int) -> bool:
    """Go on to the next piece and target that pass the kernel's own tests; False after the last."""
    length, directions = get(data, plain + 18), get(data, plain + 17)
    low = max(0, get(mem, base + get(data, plain + 2)))
    high = min(get(mem, base + get(data, plain + 3)), length - 1)
    if low > high:
        return False
    mover = get(mem, base + row.MOVER)
    side = mover * get(data, plain + 19)
    top_at, owner_at = base + get(data, head.TOP), base + get(data, head.OWNER)
    num_cells, masks = get(data, head.NUM_CELLS), get(data, plain + 25)
    next_at = base + get(data, head.NEXT)
    slot = get(mem, base + get(data, plain))
    direction = get(mem, base + get(data, plain + 11))
    distance = get(mem, base + get(data, plain + 10))
    origin = -1
    if slot >= 0:
        origin = get(mem, base + get(data, head.CELL) + slot)
    while True:
        distance += 1
        if slot < 0 or distance > high:
            distance = low
            direction += 1
        if slot < 0 or direction >= directions:
            direction = 0
            slot += 1
            while slot < get(mem, base + row.NUM_PIECES):
                if fits(mem, base, data, get(data, plain + 1), slot):
                    origin = get(mem, base + get(data, head.CELL) + slot)
                    if origin < num_cells:
                        break
                slot += 1
            if slot >= get(mem, base + row.NUM_PIECES):
                return False
        place = ((side + origin) * directions + direction) * length
        target = get(data, get(data, plain + 16) + place + distance)
        if target < 0:
            continue
        mask = get(data, plain + 4)
        if masks >= 0:
            mask &= get(data, masks + place + distance)
        if content(mem, owner_at, next_at, get(mem, top_at + target), mover) & ~mask:
            continue
        ray = get(data, plain + 15) + place
        if get(data, plain + 5):
            shut = False
            for step in range(1, distance):
                if get(mem, top_at + get(data, ray + step)) >= 0:
                    shut = True
                    break
            if shut:
                distance = high  # and so is everything beyond
                continue
        put(mem, base + get(data, plain), slot)
        put(mem, base + get(data, plain + 8), target)
        put(mem, base + get(data, plain + 9), ray)
        put(mem, base + get(data, plain + 10), distance)
        put(mem, base + get(data, plain + 11), direction)
        put(mem, base + get(data, plain + 12), origin)
        return True


@compiled
def scan_plain(
    mem: Numbers, base: int, data: Numbers, out: Numbers, plain: int, listed: int, listing: int
) -> int:
    """List the moves of a plain action behind those listed; or say whether there is one."""
    length = get(data, plain + 18)
    low = max(0, get(mem, base + get(data, plain + 2)))
    high = min(get(mem, base + get(data, plain + 3)), length - 1)
    if low > high:
        return listed if listing else 0
    army, limited, pieces = -1, get(data, plain + 24), get(mem, base + row.NUM_PIECES)
    if get(data, plain + 23) >= 0:
        owner = get(mem, base + get(data, plain + 23))
        army = base + get(data, head.ARMY) + owner * get(data, head.MAX_PIECES)
        pieces = get(mem, base + get(data, head.ARMY_SIZE) + owner)
    cell_at, num_cells = base + get(data, head.CELL), get(data, head.NUM_CELLS)
    side = get(mem, base + row.MOVER) * get(data, plain + 19)
    lists = get(data, plain + 26)
    for number in range(pieces):
        slot = number if army < 0 else get(mem, army + number)
        if limited and not fits(mem, base, data, get(data, plain + 1), slot):
            continue
        origin = get(mem, cell_at + slot)
        if origin >= num_cells:
            continue
        if lists < 0:
            listed = scan_rays(
                mem, base, data, out, plain, slot, side + origin, low, high, listed, listing
            )
        else:
            place = lists + (side + origin) * length
            listed = scan_lists(
                mem, base, data, out, plain, slot, place, low, high, listed, listing
            )
        if listed < 0:
            return 1 if listed == FOUND_ONE else listed
    return listed if listing else 0


@inlined
def scan_lists(
    mem: Numbers,
    base: int,
    data: Numbers,
    out: Numbers,
    plain: int,
    slot: int,
    place: int,
    low: int,
    high: int,
    listed: int,
    listing: int,
) -> int:
    """List the moves of one piece from the lists of what its cell allows.

    Which of them are legal is as good as random, so nothing is jumped over: every one is written,
    and counts only if it is.
    """
    mover, described = get(mem, base + row.MOVER), get(data, plain + 7)
    top_at, owner_at = base + get(data, head.TOP), base + get(data, head.OWNER)
    next_at = base + get(data, head.NEXT)
    clear, room = get(data, plain + 5), len(out) - ENTRY
    for distance in range(low, high + 1):
        at = get(data, place + distance)
        for entry in range(at + 1, at + 1 + 3 * get(data, at), 3):
            target = get(data, entry)
            there = get(mem, top_at + target)
            bits = content(mem, owner_at, next_at, there, mover)
            shut = -1  # stays negative while no piece is found on the way
            if clear:
                ray = get(data, entry + 2)
                for step in range(1, distance):
                    shut &= get(mem, top_at + get(data, ray + step))
            found = whole((bits & ~get(data, entry + 1)) == 0) & whole(shut < 0)
            if not listing:
                if found:
                    return FOUND_ONE
            elif listed * ENTRY <= room:
                put(out, listed * ENTRY, described)
                put(out, listed * ENTRY + 1, slot)
                put(out, listed * ENTRY + 2, target)
                listed += found
            elif found:
                return NO_ROOM
    return listed


@compiled
def scan_rays(
    mem: Numbers,
    base: int,
    data: Numbers,
    out: Numbers,
    plain: int,
    slot: int,
    place: int,
    low: int,
    high: int,
    listed: int,
    listing: int,
) -> int:
    """List the moves of one piece along its rays, each up to the first piece in the way."""
    length, directions = get(data, plain + 18), get(data, plain + 17)
    mover, described = get(mem, base + row.MOVER), get(data, plain + 7)
    top_at, owner_at = base + get(data, head.TOP), base + get(data, head.OWNER)
    next_at = base + get(data, head.NEXT)
    targets, rays = get(data, plain + 16), get(data, plain + 15)
    masks, room = get(data, plain + 25), len(out) - ENTRY
    for direction in range(directions):
        at = (place * directions + direction) * length
        step = 1
        for distance in range(low, high + 1):
            shut = False
            while step < distance and not shut:
                cell = get(data, rays + at + step)
                shut = cell < 0 or get(mem, top_at + cell) >= 0
                step += 1
            if shut:
                break
            target = get(data, targets + at + distance)
            if target < 0:
                continue
            there = get(mem, top_at + target)
            allowed = get(data, plain + 4)
            if masks >= 0:
                allowed &= get(data, masks + at + distance)
            if content(mem, owner_at, next_at, there, mover) & ~allowed:
                continue
            if not listing:
                return FOUND_ONE
            if listed * ENTRY > room:
                return NO_ROOM
            put(out, listed * ENTRY, described)
            put(out, listed * ENTRY + 1, slot)
            put(out, listed * ENTRY + 2, target)
            listed += 1
    return listed


@compiled
def pick_listed(
    mem: Numbers, base: int, data: Numbers, out: Numbers, index: int, listed: int
) -> None:
    """Take one of the listed moves; the one after the last is to pass or to commit."""
    if index == listed:
        put(mem, base + row.CHOSEN, get(data, head.NUM_ACTIONS))
        return
    described = get(out, index * ENTRY)
    put(mem, base + row.CHOSEN, get(data, described))
    for number in range(get(data, described + 1)):
        register = get(data, described + 2 + number)
        put(mem, base + register, get(out, index * ENTRY + 1 + number))
