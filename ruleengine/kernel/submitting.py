"""Moves of a submission that bring its end nearer, for whoever searches or plays on at random.

Where orders can be given anew, nothing ends a submission but a `commit`, and among dozens of
orders it hardly ever comes up: whatever was ordered would be ordered over before it is carried
out. So a side gives no order twice, and takes nothing back. Which moves are about the same thing,
and which only take back, is not known but tried out, once for each game (`agents.drafting`).
"""

from __future__ import annotations

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, get, inlined, put
from ruleengine.kernel.positions import mixed
from ruleengine.kernel.random_bits import below, next_bits
from ruleengine.kernel.stepping import KIND, SECRET, SIDES, SITE, SUBMIT
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program.layout import MAX_OPERANDS

ADDS, REPLACES, UNDOES = 0, 1, 2
"""What another move of the same action does: stand beside the first, replace it, take it back."""
ABOUT = 1 + MAX_OPERANDS
"""What is known of an action: one of these, then for each operand whether it tells what the move is
about (and not what is to become of that)."""
MAX_DONE = 64
"""Things that are remembered as dealt with; what comes after may be dealt with twice."""
COMMIT_SHARE = 3
"""A `commit` counts as much as one in so many of the other moves."""
_FIRST = np.uint64(0xD1B54A32D192ED03)


@inlined
def submits(mem: Numbers, sites: Numbers) -> bool:
    """Return whether play waits for a submission."""
    return get(sites, get(mem, row.SITE) * SITE + KIND) == SUBMIT


@inlined
def side_submitting(mem: Numbers, sites: Numbers) -> int:
    """Return the side that acts in a submission."""
    return get(mem, get(sites, get(mem, row.SITE) * SITE + SIDES) + 1 + get(mem, row.ACTOR))


@compiled
def subject(about: Numbers, action: int, values: Numbers, at: int) -> Bits:
    """Return bits for what a move is about; its operands stand from `at` on."""
    bits = mixed(_FIRST, action)
    for number in range(MAX_OPERANDS):
        if get(about, action * ABOUT + 1 + number):
            bits = mixed(bits, get(values, at + number))
    return bits


@compiled
def is_done(done: Bits, within: Numbers, num_sides: int, side: int, bits: Bits) -> bool:
    """Return whether a side has dealt with something in this submission."""
    for index in range(get(within, num_sides + side)):
        if done[side * MAX_DONE + index] == bits:
            return True
    return False


@compiled
def bring_on(
    mem: Numbers,
    data: Numbers,
    sites: Numbers,
    out: Numbers,
    about: Numbers,
    done: Bits,
    within: Numbers,
    num_sides: int,
) -> int:
    """Keep of the listed moves of a submission those that bring it on; return how many.

    Where nothing else is left and the side may not commit yet, all are kept.
    """
    count, kept, side = get(mem, row.NUM_LISTED), 0, side_submitting(mem, sites)
    for index in range(count):
        action = get(data, get(out, index * ENTRY))
        does = get(about, action * ABOUT)
        if does == UNDOES:
            continue
        if does == REPLACES and is_done(
            done, within, num_sides, side, subject(about, action, out, index * ENTRY + 1)
        ):
            continue
        if kept < index:
            for part in range(ENTRY):
                put(out, kept * ENTRY + part, get(out, index * ENTRY + part))
        kept += 1
    return count if kept == 0 and not get(mem, row.READY) else kept


@inlined
def is_last_move(mem: Numbers, data: Numbers, sites: Numbers, num_sides: int) -> bool:
    """Return whether the side that acts in a submission makes the last move it has."""
    site = get(mem, row.SITE) * SITE
    counted = get(sites, site + SIDES) + 4 + 3 * num_sides + side_submitting(mem, sites)
    if get(sites, site + SECRET):
        counted += get(data, head.STRIDE) * (1 + get(mem, row.ACTOR))
    most = get(mem, counted + 2 * num_sides)
    return 0 < most <= get(mem, counted) + 1


@compiled
def note_done(
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
    """Remember what a move of a submission deals with; who commits begins anew."""
    side, described = side_submitting(mem, sites), get(out, index * ENTRY)
    count = get(within, num_sides + side)
    if described < 0 or is_last_move(mem, data, sites, num_sides):
        put(within, num_sides + side, 0)
        return
    action = get(data, described)
    if get(about, action * ABOUT) == REPLACES and count < MAX_DONE:
        done[side * MAX_DONE + count] = subject(about, action, out, index * ENTRY + 1)
        put(within, num_sides + side, count + 1)


@compiled
def note_made(
    made: Numbers, about: Numbers, done: Bits, within: Numbers, num_sides: int, side: int
) -> None:
    """Remember what the moves deal with that a side has made before the search began."""
    count = 0
    for number in range(len(made) // ENTRY):
        action = get(made, number * ENTRY)
        if get(about, action * ABOUT) == REPLACES and count < MAX_DONE:
            done[side * MAX_DONE + count] = subject(about, action, made, number * ENTRY + 1)
            count += 1
    put(within, num_sides + side, count)


@compiled
def drawn(mem: Numbers, sites: Numbers, out: Numbers, rng: Numbers) -> int:
    """Draw one of the listed moves; in a submission a `commit` comes up as if it were several."""
    count = get(mem, row.NUM_LISTED)
    if not submits(mem, sites) or get(out, (count - 1) * ENTRY) >= 0:
        return below(next_bits(rng), count)
    return min(count - 1, below(next_bits(rng), count + (count - 1) // COMMIT_SHARE))
