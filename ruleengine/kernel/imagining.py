"""What a seat does not know, filled in at random so that it fits what the seat does know.

A scene is a row in which whatever is hidden from a seat has been blotted out. Here the blots are
filled from games that have nothing to do with the one that is played: from reference rows.
"""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, copy, get, put
from ruleengine.kernel.pieces import move_piece, retally
from ruleengine.kernel.random_bits import below, next_bits
from ruleengine.kernel.stepping import SECRET, SIDES, SITE
from ruleengine.program import head
from ruleengine.program import layout as row

KIND, PLACE, VALUE = 0, 1, 2
"""What is blotted out: the kind of a piece, where it is, or a number (at an offset of the row)."""
WHAT, OF, MOVED, FIXED = 0, 1, 2, 3
"""A blot: what it is, of which piece (or where in the row), whether the piece has moved since it
came, and for a number of a piece whether the piece is the same in every game."""
COLUMN = 4
"""For a number of a piece: where the numbers of all pieces begin, or -1."""
BLOT = 5
MAX_TRIES = 12


@compiled
def draw_kind(
    counts: Numbers, leaves: Numbers, rng: Numbers, num_kinds: int, has_moved: int
) -> int:
    """Take one of the kinds that are left, of those that can move if the piece has; -1: none."""
    total = 0
    for kind in range(num_kinds):
        if not has_moved or get(leaves, kind):
            total += max(0, get(counts, kind))
    if total == 0:
        return -1
    drawn = below(next_bits(rng), total)
    for kind in range(num_kinds):
        if not has_moved or get(leaves, kind):
            drawn -= max(0, get(counts, kind))
            if drawn < 0:
                put(counts, kind, get(counts, kind) - 1)
                return kind
    return -1


@compiled
def piece_like(refs: Numbers, at: int, data: Numbers, rng: Numbers, owner: int) -> int:
    """Return any piece of an owner in a reference row, or -1."""
    pieces = get(refs, at + row.NUM_PIECES)
    if pieces == 0:
        return -1
    first = below(next_bits(rng), pieces)
    for step in range(pieces):
        slot = (first + step) % pieces
        if get(refs, at + get(data, head.OWNER) + slot) == owner:
            return slot
    return -1


@compiled
def fill_kinds(
    mem: Numbers,
    data: Numbers,
    blots: Numbers,
    num_blots: int,
    refs: Numbers,
    ref: int,
    leaves: Numbers,
    counts: Numbers,
    rng: Numbers,
    owner: int,
) -> None:
    """Give the pieces of a side whose kinds are hidden those that are left of its army."""
    num_kinds = get(data, head.NUM_KINDS)
    owners, kinds = get(data, head.OWNER), get(data, head.KIND)
    for kind in range(num_kinds):
        put(counts, kind, 0)
    for slot in range(get(refs, ref + row.NUM_PIECES)):
        if get(refs, ref + owners + slot) == owner:
            kind = get(refs, ref + kinds + slot)
            put(counts, kind, get(counts, kind) + 1)
    for slot in range(get(mem, row.NUM_PIECES)):
        kind = get(mem, kinds + slot)
        if kind >= 0 and get(mem, owners + slot) == owner:
            put(counts, kind, get(counts, kind) - 1)
    for has_moved in (1, 0):
        for index in range(num_blots):
            blot = index * BLOT
            slot = get(blots, blot + OF)
            if get(blots, blot + WHAT) != KIND or get(mem, owners + slot) != owner:
                continue
            if get(blots, blot + MOVED) != has_moved:
                continue
            kind = draw_kind(counts, leaves, rng, num_kinds, has_moved)
            if kind < 0:
                kind = draw_kind(counts, leaves, rng, num_kinds, 0)
            if kind < 0:
                like = piece_like(refs, ref, data, rng, owner)
                kind = get(refs, ref + kinds + like) if like >= 0 else 0
            put(mem, kinds + slot, kind)
            cell = get(mem, get(data, head.CELL) + slot)
            if cell >= 0:
                mask = get(data, get(data, head.TALLY_MASKS) + cell)
                retally(mem, 0, data, mask, mask, kind, owner)


@compiled
def fill_places(
    mem: Numbers,
    data: Numbers,
    blots: Numbers,
    num_blots: int,
    refs: Numbers,
    ref: int,
    rng: Numbers,
) -> None:
    """Put the pieces that are hidden altogether where such pieces stand in other games."""
    for index in range(num_blots):
        blot = index * BLOT
        if get(blots, blot + WHAT) != PLACE:
            continue
        slot = get(blots, blot + OF)
        owner = get(mem, get(data, head.OWNER) + slot)
        for _ in range(MAX_TRIES):
            like = piece_like(refs, ref, data, rng, owner)
            if like < 0:
                break
            cell = get(refs, ref + get(data, head.CELL) + like)
            put(mem, get(data, head.HOME) + slot, get(refs, ref + get(data, head.HOME) + like))
            if cell < 0:
                break
            if get(mem, get(data, head.TOP) + cell) < 0:
                move_piece(mem, 0, data, slot, cell)
                break


@compiled
def fill_numbers(
    mem: Numbers,
    data: Numbers,
    blots: Numbers,
    num_blots: int,
    refs: Numbers,
    ref: int,
    rng: Numbers,
) -> None:
    """Fill in numbers and marks as they are in another game."""
    for index in range(num_blots):
        blot = index * BLOT
        if get(blots, blot + WHAT) != VALUE:
            continue
        of, column = get(blots, blot + OF), get(blots, blot + COLUMN)
        if column < 0:
            put(mem, of, get(refs, ref + of))
            continue
        like = of
        if not get(blots, blot + FIXED) or of >= get(refs, ref + row.NUM_PIECES):
            like = piece_like(refs, ref, data, rng, get(mem, get(data, head.OWNER) + of))
        if like >= 0:
            put(mem, column + of, get(refs, ref + column + like))


@compiled
def imagine(
    mem: Numbers,
    scene: Numbers,
    data: Numbers,
    sites: Numbers,
    blots: Numbers,
    num_blots: int,
    refs: Numbers,
    num_refs: int,
    leaves: Numbers,
    counts: Numbers,
    rng: Numbers,
    num_sides: int,
    side: int,
) -> None:
    """Make a whole position of a scene: where the machine works, with everybody's drafts.

    What the others have done in a secret submission is not known, so they begin it anew.
    """
    size = get(data, head.ROW)
    copy(mem, 0, scene, 0, size)
    kinds, cells = get(data, head.KIND), get(data, head.CELL)
    if num_blots > 0:
        ref = size * below(next_bits(rng), num_refs)
        for owner in range(-1, num_sides):
            fill_kinds(mem, data, blots, num_blots, refs, ref, leaves, counts, rng, owner)
        fill_places(mem, data, blots, num_blots, refs, ref, rng)
        fill_numbers(mem, data, blots, num_blots, refs, ref, rng)
    site = get(mem, row.SITE) * SITE
    if site < 0 or not get(sites, site + SECRET):
        return
    sides = get(sites, site + SIDES)
    first = -1
    for index in range(get(mem, sides)):
        draft = get(data, head.STRIDE) * (1 + index)
        if get(mem, sides + 1 + index) != side:
            copy(mem, draft, mem, 0, get(data, head.COPIED))
            put(mem, draft + row.MOVER, get(mem, sides + 1 + index))
            put(mem, sides + 1 + num_sides + index, 0)
        else:
            copy(mem, draft, scene, size, size)
            for number in range(num_blots):
                blot = number * BLOT
                what, of = get(blots, blot + WHAT), get(blots, blot + OF)
                column = get(blots, blot + COLUMN)
                if what == KIND:
                    put(mem, draft + kinds + of, get(mem, kinds + of))
                    cell = get(mem, draft + cells + of)
                    if cell >= 0:
                        mask = get(data, get(data, head.TALLY_MASKS) + cell)
                        owner = get(mem, draft + get(data, head.OWNER) + of)
                        retally(mem, draft, data, mask, mask, get(mem, kinds + of), owner)
                elif what == PLACE:
                    move_piece(mem, draft, data, of, get(mem, cells + of))
                elif column < 0:
                    put(mem, draft + of, get(mem, of))
                else:
                    put(mem, draft + column + of, get(mem, column + of))
        if first < 0 and not get(mem, sides + 1 + num_sides + index):
            first = index
    put(mem, row.ACTOR, first)
