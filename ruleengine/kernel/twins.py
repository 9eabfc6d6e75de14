"""Pieces on one cell that nothing tells apart: the first of them stands for all."""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, inlined
from ruleengine.program import head


@compiled
def is_held(mem: Numbers, base: int, data: Numbers, marks: int, slot: int) -> bool:
    """Return whether a mark holds a piece, or it has been named before; see `has_twin`."""
    at = marks + 1
    for _ in range(get(data, marks)):
        first = base + get(data, at)
        for place in range(first, first + get(data, at + 1)):
            if get(mem, place) == slot:
                return True
        at += 2
    for number in range(get(data, at)):
        if get(mem, base + get(data, at + 1 + number)) == slot:
            return True
    return False


@compiled
def twin_of_another(mem: Numbers, base: int, data: Numbers, table: int, slot: int) -> bool:
    """Return whether a piece is like one before it on its cell, in all that can be asked of it."""
    cell = get(mem, base + get(data, head.CELL) + slot)
    named, kept = get(data, table), get(data, table + 1)
    marks = table + 2 + kept
    if slot < named or cell < 0 or cell >= get(data, head.NUM_CELLS):
        return False
    if is_held(mem, base, data, marks, slot):
        return False
    other = get(mem, base + get(data, head.TOP) + cell)
    while other != slot:
        alike = other >= named
        for number in range(kept):
            section = base + get(data, table + 2 + number)
            alike = alike and get(mem, section + other) == get(mem, section + slot)
        if alike and not is_held(mem, base, data, marks, other):
            return True
        other = get(mem, base + get(data, head.NEXT) + other)
    return False


@inlined
def has_twin(mem: Numbers, base: int, data: Numbers, table: int, slot: int) -> bool:
    """Return whether another piece on its cell stands for a piece.

    The table: how many pieces have names; how many sections tell pieces apart, and these; how many
    marks hold pieces, and where each is kept and in how many numbers; how many pieces have been
    named before in the move, and their registers.
    """
    cell = get(mem, base + get(data, head.CELL) + slot)
    # Nearly always a piece is alone on its cell.
    return get(mem, base + get(data, head.TOP) + max(cell, 0)) != slot and twin_of_another(
        mem, base, data, table, slot
    )
