"""Directions and lines on a grid, worked out once for each board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ruleengine.pipeline.state import CellId

Offset = tuple[int, int]

STEPS: dict[str, tuple[Offset, ...]] = {
    "up": ((-1, 0),),
    "down": ((1, 0),),
    "left": ((0, -1),),
    "right": ((0, 1),),
    "up_left": ((-1, -1),),
    "up_right": ((-1, 1),),
    "down_left": ((1, -1),),
    "down_right": ((1, 1),),
    "orthogonal": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "diagonal": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "all": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
}
"""Directions that are the same for everybody."""

RELATIVE: dict[str, tuple[Offset, ...]] = {
    "forward": ((1, 0),),
    "backward": ((-1, 0),),
    "sideways": ((0, -1), (0, 1)),
    "forward_diagonal": ((1, -1), (1, 1)),
    "backward_diagonal": ((-1, -1), (-1, 1)),
}
"""Directions seen from a side, as (ahead, aside)."""

_AHEAD: dict[str, Offset] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class _Stay(tuple[CellId, ...]):
    """A path without cells that is not the path of a single step, which has none either."""

    __slots__ = ()


NO_STEPS: tuple[CellId, ...] = _Stay()
"""The path of a way that ends where it starts; told apart by being this object."""


def num_steps(path: tuple[CellId, ...]) -> int:
    """Return how many steps a way has that leads over the cells of `path`."""
    return 0 if path is NO_STEPS else len(path) + 1


class Line(NamedTuple):
    """The end of a straight line and the cells between."""

    target: CellId
    path: tuple[CellId, ...]


def offsets(directions: Iterable[str], forward: str | None) -> tuple[Offset, ...]:
    """Return the steps of some directions for a side that looks `forward`."""
    found: set[Offset] = set()
    for direction in directions:
        if direction in STEPS:
            found.update(STEPS[direction])
            continue
        ahead_row, ahead_column = _AHEAD[forward or "up"]
        for ahead, aside in RELATIVE[direction]:
            found.add(
                (
                    ahead * ahead_row + aside * abs(ahead_column),
                    ahead * ahead_column + aside * abs(ahead_row),
                )
            )
    return tuple(sorted(found))


def directions_of(forward: str | None) -> dict[str, Offset]:
    """Return the single directions by name, for a side that looks `forward`, if it does."""
    found = {name: steps[0] for name, steps in STEPS.items() if len(steps) == 1}
    if forward is not None:
        found |= {name: offsets((name,), forward)[0] for name in ("forward", "backward")}
    return found


class Geometry:
    """Lines on a board of a given size."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.longest = max(rows, columns) - 1
        self.lines = lru_cache(maxsize=None)(self._lines)
        self.between = lru_cache(maxsize=None)(self._between)

    def _lines(self, start: CellId, steps: tuple[Offset, ...], distance: int) -> tuple[Line, ...]:
        """Return the lines of exactly this length, sorted by target."""
        if not 0 <= start < self.rows * self.columns:
            return ()  # a place beside the board is in no line with anything
        if distance == 0:
            return (Line(start, NO_STEPS),)
        row, column = divmod(start, self.columns)
        found: list[Line] = []
        for down, right in steps:
            end_row, end_column = row + down * distance, column + right * distance
            if not (0 <= end_row < self.rows and 0 <= end_column < self.columns):
                continue
            path = tuple(
                (row + down * step) * self.columns + column + right * step
                for step in range(1, distance)
            )
            found.append(Line(end_row * self.columns + end_column, path))
        return tuple(sorted(found))

    def _between(self, one: CellId | None, two: CellId | None) -> frozenset[CellId]:
        """Return the cells strictly between two on one line; none when they are on no line."""
        if one is None or two is None:
            return frozenset()
        line = self.straight(one, two) if self._on_board(one, two) else None
        if line is None:
            return frozenset()
        (down, right), distance = line
        step = down * self.columns + right
        return frozenset(one + step * number for number in range(1, distance))

    def beyond(self, one: CellId, two: CellId) -> CellId | None:
        """Return the cell after the second one in the line from the first, if there is one."""
        line = self.straight(one, two) if self._on_board(one, two) else None
        if line is None:
            return None
        (down, right), _ = line
        row, column = two // self.columns + down, two % self.columns + right
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None

    def _on_board(self, *cells: CellId) -> bool:
        """Say whether these are cells of the board; a piece may also stand beside it or nowhere."""
        return all(0 <= cell < self.rows * self.columns for cell in cells)

    def straight(self, start: CellId, end: CellId) -> tuple[Offset, int] | None:
        """Return direction and distance from one cell to another on one line, if they are."""
        down = end // self.columns - start // self.columns
        right = end % self.columns - start % self.columns
        distance = max(abs(down), abs(right))
        if distance == 0 or (down and right and abs(down) != abs(right)):
            return None
        return (down // distance, right // distance), distance
