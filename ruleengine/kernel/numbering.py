"""The legal moves of a game by their stable numbers: from the machine's list to a learner's.

Numbers are found in a tree of tables. A table is the least value it has a place for, how many
places it has, what comes of a number that is absent, and the places: each the offset of the table
for the next part of the move, or at the last part the number itself; -1 where no move goes on.
"""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, copy, get, inlined, put
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.machine import LISTED, LISTONLY
from ruleengine.kernel.stepping import (
    ACT,
    CHOICE,
    COMMIT_ID,
    COUNTED,
    FACES,
    FALL,
    FUEL,
    KIND,
    LISTER,
    MAX_PLY,
    MOST_ALIKE,
    NAMED,
    NUM_SIDES,
    OPERANDS,
    OPTIONAL,
    OWNED,
    OWNED_AND_COUNTED,
    PASS_ID,
    PIECES,
    PLACES,
    SECRET,
    SHARED,
    SITE,
    SIZE,
    SKIPPED,
    SUBMIT,
    TELLS,
    UNTOLD,
    VALUE,
    WIDTH,
)
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program.layout import ABSENT_NUMBER

BROKEN, UNNUMBERED = -1, -2
"""What `write_moves` returns when the machine failed, or when a move has no number."""
LEAST, MANY, ABSENT, TABLE = 0, 1, 2, 3
"""Where a table of numbers has what, before its places."""


@inlined
def next_part(tree: Numbers, table: int, value: int) -> int:
    """Return what a table has for a value: another table, a number, or -1."""
    place = value - get(tree, table + LEAST)
    if place < 0 or place >= get(tree, table + MANY):
        return get(tree, table + ABSENT) if value == ABSENT_NUMBER else -1
    return get(tree, table + TABLE + place)


@compiled
def shared(mem: Numbers, base: int, data: Numbers, shape: Numbers, slot: int, what: int) -> int:
    """Return what a piece on the board is written as, where it may share its cell with others."""
    owners, kinds = base + get(data, head.OWNER), base + get(data, head.KIND)
    cell = get(mem, base + get(data, head.CELL) + slot)
    owner, kind = get(mem, owners + slot), get(mem, kinds + slot)
    is_owned = what in (OWNED, OWNED_AND_COUNTED)
    owner_code, kind_code, number = 0, 0, 0
    other = get(mem, base + get(data, head.TOP) + cell)
    while other >= 0:
        is_own = get(mem, owners + other) == owner
        is_kind = get(mem, kinds + other) == kind
        if is_owned and not is_own:
            owner_code = owner + 2
        if not is_kind and (is_own or is_owned):
            kind_code = kind + 1
        number += is_own and is_kind and get(shape, NAMED) <= other < slot
        other = get(mem, base + get(data, head.NEXT) + other)
    if what not in (COUNTED, OWNED_AND_COUNTED):
        number = 0
    number = min(number, get(shape, MOST_ALIKE) - 1)
    if owner_code == 0 and kind_code == 0 and number == 0:
        return cell
    num_cells, num_kinds = get(data, head.NUM_CELLS), get(data, head.NUM_KINDS)
    beside = (get(shape, PLACES) - num_cells) * num_kinds
    spot = cell * (get(shape, NUM_SIDES) + 2) + owner_code
    after = get(shape, PLACES) + get(shape, NAMED) + beside
    ways = num_cells * (get(shape, NUM_SIDES) + 2) * (num_kinds + 1)
    return after + spot * (num_kinds + 1) + kind_code + number * ways


@inlined
def written(mem: Numbers, base: int, data: Numbers, shape: Numbers, slot: int, what: int) -> int:
    """Return what a piece is written as: its name, its place, if need be its owner and kind too."""
    named, places = get(shape, NAMED), get(shape, PLACES)
    cell = get(mem, base + get(data, head.CELL) + slot)
    if slot < named:
        return places + slot
    if what == UNTOLD:
        return cell
    if cell < get(data, head.NUM_CELLS):
        return shared(mem, base, data, shape, slot, what) if get(shape, SHARED) else cell
    if not get(shape, TELLS):
        return cell
    beside = (cell - get(data, head.NUM_CELLS)) * get(data, head.NUM_KINDS)
    return places + named + beside + get(mem, base + get(data, head.KIND) + slot)


@compiled
def number_actions(
    mem: Numbers,
    base: int,
    data: Numbers,
    out: Numbers,
    roots: Numbers,
    tree: Numbers,
    kinds: Numbers,
    shape: Numbers,
    entries: Numbers,
    ids: Numbers,
    first: int,
    listed: int,
) -> bool:
    """Write down the actions that the machine has listed, with their numbers."""
    width, operands = get(shape, WIDTH), get(shape, OPERANDS)
    described, root, count, shapes = -1, -1, 0, 0
    for index in range(listed):
        at, entry = index * ENTRY, (first + index) * width
        if get(out, at) != described:
            described = get(out, at)
            action, count = get(data, described), get(data, described + 1)
            root, shapes = get(roots, action), action * operands
        put(entries, entry, described)
        found = root
        for each in range(count):
            value = get(out, at + 1 + each)
            put(entries, entry + 1 + each, value)
            what = get(kinds, shapes + each)
            if what == SKIPPED:
                continue
            if what not in (SKIPPED, VALUE) and value >= 0:
                value = written(mem, base, data, shape, value, what)
            if found >= 0:
                found = next_part(tree, found, value)
        if found < 0:
            return False
        put(ids, first + index, found)
    return True


@compiled
def number_options(
    mem: Numbers,
    base: int,
    data: Numbers,
    out: Numbers,
    sites: Numbers,
    roots: Numbers,
    tree: Numbers,
    shape: Numbers,
    entries: Numbers,
    ids: Numbers,
    first: int,
    listed: int,
) -> bool:
    """Write down the options of a choice with their numbers; those of chance are counted."""
    number = get(mem, base + row.SITE)
    kind, faces = get(sites, number * SITE + KIND), get(sites, number * SITE + FACES)
    root = get(roots, get(data, head.NUM_ACTIONS) + number)
    for index in range(listed):
        value = index + 1 if faces else get(out, index * ENTRY + 1)
        entry = (first + index) * get(shape, WIDTH)
        put(entries, entry, -1)
        put(entries, entry + 1, value)
        found = index
        if kind != FALL:
            what = get(sites, number * SITE + PIECES)
            if what and value >= 0:
                value = written(mem, base, data, shape, value, what)
            found = next_part(tree, root, value)
        if found < 0:
            return False
        put(ids, first + index, found)
    return True


@compiled
def write_moves(
    machine: int,
    store: Numbers,
    at: int,
    entries: Numbers,
    ids: Numbers,
    first: int,
    spare: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    sites: Numbers,
    roots: Numbers,
    tree: Numbers,
    kinds: Numbers,
    shape: Numbers,
    capacity: int,
    again: int,
) -> int:
    """Write down what can be decided now, and return how many moves that is.

    When there is no room for so many, nothing is written. What the machine has listed is still
    in `out`, so that the same call can follow once there is room; later it is listed `again`.
    """
    number = get(store, at + row.SITE)
    site, size = number * SITE, get(shape, SIZE)
    kind, base = get(sites, site + KIND), at
    listed, more = get(store, at + row.NUM_LISTED), get(sites, site + OPTIONAL)
    lists = kind == SUBMIT or (again and not get(sites, site + FACES))
    if lists:
        # Listing leaves its traces in the row of the game and in the draft of who acts.
        copy(spare, 0, store, at, size)
        if kind == SUBMIT and get(sites, site + SECRET):
            base = at + size * (1 + get(store, at + row.ACTOR))
            copy(spare, size, store, base, size)
        put(store, at + row.PC, get(sites, site + LISTER))
        limit = get(shape, MAX_PLY)
        if run_at(machine, store, at, code, data, out, rng, LISTONLY, FUEL, limit) != LISTED:
            return BROKEN
        listed = get(store, at + row.NUM_LISTED)
        if kind == SUBMIT:
            more = get(store, at + row.READY)
    if kind == FALL:
        more = 0
        if get(sites, site + FACES):
            listed = get(sites, site + FACES)
    is_right = True
    if listed + more <= capacity:
        if kind in (ACT, SUBMIT):
            is_right = number_actions(
                store, base, data, out, roots, tree, kinds, shape, entries, ids, first, listed
            )
        else:
            is_right = number_options(
                store, at, data, out, sites, roots, tree, shape, entries, ids, first, listed
            )
        if more:
            put(entries, (first + listed) * get(shape, WIDTH), -1)
            put(entries, (first + listed) * get(shape, WIDTH) + 1, -1)
            last = get(shape, COMMIT_ID) if kind == SUBMIT else get(shape, PASS_ID)
            if kind == CHOICE:
                last = next_part(tree, get(roots, get(data, head.NUM_ACTIONS) + number), -1)
            put(ids, first + listed, last)
            is_right = is_right and last >= 0
    if lists:
        copy(store, at, spare, 0, size)
        if base != at:
            copy(store, base, spare, size, size)
    return listed + more if is_right else UNNUMBERED
