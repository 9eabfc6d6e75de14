"""Turns, rounds, and events that wait for reactions."""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, inlined, put
from ruleengine.kernel.pieces import log_event, queue_event
from ruleengine.kernel.random_bits import chance
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program import opcodes as op

WAITING = 1
"""What the machine returns when something has to be decided."""


@inlined
def is_real(base: int, first: int, stride: int, copies: int) -> bool:
    """Return whether a row is that of the game or a draft, and not a copy for a question."""
    if copies:
        return base < copies
    return (base - first) % stride == 0


@compiled  # inlined, it made the loop over instructions a fifth slower
def has_copy(data: Numbers, aside: int, first: int, copies: int) -> bool:
    """Return whether there is room for a copy: the program says how many it needs at most."""
    stride = get(data, head.STRIDE)
    if copies:
        return aside + get(data, head.ROW) <= copies + stride - get(data, head.ROW)
    return (aside - first) % stride != 0


@inlined
def push(mem: Numbers, base: int, stack: int, room: int, pc: int) -> bool:
    """Put an address on the stack; False when there is no room."""
    at = get(mem, base + row.SP)
    if at >= room:
        return False
    put(mem, base + stack + at, pc)
    put(mem, base + row.SP, at + 1)
    return True


@compiled
def outermost(mem: Numbers, base: int, stack: int, pc: int) -> int:
    """Return the address of the step that is being done, whatever it has called."""
    return get(mem, base + stack) - op.WIDTH if get(mem, base + row.SP) > 0 else pc


@inlined
def wait(mem: Numbers, base: int, site: int, pc: int) -> int:
    """Note what is waited for and where to go on."""
    put(mem, base + row.SITE, site)
    put(mem, base + row.PC, pc)
    put(mem, base + row.IDLE, 0)
    return WAITING


@inlined
def fall(mem: Numbers, base: int, rng: Numbers, options: int) -> int:
    """Let chance fall once more in this turn; return which of the options it is, from 0."""
    number = get(mem, base + row.DRAWS)
    put(mem, base + row.DRAWS, number + 1)
    return chance(rng, get(mem, base + row.TURN), number, options)


@inlined
def finish(mem: Numbers, base: int, ending: int, winner: int, void: int) -> None:
    """Note that the game is over, and how."""
    put(mem, base + row.IS_OVER, 1)
    put(mem, base + row.ENDING, ending)
    put(mem, base + row.IS_VOID, void)
    put(mem, base + row.WINNER, winner)
    put(mem, base + row.SITE, -1)


@compiled
def next_turn(
    mem: Numbers, base: int, data: Numbers, table: int, turns_at: int, begins: int
) -> bool:
    """Let the next side be on turn; False when nobody has decided anything for too long."""
    count, idle = get(data, table), get(mem, base + row.IDLE)
    if idle > get(data, table + 1):
        return False
    index = get(mem, base + row.TURN_INDEX) + 1
    if index == count:
        index = 0
    put(mem, base + row.TURN_INDEX, index)
    mover = get(data, table + 2 + index)
    put(mem, base + row.MOVER, mover)
    put(mem, base + row.IDLE, idle + 1)
    at = base + turns_at + mover
    put(mem, at, get(mem, at) + 1)
    if begins:
        begin_turn(mem, base)
    return True


@compiled
def next_round(mem: Numbers, base: int, data: Numbers, table: int, turns_at: int) -> bool:
    """Begin the next round; False when nobody has decided anything for too long."""
    sides, idle = get(data, table), get(mem, base + row.IDLE)
    if idle > get(data, table + 1):
        return False
    put(mem, base + row.MOVER, 0)
    put(mem, base + row.IDLE, idle + 1)
    for side in range(sides):
        at = base + turns_at + side
        put(mem, at, get(mem, at) + 1)
    begin_turn(mem, base)
    return True


@compiled
def begin_turn(mem: Numbers, base: int) -> None:
    """Count a turn; its draws begin anew."""
    put(mem, base + row.TURN, get(mem, base + row.TURN) + 1)
    put(mem, base + row.DRAWS, 0)


@compiled
def queue_described(mem: Numbers, base: int, data: Numbers, table: int) -> bool:
    """Keep an event whose payload is in registers; False when there is no room."""
    one, two, three = get(data, table + 1), get(data, table + 2), get(data, table + 3)
    return queue_event(
        mem,
        base,
        data,
        get(data, table),
        get(mem, base + one) if one >= 0 else -1,
        get(mem, base + two) if two >= 0 else -1,
        get(mem, base + three) if three >= 0 else -1,
    )


@compiled
def log_described(mem: Numbers, base: int, data: Numbers, table: int, at: int) -> bool:
    """Tell of an event whose payload is in registers; False when there is no room."""
    one, two, three = get(data, table + 1), get(data, table + 2), get(data, table + 3)
    return log_event(
        mem,
        at,
        get(data, table),
        get(mem, base + one) if one >= 0 else -1,
        get(mem, base + two) if two >= 0 else -1,
        get(mem, base + three) if three >= 0 else -1,
    )


@compiled
def pop_event(mem: Numbers, base: int, data: Numbers, registers: int) -> bool:
    """Take the event that has waited longest into registers; False when there is none."""
    count = get(mem, base + row.QUEUED)
    if count == 0:
        return False
    start = get(mem, base + row.QUEUE_AT)
    at = base + get(data, head.QUEUE) + start * row.EVENT_SIZE
    for index in range(row.EVENT_SIZE):
        put(mem, base + registers + index, get(mem, at + index))
    put(mem, base + row.QUEUED, count - 1)
    put(mem, base + row.QUEUE_AT, (start + 1) % get(data, head.QUEUE_ROOM))
    return True


@compiled
def keep_reaction(
    mem: Numbers, base: int, data: Numbers, address: int, values: int, count: int
) -> bool:
    """Put a reaction on the stack with what it is about; False when there is no room."""
    at = get(mem, base + row.SP)
    if at + count >= get(data, head.STACK_ROOM):
        return False
    stack = base + get(data, head.STACK) + at
    for index in range(count):
        put(mem, stack + index, get(mem, base + values + index))
    put(mem, stack + count, address)
    put(mem, base + row.SP, at + count + 1)
    return True


@compiled
def take_reaction(mem: Numbers, base: int, data: Numbers, values: int, count: int) -> None:
    """Take what a reaction is about off the stack."""
    at = get(mem, base + row.SP) - count
    put(mem, base + row.SP, at)
    for index in range(count):
        put(mem, base + values + index, get(mem, base + get(data, head.STACK) + at + index))
