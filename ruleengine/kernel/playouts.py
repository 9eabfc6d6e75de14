"""Whole games at once: many playouts in one call, without Python in between."""

from __future__ import annotations

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, copy, get, put
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.machine import FINISHED, OUT_OF_FUEL, PLAYOUT
from ruleengine.kernel.random_bits import AGENT_BITS, CHANCE_KEY, key
from ruleengine.program import layout as row

STATUS, WINNER, ENDING, PLIES, TURNS, VOID, WORTH = range(7)
"""What is noted of each game, in this order; for an ending that never came, the address."""
NOTED = 7


@compiled
def play_games(
    machine: int,
    mem: Numbers,
    start: Numbers,
    code: Numbers,
    data: Numbers,
    out: Numbers,
    rng: Numbers,
    results: Numbers,
    seed: Bits,
    first: int,
    count: int,
    max_ply: int,
    fuel: int,
) -> None:
    """Play `count` games from a row, numbered from `first` on, and note how each went.

    The first game that comes to no decision is the last one.
    """
    for index in range(count):
        copy(mem, 0, start, 0, len(start))
        number = np.uint64(first + index)
        rng[AGENT_BITS] = key(np.uint64(2), seed, number)
        rng[CHANCE_KEY] = key(np.uint64(1), seed, number)
        status = run_at(machine, mem, 0, code, data, out, rng, PLAYOUT, fuel, max_ply)
        at = index * NOTED
        put(results, at + STATUS, status)
        over = status == FINISHED
        put(results, at + WINNER, get(mem, row.WINNER) if over else -1)
        stopped = get(mem, row.PC) if status == OUT_OF_FUEL else -1
        put(results, at + ENDING, get(mem, row.ENDING) if over else stopped)
        if status == OUT_OF_FUEL:
            return
        put(results, at + PLIES, get(mem, row.PLY))
        put(results, at + TURNS, get(mem, row.TURN))
        put(results, at + VOID, get(mem, row.IS_VOID) if over else 0)
        put(results, at + WORTH, max(1, get(mem, row.WORTH)))
