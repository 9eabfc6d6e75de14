"""Neighbors as tables: for chains of pieces or cells, and for unbroken rows."""

from __future__ import annotations

from collections import deque

from ruleengine.compiler.lines import directions_of
from ruleengine.program.layout import ABSENT_NUMBER
from ruleengine.resolve.board.grid import Grid

CANDIDATE = 1
"""The mark of a cell that may belong to a chain or row."""
BELONGS = 3
"""The mark of a cell that does."""
IN_ROWS, TO_CELL = -2, -1
"""What is marked, unless it is the chain to a zone."""


def neighbors(grid: Grid, num_places: int) -> list[int]:
    """Return the table of neighbors: places of a zone, the most of a cell, then cell by cell.

    Cells with fewer neighbors are filled up with -1.
    """
    near = [beside(grid, cell) for cell in range(grid.num_cells)]
    most = max(map(len, near))
    return [num_places, most, *(n for all_ in near for n in [*all_, *[-1] * (most - len(all_))])]


def beside(grid: Grid, cell: int) -> list[int]:
    """Return the neighbors of a cell, in order."""
    ways = directions_of(grid.ways_beside, None)
    return sorted(near for way in ways if (near := grid.next_cell(cell, way)) is not None)


def steps_between(grid: Grid, num_places: int) -> list[int]:
    """Return how many steps from neighbor to neighbor lead from each place to each other."""
    found = [ABSENT_NUMBER] * num_places**2
    near = [beside(grid, cell) for cell in range(grid.num_cells)]
    for start in grid.cells:
        table = start * num_places
        found[table + start] = 0
        waiting = deque([start])
        while waiting:
            cell = waiting.popleft()
            for other in near[cell]:
                if found[table + other] == ABSENT_NUMBER:
                    found[table + other] = found[table + cell] + 1
                    waiting.append(other)
    return found


def axes(grid: Grid) -> list[int]:
    """Return the table of the ways a row can run: how many, then what is before and after cells."""
    half = [way for way in directions_of(grid.neighbors or ("all",), None) if way > (0, 0)]
    cells = range(grid.num_cells)
    found = [
        grid.next_cell(cell, step)
        for down, right in half
        for cell in cells
        for step in ((-down, -right), (down, right))
    ]
    return [len(half), *(-1 if cell is None else cell for cell in found)]
