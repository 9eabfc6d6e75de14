"""The tree of a game, counted: every decision is taken in turn, and nothing is kept but a path.

A level of the tree has the row that waits there, what can be decided, and how far counting has
come. Below the last level nothing is played: what could be decided is only counted.
"""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, copy, get, put
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.flow import WAITING
from ruleengine.kernel.machine import FINISHED, LISTED, LISTONLY, STEP
from ruleengine.kernel.stepping import (
    FUEL,
    KIND,
    LISTER,
    OPTIONAL,
    REGISTER,
    SITE,
    SUBMIT,
    apply,
    put_back,
    take_in,
)
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import head
from ruleengine.program import layout as row

NO_LIMIT = 1 << 30
NO_CHANCE, BY_LOT = -1, 0
"""Whether chance decides at a site: not at all, by lot among what is listed, or as a die."""
BRANCHES, NEXT = 0, 1
LEVEL = 2
"""Numbers of a level: how many branches it has, and which comes next."""
STUCK = -1
"""What is returned when the machine has failed, or the row has no room for more."""


@compiled
def branches(
    machine: int,
    mem: Numbers,
    code: Numbers,
    data: Numbers,
    out: Numbers,
    rng: Numbers,
    sites: Numbers,
    throws: Numbers,
) -> int:
    """Return in how many ways the row goes on that waits in `mem`; they are in `out`."""
    number = get(mem, row.SITE)
    site = number * SITE
    faces = get(throws, number)
    if faces > BY_LOT:
        return faces
    if get(sites, site + KIND) == SUBMIT:
        put(mem, row.PC, get(sites, site + LISTER))
        if run_at(machine, mem, 0, code, data, out, rng, LISTONLY, FUEL, NO_LIMIT) != LISTED:
            return STUCK
        return get(mem, row.NUM_LISTED) + get(mem, row.READY)
    listed = get(mem, row.NUM_LISTED)
    return listed if faces == BY_LOT else listed + get(sites, site + OPTIONAL)


@compiled
def decide(
    mem: Numbers,
    data: Numbers,
    sites: Numbers,
    throws: Numbers,
    entries: Numbers,
    first: int,
    index: int,
) -> None:
    """Put one of the branches where the machine expects the decision."""
    number = get(mem, row.SITE)
    faces = get(throws, number)
    if faces > BY_LOT:
        put(mem, get(sites, number * SITE + REGISTER), index + 1)
    elif faces == BY_LOT:
        value = get(entries, first + index * ENTRY + 1)
        put(mem, get(sites, number * SITE + REGISTER), value)
    else:
        apply(mem, data, sites, get(data, head.STRIDE), entries, first + index * ENTRY)


@compiled
def count_tree(
    machine: int,
    store: Numbers,
    entries: Numbers,
    levels: Numbers,
    mem: Numbers,
    out: Numbers,
    rng: Numbers,
    code: Numbers,
    data: Numbers,
    sites: Numbers,
    throws: Numbers,
    drafts: int,
    depth: int,
) -> int:
    """Return how many ways there are to go on for `depth` decisions from the row in `mem`."""
    size = get(data, head.ROW)
    stride, room = size * (1 + drafts), len(out)
    total, level = 0, 0
    arrived = True
    while level >= 0:
        at, listed, mark = level * stride, level * room, level * LEVEL
        if arrived:
            put_back(mem, data, store, at, drafts)
            count = branches(machine, mem, code, data, out, rng, sites, throws)
            if count < 0:
                return STUCK
            if level == depth - 1:
                total += count
                level -= 1
                arrived = False
                continue
            copy(entries, listed, out, 0, min(room, (count + 1) * ENTRY))
            if get(throws, get(store, at + row.SITE)) == NO_CHANCE:
                # What comes after the last move is to pass, to decline or to commit.
                more = get(mem, row.NUM_LISTED)
                if more < count:
                    put(entries, listed + more * ENTRY, -1)
                    put(entries, listed + more * ENTRY + 1, -1)
            put(levels, mark + BRANCHES, count)
            put(levels, mark + NEXT, 0)
        index = get(levels, mark + NEXT)
        if index == get(levels, mark + BRANCHES):
            level -= 1
            arrived = False
            continue
        put(levels, mark + NEXT, index + 1)
        take_in(mem, data, store, at, drafts)
        decide(mem, data, sites, throws, entries, listed, index)
        status = run_at(machine, mem, 0, code, data, out, rng, STEP, FUEL, NO_LIMIT)
        if status == WAITING:
            level += 1
            arrived = True
        elif status == FINISHED:
            arrived = False
        else:
            return STUCK
    return total
