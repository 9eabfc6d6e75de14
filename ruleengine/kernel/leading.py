"""How moves of a submission are drawn where both sides play at random.

It is what `random` does with the list that a seat is given (`game.moves.leading_on`): what could be
played when the side began leads its draft on, all other moves together are drawn a quarter of the
time at most, and `commit` a quarter where it can be played. Drawn with all moves alike, a set-up
from which pieces can be taken back would hardly ever be complete.
"""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, copy, get, put
from ruleengine.kernel.random_bits import below, next_bits
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import head
from ruleengine.program import layout as row
from ruleengine.program.layout import CROWDED, KNOWN, OPENING

MOST_ANEW = 100
"""How often a side begins its draft anew that is too long for the room there is."""


@compiled
def opening_at(mem: Numbers, first: int, data: Numbers, table: int) -> int:
    """Return where it is kept what the side that acts could play when it began."""
    index = get(mem, first + row.ACTOR)
    return first + get(data, table + 9) + index * (OPENING + get(data, head.NUM_ACTIONS))


@compiled
def lead_on(
    mem: Numbers,
    first: int,
    data: Numbers,
    out: Numbers,
    rng: Numbers,
    table: int,
    listed: int,
    ready: int,
) -> int:
    """Draw one of the listed moves, or the one after the last, which is to commit."""
    opening = opening_at(mem, first, data, table)
    if get(mem, opening + KNOWN) == 0:
        put(mem, opening + KNOWN, 1)
        for action in range(get(data, head.NUM_ACTIONS)):
            put(mem, opening + OPENING + action, 0)
        for index in range(listed):
            put(mem, opening + OPENING + get(data, get(out, index * ENTRY)), 1)
    onward = 0
    for index in range(listed):
        onward += get(mem, opening + OPENING + get(data, get(out, index * ENTRY)))
    only = -1
    if onward == 0:  # nothing of what it began with: then the first action counts as such
        only = get(data, head.NUM_ACTIONS)
        for index in range(listed):
            only = min(only, get(data, get(out, index * ENTRY)))
        for index in range(listed):
            if get(data, get(out, index * ENTRY)) == only:
                onward += 1
    back = listed - onward
    times = (3 * back + onward - 1) // onward if back else 1
    drawn = onward * times + back
    pick = below(next_bits(rng), drawn + (1 + drawn // 3 if ready else 0))
    if pick >= drawn:
        return listed
    leads = pick < onward * times
    left = pick % onward if leads else pick - onward * times
    for index in range(listed):
        action = get(data, get(out, index * ENTRY))
        does = action == only if only >= 0 else get(mem, opening + OPENING + action) != 0
        if does == leads:
            if left == 0:
                return index
            left -= 1
    return listed


@compiled
def has_share(mem: Numbers, base: int, first: int, data: Numbers, table: int) -> bool:
    """Return whether a draft leaves the others their share of the room for new pieces."""
    before = get(mem, first + row.NUM_PIECES)
    share = (get(data, head.MAX_PIECES) - before) // get(data, table + 2)
    return get(mem, base + row.NUM_PIECES) - before <= share


@compiled
def begin_anew(
    mem: Numbers, first: int, data: Numbers, table: int, stride: int, crowded: int
) -> bool:
    """Let the side that acts put its draft away and begin another; False after too many."""
    opening, index = opening_at(mem, first, data, table), get(mem, first + row.ACTOR)
    if get(mem, opening + KNOWN) > MOST_ANEW:
        return False
    put(mem, opening + KNOWN, get(mem, opening + KNOWN) + 1)
    put(mem, opening + CROWDED, get(mem, opening + CROWDED) + crowded)
    at, sides = first + get(data, table + 1), get(data, table + 2)
    put(mem, at + 1 + 2 * sides + index, 0)
    draft = first + stride * (1 + index)
    copy(mem, draft, mem, first, get(data, head.COPIED))
    put(mem, draft + row.MOVER, get(mem, at + 1 + index))
    return True
