"""Many games side by side: each takes the move that is given, and lists what can follow."""

from __future__ import annotations

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, copy, get, inlined, put, whole
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.flow import WAITING
from ruleengine.kernel.machine import CAPPED, FINISHED, LISTED, LISTONLY, SELFPLAY
from ruleengine.kernel.pieces import seat_on_turn
from ruleengine.kernel.random_bits import key
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program.program import ROOM

(
    STRIDE,
    SIZE,
    DRAFTS,
    CAPACITY,
    WIDTH,
    PASS_ID,
    COMMIT_ID,
    OPERANDS,
    PLACES,
    NAMED,
    MAX_PLY,
    AGAIN,
) = range(12)
"""What `advance` is told of the arrays, in this order."""
SHAPE = 12
KIND, REGISTER, RESUME, LISTER, OPTIONAL, SECRET, SIDES, WHO, BY_SEAT, PIECES = range(10)
"""What it is told of each site; a site is one of the following."""
SITE = 10
ACT, CHOICE, SUBMIT = 0, 1, 2
RESULT, SEAT, COUNT, DONE, WINNER, ENDING, VOID, PLIES, NEED = range(9)
"""What it notes of each game."""
NOTES = 9
PLAYED, REFUSED, IDLE, BROKEN, UNNUMBERED = range(5)
"""What came of the move: taken, refused, nothing to decide; the machine or the numbering failed."""
GOES_ON, ENDED, CUT_SHORT = 0, 1, 2

SKIPPED, PIECE, VALUE = 0, 1, 2
"""How an operand counts for the number of a move: not at all, by its place, by its value."""

FUEL = 1 << 28
MAX_EMPTY_GAMES = 64
"""Games in a row that may end before anything is decided."""
NEXT_ROUND = np.uint64(1 << 32)
"""What is added to the number of a game for the next one in its place."""
FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_CHANCE = np.uint64(1)


@inlined
def with_part(hashed: Bits, part: int) -> Bits:
    """Return a hash with one more number in it."""
    mixed = (hashed + np.uint64((part + 2) & 0xFFFFFFFF)) * FACTOR
    return mixed ^ (mixed >> _HALF)


@inlined
def number_of(keys: Bits, numbers: Numbers, hashed: Bits) -> int:
    """Return the number of the move with a hash, or -1."""
    last = len(numbers) - 1
    place = whole(hashed) & last
    while True:
        found = get(numbers, place)
        if found < 0 or keys[place] == hashed:
            return found
        place = (place + 1) & last


@compiled
def take_in(mem: Numbers, store: Numbers, at: int, size: int, drafts: int) -> None:
    """Copy the row of a game, and its drafts, to where the machine works."""
    copy(mem, 0, store, at, size)
    for draft in range(drafts):
        copy(mem, size * ROOM * (1 + draft), store, at + size * (1 + draft), size)


@compiled
def put_back(mem: Numbers, store: Numbers, at: int, size: int, drafts: int) -> None:
    """Copy them back."""
    copy(store, at, mem, 0, size)
    for draft in range(drafts):
        copy(store, at + size * (1 + draft), mem, size * ROOM * (1 + draft), size)


@compiled
def apply(
    mem: Numbers, data: Numbers, sites: Numbers, size: int, entries: Numbers, entry: int
) -> None:
    """Put a listed move where the machine expects the decision."""
    site = get(mem, row.SITE) * SITE
    kind = get(sites, site + KIND)
    described = get(entries, entry)
    if kind == CHOICE:
        put(mem, get(sites, site + REGISTER), get(entries, entry + 1))
        return
    base = 0
    if kind == SUBMIT:
        if get(sites, site + SECRET):
            base = size * ROOM * (1 + get(mem, row.ACTOR))
        put(mem, row.PC, get(sites, site + RESUME))
    if described < 0:
        put(mem, base + row.CHOSEN, get(data, head.NUM_ACTIONS))
        return
    put(mem, base + row.CHOSEN, get(data, described))
    for number in range(get(data, described + 1)):
        register = get(data, described + 2 + number)
        put(mem, base + register, get(entries, entry + 1 + number))


@compiled
def acting_seat(mem: Numbers, data: Numbers, sites: Numbers) -> int:
    """Return the seat that decides."""
    site = get(mem, row.SITE) * SITE
    kind = get(sites, site + KIND)
    side = get(mem, row.MOVER)
    if kind == CHOICE:
        side = get(mem, get(sites, site + WHO))
        if get(sites, site + BY_SEAT):
            return side
    elif kind == SUBMIT:
        side = get(mem, get(sites, site + SIDES) + 1 + get(mem, row.ACTOR))
    turns = get(mem, get(data, head.SIDE_TURNS) + side)
    return seat_on_turn(mem, 0, data, side, max(0, turns - 1))


@compiled
def note_end(
    mem: Numbers, data: Numbers, notes: Numbers, note: int, rewards: Bits, seat: int, status: int
) -> None:
    """Note how a game ended, and what each seat gets for it."""
    over = status == FINISHED
    winner = get(mem, row.WINNER) if over else -1
    put(notes, note + DONE, ENDED if over else CUT_SHORT)
    put(notes, note + WINNER, winner)
    put(notes, note + ENDING, get(mem, row.ENDING) if over else -1)
    put(notes, note + VOID, get(mem, row.IS_VOID) if over else 0)
    put(notes, note + PLIES, get(mem, row.PLY))
    for index in range(get(data, head.NUM_SEATS)):
        side = get(mem, get(data, head.SEAT_SIDE) + index)
        reward = 0.0
        if winner >= 0 and side >= 0:
            reward = 1.0 if side == winner else -1.0
        rewards[seat + index] = reward


@compiled
def list_moves(
    mem: Numbers,
    base: int,
    data: Numbers,
    out: Numbers,
    sites: Numbers,
    keys: Bits,
    numbers: Numbers,
    kinds: Numbers,
    shape: Numbers,
    entries: Numbers,
    ids: Numbers,
    first: int,
    listed: int,
    more: int,
) -> bool:
    """Write down the moves that the machine has listed, with their numbers."""
    number = get(mem, row.SITE)
    kind = get(sites, number * SITE + KIND)
    width, operands = get(shape, WIDTH), get(shape, OPERANDS)
    places, named = get(shape, PLACES), get(shape, NAMED)
    cells = base + get(data, head.CELL)
    num_actions = get(data, head.NUM_ACTIONS)
    for index in range(listed):
        at = index * ENTRY
        described = get(out, at)
        entry = (first + index) * width
        put(entries, entry, described)
        action, count, shapes = num_actions + number, 1, -1
        if described >= 0:
            action, count = get(data, described), get(data, described + 1)
            shapes = action * operands
        hashed = with_part(np.uint64(0), action)
        for each in range(count):
            value = get(out, at + 1 + each)
            put(entries, entry + 1 + each, value)
            what = VALUE
            if shapes >= 0:
                what = get(kinds, shapes + each)
            elif get(sites, number * SITE + PIECES):
                what = PIECE
            if what == SKIPPED:
                continue
            if what == PIECE and value >= 0:
                value = places + value if value < named else get(mem, cells + value)
            hashed = with_part(hashed, value)
        found = number_of(keys, numbers, hashed)
        if found < 0:
            return False
        put(ids, first + index, found)
    if more:
        put(entries, (first + listed) * width, -1)
        put(entries, (first + listed) * width + 1, -1)
        last = get(shape, COMMIT_ID) if kind == SUBMIT else get(shape, PASS_ID)
        if kind == CHOICE:
            hashed = with_part(with_part(np.uint64(0), num_actions + number), -1)
            last = number_of(keys, numbers, hashed)
        put(ids, first + listed, last)
        return last >= 0
    return True


@compiled
def advance(
    machine: int,
    store: Numbers,
    entries: Numbers,
    ids: Numbers,
    notes: Numbers,
    rewards: Bits,
    games: Bits,
    asked: Numbers,
    mem: Numbers,
    spare: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    start: Numbers,
    sites: Numbers,
    keys: Bits,
    numbers: Numbers,
    kinds: Numbers,
    shape: Numbers,
    seed: Bits,
    low: int,
    high: int,
    begin: int,
) -> int:
    """Let the games from `low` up to `high` take the moves asked for, or begin anew.

    Return the first game that was not brought on, because there is no room for its moves or
    because something failed; its notes say which. Nothing of it has changed then.
    """
    stride, size, drafts = get(shape, STRIDE), get(shape, SIZE), get(shape, DRAFTS)
    capacity, width = get(shape, CAPACITY), get(shape, WIDTH)
    num_seats = get(data, head.NUM_SEATS)
    for game in range(low, high):
        at, note, first = game * stride, game * NOTES, game * capacity
        for index in range(num_seats):
            rewards[game * num_seats + index] = 0.0
        put(notes, note + DONE, GOES_ON)
        put(notes, note + NEED, 0)
        number = games[game]
        fresh, with_drafts = begin, 0
        if not begin:
            count = get(notes, note + COUNT)
            if count == 0:
                put(notes, note + RESULT, IDLE)
                continue
            wanted, index = get(asked, game), 0
            while index < count and get(ids, first + index) != wanted:
                index += 1
            if index == count:
                put(notes, note + RESULT, REFUSED)
                continue
            if get(sites, get(store, at + row.SITE) * SITE + SECRET):
                with_drafts = drafts
            take_in(mem, store, at, size, with_drafts)
            apply(mem, data, sites, size, entries, (first + index) * width)
        status, games_ended = 0, 0
        while True:
            if fresh:
                copy(mem, 0, start, 0, size)
                with_drafts = 0
            rng[1] = key(_CHANCE, seed, number)
            status = run_at(
                machine, mem, 0, code, data, out, rng, SELFPLAY, FUEL, get(shape, MAX_PLY)
            )
            if status != FINISHED and status != CAPPED:
                break
            note_end(mem, data, notes, note, rewards, game * num_seats, status)
            games_ended += 1
            if not get(shape, AGAIN) or games_ended > MAX_EMPTY_GAMES:
                break
            number += NEXT_ROUND
            fresh = 1
        if status != WAITING and (get(shape, AGAIN) or (status != FINISHED and status != CAPPED)):
            put(notes, note + RESULT, BROKEN)
            return game
        seat, listed, more = -1, 0, 0
        if status == WAITING:
            site = get(mem, row.SITE) * SITE
            seat = acting_seat(mem, data, sites)
            base = 0
            listed, more = get(mem, row.NUM_LISTED), get(sites, site + OPTIONAL)
            submits = get(sites, site + KIND) == SUBMIT
            if submits:
                if get(sites, site + SECRET):
                    with_drafts = drafts
                    base = size * ROOM * (1 + get(mem, row.ACTOR))
                put_back(mem, spare, 0, size, with_drafts)
                put(mem, row.PC, get(sites, site + LISTER))
                if (
                    run_at(
                        machine, mem, 0, code, data, out, rng, LISTONLY, FUEL, get(shape, MAX_PLY)
                    )
                    != LISTED
                ):
                    put(notes, note + RESULT, BROKEN)
                    return game
                listed, more = get(mem, row.NUM_LISTED), get(mem, row.READY)
            if listed + more > capacity:
                put(notes, note + NEED, listed + more)
                return game
            put(mem, row.SITE, site // SITE)
            if not list_moves(
                mem,
                base,
                data,
                out,
                sites,
                keys,
                numbers,
                kinds,
                shape,
                entries,
                ids,
                first,
                listed,
                more,
            ):
                put(notes, note + RESULT, UNNUMBERED)
                return game
            if submits:
                copy(store, at, spare, 0, size * (1 + with_drafts))
            else:
                copy(store, at, mem, 0, size)
        else:
            copy(store, at, mem, 0, size)
        games[game] = number
        put(notes, note + RESULT, PLAYED)
        put(notes, note + SEAT, seat)
        put(notes, note + COUNT, listed + more)
    return high


@compiled
def pack_masks(
    masks: Bits, ids: Numbers, notes: Numbers, capacity: int, low: int, high: int, width: int
) -> None:
    """Set the bits of the legal moves; the first move is the lowest bit of the first byte."""
    for game in range(low, high):
        for index in range(get(notes, game * NOTES + COUNT)):
            move = get(ids, game * capacity + index)
            place = game * width + (move >> 3)
            masks[place] = masks[place] | np.uint8(1 << (move & 7))


@compiled
def gather(
    ids: Numbers, notes: Numbers, offsets: Bits, found: Numbers, capacity: int, low: int, high: int
) -> None:
    """Write the legal moves of the games one after the other."""
    for game in range(low, high):
        copy(found, whole(offsets[game]), ids, game * capacity, get(notes, game * NOTES + COUNT))
