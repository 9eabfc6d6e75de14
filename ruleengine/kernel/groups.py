"""Chains of neighbors and unbroken rows: which of the marked cells belong to one.

A cell that may belong is marked with 1 before, and one that does with 3 afterwards.
"""

from __future__ import annotations

from ruleengine.kernel.access import Numbers, compiled, get, inlined, put
from ruleengine.program import head
from ruleengine.program.layout import ABSENT_NUMBER

IN_ROWS = -2


@inlined
def mask(mem: Numbers, at: int, data: Numbers, zone: int, num_cells: int) -> None:
    """Mark the cells that a table says are in a zone."""
    for cell in range(num_cells):
        if get(data, zone + cell):
            put(mem, at + cell, 1)


@compiled
def mark(mem: Numbers, base: int, data: Numbers, at: int, value: int, table: int, how: int) -> None:
    """Mark what belongs together: rows of so many cells, or the chain to a cell or zone."""
    if how == IN_ROWS:
        mark_rows(mem, base, data, at, value, table)
    else:
        mark_chain(mem, base, data, at, value, table, how)


@compiled
def mark_chain(
    mem: Numbers, base: int, data: Numbers, at: int, start: int, table: int, zones: int
) -> None:
    """Mark the cells from which a chain leads to a cell, or to a zone when there are `zones`."""
    num_cells = get(data, head.NUM_CELLS)
    num_places, most = get(data, table), get(data, table + 1)
    marks = base + at
    ends = marks + num_places  # cells whose neighbors have to be looked at
    count = 0
    if start < 0:
        return
    first, last = (start, start + 1) if zones < 0 else (0, num_cells)
    for cell in range(first, min(last, num_cells)):
        here = zones < 0 or get(data, zones + start * num_places + cell) != 0
        if here and get(mem, marks + cell) == 1:
            put(mem, marks + cell, 3)
            put(mem, ends + count, cell)
            count += 1
    while count > 0:
        count -= 1
        near = table + 2 + get(mem, ends + count) * most
        for index in range(most):
            cell = get(data, near + index)
            if cell >= 0 and get(mem, marks + cell) == 1:
                put(mem, marks + cell, 3)
                put(mem, ends + count, cell)
                count += 1


@compiled
def mark_rows(mem: Numbers, base: int, data: Numbers, at: int, length: int, axes: int) -> None:
    """Mark the cells that lie in an unbroken row of at least so many."""
    if length == ABSENT_NUMBER:
        return
    num_cells = get(data, head.NUM_CELLS)
    marks = base + at
    for axis in range(get(data, axes)):
        near = axes + 1 + 2 * axis * num_cells  # before and after each cell
        for first in range(num_cells):
            if get(mem, marks + first) == 0:
                continue
            before = get(data, near + 2 * first)
            if before >= 0 and get(mem, marks + before) != 0:
                continue
            count, cell = 0, first
            while cell >= 0 and get(mem, marks + cell) != 0:
                count += 1
                cell = get(data, near + 2 * cell + 1)
            if count >= length:
                cell = first
                for _ in range(count):
                    put(mem, marks + cell, 3)
                    cell = get(data, near + 2 * cell + 1)
