"""Lines on the board as tables: for every cell and direction, what lies at each distance.

Which targets the rules allow whatever the position is folded into a table of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ruleengine.program.layout import ABSENT_NUMBER
from ruleengine.resolve.board.grid import Grid
from ruleengine.schema.reach import LeapReach

if TYPE_CHECKING:
    from ruleengine.compiler.context import Context

Offset = tuple[int, int]

_STEPS: dict[str, tuple[Offset, ...]] = {
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
_RELATIVE: dict[str, tuple[Offset, ...]] = {
    "forward": ((1, 0),),
    "backward": ((-1, 0),),
    "sideways": ((0, -1), (0, 1)),
    "forward_diagonal": ((1, -1), (1, 1)),
    "backward_diagonal": ((-1, -1), (-1, 1)),
}
_AHEAD: dict[str, Offset] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


_CLOCKWISE = ("up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left")
"""The directions by their numbers."""


def number_of(forward: str | None) -> int:
    """Return the number of the direction in which a side looks."""
    return ABSENT_NUMBER if forward is None else _CLOCKWISE.index(forward)


def directions_of(names: Iterable[str], forward: str | None) -> list[Offset]:
    """Return the steps of some directions for a side that looks `forward`."""
    found: set[Offset] = set()
    for name in names:
        if name in _STEPS:
            found.update(_STEPS[name])
            continue
        down, right = _AHEAD[forward or "up"]
        for ahead, aside in _RELATIVE[name]:
            found.add((ahead * down + aside * abs(right), ahead * right + aside * abs(down)))
    return sorted(found)


def leaps_of(context: Context, leap: LeapReach) -> list[list[Offset]]:
    """Return the offsets of a leap for each side, or once when they are the same for all."""
    every_way = {
        turned
        for down, right in leap.by
        for one in (down, -down)
        for two in (right, -right)
        for turned in ((one, two), (two, one))
    }
    found: list[list[Offset]] = []
    for side in context.resolved.ruleset.sides.values():
        down, right = _AHEAD[side.forward or "up"]
        seen = {(a * down + b * right, a * right - b * down) for a, b in leap.ahead}
        found.append(sorted(every_way | seen))
    return found if leap.ahead else found[:1]


NOT_SO_LONG = -2
"""Stands for a cell that a leap would pass if it were longer."""


def passed_by(grid: Grid, by_side: list[list[Offset]]) -> list[list[int]]:
    """Return the first, second and so on cell that leaps pass, by side, cell and leap.

    A leap goes straight first, and slanting at the end. A hole is -1.
    """
    most = max(map(len, by_side))
    longest = max(max(abs(down), abs(right)) for steps in by_side for down, right in steps)
    found: list[list[int]] = [[] for _ in range(longest - 1)]
    for steps in by_side:
        for cell in range(grid.num_cells):
            for number in range(most):
                passed = _passed(grid, cell, steps[number]) if number < len(steps) else []
                for place, table in enumerate(found):
                    table.append(passed[place] if place < len(passed) else NOT_SO_LONG)
    return found


def _passed(grid: Grid, start: int, leap: Offset) -> list[int]:
    row, column = divmod(start, grid.columns)
    down, right = leap
    cells: list[int] = []
    while (down, right) != (0, 0):
        # As long as one way is farther than the other, the step goes that way alone.
        row += 0 if abs(down) < abs(right) else (down > 0) - (down < 0)
        column += 0 if abs(right) < abs(down) else (right > 0) - (right < 0)
        down, right = leap[0] + start // grid.columns - row, leap[1] + start % grid.columns - column
        cell = grid.cell_in(row, column)
        cells.append(-1 if cell is None else cell)
    return cells[:-1]


class Rays:
    """The lines of one operand, for every side."""

    def __init__(self, context: Context, names: list[str]) -> None:
        sides = context.resolved.ruleset.sides.values()
        by_side = [directions_of(names, side.forward) for side in sides]
        self._grid = context.grid
        self.sides = by_side if any(one != by_side[0] for one in by_side) else by_side[:1]
        self.num_directions = max(len(one) for one in self.sides)
        self.length = max(context.grid.rows, context.grid.columns)  # distances from 0 to this - 1

    def table(self, allowed: Callable[[int, list[int]], bool] | None = None) -> list[int]:
        """Return targets by side, cell, direction and distance; -1 where there is none.

        `allowed` is given a target and the cells on the way to it.
        """
        values: list[int] = []
        for steps in self.sides:
            for cell in range(self._grid.num_cells):
                for number in range(self.num_directions):
                    step = steps[number] if number < len(steps) else None
                    values += self._ray(cell, step, number, allowed)
        return values

    def _ray(
        self,
        cell: int,
        step: Offset | None,
        number: int,
        allowed: Callable[[int, list[int]], bool] | None,
    ) -> list[int]:
        """Return the targets in a direction by distance; -1 where there is none."""
        # The cell itself is no way further off in one direction than another.
        first = number == 0 and (allowed is None or allowed(cell, []))
        found, way = [cell if first else -1], list[int]()
        there = None if step is None else self._grid.next_cell(cell, step)
        while step is not None and there is not None:
            found.append(there if allowed is None or allowed(there, way) else -1)
            way.append(there)
            there = self._grid.next_cell(there, step)
        return found + [-1] * (self.length - len(found))


def lies_along(grid: Grid, num_places: int) -> tuple[list[int], list[int]]:
    """Return the direction and the distance from each place to each, along the lines of the board.

    Both are -1 where no line leads from one to the other.
    """
    ways, far = [-1] * num_places**2, [-1] * num_places**2
    for cell in grid.cells:
        for number, step in enumerate(directions_of(("all",), None)):
            there, distance = grid.next_cell(cell, step), 1
            while there is not None:
                ways[cell * num_places + there] = number
                far[cell * num_places + there] = distance
                there, distance = grid.next_cell(there, step), distance + 1
    return ways, far


def cells_beyond(grid: Grid, num_places: int) -> list[int]:
    """Return the cell after the second one in the line from the first, for all places."""
    ways, _ = lies_along(grid, num_places)
    steps = directions_of(("all",), None)
    found = [-1] * num_places**2
    for place, way in enumerate(ways):
        there = None if way < 0 else grid.next_cell(place % num_places, steps[way])
        found[place] = -1 if there is None else there
    return found


def directions_between(grid: Grid, num_places: int) -> list[int]:
    """Return the number of the direction from each place to each in line with it."""
    clockwise = [_STEPS[name][0] for name in _CLOCKWISE]
    numbers = [clockwise.index(step) for step in directions_of(("all",), None)]
    ways, _ = lies_along(grid, num_places)
    return [ABSENT_NUMBER if way < 0 else numbers[way] for way in ways]


def cells_beside(grid: Grid, num_places: int) -> list[int]:
    """Return the next cell of each place in each direction by its number; -1 where none is."""
    found = []
    for place in range(num_places):
        for name in _CLOCKWISE:
            is_cell = place < grid.num_cells
            there = grid.next_cell(place, _STEPS[name][0]) if is_cell else None
            found.append(-1 if there is None else there)
    return found
