"""Pieces in a row: where they stand, who owns them, and the counts that are kept of them."""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, inlined, put
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program.events import MAX_TOLD, TOLD


@compiled
def unlink(mem: Numbers, base: int, data: Numbers, slot: int, cell: int) -> None:
    """Take a piece off the list of its cell."""
    top = base + get(data, head.TOP) + cell
    following = base + get(data, head.NEXT)
    here = get(mem, top)
    if here == slot:
        put(mem, top, get(mem, following + slot))
        return
    while True:
        after = get(mem, following + here)
        if after == slot:
            put(mem, following + here, get(mem, following + slot))
            return
        here = after


@compiled
def link(mem: Numbers, base: int, data: Numbers, slot: int, cell: int) -> None:
    """Put a piece on the list of a cell, in the order of slots."""
    top = base + get(data, head.TOP) + cell
    following = base + get(data, head.NEXT)
    here = get(mem, top)
    if here < 0 or slot < here:
        put(mem, following + slot, here)
        put(mem, top, slot)
        return
    while True:
        after = get(mem, following + here)
        if after < 0 or slot < after:
            put(mem, following + slot, after)
            put(mem, following + here, slot)
            return
        here = after


@inlined
def content(mem: Numbers, owner_at: int, next_at: int, there: int, mover: int) -> int:
    """Return what stands on a cell as bits: 1 nothing, 2 a friend, 4 an enemy, 8 nobody's.

    `there` is the first piece on it. That there are others is rare, and the only jump.
    """
    owner = get(mem, owner_at + max(there, 0))
    bits = 2 if owner == mover else 4
    bits = 8 if owner < 0 else bits
    bits = 1 if there < 0 else bits
    if get(mem, next_at + max(there, 0)) >= 0:
        bits = content_of_all(mem, owner_at, next_at, there, mover)
    return bits


@compiled
def content_of_all(mem: Numbers, owner_at: int, next_at: int, there: int, mover: int) -> int:
    """Return the bits of `content`, of all pieces on a cell together."""
    bits = 1 if there < 0 else 0
    while there >= 0:
        owner = get(mem, owner_at + there)
        if owner < 0:
            bits |= 8
        else:
            bits |= 2 if owner == mover else 4
        there = get(mem, next_at + there)
    return bits


@compiled
def retally(
    mem: Numbers, base: int, data: Numbers, mask: int, sign_mask: int, kind: int, owner: int
) -> None:
    """Change the kept counts of `mask`: up where `sign_mask` has a bit, down elsewhere."""
    if owner < 0:  # nobody's pieces are not counted
        return
    number = 0
    offsets, kinds = get(data, head.TALLY_OFFSETS), get(data, head.TALLY_KINDS)
    num_kinds = get(data, head.NUM_KINDS)
    while mask:
        if mask & 1 and get(data, kinds + number * num_kinds + kind):
            at = base + get(data, offsets + number) + owner
            put(mem, at, get(mem, at) + (1 if sign_mask >> number & 1 else -1))
        mask >>= 1
        number += 1


@compiled
def enlist(mem: Numbers, base: int, data: Numbers, slot: int, owner: int) -> None:
    """Add a piece that has come onto the board to the army of its side."""
    size_at = base + get(data, head.ARMY_SIZE) + owner
    rank = get(mem, size_at)
    put(mem, base + get(data, head.ARMY) + owner * get(data, head.MAX_PIECES) + rank, slot)
    put(mem, base + get(data, head.RANK) + slot, rank)
    put(mem, size_at, rank + 1)


@compiled
def dismiss(mem: Numbers, base: int, data: Numbers, slot: int, owner: int) -> None:
    """Take a piece that has left the board out of the army; the last one takes its place."""
    army = base + get(data, head.ARMY) + owner * get(data, head.MAX_PIECES)
    size_at = base + get(data, head.ARMY_SIZE) + owner
    last = get(mem, size_at) - 1
    put(mem, size_at, last)
    rank = get(mem, base + get(data, head.RANK) + slot)
    moved = get(mem, army + last)
    put(mem, army + rank, moved)
    put(mem, base + get(data, head.RANK) + moved, rank)


@compiled
def move_piece(mem: Numbers, base: int, data: Numbers, slot: int, cell: int) -> None:
    """Move a piece to a cell, a place off the board, or out of the game."""
    at = base + get(data, head.CELL) + slot
    old = get(mem, at)
    before, after = 0, 0
    masks = get(data, head.TALLY_MASKS)
    if old >= 0:
        unlink(mem, base, data, slot, old)
        before = get(data, masks + old)
    put(mem, at, cell)
    if cell >= 0:
        link(mem, base, data, slot, cell)
        after = get(data, masks + cell)
    num_cells = get(data, head.NUM_CELLS)
    was_on, is_on = 0 <= old < num_cells, 0 <= cell < num_cells
    if was_on != is_on:
        owner = get(mem, base + get(data, head.OWNER) + slot)
        if owner >= 0 and is_on:
            enlist(mem, base, data, slot, owner)
        elif owner >= 0:
            dismiss(mem, base, data, slot, owner)
    if before != after:
        kind = get(mem, base + get(data, head.KIND) + slot)
        owner = get(mem, base + get(data, head.OWNER) + slot)
        retally(mem, base, data, before ^ after, after, kind, owner)


@compiled
def seat_on_turn(mem: Numbers, base: int, data: Numbers, side: int, number: int) -> int:
    """Return the seat of a side that comes `number`th, going round."""
    seats = base + get(data, head.SEAT_SIDE)
    count = 0
    num_seats = get(data, head.NUM_SEATS)
    for seat in range(num_seats):
        if get(mem, seats + seat) == side:
            count += 1
    if count == 0:
        return -1
    number %= count
    for seat in range(num_seats):
        if get(mem, seats + seat) == side:
            if number == 0:
                return seat
            number -= 1
    return -1


@compiled
def seat_now(mem: Numbers, base: int, data: Numbers, side: int) -> int:
    """Return the seat of a side that is on turn, or was last."""
    turns = get(mem, base + get(data, head.SIDE_TURNS) + side)
    return seat_on_turn(mem, base, data, side, max(0, turns - 1))


@compiled
def commander(mem: Numbers, base: int, data: Numbers, slot: int) -> int:
    """Return the seat that commands a piece, or -1."""
    side = get(mem, base + get(data, head.OWNER) + slot)
    number = get(mem, base + get(data, head.SEAT_NO) + slot)
    return seat_on_turn(mem, base, data, side, number) if side >= 0 else -1


@inlined
def fits(mem: Numbers, base: int, data: Numbers, filter_: int, slot: int) -> bool:
    """Return whether a piece passes what the kernel tests of a filter."""
    flags = get(data, filter_)
    if flags & 1 and get(mem, base + get(data, head.OWNER) + slot) != get(
        mem, base + get(data, filter_ + 1)
    ):
        return False
    cell = get(mem, base + get(data, head.CELL) + slot)
    if cell < 0:
        if not flags & 32:
            return False
    elif flags & 4:
        if not get(data, get(data, filter_ + 3) + cell):
            return False
    elif not flags & 16 and cell >= get(data, head.NUM_CELLS):
        return False
    if flags & 8 and cell != get(mem, base + get(data, filter_ + 4)):
        return False
    return not (
        flags & 2
        and not get(data, get(data, filter_ + 2) + get(mem, base + get(data, head.KIND) + slot))
    )


@compiled
def queue_event(
    mem: Numbers, base: int, data: Numbers, event: int, one: int, two: int, three: int
) -> bool:
    """Keep an event for reactions; False when there is no room."""
    count = get(mem, base + row.QUEUED)
    start = get(mem, base + row.QUEUE_AT)
    room = get(data, head.QUEUE_ROOM)
    if count == room:
        return False
    at = base + get(data, head.QUEUE) + ((start + count) % room) * row.EVENT_SIZE
    put(mem, at, event)
    put(mem, at + 1, one)
    put(mem, at + 2, two)
    put(mem, at + 3, three)
    put(mem, at + 4, get(mem, base + row.ACTION))
    put(mem, base + row.QUEUED, count + 1)
    return True


@compiled
def log_event(mem: Numbers, at: int, form: int, one: int, two: int, three: int) -> bool:
    """Add an event to the list of what is told; False when there is no room."""
    count = get(mem, at)
    if count == MAX_TOLD:
        return False
    place = at + 1 + count * TOLD
    put(mem, place, form)
    put(mem, place + 1, one)
    put(mem, place + 2, two)
    put(mem, place + 3, three)
    put(mem, at, count + 1)
    return True


@compiled
def next_piece(mem: Numbers, base: int, data: Numbers, filter_: int, slot: int) -> int:
    """Return the next piece after `slot` that passes the kernel's tests of a filter, or -1."""
    for other in range(slot + 1, get(mem, base + row.NUM_PIECES)):
        if fits(mem, base, data, filter_, other):
            return other
    return -1
