"""Where the cells of a board lie in a picture: squares, or hexagons where a cell has six neighbors.

Lengths are in cells, from the top left corner; whoever draws says how large a cell is.
"""

from __future__ import annotations

from typing import Final

from ruleengine.resolve.board.grid import CellId, Grid

_PITCH: Final = 0.875  # from one row of hexagons to the next


class BoardShape:
    """Where cells lie, and how far the board reaches."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.slant = grid.slant
        self._pitch = 1.0 if self.slant == 0 else _PITCH
        shift = abs(self.slant) * (grid.rows - 1)
        self._left = shift if self.slant < 0 else 0.0
        self.width = grid.columns + shift
        self.height = (grid.rows - 1) * self._pitch + 1

    def center(self, cell: CellId) -> tuple[float, float]:
        """Return the middle of a cell."""
        return self.center_at(*divmod(cell, self.grid.columns))

    def center_at(self, row: int, column: int) -> tuple[float, float]:
        """Return the middle of a cell in a row and column, also off the board."""
        return self._left + column + 0.5 + self.slant * row, row * self._pitch + 0.5

    def outline(self, cell: CellId, inset: float = 0) -> list[tuple[float, float]]:
        """Return the corners of a cell, or of one that is smaller by so much on every side."""
        x, y = self.center(cell)
        half = 0.5 - inset
        if self.slant == 0:
            across = [(-half, -half), (half, -half), (half, half), (-half, half)]
        else:
            tall, low = half * 1.16, half * 0.58
            across = [(0, -tall), (half, -low), (half, low)]
            across += [(0, tall), (-half, low), (-half, -low)]
        return [(x + dx, y + dy) for dx, dy in across]
