"""Changes of pieces and seats, one for each instruction that makes one."""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, inlined, put
from ruleengine.kernel.pieces import dismiss, enlist, log_event, move_piece, queue_event, retally
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program.events import CAPTURED


@inlined
def append(mem: Numbers, at: int, value: int) -> None:
    """Put a number behind a list, which begins with its length."""
    count = get(mem, at)
    put(mem, at + 1 + count, value)
    put(mem, at, count + 1)


@compiled
def capture(mem: Numbers, base: int, data: Numbers, cell: int, heard: int, told: int) -> bool:
    """Let every enemy of the side on turn leave a cell; False when an event found no room."""
    if cell < 0:
        return True
    slot = get(mem, base + get(data, head.TOP) + cell)
    mover = get(mem, base + row.MOVER)
    while slot >= 0:
        following = get(mem, base + get(data, head.NEXT) + slot)
        owner = get(mem, base + get(data, head.OWNER) + slot)
        if owner >= 0 and owner != mover:
            move_piece(mem, base, data, slot, -1)
            if heard >= 0 and not queue_event(mem, base, data, get(data, heard), slot, cell, -1):
                return False
            if told >= 0 and not log_event(mem, told, CAPTURED, slot, cell, -1):
                return False
        slot = following
    return True


@compiled
def give(mem: Numbers, base: int, data: Numbers, slot: int, side: int) -> None:
    """Give a piece a new owner, or none."""
    owner_at = base + get(data, head.OWNER) + slot
    old, cell = get(mem, owner_at), get(mem, base + get(data, head.CELL) + slot)
    if cell >= 0 and old != side:
        mask = get(data, get(data, head.TALLY_MASKS) + cell)
        kind = get(mem, base + get(data, head.KIND) + slot)
        retally(mem, base, data, mask, 0, kind, old)
        retally(mem, base, data, mask, mask, kind, side)
        if cell < get(data, head.NUM_CELLS):
            if old >= 0:
                dismiss(mem, base, data, slot, old)
            if side >= 0:
                enlist(mem, base, data, slot, side)
    put(mem, owner_at, side)


@compiled
def command(mem: Numbers, base: int, data: Numbers, slot: int, side: int, seat: int) -> None:
    """Let a seat of its side command a piece; the first one does if the seat is another's."""
    number, count = 0, 0
    for other in range(get(data, head.NUM_SEATS)):
        if get(mem, base + get(data, head.SEAT_SIDE) + other) == side:
            if other == seat:
                number = count
            count += 1
    put(mem, base + get(data, head.SEAT_NO) + slot, number)


@compiled
def become(mem: Numbers, base: int, data: Numbers, slot: int, kind: int) -> None:
    """Turn a piece into another kind."""
    kind_at = base + get(data, head.KIND) + slot
    cell = get(mem, base + get(data, head.CELL) + slot)
    if cell >= 0:
        mask = get(data, get(data, head.TALLY_MASKS) + cell)
        owner = get(mem, base + get(data, head.OWNER) + slot)
        retally(mem, base, data, mask, 0, get(mem, kind_at), owner)
        retally(mem, base, data, mask, mask, kind, owner)
    put(mem, kind_at, kind)


@compiled
def put_new(mem: Numbers, base: int, data: Numbers, kind: int, owner: int, cell: int) -> int:
    """Put a new piece on a cell and return it; -1 when there is no room for another."""
    slot = get(mem, base + row.NUM_PIECES)
    if slot >= get(data, head.MAX_PIECES):
        return -1
    put(mem, base + row.NUM_PIECES, slot + 1)
    put(mem, base + get(data, head.CELL) + slot, -1)
    put(mem, base + get(data, head.KIND) + slot, kind)
    put(mem, base + get(data, head.OWNER) + slot, owner)
    put(mem, base + get(data, head.HOME) + slot, cell)
    put(mem, base + get(data, head.SEAT_NO) + slot, 0)
    move_piece(mem, base, data, slot, cell)
    return slot


@compiled
def holds(mem: Numbers, base: int, data: Numbers, cell: int, owner: int, kinds: int) -> bool:
    """Return whether a piece stands on a cell, of an owner in a register and kinds in a table."""
    if cell < 0:
        return False
    slot = get(mem, base + get(data, head.TOP) + cell)
    while slot >= 0:
        own = get(mem, base + get(data, head.OWNER) + slot)
        kind = get(mem, base + get(data, head.KIND) + slot)
        if (owner < 0 or own == get(mem, base + owner)) and (kinds < 0 or get(data, kinds + kind)):
            return True
        slot = get(mem, base + get(data, head.NEXT) + slot)
    return False


@compiled
def take_last(mem: Numbers, taken: int, options: int, seats: int) -> None:
    """Give the one seat that is left the one option that is left."""
    waiting, free, num_waiting, num_free = -1, -1, 0, 0
    for seat in range(seats):
        if get(mem, taken + seat) < 0:
            waiting = seat
            num_waiting += 1
    for option in range(options):
        is_taken = False
        for seat in range(seats):
            if get(mem, taken + seat) == option:
                is_taken = True
        if not is_taken:
            free = option
            num_free += 1
    if num_waiting == 1 and num_free == 1:
        put(mem, taken + waiting, free)


@compiled
def part_with(mem: Numbers, taken: int, data: Numbers, who: int, what: int) -> None:
    """Let the first that has something take what another, who takes it, alone has."""
    left, other = get(mem, taken + who), -1
    for seat in range(get(data, head.NUM_SEATS) - 1, -1, -1):
        held = get(mem, taken + seat)
        if held == left and seat != who:
            return
        if held == what:
            other = seat
    if left >= 0 and left != what and other >= 0:
        put(mem, taken + other, left)


@compiled
def sort_by_cell(mem: Numbers, base: int, data: Numbers, at: int) -> None:
    """Sort a list of pieces by their cells; the number before it says how many there are."""
    cell_at = base + get(data, head.CELL)
    for i in range(1, get(mem, at - 1)):
        slot = get(mem, at + i)
        cell = get(mem, cell_at + slot)
        j = i
        while j > 0 and get(mem, cell_at + get(mem, at + j - 1)) > cell:
            put(mem, at + j, get(mem, at + j - 1))
            j -= 1
        put(mem, at + j, slot)
