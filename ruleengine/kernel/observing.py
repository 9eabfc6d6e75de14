"""What seats see of many games at once: boards and numbers, without what is hidden from them."""

from __future__ import annotations

from ruleengine.kernel.access import Bits, Numbers, compiled, copy, get, put, whole
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.machine import LISTED, LISTONLY
from ruleengine.kernel.stepping import FUEL, NOTES, SEAT, SECRET, SIDES, SITE
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program.layout import ABSENT_NUMBER

ENTRY, VIEWER, HIDDEN, NUM_SIDES, NUM_PLACES, NUM_NUMBERS, NUM_PLANES, FOR_ALL = range(8)
"""What `observe` is told, in this order."""
TOLD = 8
NUMBER_AT, OF_WHOM, OWNER, NAME, FROM_GAME = range(5)
"""What it is told of each number: where it is, whose it is, and by which name it is hidden."""
NUMBER = 5
OF_GAME, OF_SIDE, OF_SEAT = 0, 1, 2
NOTHING, NOT_KNOWN = -1, -2
"""Where no piece stands; a kind that is not known, and the owner of what nobody owns."""


@compiled
def row_seen(store: Numbers, at: int, size: int, sites: Numbers, side: int) -> int:
    """Return where the row is that a side works on: its draft while it submits in secret."""
    number = get(store, at + row.SITE)
    if number < 0 or side < 0 or not get(sites, number * SITE + SECRET):
        return at
    sides = at + get(sites, number * SITE + SIDES)
    for index in range(get(store, sides)):
        if get(store, sides + 1 + index) == side:
            return at + size * (1 + index)
    return at


@compiled
def looks_as_mover(store: Numbers, at: int, sites: Numbers, side: int) -> bool:
    """Return whether a side takes part in a submission, in which everybody is on turn for himself.

    In secret its draft says so by itself.
    """
    number = get(store, at + row.SITE)
    if number < 0 or side < 0 or get(sites, number * SITE + SIDES) < 0:
        return False
    sides = at + get(sites, number * SITE + SIDES)
    for index in range(get(store, sides)):
        if get(store, sides + 1 + index) == side:
            return True
    return False


@compiled
def least_of_alike(
    mem: Numbers, data: Numbers, told: Numbers, planes: Numbers, plane: int, place: int, known: int
) -> int:
    """Return the least number of a counter among the pieces in one place that look the same.

    One that is not known counts as the least.
    """
    max_pieces, entry = get(data, head.MAX_PIECES), get(told, ENTRY)
    hidden = get(told, HIDDEN)
    slot, least, found = get(mem, get(data, head.TOP) + place), ABSENT_NUMBER, False
    while slot >= 0:
        if entry < 0 or not get(mem, hidden + slot):
            owner = get(mem, get(data, head.OWNER) + slot)
            kind = get(mem, get(data, head.KIND) + slot)
            if entry >= 0 and get(mem, hidden + max_pieces + slot):
                kind = NOT_KNOWN
            if (owner + 1) * 4096 + kind + 2 == known:
                if entry >= 0 and get(mem, hidden + (2 + plane) * max_pieces + slot):
                    return ABSENT_NUMBER
                value = get(mem, get(planes, plane) + slot)
                if not found or value < least:
                    least, found = value, True
        slot = get(mem, get(data, head.NEXT) + slot)
    return least


@compiled
def observe(
    machine: int,
    store: Numbers,
    notes: Numbers,
    mem: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    sites: Numbers,
    told: Numbers,
    numbers: Numbers,
    hides: Numbers,
    planes: Numbers,
    kinds: Bits,
    owners: Bits,
    heights: Bits,
    values: Numbers,
    kept: Numbers,
    stride: int,
    seat: int,
    low: int,
    high: int,
) -> bool:
    """Write down what a seat sees of the games from `low` up to `high`; -1: the one that acts."""
    size, num_sides = get(data, head.ROW), get(told, NUM_SIDES)
    num_places, num_planes = get(told, NUM_PLACES), get(told, NUM_PLANES)
    num_numbers, max_pieces = get(told, NUM_NUMBERS), get(data, head.MAX_PIECES)
    for game in range(low, high):
        at = game * stride
        who = get(notes, game * NOTES + SEAT) if seat < 0 else seat
        side = get(store, at + get(data, head.SEAT_SIDE) + who) if who >= 0 else -1
        seen = row_seen(store, at, size, sites, side)
        # Who has no side knows what every side knows.
        one, two = (side, side + 1) if side >= 0 else (0, num_sides)
        copy(mem, 0, store, seen, size)
        if looks_as_mover(store, at, sites, side):
            put(mem, row.MOVER, side)
        entry = get(told, ENTRY)
        if entry >= 0:
            for index in range(num_planes + 2):
                for slot in range(max_pieces):
                    put(mem, get(told, HIDDEN) + index * max_pieces + slot, 0)
            # Who has no side is also not told what one side may not know of another's knowledge.
            rounds = 2 if side < 0 and get(told, FOR_ALL) >= 0 else 1
            for look in range(rounds * (two - one)):
                put(mem, row.PC, entry if look < two - one else get(told, FOR_ALL))
                put(mem, row.SP, 0)
                put(mem, get(told, VIEWER), one + look % (two - one))
                if run_at(machine, mem, 0, code, data, out, rng, LISTONLY, FUEL, 1 << 30) != LISTED:
                    return False
        for place in range(num_places):
            board = game * num_places + place
            slot, best, known, kind_seen = get(mem, get(data, head.TOP) + place), -1, -1, -1
            owner_seen, height, alike = NOTHING, 0, 0
            while slot >= 0:
                if entry < 0 or not get(mem, get(told, HIDDEN) + slot):
                    height += 1
                    owner = get(mem, get(data, head.OWNER) + slot)
                    kind = get(mem, get(data, head.KIND) + slot)
                    if entry >= 0 and get(mem, get(told, HIDDEN) + max_pieces + slot):
                        kind = NOT_KNOWN
                    # Of several the least counts, never the first: numbers of pieces say too much.
                    rank = (owner + 1) * 4096 + kind + 2
                    if best < 0 or rank < known:
                        best, known, kind_seen, alike = slot, rank, kind, 0
                        owner_seen = NOT_KNOWN if owner < 0 else owner
                    alike += whole(rank == known)
                slot = get(mem, get(data, head.NEXT) + slot)
            kinds[board] = kind_seen
            owners[board] = owner_seen
            heights[board] = height
            for plane in range(num_planes):
                value = ABSENT_NUMBER
                if best >= 0 and (
                    entry < 0 or not get(mem, get(told, HIDDEN) + (2 + plane) * max_pieces + best)
                ):
                    value = get(mem, get(planes, plane) + best)
                    if alike > 1:
                        value = least_of_alike(mem, data, told, planes, plane, place, known)
                put(kept, (game * num_planes + plane) * num_places + place, value)
        for index in range(num_numbers):
            number = index * NUMBER
            part = get(numbers, number + OWNER)
            whose = -1
            if get(numbers, number + OF_WHOM) == OF_SIDE:
                whose = part
            elif get(numbers, number + OF_WHOM) == OF_SEAT:
                whose = get(mem, get(data, head.SEAT_SIDE) + part)
            name = get(numbers, number + NAME)
            is_hidden = False
            if name >= 0:
                for viewer in range(one, two):
                    place = (name * num_sides + viewer) * (num_sides + 1) + whose + 1
                    is_hidden = is_hidden or get(hides, place) != 0
            where = get(numbers, number + NUMBER_AT)
            value = ABSENT_NUMBER
            if not is_hidden:
                # Who is on turn is known from the game; in a draft it is always its own side.
                if get(numbers, number + FROM_GAME):
                    value = get(store, at + where)
                else:
                    value = get(mem, where)
                if value == ABSENT_NUMBER:
                    value = 0  # a die that has not been thrown; no other number is ever absent
            put(values, game * num_numbers + index, value)
    return True
