"""Where everything on the picture of a board lies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from ruleengine.resolve.board.grid import Grid
from ruleengine.resolve.board.outline import BoardShape

CELL: Final = 40
MARGIN: Final = 22
LABEL_ROOM: Final = 6
_NAMED_CELL: Final = 56
"""How wide a cell is at least on a board of lines whose points have names."""
PLATE_LETTER: Final = 6.0
"""How wide a letter is on the plate with a name."""

Edge: TypeAlias = frozenset[tuple[float, float]]
Line: TypeAlias = tuple[tuple[float, float], tuple[float, float]]


class Layout:
    """Where cells lie in the picture."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.cell = _cell_size(grid)
        self._shape = BoardShape(grid)
        self.slant = self._shape.slant
        self.width = self._shape.width * self.cell + 2 * MARGIN
        self.height = self._shape.height * self.cell + 2 * MARGIN
        self.is_ragged = self.slant != 0 and grid.has_gaps
        """Whether the edge of the board is no line, so that labels stand at the cells."""

    @property
    def view(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of what is drawn: holes around a board are left out."""
        if not self.is_ragged:
            return 0, 0, round(self.width), round(self.height)
        across, down = zip(*(self.center(cell) for cell in self.grid.cells), strict=True)
        room = self.cell / 2 + MARGIN + LABEL_ROOM
        left, top = round(min(across) - room), round(min(down) - room)
        return left, top, round(max(across) + room) - left, round(max(down) + room) - top

    def center(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        x, y = self._shape.center(cell)
        return MARGIN + x * self.cell, MARGIN + y * self.cell

    def away(self, row_step: int, column_step: int) -> tuple[float, float]:
        """Return how far across and down the next cell in a direction lies, off the board too."""
        x, y = self._shape.center_at(0, 0)
        to_x, to_y = self._shape.center_at(row_step, column_step)
        return (to_x - x) * self.cell, (to_y - y) * self.cell

    def edges(self, cell: int) -> Iterator[tuple[Edge, Line]]:
        """Yield each edge of a cell as two cells know it that share it, and its two ends."""
        corners = self._shape.outline(cell)
        for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
            # Hexagons do not meet to the last digit.
            edge = frozenset((round(x, 1), round(y, 1)) for x, y in (one, other))
            ends = tuple((MARGIN + x * self.cell, MARGIN + y * self.cell) for x, y in (one, other))
            yield edge, (ends[0], ends[1])

    def outline(self, cell: int, inset: float = 0) -> str:
        """Return the edge of a cell, as the points of a polygon."""
        points = self._shape.outline(cell, inset / self.cell)
        return " ".join(
            f"{MARGIN + x * self.cell:.1f},{MARGIN + y * self.cell:.1f}" for x, y in points
        )


def _cell_size(grid: Grid) -> int:
    if grid.joined is None or grid.names.row_labels:
        return CELL
    longest = max(len(grid.places[cell]) for cell in grid.cells)
    return max(_NAMED_CELL, round(PLATE_LETTER * longest) + 12)
