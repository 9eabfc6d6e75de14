"""A look at the moves of a seat: which there are, and what the position after each is worth."""

from __future__ import annotations

from ruleengine.kernel.access import Bits, Numbers, compiled, get, put
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.flow import WAITING
from ruleengine.kernel.imagining import imagine
from ruleengine.kernel.machine import CAPPED, PLAYOUT
from ruleengine.kernel.positions import mixed
from ruleengine.kernel.random_bits import next_bits
from ruleengine.kernel.search import (
    COUNT,
    FUEL,
    NUM_BLOTS,
    NUM_PLACES,
    NUM_REFS,
    NUM_SIDES,
    ROOT,
    SAMPLES,
    SEAT,
    SIDE,
    base_of,
    hash_of,
    joined,
    place_of,
    relist,
    take,
    to_decision,
    tree_of,
    value_for,
)
from ruleengine.kernel.stepping import KIND, SITE, SUBMIT
from ruleengine.kernel.valuing import reward
from ruleengine.program import layout as row


@compiled
def list_first(
    machine: int,
    mem: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    scene: Numbers,
    sites: Numbers,
    shapes: Numbers,
    blots: Numbers,
    refs: Numbers,
    leaves: Numbers,
    counts: Numbers,
    table: Bits,
    seen: Bits,
    places: Numbers,
    plan: Numbers,
) -> int:
    """List the moves of the seat, and where the table has them; return how many there are, or -1.

    They are the same in every world that the seat has to reckon with.
    """
    num_sides, side = get(plan, NUM_SIDES), get(plan, SIDE)
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
        side,
    )
    put(mem, row.ACTOR, get(scene, row.ACTOR))
    waits = relist(mem, sites)
    status = to_decision(machine, mem, out, rng, code, data, sites, seen, num_sides, waits)
    if status != WAITING:
        return -1
    tree = tree_of(mem, data, get(plan, SEAT), num_sides)
    node = mixed(ROOT, tree)
    base = base_of(mem, data, sites)
    count = get(mem, row.NUM_LISTED)
    for index in range(count):
        put(places, index, -1)
        if len(table) > 0:
            wanted = joined(node, hash_of(mem, base, data, out, sites, shapes, plan, index))
            at = place_of(table, wanted)
            if table[at] == wanted:
                put(places, index, at)
    return count


@compiled
def rate(
    machine: int,
    mem: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    scene: Numbers,
    sites: Numbers,
    blots: Numbers,
    refs: Numbers,
    leaves: Numbers,
    counts: Numbers,
    weights: Bits,
    numbers: Numbers,
    seen: Bits,
    values: Bits,
    rated: Bits,
    listed: Numbers,
    plan: Numbers,
) -> None:
    """Rate the first `COUNT` listed moves by what the position after each is worth.

    It is the sum over `SAMPLES` worlds. A move in a submission shows nothing before all have
    committed, so the rest of the submission is played at random first.
    """
    num_sides, num_places, side = get(plan, NUM_SIDES), get(plan, NUM_PLACES), get(plan, SIDE)
    for index in range(get(plan, COUNT)):
        rated[index] = 0.0
        for _ in range(get(plan, SAMPLES)):
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
                side,
            )
            rng[1] = next_bits(rng)
            put(mem, row.ACTOR, get(scene, row.ACTOR))
            status = CAPPED
            submits = get(sites, get(mem, row.SITE) * SITE + KIND) == SUBMIT
            take(mem, data, sites, listed, index)
            if submits:
                limit = get(mem, row.PLY) + 1
                status = run_at(machine, mem, 0, code, data, out, rng, PLAYOUT, FUEL, limit)
            if status == CAPPED:
                status = to_decision(machine, mem, out, rng, code, data, sites, seen, num_sides, 0)
            reward(mem, data, status, weights, numbers, num_sides, num_places, values)
            rated[index] += value_for(mem, data, values, get(plan, SEAT))
