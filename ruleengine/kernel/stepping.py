"""Games stepped from outside: what waits in a row, who decides, and how a move is taken."""

from __future__ import annotations

from ruleengine.kernel.access import Bits, Numbers, compiled, copy, get, put
from ruleengine.kernel.machine import FINISHED
from ruleengine.kernel.pieces import seat_on_turn
from ruleengine.kernel.winning import has_won
from ruleengine.program import head
from ruleengine.program import layout as row

(
    STRIDE,
    SIZE,
    CAPACITY,
    WIDTH,
    PASS_ID,
    COMMIT_ID,
    OPERANDS,
    PLACES,
    NAMED,
    MAX_PLY,
    AGAIN,
    MODE,
    MOST,
    TELLS,
    SHARED,
    NUM_SIDES,
    MOST_ALIKE,
) = range(17)
"""What stepping is told of the arrays, in this order."""
SHAPE = 17
KIND, REGISTER, RESUME, LISTER, OPTIONAL, SECRET, SIDES, WHO, BY_SEAT, PIECES, FACES = range(11)
"""What it is told of each site; a site is one of the following."""
SITE = 11
ACT, CHOICE, SUBMIT, FALL = 0, 1, 2, 3
SKIPPED, PIECE, VALUE, OWNED, UNTOLD, COUNTED, OWNED_AND_COUNTED = range(7)
"""How an operand counts for the number of a move: not at all, by its place, by its value; OWNED is
a piece that its owner may tell from others in the same place, UNTOLD one that nothing tells from
them; COUNTED ones are told from those that are written alike as well."""

RESULT, SEAT, COUNT, DONE, WINNER, ENDING, VOID, PLIES, NEED, STATUS, LONG = range(11)
"""What is noted of each game; LONG: its moves were too many to be kept."""
NOTES = 11
PLAYED, REFUSED, IDLE, BROKEN, NUMBERLESS = range(5)
"""What came of the move: taken, refused, nothing to decide; the machine or the numbering failed."""
GOES_ON, ENDED, CUT_SHORT = 0, 1, 2

NOBODY, CHANCE = -1, -2
"""Who decides when a game is over, and when chance is to fall."""
FUEL = 1 << 28


@compiled
def take_in(mem: Numbers, data: Numbers, store: Numbers, at: int, drafts: int) -> None:
    """Copy the row of a game, and its drafts, to where the machine works."""
    size, stride = get(data, head.ROW), get(data, head.STRIDE)
    copy(mem, 0, store, at, size)
    for draft in range(drafts):
        copy(mem, stride * (1 + draft), store, at + size * (1 + draft), size)


@compiled
def put_back(mem: Numbers, data: Numbers, store: Numbers, at: int, drafts: int) -> None:
    """Copy them back."""
    size, stride = get(data, head.ROW), get(data, head.STRIDE)
    copy(store, at, mem, 0, size)
    for draft in range(drafts):
        copy(store, at + size * (1 + draft), mem, stride * (1 + draft), size)


@compiled
def apply(
    mem: Numbers,
    data: Numbers,
    sites: Numbers,
    stride: int,
    entries: Numbers,
    entry: int,
    at: int = 0,
) -> None:
    """Put a listed move where the machine expects the decision.

    The row of the game is at a place in memory, and its drafts are a stride each behind it.
    """
    site = get(mem, at + row.SITE) * SITE
    kind = get(sites, site + KIND)
    described = get(entries, entry)
    if kind in (CHOICE, FALL):
        put(mem, at + get(sites, site + REGISTER), get(entries, entry + 1))
        return
    base = at
    if kind == SUBMIT:
        if get(sites, site + SECRET):
            base = at + stride * (1 + get(mem, at + row.ACTOR))
        put(mem, at + row.PC, get(sites, site + RESUME))
    if described < 0:
        put(mem, base + row.CHOSEN, get(data, head.NUM_ACTIONS))
        return
    put(mem, base + row.CHOSEN, get(data, described))
    for number in range(get(data, described + 1)):
        register = get(data, described + 2 + number)
        put(mem, base + register, get(entries, entry + 1 + number))


@compiled
def acting_seat(mem: Numbers, data: Numbers, sites: Numbers, base: int = 0) -> int:
    """Return the seat that decides."""
    site = get(mem, base + row.SITE) * SITE
    kind = get(sites, site + KIND)
    if kind == FALL:
        return CHANCE
    side = get(mem, base + row.MOVER)
    if kind == CHOICE:
        side = get(mem, base + get(sites, site + WHO))
        if get(sites, site + BY_SEAT):
            return side
    elif kind == SUBMIT:
        side = get(mem, base + get(sites, site + SIDES) + 1 + get(mem, base + row.ACTOR))
    turns = get(mem, base + get(data, head.SIDE_TURNS) + side)
    return seat_on_turn(mem, base, data, side, max(0, turns - 1))


@compiled
def note_end(
    mem: Numbers,
    at: int,
    data: Numbers,
    notes: Numbers,
    note: int,
    rewards: Bits,
    seat: int,
    status: int,
) -> None:
    """Note how a game ended, and what each seat gets for it."""
    over = status == FINISHED
    winner = get(mem, at + row.WINNER) if over else -1
    put(notes, note + DONE, ENDED if over else CUT_SHORT)
    put(notes, note + WINNER, winner)
    put(notes, note + ENDING, get(mem, at + row.ENDING) if over else -1)
    put(notes, note + VOID, get(mem, at + row.IS_VOID) if over else 0)
    put(notes, note + PLIES, get(mem, at + row.PLY))
    for index in range(get(data, head.NUM_SEATS)):
        side = get(mem, at + get(data, head.SEAT_SIDE) + index)
        reward = 0.0
        if winner != -1 and side >= 0:
            points = float(max(1, get(mem, at + row.WORTH)))
            reward = points if has_won(winner, side) else -points
        rewards[seat + index] = reward
