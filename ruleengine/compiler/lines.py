"""Lines on the board as tables: for every cell and direction, what lies at each distance.

Which targets the rules allow whatever the position is folded into a table of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

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


def leaps_of(offsets: Iterable[tuple[int, int]]) -> list[Offset]:
    """Return offsets mirrored and turned every way."""
    return sorted(
        {
            turned
            for down, right in offsets
            for one in (down, -down)
            for two in (right, -right)
            for turned in ((one, two), (two, one))
        }
    )


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
        grid, values = self._grid, []
        for steps in self.sides:
            for cell in range(grid.num_cells):
                row, column = divmod(cell, grid.columns)
                for number in range(self.num_directions):
                    down, right = steps[number] if number < len(steps) else (99, 99)
                    way: list[int] = []
                    for distance in range(self.length):
                        end = row + down * distance, column + right * distance
                        on_board = 0 <= end[0] < grid.rows and 0 <= end[1] < grid.columns
                        target = end[0] * grid.columns + end[1] if on_board else -1
                        # The cell itself is no way further off in one direction than another.
                        fits = target >= 0 and (distance > 0 or number == 0)
                        if fits and allowed is not None:
                            fits = allowed(target, way)
                        values.append(target if fits else -1)
                        if distance > 0 and target >= 0:
                            way.append(target)
        return values
