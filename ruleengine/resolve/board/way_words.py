"""Ways in words that fit the picture of the board: directions on hexagons, and leaps.

Refusals and rulebooks share them, so that both call a way alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ruleengine.resolve.board.grid import Grid
from ruleengine.schema.reach import LeapReach
from ruleengine.schema.wording import number_word

_SINGLE: Final[Mapping[str, tuple[int, int]]] = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "up_left": (-1, -1),
    "up_right": (-1, 1),
    "down_left": (1, -1),
    "down_right": (1, 1),
}
_SEVERAL: Final[Mapping[str, tuple[str, ...]]] = {
    "orthogonal": ("up", "down", "left", "right"),
    "diagonal": ("up_left", "up_right", "down_left", "down_right"),
    "all": tuple(_SINGLE),
}
LINE_OF_NEIGHBORS: Final = "along a line of neighbors"
"""How a way leads in any of the six directions of hexagons."""


def on_hexagons(grid: Grid, directions: Iterable[str]) -> tuple[str, ...]:
    """Return how ways lead on a board of hexagons, whose rows are drawn shifted.

    Directions that are seen from a side keep their names.
    """
    single = [one for each in directions for one in _SEVERAL.get(each, (each,))]
    six = {one for each in grid.neighbors or () for one in _SEVERAL.get(each, (each,))}
    words: list[str] = []
    if six <= {*single}:
        words.append(LINE_OF_NEIGHBORS)
        single = [one for one in single if one not in six]
    words += [_shown(one, grid.slant) for one in single]
    return tuple(dict.fromkeys(words))


def _shown(direction: str, slant: float) -> str:
    """Return where a single direction leads in the picture: `up` is half a cell aside."""
    if direction not in _SINGLE:
        return direction.replace("_", " ")
    down, right = _SINGLE[direction]
    if not down:
        return direction
    aside = right + slant * down
    far = "far to the " if abs(aside) > 1 else ""
    return f"{'down' if down > 0 else 'up'} and {far}{'right' if aside > 0 else 'left'}"


def leap_words(leap: LeapReach) -> tuple[str, ...]:
    """Return where a leap leads, each of its offsets in words."""
    return (
        *(_leap_any_way(*way) for way in leap.by),
        *(_seen_leap(*way) for way in leap.ahead),
    )


def _leap_any_way(far: int, across: int) -> str:
    """Return a leap that may be mirrored and turned every way."""
    if far == across:
        return f"{_cells(far)} on the slant"
    if not far or not across:
        return f"{_cells(max(far, across))} straight"
    return f"{_cells(far)} one way and {number_word(across)} to the side"


def _seen_leap(ahead: int, right: int) -> str:
    """Return a leap as the side that moves sees it."""
    parts: list[str] = []
    for far, on, back in ((ahead, "ahead", "back"), (right, "to the right", "to the left")):
        if far:
            cells = number_word(abs(far)) if parts else _cells(abs(far))
            parts.append(f"{cells} {on if far > 0 else back}")
    return " and ".join(parts) or "no cell at all"


def _cells(number: int) -> str:
    return f"{number_word(number)} {'cell' if number == 1 else 'cells'}"
