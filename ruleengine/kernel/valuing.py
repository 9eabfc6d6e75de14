"""What a position is worth to each side: learned from random games, the same way for every ruleset.

The worth is the tanh of a sum: of a weight for each piece by owner, kind and place, and of a
weight for each number that the rules keep. Nothing in it is about any game; what matters comes
from who wins when moves are drawn at random.
"""

from __future__ import annotations

import math

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, copy, get, put
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.machine import CAPPED, FINISHED, PLAYOUT
from ruleengine.kernel.random_bits import below, key, next_bits
from ruleengine.program import head
from ruleengine.program import layout as row

AT, PER_PIECE, SCALE = 0, 1, 2
"""A number that counts: where it is in the row, whether each piece has one, and its size."""
NUMBER = 3
MAX_VALUE = 0.95
"""No position that is not over is worth as much as a win."""
FUEL = 1 << 26
RATE = 0.6
"""How far all weights together follow the error of the first position that is learned from."""


@compiled
def num_weights(data: Numbers, num_sides: int, num_places: int, num_numbers: int) -> int:
    """Return how many weights the worth for one side has.

    One for the sum as a whole, then for each owner and kind one that counts everywhere and one
    for each place, then for each owner and place, then for each number one for each owner.
    """
    kinds = get(data, head.NUM_KINDS)
    owners = num_sides + 1
    return 1 + owners * kinds * (1 + num_places) + owners * num_places + num_numbers * owners


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
    """Return the sum of the weights for one side, which begin at `first`."""
    kinds, owners = get(data, head.NUM_KINDS), num_sides + 1
    num_numbers = len(numbers) // NUMBER
    total = weights[first]
    everywhere = first + 1
    exact = everywhere + owners * kinds
    place_at = exact + owners * kinds * num_places
    number_at = place_at + owners * num_places
    pieces = get(mem, row.NUM_PIECES)
    cells, owner_at, kind_at = get(data, head.CELL), get(data, head.OWNER), get(data, head.KIND)
    for slot in range(pieces):
        cell = get(mem, cells + slot)
        if cell < 0:
            continue
        owner = get(mem, owner_at + slot) + 1
        kind = owner * kinds + get(mem, kind_at + slot)
        total += weights[everywhere + kind]
        total += weights[exact + kind * num_places + cell]
        total += weights[place_at + owner * num_places + cell]
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
def change_one(weights: Bits, grown: Bits, at: int, slope: float) -> None:
    """Move one weight against its error, the less the more it has been moved before."""
    grown[at] += 1.0
    weights[at] += slope / math.sqrt(grown[at])


@compiled
def correct(
    mem: Numbers,
    data: Numbers,
    weights: Bits,
    grown: Bits,
    first: int,
    numbers: Numbers,
    num_sides: int,
    num_places: int,
    error: float,
) -> None:
    """Move the weights of what is in the row so that the worth comes nearer to the outcome."""
    error *= RATE / (1.0 + 2.0 * get(mem, row.NUM_PIECES))
    kinds, owners = get(data, head.NUM_KINDS), num_sides + 1
    num_numbers = len(numbers) // NUMBER
    change_one(weights, grown, first, error)
    everywhere = first + 1
    exact = everywhere + owners * kinds
    place_at = exact + owners * kinds * num_places
    number_at = place_at + owners * num_places
    cells, owner_at, kind_at = get(data, head.CELL), get(data, head.OWNER), get(data, head.KIND)
    for slot in range(get(mem, row.NUM_PIECES)):
        cell = get(mem, cells + slot)
        if cell < 0:
            continue
        owner = get(mem, owner_at + slot) + 1
        kind = owner * kinds + get(mem, kind_at + slot)
        change_one(weights, grown, everywhere + kind, error)
        change_one(weights, grown, exact + kind * num_places + cell, 0.5 * error)
        change_one(weights, grown, place_at + owner * num_places + cell, 0.5 * error)
        for index in range(num_numbers):
            if get(numbers, index * NUMBER + PER_PIECE):
                value = get(mem, get(numbers, index * NUMBER + AT) + slot)
                share = min(2.0, max(-2.0, value / get(numbers, index * NUMBER + SCALE)))
                change_one(weights, grown, number_at + index * owners + owner, share * error)
    for index in range(num_numbers):
        if not get(numbers, index * NUMBER + PER_PIECE):
            value = get(mem, get(numbers, index * NUMBER + AT))
            share = min(2.0, max(-2.0, value / get(numbers, index * NUMBER + SCALE)))
            change_one(weights, grown, number_at + index * owners, share * error)


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
            if winner >= 0:
                value = 1.0 if side == winner else -1.0
            values[side] = value
        return
    length = len(weights) // num_sides
    for side in range(num_sides):
        total = worth(mem, data, weights, side * length, numbers, num_sides, num_places)
        values[side] = MAX_VALUE * math.tanh(total)


LENGTH, DECISIVE, REFERENCES = 0, 1, 2
"""What is noted of the random games: plies of all together, how many were won, rows kept."""
NOTED = 3


@compiled
def learn(
    machine: int,
    mem: Numbers,
    start: Numbers,
    code: Numbers,
    data: Numbers,
    out: Numbers,
    rng: Numbers,
    weights: Bits,
    grown: Bits,
    numbers: Numbers,
    leaves: Numbers,
    refs: Numbers,
    notes: Numbers,
    seed: Bits,
    num_sides: int,
    num_places: int,
    first: int,
    last: int,
    samples: int,
    max_plies: int,
) -> int:
    """Play random games, each twice: to see who wins, and to learn on the way; return the plies.

    On the way rows are kept for reference, and which kinds of pieces ever leave their place.
    """
    size, plies = len(start), 0
    length = len(weights) // num_sides
    for number in range(first, last):
        copy(mem, 0, start, 0, size)
        rng[0] = key(np.uint64(5), seed, np.uint64(number))
        rng[1] = key(np.uint64(6), seed, np.uint64(number))
        status = run_at(machine, mem, 0, code, data, out, rng, PLAYOUT, FUEL, max_plies)
        played = get(mem, row.PLY)
        plies += played
        if status != FINISHED and status != CAPPED:
            continue
        winner = get(mem, row.WINNER) if status == FINISHED else -1
        put(notes, LENGTH, get(notes, LENGTH) + played)
        put(notes, DECISIVE, get(notes, DECISIVE) + (1 if winner >= 0 else 0))
        copy(mem, 0, start, 0, size)
        rng[0] = key(np.uint64(5), seed, np.uint64(number))
        rng[1] = key(np.uint64(6), seed, np.uint64(number))
        rng[2] = key(np.uint64(7), seed, np.uint64(number))
        for sample in range(samples):
            low = played * sample // samples + 1
            high = max(low + 1, played * (sample + 1) // samples + 1)
            kept = rng[0]
            rng[0] = rng[2]
            ply = low + below(next_bits(rng), high - low)
            rng[2] = rng[0]
            rng[0] = kept
            if run_at(machine, mem, 0, code, data, out, rng, PLAYOUT, FUEL, ply) != CAPPED:
                break
            for side in range(num_sides):
                value = 0.0
                if winner >= 0:
                    value = 1.0 if side == winner else -1.0
                at = side * length
                seen = math.tanh(worth(mem, data, weights, at, numbers, num_sides, num_places))
                error = (value - seen) * (1.0 - 0.9 * seen * seen)
                correct(
                    mem, data, weights, grown, at, numbers, num_sides, num_places, error
                )
            homes, cells = get(data, head.HOME), get(data, head.CELL)
            for slot in range(get(mem, row.NUM_PIECES)):
                cell = get(mem, cells + slot)
                if 0 <= cell < get(data, head.NUM_CELLS) and cell != get(mem, homes + slot):
                    put(leaves, get(mem, get(data, head.KIND) + slot), 1)
            kept_rows = get(notes, REFERENCES)
            if (kept_rows + 1) * size <= len(refs) and sample == kept_rows % samples:
                copy(refs, kept_rows * size, mem, 0, size)
                put(notes, REFERENCES, kept_rows + 1)
    return plies


