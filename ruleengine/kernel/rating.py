"""A look at the moves of a seat: which there are, and what the position after each is worth."""

from __future__ import annotations

from ruleengine.kernel.access import Bits, Numbers, compiled, get, put
from ruleengine.kernel.flow import WAITING
from ruleengine.kernel.imagining import imagine
from ruleengine.kernel.positions import mixed
from ruleengine.kernel.random_bits import AGENT_BITS, CHANCE_KEY, next_bits
from ruleengine.kernel.search import relist, take, to_decision, tree_of, value_for
from ruleengine.kernel.submitting import drawn, note_made, side_submitting, submits
from ruleengine.kernel.tree import (
    COUNT,
    NUM_BLOTS,
    NUM_PLACES,
    NUM_REFS,
    NUM_ROOTS,
    NUM_SIDES,
    ROOT,
    SAMPLES,
    SEAT,
    SIDE,
    TREE,
    base_of,
    hash_of,
    place_of,
    tried,
)
from ruleengine.kernel.valuing import reward, tire, wear
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import layout as row


@compiled
def begin(plan: Numbers, about: Numbers, made: Numbers, done: Bits, within: Numbers) -> None:
    """Forget what sides have dealt with in a submission, except what the seat itself has."""
    num_sides, side = get(plan, NUM_SIDES), get(plan, SIDE)
    for other in range(num_sides):
        put(within, num_sides + other, 0)
    if side >= 0:
        note_made(made, about, done, within, num_sides, side)


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
    about: Numbers,
    made: Numbers,
    seen: Bits,
    done: Bits,
    within: Numbers,
    places: Numbers,
    roots: Bits,
    plan: Numbers,
) -> int:
    """List the moves of the seat, and where the table has them; return how many there are, or -1.

    They are the same in every world that the seat has to reckon with; `roots` gets what stands for
    each of them, and the plan how many there are and in whose tree.
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
    begin(plan, about, made, done, within)
    waits = relist(mem, sites)
    status = to_decision(
        machine, mem, out, rng, code, data, sites, about, done, within, seen, num_sides, waits
    )
    if status != WAITING:
        return -1
    tree = tree_of(mem, data, get(plan, SEAT), num_sides)
    node = mixed(ROOT, tree)
    base = base_of(mem, data, sites)
    count = get(mem, row.NUM_LISTED)
    put(plan, TREE, tree)
    put(plan, NUM_ROOTS, count)
    for index in range(count):
        put(places, index, -1)
        roots[index] = hash_of(mem, base, data, out, sites, shapes, plan, index)
        if len(table) > 0:
            wanted = tried(node, roots[index])
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
    about: Numbers,
    made: Numbers,
    worn: Numbers,
    seen: Bits,
    done: Bits,
    within: Numbers,
    values: Bits,
    rated: Bits,
    listed: Numbers,
    plan: Numbers,
) -> None:
    """Rate the first `COUNT` listed moves by what the position after each is worth.

    It is the sum over `SAMPLES` worlds, the same ones for every move. A move in a submission shows
    nothing before all have committed: so the side commits, as soon as it may, and others play at
    random. `worn` tells by kind and place how often the side has been there.
    """
    num_sides, num_places, side = get(plan, NUM_SIDES), get(plan, NUM_PLACES), get(plan, SIDE)
    first = next_bits(rng)
    for index in range(get(plan, COUNT)):
        rated[index] = 0.0
        for sample in range(get(plan, SAMPLES)):
            rng[AGENT_BITS] = mixed(first, sample)
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
            before = wear(mem, data, worn, num_places, side)
            rng[CHANCE_KEY] = next_bits(rng)
            put(mem, row.ACTOR, get(scene, row.ACTOR))
            begin(plan, about, made, done, within)
            site, ply, chosen, source = get(mem, row.SITE), get(mem, row.PLY), index, listed
            status = WAITING
            while status == WAITING:
                take(mem, data, sites, source, chosen, about, done, within, num_sides)
                status = to_decision(
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
                    0,
                )
                over = get(mem, row.SITE) != site or get(mem, row.PLY) != ply
                if over or not submits(mem, sites):
                    break
                source, last = out, get(mem, row.NUM_LISTED) - 1
                if side_submitting(mem, sites) == side and get(out, last * ENTRY) < 0:
                    chosen = last
                else:
                    chosen = drawn(mem, sites, out, rng)
            reward(mem, data, status, weights, numbers, num_sides, num_places, values)
            if status == WAITING:
                tire(values, side, wear(mem, data, worn, num_places, side) - before)
            rated[index] += value_for(mem, data, values, get(plan, SEAT))
