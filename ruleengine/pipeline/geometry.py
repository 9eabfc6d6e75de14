"""Directions and lines on a grid, worked out once for each board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ruleengine.pipeline.state import CellId
from ruleengine.resolve.board.grid import Grid
from ruleengine.resolve.board.way_words import on_hexagons
from ruleengine.schema.reach import LeapReach

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

ROUND: tuple[Offset, ...] = (
    *((-1, 0), (-1, 1), (0, 1), (1, 1)),
    *((1, 0), (1, -1), (0, -1), (-1, -1)),
)
"""The directions by their numbers: from up on, clockwise."""

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


def leaps(leap: LeapReach, forward: str | None) -> tuple[Offset, ...]:
    """Return the offsets of a leap for a side that looks `forward`, in order."""
    every_way = {
        turned
        for down, right in leap.by
        for one in (down, -down)
        for two in (right, -right)
        for turned in ((one, two), (two, one))
    }
    down, right = _AHEAD[forward or "up"]
    # To the right of whoever looks up is right, and of whoever looks right is down.
    seen = {
        (ahead * down + aside * right, ahead * right - aside * down) for ahead, aside in leap.ahead
    }
    return tuple(sorted(every_way | seen))


def passed_over(leap: Offset) -> tuple[Offset, ...]:
    """Return the offsets of the cells that a leap passes: straight first, slanting at the end."""
    row, column = leap
    far, near = max(abs(row), abs(column)), min(abs(row), abs(column))
    down, right = (row > 0) - (row < 0), (column > 0) - (column < 0)
    straight = (down, 0) if abs(row) > abs(column) else (0, right)
    found = [(0, 0)]
    for step in [straight] * (far - near) + [(down, right)] * near:
        found.append((found[-1][0] + step[0], found[-1][1] + step[1]))
    return tuple(found[1:-1])


def forward_of(forward: str | None) -> int | None:
    """Return the number of the direction in which a side looks, if it does."""
    return None if forward is None else ROUND.index(_AHEAD[forward])


def directions_of(forward: str | None) -> dict[str, Offset]:
    """Return the single directions by name, for a side that looks `forward`, if it does."""
    found = {name: steps[0] for name, steps in STEPS.items() if len(steps) == 1}
    if forward is not None:
        found |= {name: offsets((name,), forward)[0] for name in ("forward", "backward")}
    return found


_LEADS: dict[str, str] = {
    "up_left": "up and left",
    "up_right": "up and right",
    "down_left": "down and left",
    "down_right": "down and right",
    "orthogonal": "along a row or column",
    "diagonal": "diagonally",
    "forward_diagonal": "diagonally forward",
    "backward_diagonal": "diagonally backward",
}
"""How a way leads, where it is not called as its direction is."""


def wrong_way(
    grid: Grid, step: Offset, allowed: Sequence[str], forward: str | None
) -> tuple[str, tuple[str, ...]]:
    """Return how a way leads as a side that looks `forward` sees it, and how it may lead."""
    if grid.slant:
        name = next(name for name, steps in STEPS.items() if steps == (step,))
        (leads,) = on_hexagons(grid, (name,))
        return f"leads {leads}; it may lead ", on_hexagons(grid, allowed)
    if 0 not in step and not any(0 not in each for each in offsets(allowed, forward)):
        return "is diagonal", ()
    seen = RELATIVE if not RELATIVE.keys().isdisjoint(allowed) else STEPS
    name = next(name for name in seen if step in offsets((name,), forward))
    may = tuple(_LEADS.get(each, each) for each in allowed)
    return f"leads {_LEADS.get(name, name)}; it may lead ", may


class Geometry:
    """Lines on a board."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self.longest = max(grid.rows, grid.columns) - 1
        self.lines = lru_cache(maxsize=None)(self._lines)
        self.between = lru_cache(maxsize=None)(self._between)
        self._ray = lru_cache(maxsize=None)(self._cells_along)
        self._straight = lru_cache(maxsize=None)(self._in_line)

    def _cells_along(self, start: CellId, step: Offset) -> tuple[CellId, ...]:
        """Return the cells in a direction, one after the other."""
        found: list[CellId] = []
        cell = self._grid.next_cell(start, step)
        while cell is not None:
            found.append(cell)
            cell = self._grid.next_cell(cell, step)
        return tuple(found)

    def _lines(self, start: CellId, steps: tuple[Offset, ...], distance: int) -> tuple[Line, ...]:
        """Return the lines of exactly this length, sorted by target."""
        if not self._on_board(start):
            return ()  # a place beside the board is in no line with anything
        if distance == 0:
            return (Line(start, NO_STEPS),)
        rays = (self._ray(start, step) for step in steps)
        long_enough = (ray for ray in rays if len(ray) >= distance)
        return tuple(sorted(Line(ray[distance - 1], ray[: distance - 1]) for ray in long_enough))

    def _between(self, one: CellId | None, two: CellId | None) -> frozenset[CellId]:
        """Return the cells strictly between two on one line; none when they are on no line."""
        line = None if one is None or two is None else self.straight(one, two)
        if one is None or line is None:
            return frozenset()
        step, distance = line
        return frozenset(self._ray(one, step)[: distance - 1])

    def beyond(self, one: CellId, two: CellId) -> CellId | None:
        """Return the cell after the second one in the line from the first, if there is one."""
        line = self.straight(one, two)
        return None if line is None else self._grid.next_cell(two, line[0])

    def direction(self, one: CellId, two: CellId) -> int | None:
        """Return the number of the direction from one cell to another in line with it."""
        line = self.straight(one, two)
        return None if line is None else ROUND.index(line[0])

    def next_cell(self, cell: CellId, direction: int) -> CellId | None:
        """Return the next cell in the direction with a number."""
        along = self.along(cell, direction)
        return along[0] if along else None

    def along(self, cell: CellId, direction: int) -> tuple[CellId, ...]:
        """Return the cells in the direction with a number, one after the other."""
        return self._ray(cell, ROUND[direction % len(ROUND)]) if self._on_board(cell) else ()

    def _on_board(self, cell: CellId) -> bool:
        """Say whether this is a cell of the board; a piece may also stand beside it or nowhere."""
        return 0 <= cell < self._grid.num_cells

    def straight(self, start: CellId, end: CellId) -> tuple[Offset, int] | None:
        """Return direction and distance from one cell to another on one line, if they are."""
        return self._straight(start).get(end) if self._on_board(start) else None

    def _in_line(self, start: CellId) -> dict[CellId, tuple[Offset, int]]:
        """Return direction and distance of all cells that are in line with one."""
        return {
            cell: (step, distance)
            for step in STEPS["all"]
            for distance, cell in enumerate(self._ray(start, step), 1)
        }

    def across_holes(self, start: CellId, end: CellId) -> Offset | None:
        """Return the direction from one cell to another in line with it, but for holes between."""
        grid = self._grid
        if not grid.holes or grid.joined is not None or not self._on_board(start):
            return None  # where lines are drawn, a place without a point is no hole in a line
        row, column = divmod(start, grid.columns)
        for step in STEPS["all"]:
            for distance in range(1, self.longest + 1):
                there = row + step[0] * distance, column + step[1] * distance
                if there == divmod(end, grid.columns):
                    return step
        return None
