"""The trees of a search: what stands for moves and nodes, and what to try next at a node."""

from __future__ import annotations

import math

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, get, inlined, whole
from ruleengine.kernel.positions import mixed
from ruleengine.kernel.random_bits import AGENT_BITS, LOW, S32, TRIES, WORLDS, below, next_bits
from ruleengine.kernel.stepping import PIECE, PIECES, SECRET, SITE, SKIPPED
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program.layout import MAX_OPERANDS

(
    NUM_SIDES,
    NUM_PLACES,
    NAMED,
    SIDE,
    NUM_BLOTS,
    NUM_REFS,
    HIDES,
    DEPTH,
    FIRST,
    COUNT,
    EXPLORE,
    USED,
    SAMPLES,
    SEAT,
    SHARED,
    VARIES,
    TREE,
    NUM_ROOTS,
) = range(18)
"""What the search is told, in this order; `EXPLORE` in thousandths, `VARIES` whether worlds differ
by chance or by secrets, `TREE` whose tree the seat decides in, and `NUM_ROOTS` its moves."""
PLAN = 18
"""Behind it stands for each side whether nobody waits for it to decide."""
LEAST_APART = 0.001
"""Where all values are the same, moves are still tried in turn."""
ROOT = np.uint64(0x9E3779B97F4A7C15)
_ONE = np.uint64(1)
_NONE = np.uint64(0)


@inlined
def joined(one: Bits, two: Bits) -> Bits:
    """Return bits that depend on both, and on which is which."""
    return mixed(mixed(one, whole(two & LOW)), whole(two >> S32))


@inlined
def tried(node: Bits, move: Bits) -> Bits:
    """Return what stands for a move that is tried at a node.

    It is not what stands for the node that the move leads to: where the same side decides again
    with nothing in between, one try would be counted as two.
    """
    return joined(node, move) ^ ROOT


@compiled
def place_of(table: Bits, wanted: Bits) -> int:
    """Return where something is in the table, or where it would go."""
    last = np.uint64(len(table) - 1)
    place = wanted & last
    while table[place] != _NONE and table[place] != wanted:
        place = (place + _ONE) & last
    return whole(place)


@inlined
def piece_named(mem: Numbers, base: int, data: Numbers, plan: Numbers, slot: int) -> int:
    """Return how a move speaks of a piece: by its name, its cell, if need be its owner and kind.

    Of those that are written alike on a cell it tells the number as well.
    """
    places, named = get(plan, NUM_PLACES), get(plan, NAMED)
    if slot < named:
        return places + slot
    cell, num_cells = get(mem, base + get(data, head.CELL) + slot), get(data, head.NUM_CELLS)
    num_kinds = get(data, head.NUM_KINDS)
    kind = get(mem, base + get(data, head.KIND) + slot)
    beside = (places - num_cells) * num_kinds
    if cell >= num_cells:
        return places + named + (cell - num_cells) * num_kinds + kind
    if not get(plan, SHARED):
        return cell
    owner = get(mem, base + get(data, head.OWNER) + slot)
    number, other = 0, get(mem, base + get(data, head.TOP) + max(cell, 0))
    while other not in (slot, -1):
        is_own = get(mem, base + get(data, head.OWNER) + other) == owner
        is_kind = get(mem, base + get(data, head.KIND) + other) == kind
        number += is_own and is_kind and other >= named
        other = get(mem, base + get(data, head.NEXT) + other)
    spots = num_cells * (get(plan, NUM_SIDES) + 1)
    spot = cell * (get(plan, NUM_SIDES) + 1) + owner + 1 + number * spots
    return places + named + beside + spot * num_kinds + kind


@compiled
def hash_of(
    mem: Numbers,
    base: int,
    data: Numbers,
    out: Numbers,
    sites: Numbers,
    shapes: Numbers,
    plan: Numbers,
    index: int,
) -> Bits:
    """Return what stands for a listed move in every world: a piece by its name or its place."""
    site = get(mem, row.SITE)
    described = get(out, index * ENTRY)
    if described < 0:
        value = get(out, index * ENTRY + 1)
        if get(sites, site * SITE + PIECES) and value >= 0:
            value = piece_named(mem, base, data, plan, value)
        return mixed(mixed(ROOT, -1 - site), value)
    action = get(data, described)
    hashed = mixed(ROOT, action)
    for number in range(get(data, described + 1)):
        what = get(shapes, action * MAX_OPERANDS + number)
        if what == SKIPPED:
            continue
        value = get(out, index * ENTRY + 1 + number)
        if what == PIECE and value >= 0:
            value = piece_named(mem, base, data, plan, value)
        hashed = mixed(hashed, value)
    return hashed


@inlined
def base_of(mem: Numbers, data: Numbers, sites: Numbers) -> int:
    """Return where the row is on which the acting side decides: its draft, or the row itself."""
    site = get(mem, row.SITE)
    if get(sites, site * SITE + SECRET):
        return get(data, head.STRIDE) * (1 + get(mem, row.ACTOR))
    return 0


@inlined
def note_value(spread: Bits, value: float) -> None:
    """Count one more value in: how many there were, their mean, and their squares about it."""
    spread[0] += 1.0
    off = value - spread[1]
    spread[1] += off / spread[0]
    spread[2] += off * (value - spread[1])


@inlined
def eagerness(plan: Numbers, spread: Bits) -> float:
    """Return how much is tried that has not been tried often.

    It is measured by how far the values of this search lie apart: where a move changes little of
    what a position is worth, a difference of little is a difference.
    """
    apart = math.sqrt(spread[2] / spread[0]) if spread[0] > 0.0 else 1.0
    return get(plan, EXPLORE) / 1000.0 * max(apart, LEAST_APART)


@compiled
def most_promising(
    explore: float,
    table: Bits,
    visits: Numbers,
    sums: Bits,
    node: Bits,
    hashes: Bits,
    count: int,
    rng: Numbers,
) -> int:
    """Return which of the moves of a node to try next: one that is new, or the best so far."""
    at = place_of(table, node)
    total = math.log(1.0 + get(visits, at)) if table[at] == node else 0.0
    best, best_score, num_new, num_alike = -1, -1e300, 0, 0
    for index in range(count):
        wanted = tried(node, hashes[index])
        place = place_of(table, wanted)
        if table[place] != wanted or get(visits, place) == 0:
            num_new += 1
            if below(next_bits(rng), num_new) == 0:
                best = index
        elif num_new == 0:
            tries = get(visits, place)
            score = sums[place] / tries + explore * math.sqrt(total / tries)
            if score > best_score:
                best, best_score, num_alike = index, score, 1
            elif score == best_score:  # else what is listed first would be tried more often
                num_alike += 1
                if below(next_bits(rng), num_alike) == 0:
                    best = index
    return best


@compiled
def pick(
    mem: Numbers,
    data: Numbers,
    out: Numbers,
    rng: Numbers,
    sites: Numbers,
    shapes: Numbers,
    plan: Numbers,
    explore: float,
    table: Bits,
    visits: Numbers,
    sums: Bits,
    node: Bits,
    hashes: Bits,
    wanted: Bits,
) -> int:
    """Return the listed move to try next at a node: the one that is wanted, or the most promising.

    Nothing is wanted when `wanted` is 0.
    """
    base = base_of(mem, data, sites)
    count = get(mem, row.NUM_LISTED)
    for index in range(count):
        hashes[index] = hash_of(mem, base, data, out, sites, shapes, plan, index)
        if wanted != _NONE and hashes[index] == wanted:
            return index
    return most_promising(explore, table, visits, sums, node, hashes, count, rng)


@compiled
def first_to_try(
    plan: Numbers,
    explore: float,
    table: Bits,
    visits: Numbers,
    sums: Bits,
    roots: Bits,
    rng: Numbers,
) -> Bits:
    """Return the move of the seat to try next, before a world is imagined to try it in.

    Each move meets the same worlds and throws in the same order, the n-th of them when it is tried
    for the n-th time: so what one has been luckier with says nothing, and is not there to mislead.
    The bits of the world are in `rng[AGENT_BITS]` afterwards.
    """
    root = mixed(ROOT, get(plan, TREE))
    rng[AGENT_BITS] = rng[TRIES]
    index = most_promising(explore, table, visits, sums, root, roots, get(plan, NUM_ROOTS), rng)
    rng[TRIES] = rng[AGENT_BITS]
    wanted = tried(root, roots[index])
    place = place_of(table, wanted)
    times = get(visits, place) if table[place] == wanted else 0
    rng[AGENT_BITS] = mixed(rng[WORLDS], times)
    return roots[index]
