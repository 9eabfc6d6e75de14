"""Chains of neighbors and unbroken rows: the cells that belong together on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from ruleengine.pipeline.geometry import offsets
from ruleengine.pipeline.state import CellId
from ruleengine.resolve.board.grid import Grid


class Groups:
    """Who is whose neighbor on a board, and what follows from it."""

    def __init__(self, grid: Grid) -> None:
        self._next = grid.next_cell
        beside = offsets(grid.ways_beside, None)
        # Each axis once: the other half of the directions leads along the same rows.
        ways = offsets(grid.neighbors or ("all",), None)
        self._axes = [step for step in ways if step > (0, 0)]
        self.neighbors = [
            frozenset(near for step in beside if (near := self._next(cell, step)) is not None)
            for cell in range(grid.num_cells)
        ]
        self.steps_from = lru_cache(maxsize=None)(self._steps_from)

    def are_neighbors(self, one: CellId, two: CellId) -> bool:
        """Say whether two cells are neighbors; a place beside the board has none."""
        return 0 <= one < len(self.neighbors) and two in self.neighbors[one]

    def _steps_from(self, start: CellId) -> Mapping[CellId, int]:
        """Return how many steps from neighbor to neighbor lead to each cell that can be reached."""
        if not 0 <= start < len(self.neighbors):
            return {}
        found, ends = {start: 0}, [start]
        while ends:
            ends = [*dict.fromkeys(near for cell in ends for near in self.neighbors[cell])]
            ends = [cell for cell in ends if cell not in found]
            found |= dict.fromkeys(ends, max(found.values()) + 1)
        return found

    def linked(self, starts: Iterable[CellId], among: set[CellId]) -> set[CellId]:
        """Return the cells of `among` from which a chain in it leads to one of the starts."""
        found = among.intersection(starts)
        ends = list(found)
        while ends:
            # Only the few neighbors are looked at: a difference of all cells costs as many steps.
            further = (self.neighbors[ends.pop()] & among) - found
            found |= further
            ends += further
        return found

    def stepped(
        self,
        starts: Iterable[CellId],
        standing: Mapping[CellId, Sequence[int]],
        leads: Callable[[CellId, int], bool],
    ) -> set[int]:
        """Return what is reached from the starts, by steps that lead on, of all that may be.

        On each cell stands what may be reached: its pieces, or the cell itself. The starts are
        reached without a step. A cell with several pieces is entered by one of them, and the
        others may be reached from elsewhere.
        """
        entered = {cell for cell in starts if cell in standing}
        found = {thing for cell in entered for thing in standing[cell]}
        ends = list(entered)
        while ends:
            before = ends.pop()
            for cell in self.neighbors[before]:
                for thing in standing.get(cell, ()):
                    if thing not in found and leads(before, thing):
                        found.add(thing)
                        if cell not in entered:
                            entered.add(cell)
                            ends.append(cell)
        return found

    def in_rows(self, length: int, among: set[CellId]) -> set[CellId]:
        """Return the cells of `among` that lie in an unbroken straight row of at least `length`."""
        found: set[CellId] = set()
        for axis in self._axes:
            for cell in among:
                row = self._row_from(cell, axis, among)
                if len(row) >= length:
                    found.update(row)
        return found

    def _row_from(self, first: CellId, axis: tuple[int, int], among: set[CellId]) -> list[CellId]:
        """Return the row that begins with a cell; none when the row begins before it."""
        down, right = axis
        if self._next(first, (-down, -right)) in among:
            return []
        found: list[CellId] = []
        cell: CellId | None = first
        while cell is not None and cell in among:
            found.append(cell)
            cell = self._next(cell, axis)
        return found
