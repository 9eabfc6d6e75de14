"""Many playouts in one call that also bring back what a counted program has counted."""

from __future__ import annotations

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, compiled, copy, get, put
from ruleengine.kernel.calling import run_at
from ruleengine.kernel.machine import FINISHED, OUT_OF_FUEL, PLAYOUT
from ruleengine.kernel.playouts import ENDING, NOTED, PLIES, STATUS, TURNS, VOID, WINNER, WORTH
from ruleengine.kernel.random_bits import AGENT_BITS, CHANCE_KEY, key
from ruleengine.program import layout as row

SIZE, ROWS, DONE, NUM_DONE, ASKED, NUM_ASKED, FIRST, MAPS, NUM_CELLS = range(9)
"""What `where` says: the size and number of rows, then where the counts are, and how many."""


@compiled
def play_counted(
    machine: int,
    mem: Numbers,
    start: Numbers,
    code: Numbers,
    data: Numbers,
    out: Numbers,
    rng: Numbers,
    results: Numbers,
    counts: Numbers,
    cells: Numbers,
    where: Numbers,
    seed: Bits,
    first: int,
    count: int,
    max_ply: int,
    fuel: int,
) -> None:
    """Play `count` games from a row, numbered from `first` on, as `play_games` does.

    Of each game, `counts` gets the first side, how often everything was done in the game, how
    often it was only tried out on a copy of it, and how often everything was asked; `cells` adds
    up where it happened.
    """
    size, rows = get(where, SIZE), get(where, ROWS)
    num_done, num_asked = get(where, NUM_DONE), get(where, NUM_ASKED)
    done_at, asked_at = get(where, DONE), get(where, ASKED)
    width = 1 + 2 * num_done + num_asked
    for index in range(count):
        copy(mem, 0, start, 0, len(start))
        for other in range(1, rows):  # questions are asked on copies, and drafts are copies too
            for number in range(num_asked):
                put(mem, other * size + asked_at + number, 0)
            for number in range(num_done):
                put(mem, other * size + done_at + number, 0)
        game = np.uint64(first + index)
        rng[AGENT_BITS] = key(np.uint64(2), seed, game)
        rng[CHANCE_KEY] = key(np.uint64(1), seed, game)
        status = run_at(machine, mem, 0, code, data, out, rng, PLAYOUT, fuel, max_ply)
        at = index * NOTED
        over = status == FINISHED
        put(results, at + STATUS, status)
        put(results, at + WINNER, get(mem, row.WINNER) if over else -1)
        stopped = get(mem, row.PC) if status == OUT_OF_FUEL else -1
        put(results, at + ENDING, get(mem, row.ENDING) if over else stopped)
        if status == OUT_OF_FUEL:
            return
        put(results, at + PLIES, get(mem, row.PLY))
        put(results, at + TURNS, get(mem, row.TURN))
        put(results, at + VOID, get(mem, row.IS_VOID) if over else 0)
        put(results, at + WORTH, max(1, get(mem, row.WORTH)))
        to = index * width
        put(counts, to, get(mem, get(where, FIRST)) - 1)
        copy(counts, to + 1, mem, done_at, num_done)
        for number in range(num_done):
            total = 0
            for each in range(1, rows):
                total += get(mem, each * size + done_at + number)
            put(counts, to + 1 + num_done + number, total)
        for number in range(num_asked):
            total = 0
            for each in range(rows):
                total += get(mem, each * size + asked_at + number)
            put(counts, to + 1 + 2 * num_done + number, total)
        for number in range(get(where, NUM_CELLS)):
            cells[number] += get(mem, get(where, MAPS) + number)
