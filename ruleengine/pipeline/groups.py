"""Chains of neighbors and unbroken rows: the cells that belong together on a board."""

from __future__ import annotations

from collections.abc import Iterable

from ruleengine.pipeline.geometry import offsets
from ruleengine.pipeline.state import CellId
from ruleengine.resolve.grid import Grid


class Groups:
    """Who is whose neighbor on a board, and what follows from it."""

    def __init__(self, grid: Grid) -> None:
        self._rows, self._columns = grid.rows, grid.columns
        beside = offsets(grid.neighbors or ("orthogonal",), None)
        # Each axis once: the other half of the directions leads along the same rows.
        ways = offsets(grid.neighbors or ("all",), None)
        self._axes = [step for step in ways if step > (0, 0)]
        self.neighbors = [
            frozenset(
                (row + down) * self._columns + column + right
                for down, right in beside
                if self._inside(row + down, column + right)
            )
            for row in range(self._rows)
            for column in range(self._columns)
        ]

    def _inside(self, row: int, column: int) -> bool:
        return 0 <= row < self._rows and 0 <= column < self._columns

    def are_neighbors(self, one: CellId, two: CellId) -> bool:
        """Say whether two cells are neighbors; a place beside the board has none."""
        return 0 <= one < len(self.neighbors) and two in self.neighbors[one]

    def linked(self, starts: Iterable[CellId], among: set[CellId]) -> set[CellId]:
        """Return the cells of `among` from which a chain in it leads to one of the starts."""
        found = among.intersection(starts)
        ends = list(found)
        while ends:
            further = self.neighbors[ends.pop()] & among - found
            found |= further
            ends += further
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
        row, column = divmod(first, self._columns)
        down, right = axis
        before = (row - down) * self._columns + column - right
        if self._inside(row - down, column - right) and before in among:
            return []
        found: list[CellId] = []
        while self._inside(row, column) and row * self._columns + column in among:
            found.append(row * self._columns + column)
            row, column = row + down, column + right
        return found
