"""What a position is worth to each side: learned from random games, the same way for every ruleset.

The worth is the tanh of a sum: of a weight for each piece by owner, kind and place, and of a
weight for each number that the rules keep. Nothing in it is about any game; what matters comes
from who wins when moves are drawn at random.
"""

from __future__ import annotations

import math

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, copy, get, put, whole
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.machine import CAPPED, FINISHED, PLAYOUT
from ruleengine.kernel.random_bits import AGENT_BITS, CHANCE_KEY, below, key, next_bits
from ruleengine.kernel.winning import has_won
from ruleengine.program import head
from ruleengine.program import layout as row

AT, PER_PIECE, SCALE = 0, 1, 2
"""A number that counts: where it is in the row, whether each piece has one, and its size."""
NUMBER = 3
MAX_VALUE = 0.95
"""No position that is not over is worth as much as a win."""
FUEL = 1 << 26
WEAR = 0.01
"""What a position loses for each time that a piece has been where it stands in it."""


@compiled
def worth(
    mem: Numbers,
    data: Numbers,
    weights: Bits,
    first: int,
    numbers: Numbers,
    num_sides: int,
    num_places: int,
) -> float:
    """Return the sum of the weights for one side, which begin at `first`.

    One for the sum as a whole, then for each owner, kind and place, then for each number one for
    each owner.
    """
    kinds, owners = get(data, head.NUM_KINDS), num_sides + 1
    num_numbers = len(numbers) // NUMBER
    total: float = weights[first]
    number_at = first + 1 + owners * kinds * num_places
    pieces = get(mem, row.NUM_PIECES)
    cells, owner_at, kind_at = get(data, head.CELL), get(data, head.OWNER), get(data, head.KIND)
    for slot in range(pieces):
        cell = get(mem, cells + slot)
        if cell < 0:
            continue
        owner = get(mem, owner_at + slot) + 1
        kind = owner * kinds + get(mem, kind_at + slot)
        total += weights[first + 1 + kind * num_places + cell]
        for index in range(num_numbers):
            if get(numbers, index * NUMBER + PER_PIECE):
                value = get(mem, get(numbers, index * NUMBER + AT) + slot)
                share = min(2.0, max(-2.0, value / get(numbers, index * NUMBER + SCALE)))
                total += weights[number_at + index * owners + owner] * share
    for index in range(num_numbers):
        if not get(numbers, index * NUMBER + PER_PIECE):
            value = get(mem, get(numbers, index * NUMBER + AT))
            share = min(2.0, max(-2.0, value / get(numbers, index * NUMBER + SCALE)))
            total += weights[number_at + index * owners] * share
    return total


@compiled
def note_row(
    mem: Numbers,
    data: Numbers,
    numbers: Numbers,
    num_sides: int,
    num_places: int,
    pieces: Numbers,
    at: int,
    shares: Bits,
    share_at: int,
) -> None:
    """Write down what `worth` looks at: a number for each piece, and the shares of the numbers."""
    kinds, owners = get(data, head.NUM_KINDS), num_sides + 1
    num_numbers = len(numbers) // NUMBER
    for index in range(num_numbers * owners):
        shares[share_at + index] = 0.0
    for slot in range(get(mem, row.NUM_PIECES)):
        cell = get(mem, get(data, head.CELL) + slot)
        if cell < 0:
            continue
        owner = get(mem, get(data, head.OWNER) + slot) + 1
        kind = get(mem, get(data, head.KIND) + slot)
        put(pieces, at + slot, (owner * kinds + kind) * num_places + cell)
        for index in range(num_numbers):
            if get(numbers, index * NUMBER + PER_PIECE):
                value = get(mem, get(numbers, index * NUMBER + AT) + slot)
                share = min(2.0, max(-2.0, value / get(numbers, index * NUMBER + SCALE)))
                shares[share_at + index * owners + owner] += share
    for index in range(num_numbers):
        if not get(numbers, index * NUMBER + PER_PIECE):
            value = get(mem, get(numbers, index * NUMBER + AT))
            share = min(2.0, max(-2.0, value / get(numbers, index * NUMBER + SCALE)))
            shares[share_at + index * owners] = share


@compiled
def reward(
    mem: Numbers,
    data: Numbers,
    status: int,
    weights: Bits,
    numbers: Numbers,
    num_sides: int,
    num_places: int,
    values: Bits,
) -> None:
    """Write down what a row is worth to each side: exactly when the game is over, or about."""
    if status == FINISHED:
        winner = get(mem, row.WINNER)
        for side in range(num_sides):
            value = 0.0
            if winner != -1:
                value = 1.0 if has_won(winner, side) else -1.0
            values[side] = value
        return
    length = len(weights) // num_sides
    for side in range(num_sides):
        total = worth(mem, data, weights, side * length, numbers, num_sides, num_places)
        values[side] = MAX_VALUE * math.tanh(total)


@compiled
def wear(mem: Numbers, data: Numbers, worn: Numbers, num_places: int, side: int) -> int:
    """Return how often a side has been where its pieces stand, all together."""
    total = 0
    if len(worn) == 0 or side < 0:
        return total
    for slot in range(get(mem, row.NUM_PIECES)):
        cell = get(mem, get(data, head.CELL) + slot)
        if cell >= 0 and get(mem, get(data, head.OWNER) + slot) == side:
            total += get(worn, get(mem, get(data, head.KIND) + slot) * num_places + cell)
    return total


@compiled
def tire(values: Bits, side: int, more: int) -> None:
    """Let a side think less of a position for so many more times that it has been there.

    It stays between a loss and a win, so that no way of ending the game looks like a way out.
    """
    if more != 0:
        values[side] = min(MAX_VALUE, max(-MAX_VALUE, values[side] - WEAR * more))


LENGTH, DECISIVE, TAKEN = 0, 1, 2
"""What is noted of the random games: plies of all together, how many were won, and positions
written down."""
NOTED = 3
KEPT = 64
"""Positions of a game that are kept while nobody knows how long it will be."""


@compiled
def thin_out(
    plies: Numbers, pieces: Numbers, room: int, shares: Bits, width: int, count: int
) -> int:
    """Drop every other of the kept positions of a game; return how many are left."""
    for index in range(count // 2):
        put(plies, index, get(plies, 2 * index + 1))
        copy(pieces, index * room, pieces, (2 * index + 1) * room, room)
        for part in range(width):
            shares[index * width + part] = shares[(2 * index + 1) * width + part]
    return count // 2


@compiled
def note_leaving(mem: Numbers, data: Numbers, leaves: Numbers) -> None:
    """Note which kinds of pieces have left the place where they came onto the board."""
    homes, cells = get(data, head.HOME), get(data, head.CELL)
    for slot in range(get(mem, row.NUM_PIECES)):
        cell = get(mem, cells + slot)
        if 0 <= cell < get(data, head.NUM_CELLS) and cell != get(mem, homes + slot):
            put(leaves, get(mem, get(data, head.KIND) + slot), 1)


@compiled
def collect(
    machine: int,
    mem: Numbers,
    start: Numbers,
    code: Numbers,
    data: Numbers,
    out: Numbers,
    rng: Numbers,
    numbers: Numbers,
    leaves: Numbers,
    kept_plies: Numbers,
    kept_pieces: Numbers,
    kept_shares: Bits,
    pieces: Numbers,
    shares: Bits,
    winners: Numbers,
    left: Numbers,
    notes: Numbers,
    seed: Bits,
    num_sides: int,
    num_places: int,
    first: int,
    last: int,
    samples: int,
    max_plies: int,
) -> None:
    """Play random games and write down positions on the way.

    Of each position it is noted who won and how many plies later, of the games which kinds of
    pieces ever leave their place. How long a game will be shows at its end only: so positions are
    kept evenly, ever farther apart, and some are drawn of them. Late ones come up more often: there
    it shows what wins.
    """
    size, room = len(start), get(data, head.MAX_PIECES)
    width = (num_sides + 1) * (len(numbers) // NUMBER)
    for number in range(first, last):
        copy(mem, 0, start, 0, size)
        rng[AGENT_BITS] = key(np.uint64(5), seed, np.uint64(number))
        rng[CHANCE_KEY] = key(np.uint64(6), seed, np.uint64(number))
        count, stride, status = 0, 1, CAPPED
        while status == CAPPED and get(mem, row.PLY) < max_plies:
            ply = min(max_plies, get(mem, row.PLY) + stride)
            status = run_at(machine, mem, 0, code, data, out, rng, PLAYOUT, FUEL, ply)
            if status != CAPPED:
                break
            if count == KEPT:
                count = thin_out(kept_plies, kept_pieces, room, kept_shares, width, count)
                stride *= 2
            for slot in range(room):
                put(kept_pieces, count * room + slot, -1)
            note_row(
                mem,
                data,
                numbers,
                num_sides,
                num_places,
                kept_pieces,
                count * room,
                kept_shares,
                count * width,
            )
            put(kept_plies, count, get(mem, row.PLY))
            note_leaving(mem, data, leaves)
            count += 1
        played = get(mem, row.PLY)
        put(notes, LENGTH, get(notes, LENGTH) + played)
        if status != FINISHED and status != CAPPED:
            continue
        winner = get(mem, row.WINNER) if status == FINISHED else -1
        put(notes, DECISIVE, get(notes, DECISIVE) + (1 if winner != -1 else 0))
        rng[AGENT_BITS] = key(np.uint64(7), seed, np.uint64(number))
        index = -1
        for sample in range(samples):
            share = 1.0 - (sample + below(next_bits(rng), 1000) / 1000.0) / samples
            index = max(index + 1, whole(count * (1.0 - share * share)))
            taken = get(notes, TAKEN)
            if index >= count or taken >= len(winners):
                break
            copy(pieces, taken * room, kept_pieces, index * room, room)
            for part in range(width):
                shares[taken * width + part] = kept_shares[index * width + part]
            put(winners, taken, winner)
            put(left, taken, played - get(kept_plies, index))
            put(notes, TAKEN, taken + 1)
