"""Many games side by side: each takes the move that is given, and lists what can follow.

The games stay where they are stored, row by row; behind them is room for the copies that questions
need, and every thread has its own.
"""

from __future__ import annotations

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, copy, fetch, get, inlined, put, whole
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.flow import WAITING
from ruleengine.kernel.machine import CAPPED, FINISHED, FULL
from ruleengine.kernel.numbering import UNNUMBERED, write_moves
from ruleengine.kernel.random_bits import CHANCE_KEY, COPIES, key_of, key_up_to
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
    LONG,
    MAX_PLY,
    MODE,
    MOST,
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
NEAR = 1024
"""Numbers at the beginning of a row that are asked for in advance."""
ALL, ONE, BITS = 0, 1, 2
"""How `look_up` tells the legal moves."""
_CHANCE = np.uint64(1)


@inlined
def place_of(ids: Numbers, first: int, count: int, wanted: int) -> int:
    """Return which of the listed moves has a number; `count` when none has."""
    index = 0
    while index < count and get(ids, first + index) != wanted:
        index += 1
    return index


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
    long_entries: Numbers,
    long_ids: Numbers,
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
    capacity, width, limit = get(shape, CAPACITY), get(shape, WIDTH), get(shape, MAX_PLY)
    num_seats = get(data, head.NUM_SEATS)
    prefix = key_up_to(_CHANCE, seed)
    rng[COPIES] = np.uint64(copies)
    for game in range(low, high):
        at, note, first = game * stride, game * NOTES, game * capacity
        if game + 1 < high:  # what the next game needs is on its way while this one plays
            fetch(store, at + stride, min(size, NEAR))
            fetch(ids, first + capacity, min(capacity, 32))
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
                if get(notes, note + LONG):
                    listed = write_moves(
                        machine,
                        store,
                        at,
                        long_entries,
                        long_ids,
                        0,
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
                        len(long_ids),
                        1,
                    )
                    if listed != count:
                        put(notes, note + RESULT, NUMBERLESS)
                        continue
                    index = place_of(long_ids, 0, count, wanted)
                    if index < count:
                        apply(store, data, sites, size, long_entries, index * width, at)
                else:
                    index = place_of(ids, first, count, wanted)
                    if index < count:
                        apply(store, data, sites, size, entries, (first + index) * width, at)
                if index == count:
                    put(notes, note + RESULT, REFUSED)
                    continue
            while True:
                if fresh:
                    copy(store, at, start, 0, size)
                rng[CHANCE_KEY] = key_of(prefix, number)
                status = run_at(
                    machine, store, at, code, data, out, rng, get(shape, MODE), FUEL, limit
                )
                if status >= FULL:  # there is no room to go on, which cuts it short as well
                    status = CAPPED
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
            capacity,
            0,
        )
        if capacity < listed <= get(shape, MOST):
            put(notes, note + NEED, listed)
            rng[COPIES] = np.uint64(0)
            return game
        if listed < 0:
            put(notes, note + RESULT, NUMBERLESS if listed == UNNUMBERED else BROKEN)
            continue
        put(notes, note + SEAT, acting_seat(store, data, sites, at))
        put(notes, note + COUNT, listed)
        put(notes, note + LONG, whole(listed > capacity))
    rng[COPIES] = np.uint64(0)
    return high


@compiled
def look_up(
    machine: int,
    store: Numbers,
    ids: Numbers,
    notes: Numbers,
    spare: Numbers,
    long_entries: Numbers,
    long_ids: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    sites: Numbers,
    roots: Numbers,
    tree: Numbers,
    kinds: Numbers,
    shape: Numbers,
    copies: int,
    low: int,
    high: int,
    how: int,
    offsets: Bits,
    found: Numbers,
    masks: Bits,
    mask_width: int,
) -> bool:
    """Tell the legal moves of games: all one after the other, as bits, or one of each.

    Moves that were too many to be kept are listed again; False when that failed.
    """
    capacity = get(shape, CAPACITY)
    rng[COPIES] = np.uint64(copies)
    for game in range(low, high):
        note, source, first = game * NOTES, ids, game * capacity
        count = get(notes, note + COUNT)
        if get(notes, note + LONG) and count:
            source, first = long_ids, 0
            at = game * get(shape, STRIDE)
            listed = write_moves(
                machine,
                store,
                at,
                long_entries,
                long_ids,
                0,
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
                len(long_ids),
                1,
            )
            if listed != count:
                rng[COPIES] = np.uint64(0)
                return False
        if how == ALL:
            copy(found, whole(offsets[game]), source, first, count)
        elif how == ONE:
            index = whole(offsets[game])
            put(found, game, get(source, first + index) if 0 <= index < count else -1)
        elif get(notes, note + SEAT) != CHANCE:  # outcomes have numbers of their own
            for index in range(count):
                move = get(source, first + index)
                place = game * mask_width + (move >> 3)
                masks[place] = masks[place] | np.uint8(1 << (move & 7))
    rng[COPIES] = np.uint64(0)
    return True
