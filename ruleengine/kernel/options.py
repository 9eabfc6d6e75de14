"""The options of a choice among pieces: in which order they come, and which stand for others."""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, put
from ruleengine.kernel.ways import ENTRY
from ruleengine.program import head


@compiled
def sort_options(
    mem: Numbers, base: int, data: Numbers, out: Numbers, count: int, named: int
) -> int:
    """Sort the listed pieces by their cells, and return how many there are.

    Of pieces that lie beside the board and are alike, the first stands for all, unless they are
    `named` by their numbers or, with none below 0, chance decides.
    """
    cell_at = base + get(data, head.CELL)
    for i in range(1, count):
        slot = get(out, i * ENTRY + 1)
        cell = get(mem, cell_at + slot)
        j = i
        while j > 0 and get(mem, cell_at + get(out, (j - 1) * ENTRY + 1)) > cell:
            put(out, j * ENTRY + 1, get(out, (j - 1) * ENTRY + 1))
            j -= 1
        put(out, j * ENTRY + 1, slot)
    if named < 0:
        return count
    kept = 0
    for i in range(count):
        slot, found = get(out, i * ENTRY + 1), False
        if slot >= named and get(mem, cell_at + slot) >= get(data, head.NUM_CELLS):
            for j in range(kept):
                if alike(mem, base, data, slot, get(out, j * ENTRY + 1), named):
                    found = True
        if not found:
            put(out, kept * ENTRY + 1, slot)
            kept += 1
    return kept


@compiled
def alike(mem: Numbers, base: int, data: Numbers, one: int, two: int, named: int) -> bool:
    """Return whether two pieces beside the board are written alike."""
    if two < named:
        return False
    for section in (head.CELL, head.OWNER, head.KIND):
        at = base + get(data, section)
        if get(mem, at + one) != get(mem, at + two):
            return False
    return True
