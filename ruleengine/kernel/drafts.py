"""Submissions: every side works on a row of its own, and its moves are kept to be carried out.

A submission's table: the site; where the list of its sides is in the row; how many sides there can
be; where moves are kept, how many and how long each; where made pieces are noted; whether it is
secret; the operands of every action; and where it is kept what each side could play when it began
(`leading`). Behind the list of sides stand who has committed, the
moves of each, and how far carrying out has come; then, for each side by its number, how many moves
it has made, how many it makes at least, and how many at most (0: as many as it likes).
"""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, copy, get, put
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program.layout import CROWDED, KNOWN, OPENING

CARRIED_OUT, DROPPED, READ = 0, 1, 2
"""What became of the next kept move: there is none, it is about a missing piece, it is read."""
KEPT = 3
"""Numbers of a kept move before its operands: the action, and the pieces before and after."""


@compiled
def open_drafts(mem: Numbers, base: int, data: Numbers, table: int, stride: int) -> None:
    """Begin a submission: nobody has committed, and in secret every side has a copy of the row."""
    at, sides = base + get(data, table + 1), get(data, table + 2)
    for index in range(get(mem, at)):
        put(mem, at + 1 + sides + index, 0)
        put(mem, at + 1 + 2 * sides + index, 0)
        opening = base + get(data, table + 9) + index * (OPENING + get(data, head.NUM_ACTIONS))
        put(mem, opening + KNOWN, 0)
        put(mem, opening + CROWDED, 0)
        if get(data, table + 7):
            draft = base + stride * (1 + index)
            copy(mem, draft, mem, base, get(data, head.COPIED))
            put(mem, draft + row.MOVER, get(mem, at + 1 + index))


@compiled
def next_side(mem: Numbers, base: int, data: Numbers, table: int) -> bool:
    """Let the first side act that has not committed; False when there is none."""
    at, sides = base + get(data, table + 1), get(data, table + 2)
    for index in range(get(mem, at)):
        if not get(mem, at + 1 + sides + index):
            put(mem, base + row.ACTOR, index)
            return True
    return False


@compiled
def kept_at(first: int, data: Numbers, table: int, index: int, number: int) -> int:
    """Return where a move of a side is kept."""
    moves, stride = get(data, table + 4), get(data, table + 5)
    return first + get(data, table + 3) + (index * moves + number) * stride


@compiled
def operands_at(data: Numbers, table: int, action: int) -> int:
    """Return where the operands of an action are described: how many, then registers and sorts."""
    return get(data, table + 8) + action * (1 + 2 * (get(data, table + 5) - KEPT))


@compiled
def note_move(mem: Numbers, base: int, first: int, data: Numbers, table: int) -> bool:
    """Keep the move that is made in a draft; False when there is no room for another."""
    index = get(mem, first + row.ACTOR)
    at = first + get(data, table + 1) + 1 + 2 * get(data, table + 2) + index
    count = get(mem, at)
    if count == get(data, table + 4):
        return False
    put(mem, at, count + 1)
    place = kept_at(first, data, table, index, count)
    action = get(mem, base + row.CHOSEN)
    put(mem, place, action)
    put(mem, place + 1, get(mem, base + row.NUM_PIECES))
    described = operands_at(data, table, action)
    for number in range(get(data, described)):
        register = get(data, described + 1 + 2 * number)
        put(mem, place + KEPT + number, get(mem, base + register))
    return True


@compiled
def note_made(
    mem: Numbers, base: int, first: int, data: Numbers, table: int, released: int
) -> None:
    """Note the pieces that a move has made: how many in the draft, which ones when released."""
    pieces = get(mem, base + row.NUM_PIECES)
    at, sides = first + get(data, table + 1), get(data, table + 2)
    if not released:
        index = get(mem, first + row.ACTOR)
        count = get(mem, at + 1 + 2 * sides + index) - 1
        put(mem, kept_at(first, data, table, index, count) + 2, pieces)
        return
    index = get(mem, at + 1 + 3 * sides)
    place = kept_at(first, data, table, index, get(mem, at + 2 + 3 * sides) - 1)
    drafted = get(mem, place + 2) - get(mem, place + 1)
    before = get(mem, at + 3 + 3 * sides)
    for number in range(min(drafted, pieces - before)):
        to = first + get(data, table + 6) + get(mem, place + 1) + number
        put(mem, to, before + number)


@compiled
def seal(mem: Numbers, base: int, data: Numbers, table: int) -> int:
    """Count a ply for each side, and return how many moves are to be carried out."""
    at = base + get(data, table + 1)
    sides, count = get(data, table + 2), get(mem, at)
    put(mem, base + row.PLY, get(mem, base + row.PLY) + count)
    put(mem, base + row.IDLE, 0)
    moves = 0
    for index in range(count):
        moves += get(mem, at + 1 + 2 * sides + index)
    put(mem, at + 1 + 3 * sides, 0)
    put(mem, at + 2 + 3 * sides, 0)
    return moves


@compiled
def read_move(mem: Numbers, base: int, data: Numbers, table: int) -> int:
    """Put the next kept move into the registers of its action, with pieces as they are now."""
    at = base + get(data, table + 1)
    sides, made_at = get(data, table + 2), base + get(data, table + 6)
    index, count = get(mem, at + 1 + 3 * sides), get(mem, at + 2 + 3 * sides)
    while index < get(mem, at) and count == get(mem, at + 1 + 2 * sides + index):
        index += 1
        count = 0
    put(mem, at + 1 + 3 * sides, index)
    put(mem, at + 2 + 3 * sides, count + 1)
    if index == get(mem, at):
        return CARRIED_OUT
    place = kept_at(base, data, table, index, count)
    made_from = get(mem, kept_at(base, data, table, index, 0) + 1)
    if count == 0:
        for slot in range(get(data, head.MAX_PIECES)):
            put(mem, made_at + slot, -1)
    put(mem, base + row.MOVER, get(mem, at + 1 + index))
    put(mem, at + 3 + 3 * sides, get(mem, base + row.NUM_PIECES))
    put(mem, base + row.CHOSEN, get(mem, place))
    described = operands_at(data, table, get(mem, place))
    found = READ
    for number in range(get(data, described)):
        value = get(mem, place + KEPT + number)
        if get(data, described + 2 + 2 * number) and value >= made_from:
            value = get(mem, made_at + value)
            if value < 0:
                found = DROPPED
        put(mem, base + get(data, described + 1 + 2 * number), value)
    return found
