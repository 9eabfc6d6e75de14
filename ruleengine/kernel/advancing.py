"""Many games side by side: each takes the move that is given, and lists what can follow.

The games stay where they are stored, row by row; behind them is room for the copies that questions
need, and every thread has its own.
"""

from __future__ import annotations

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, copy, get, put, whole
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.flow import WAITING
from ruleengine.kernel.machine import CAPPED, COPIES, FINISHED
from ruleengine.kernel.numbering import UNNUMBERED, write_moves
from ruleengine.kernel.random_bits import key_of, key_up_to
from ruleengine.kernel.stepping import (
    AGAIN,
    BROKEN,
    CAPACITY,
    CHANCE,
    COUNT,
    DONE,
    FUEL,
    GOES_ON,
    IDLE,
    MAX_PLY,
    MODE,
    NEED,
    NOBODY,
    NOTES,
    NUMBERLESS,
    PLAYED,
    REFUSED,
    RESULT,
    SEAT,
    SIZE,
    STATUS,
    STRIDE,
    WIDTH,
    acting_seat,
    apply,
    note_end,
)
from ruleengine.program import head

MAX_EMPTY_GAMES = 64
"""Games in a row that may end before anything is decided."""
NEXT_ROUND = np.uint64(1 << 32)
"""What is added to the number of a game for the next one in its place."""
_CHANCE = np.uint64(1)


@compiled
def take(
    store: Numbers,
    at: int,
    entries: Numbers,
    ids: Numbers,
    first: int,
    count: int,
    wanted: int,
    data: Numbers,
    sites: Numbers,
    shape: Numbers,
) -> bool:
    """Take the move that is asked for; False when it is not legal."""
    index = 0
    while index < count and get(ids, first + index) != wanted:
        index += 1
    if index == count:
        return False
    entry = (first + index) * get(shape, WIDTH)
    apply(store, data, sites, get(shape, SIZE), entries, entry, at, 1)
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
    spare: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    start: Numbers,
    sites: Numbers,
    roots: Numbers,
    tree: Numbers,
    kinds: Numbers,
    shape: Numbers,
    seed: Bits,
    copies: int,
    low: int,
    high: int,
    begin: int,
) -> int:
    """Let the games from `low` up to `high` take the moves asked for, or begin anew.

    Return the first game for whose moves there is no room; it has moved, and has only to be listed
    when it comes first in the next call. A game in which something failed is over, and its notes
    say what it was.
    """
    stride, size = get(shape, STRIDE), get(shape, SIZE)
    capacity, limit = get(shape, CAPACITY), get(shape, MAX_PLY)
    num_seats = get(data, head.NUM_SEATS)
    prefix = key_up_to(_CHANCE, seed)
    rng[COPIES] = np.uint64(copies)
    for game in range(low, high):
        at, note, first = game * stride, game * NOTES, game * capacity
        status = WAITING
        if get(notes, note + NEED) == 0:
            for index in range(num_seats):
                rewards[game * num_seats + index] = 0.0
            put(notes, note + DONE, GOES_ON)
            fresh, number, games_ended = begin, games[game], 0
            if not begin:
                count = get(notes, note + COUNT)
                if count == 0:
                    put(notes, note + RESULT, IDLE)
                    continue
                wanted = get(asked, game)
                if not take(store, at, entries, ids, first, count, wanted, data, sites, shape):
                    put(notes, note + RESULT, REFUSED)
                    continue
            while True:
                if fresh:
                    copy(store, at, start, 0, size)
                rng[1] = key_of(prefix, number)
                status = run_at(
                    machine, store, at, code, data, out, rng, get(shape, MODE), FUEL, limit
                )
                if status != FINISHED and status != CAPPED:
                    break
                note_end(store, at, data, notes, note, rewards, game * num_seats, status)
                games_ended += 1
                if not get(shape, AGAIN) or games_ended > MAX_EMPTY_GAMES:
                    break
                number += NEXT_ROUND
                fresh = 1
            games[game] = number
            put(notes, note + STATUS, status)
            put(notes, note + RESULT, PLAYED)
            put(notes, note + SEAT, NOBODY)
            put(notes, note + COUNT, 0)
            if status != WAITING:
                if get(shape, AGAIN) or (status != FINISHED and status != CAPPED):
                    put(notes, note + RESULT, BROKEN)
                continue
        put(notes, note + NEED, 0)
        listed = write_moves(
            machine,
            store,
            at,
            entries,
            ids,
            first,
            spare,
            out,
            rng,
            code,
            data,
            sites,
            roots,
            tree,
            kinds,
            shape,
        )
        if listed > capacity:
            put(notes, note + NEED, listed)
            rng[COPIES] = np.uint64(0)
            return game
        if listed < 0:
            put(notes, note + RESULT, NUMBERLESS if listed == UNNUMBERED else BROKEN)
            continue
        put(notes, note + SEAT, acting_seat(store, data, sites, at))
        put(notes, note + COUNT, listed)
    rng[COPIES] = np.uint64(0)
    return high


@compiled
def pack_masks(
    masks: Bits, ids: Numbers, notes: Numbers, capacity: int, low: int, high: int, width: int
) -> None:
    """Set the bits of the legal moves; the first move is the lowest bit of the first byte."""
    for game in range(low, high):
        if get(notes, game * NOTES + SEAT) == CHANCE:
            continue  # outcomes have numbers of their own
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
