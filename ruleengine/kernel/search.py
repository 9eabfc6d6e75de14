"""Tree search over rows, for every ruleset: one tree of what each side has seen.

A tree is a table: what stands for a node is a hash of all that a side has seen since the search
began, so that two worlds that look the same to it share a node. An open decision is seen by
everybody, a secret one by its own side only; where something is hidden, what stands where is seen
after every ply. So sides that decide at the same time decide without each other.
"""

from __future__ import annotations

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, get, put
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.flow import WAITING, fall
from ruleengine.kernel.imagining import imagine
from ruleengine.kernel.machine import CAPPED, FINISHED, LISTED, LISTONLY, PLAYOUT, STEP
from ruleengine.kernel.positions import mixed
from ruleengine.kernel.random_bits import CHANCE_KEY, next_bits
from ruleengine.kernel.rows import NO_LIMIT
from ruleengine.kernel.stepping import (
    FACES,
    FALL,
    KIND,
    LISTER,
    OPTIONAL,
    REGISTER,
    SECRET,
    SITE,
    SUBMIT,
    acting_seat,
    apply,
)
from ruleengine.kernel.submitting import bring_on, drawn, note_done, note_made, submits
from ruleengine.kernel.tree import (
    COUNT,
    DEPTH,
    HIDES,
    NUM_BLOTS,
    NUM_PLACES,
    NUM_REFS,
    NUM_SIDES,
    PLAN,
    ROOT,
    SIDE,
    TREE,
    USED,
    VARIES,
    base_of,
    eagerness,
    first_to_try,
    hash_of,
    joined,
    note_value,
    pick,
    place_of,
    tried,
)
from ruleengine.kernel.valuing import reward, tire, wear
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import head
from ruleengine.program import layout as row

MAX_PATH = 512
MAX_DRAWN = 128
"""Moves drawn in a row after which a side that never gets to decide is waited for no longer."""
ENOUGH_DRAWN = 8
"""Moves of turns drawn in a row after which sides are not waited for that have not decided."""
MAX_FALLS = 4096
"""Throws in a row after which nobody is expected to decide anything any more."""
FUEL = 1 << 26
NOTHING = np.uint64(0)


@compiled
def stands(mem: Numbers, data: Numbers) -> Bits:
    """Return a hash of where whose pieces stand, which is seen by everybody who sees them."""
    total = np.uint64(0)
    for slot in range(get(mem, row.NUM_PIECES)):
        cell = get(mem, get(data, head.CELL) + slot)
        if cell >= 0:
            total += mixed(mixed(ROOT, cell), get(mem, get(data, head.OWNER) + slot))
    return total


@compiled
def to_decision(
    machine: int,
    mem: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    sites: Numbers,
    about: Numbers,
    done: Bits,
    within: Numbers,
    seen: Bits,
    num_sides: int,
    waits: int,
) -> int:
    """Run to the next decision of a seat and list what it can do; chance falls on the way.

    Where play `waits` already it only lists. Everybody sees how chance falls. What is listed stands
    in `out`, with a place more for passing, declining or committing when that is allowed;
    `NUM_LISTED` counts it. Of a submission only what brings it on is listed.
    """
    falls = 0
    while not waits:
        if falls == MAX_FALLS:
            return CAPPED
        falls += 1
        status = run_at(machine, mem, 0, code, data, out, rng, STEP, FUEL, NO_LIMIT)
        if status != WAITING:
            return status
        site = get(mem, row.SITE)
        if get(sites, site * SITE + KIND) != FALL:
            break
        faces = get(sites, site * SITE + FACES)
        if faces > 0:
            value = 1 + fall(mem, 0, rng, faces)
        else:
            value = get(out, ENTRY * fall(mem, 0, rng, get(mem, row.NUM_LISTED)) + 1)
        put(mem, get(sites, site * SITE + REGISTER), value)
        for side in range(num_sides):
            seen[side] = mixed(mixed(seen[side], -1000 - site), value)
    site = get(mem, row.SITE)
    more = get(sites, site * SITE + OPTIONAL)
    listed = get(mem, row.NUM_LISTED)
    if get(sites, site * SITE + KIND) == SUBMIT:
        pc, mover = get(mem, row.PC), get(mem, row.MOVER)
        put(mem, row.PC, get(sites, site * SITE + LISTER))
        if run_at(machine, mem, 0, code, data, out, rng, LISTONLY, FUEL, NO_LIMIT) != LISTED:
            return CAPPED
        put(mem, row.PC, pc)
        put(mem, row.MOVER, mover)
        put(mem, row.SITE, site)
        listed = bring_on(mem, data, sites, out, about, done, within, num_sides)
        more = get(mem, row.READY)
    if more:
        if (listed + 1) * ENTRY > len(out):
            return CAPPED
        put(out, listed * ENTRY, -1)
        put(out, listed * ENTRY + 1, -1)
        listed += 1
    put(mem, row.NUM_LISTED, listed)
    return WAITING


@compiled
def tree_of(mem: Numbers, data: Numbers, seat: int, num_sides: int) -> int:
    """Return whose tree a seat decides in: that of its side, if it has one yet."""
    if seat < 0:
        return get(mem, row.MOVER)
    side = get(mem, get(data, head.SEAT_SIDE) + seat)
    return side if side >= 0 else seat % num_sides


@compiled
def value_for(mem: Numbers, data: Numbers, values: Bits, seat: int) -> float:
    """Return what an outcome is worth to a seat: what it is worth to the side it ended up on."""
    side = get(mem, get(data, head.SEAT_SIDE) + seat) if seat >= 0 else -1
    return values[side] if side >= 0 else 0.0


@compiled
def take(
    mem: Numbers,
    data: Numbers,
    sites: Numbers,
    out: Numbers,
    index: int,
    about: Numbers,
    done: Bits,
    within: Numbers,
    num_sides: int,
) -> None:
    """Let a listed move be the decision."""
    if submits(mem, sites):
        note_done(mem, data, sites, out, index, about, done, within, num_sides)
    apply(mem, data, sites, get(data, head.STRIDE), out, index * ENTRY)


@compiled
def relist(mem: Numbers, sites: Numbers) -> int:
    """Let the machine list again what can be decided where it waits; return whether it does."""
    site = get(mem, row.SITE)
    if get(sites, site * SITE + KIND) == SUBMIT:
        return 1
    put(mem, row.PC, get(sites, site * SITE + LISTER))
    return 0


@compiled
def roll_out(
    machine: int,
    mem: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    sites: Numbers,
    about: Numbers,
    done: Bits,
    within: Numbers,
    seen: Bits,
    num_sides: int,
    depth: int,
) -> int:
    """Play on at random from a decision, for so many plies or to the end.

    A submission is one ply, with many moves in it. Where they are made one by one each of them
    counts, and the round in which there were enough is played to its end.
    """
    ply = get(mem, row.PLY)
    limit = NO_LIMIT if depth < 0 else ply + depth
    status, moves = WAITING, 0
    while status == WAITING and submits(mem, sites):
        if 0 <= depth <= moves and get(mem, row.PLY) != ply:
            return CAPPED
        chosen = drawn(mem, sites, out, rng)
        moves += 1
        take(mem, data, sites, out, chosen, about, done, within, num_sides)
        status = to_decision(
            machine, mem, out, rng, code, data, sites, about, done, within, seen, num_sides, 0
        )
    if status != WAITING:
        return status
    chosen = drawn(mem, sites, out, rng)
    take(mem, data, sites, out, chosen, about, done, within, num_sides)
    return run_at(machine, mem, 0, code, data, out, rng, PLAYOUT, FUEL, limit)


@compiled
def search(
    machine: int,
    mem: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    scene: Numbers,
    sites: Numbers,
    shapes: Numbers,
    about: Numbers,
    made: Numbers,
    worn: Numbers,
    blots: Numbers,
    refs: Numbers,
    leaves: Numbers,
    counts: Numbers,
    weights: Bits,
    numbers: Numbers,
    table: Bits,
    visits: Numbers,
    sums: Bits,
    seen: Bits,
    done: Bits,
    within: Numbers,
    path: Numbers,
    hashes: Bits,
    values: Bits,
    roots: Bits,
    spread: Bits,
    plan: Numbers,
) -> int:
    """Try the game out `COUNT` times from a scene, each time in another world.

    Return whether all went well: 0, or what the machine stopped with.
    """
    num_sides, num_places = get(plan, NUM_SIDES), get(plan, NUM_PLACES)
    most, own = len(table) * 3 // 4, get(plan, SIDE)
    root = mixed(ROOT, get(plan, TREE))
    for _ in range(get(plan, COUNT)):
        first = NOTHING
        explore = eagerness(plan, spread)
        if get(plan, VARIES):
            first = first_to_try(plan, explore, table, visits, sums, roots, rng)
        imagine(
            mem,
            scene,
            data,
            sites,
            blots,
            get(plan, NUM_BLOTS),
            refs,
            get(plan, NUM_REFS),
            leaves,
            counts,
            rng,
            num_sides,
            own,
        )
        before = wear(mem, data, worn, num_places, own)
        rng[CHANCE_KEY] = next_bits(rng)
        for side in range(num_sides):
            seen[side] = mixed(ROOT, side)
            put(within, side, 1)
            put(within, num_sides + side, 0)
        if own >= 0:
            note_made(made, about, done, within, num_sides, own)
        waits = relist(mem, sites)
        length, inside, in_a_row, waited, ply = 0, num_sides, 0, 0, get(mem, row.PLY)
        for side in range(num_sides):
            inside -= get(plan, PLAN + side)
        status = to_decision(
            machine, mem, out, rng, code, data, sites, about, done, within, seen, num_sides, waits
        )
        while (
            status == WAITING
            and inside > 0
            and length + 2 <= MAX_PATH
            and in_a_row < MAX_DRAWN  # one side may be left that never gets to decide again
        ):
            if get(plan, HIDES) and get(mem, row.PLY) != ply:
                ply = get(mem, row.PLY)
                look = stands(mem, data)
                for side in range(num_sides):
                    seen[side] = joined(seen[side], look)
            seat = acting_seat(mem, data, sites)
            side = tree_of(mem, data, seat, num_sides)
            if get(plan, PLAN + side):
                put(plan, PLAN + side, 0)  # it decides after all
                inside += get(within, side)
            if get(within, side):
                node = seen[side]
                chosen = pick(
                    mem,
                    data,
                    out,
                    rng,
                    sites,
                    shapes,
                    plan,
                    explore,
                    table,
                    visits,
                    sums,
                    node,
                    hashes,
                    first if node == root else NOTHING,
                )
                if chosen < 0:
                    return status
                for wanted in (node, tried(node, hashes[chosen])):
                    at = place_of(table, wanted)
                    if table[at] != wanted:
                        if get(plan, USED) >= most:
                            put(within, side, 0)
                            continue
                        table[at] = wanted
                        put(plan, USED, get(plan, USED) + 1)
                        put(visits, at, 0)
                        sums[at] = 0.0
                    if get(visits, at) == 0 and wanted != node:
                        put(within, side, 0)
                    put(path, 2 * length, at)
                    put(path, 2 * length + 1, seat)
                    length += 1
                if not get(within, side):
                    inside -= 1
                told = hashes[chosen]
                in_a_row = waited = 0
            else:
                in_a_row += 1
                waited += 0 if submits(mem, sites) else 1
                if waited == ENOUGH_DRAWN:
                    # To the end of the game it would be, for a side that never decides anything.
                    for other in range(num_sides):
                        if get(within, other):
                            put(plan, PLAN + other, 1)
                    inside = 0
                chosen = drawn(mem, sites, out, rng)
                base = base_of(mem, data, sites)
                told = hash_of(mem, base, data, out, sites, shapes, plan, chosen)
            is_secret = get(sites, get(mem, row.SITE) * SITE + SECRET)
            if is_secret and get(out, chosen * ENTRY) >= 0:
                seen[side] += mixed(told, 0)  # in whichever order a side gives its orders
            else:
                for other in range(num_sides):
                    if other == side or not is_secret:
                        seen[other] = joined(seen[other], told)
            take(mem, data, sites, out, chosen, about, done, within, num_sides)
            status = to_decision(
                machine, mem, out, rng, code, data, sites, about, done, within, seen, num_sides, 0
            )
        if status == WAITING:
            status = roll_out(
                machine,
                mem,
                out,
                rng,
                code,
                data,
                sites,
                about,
                done,
                within,
                seen,
                num_sides,
                get(plan, DEPTH),
            )
        reward(mem, data, status, weights, numbers, num_sides, num_places, values)
        if status != FINISHED:
            tire(values, own, wear(mem, data, worn, num_places, own) - before)
        if length > 0:
            note_value(spread, value_for(mem, data, values, get(path, 1)))
        for index in range(length):
            at = get(path, 2 * index)
            put(visits, at, get(visits, at) + 1)
            sums[at] += value_for(mem, data, values, get(path, 2 * index + 1))
    return 0
