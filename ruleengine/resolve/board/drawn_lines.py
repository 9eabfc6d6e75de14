"""Boards of points and lines: which points there are, and which of them lines join.

A drawing has a line of text for each row and one between each two, and likewise a character for
each column and one between. What is not a point at the place of a cell is a hole, and a line may
pass over it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from ruleengine.schema.drawn_frame import HOLE

Place: TypeAlias = tuple[int, int]
Offset: TypeAlias = tuple[int, int]

POINT: Final = "o"
_BLANK: Final = f" {HOLE}"
_ALONG: Final[Mapping[Offset, str]] = {
    (0, 1): "-+",
    (0, -1): "-+",
    (1, 0): "|+",
    (-1, 0): "|+",
    (1, 1): "\\X",
    (-1, -1): "\\X",
    (1, -1): "/X",
    (-1, 1): "/X",
}
"""The marks that carry a line on in a direction."""
_BETWEEN: Final[Mapping[Place, str]] = {
    (0, 0): POINT + "-|+/\\",
    (0, 1): "-",
    (1, 0): "|",
    (1, 1): "/\\X",
}
"""The marks that may stand in a row or between two, and in a column or between two."""


class Lines(NamedTuple):
    """The points of a board and what each is joined with, by direction."""

    points: frozenset[Place]
    joined: Mapping[tuple[Place, Offset], Place]
    strokes: tuple[str, ...]
    """The drawing, line by line."""


class Fault(NamedTuple):
    """What is wrong with a drawing, and from where to where in its text."""

    message: str
    hint: str
    start: int
    end: int


def read_lines(text: str, rows: int, columns: int) -> Lines | Fault:
    r"""Return the lines of a drawing, or the first thing that is wrong with it.

    >>> found = read_lines("o-o\n|\\ \no-o", 2, 2)
    >>> sorted(there for (here, _), there in found.joined.items() if here == (0, 0))
    [(0, 1), (1, 0), (1, 1)]
    """
    drawing = _Drawing(text)
    return drawing.fault(rows, columns) or drawing.lines()


class _Drawing:
    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._rows: list[str] = []
        offset = 0
        for line in text.splitlines(keepends=True):
            if line.strip() or self._rows:
                self._starts.append(offset)
                self._rows.append(line.rstrip())
            offset += len(line)
        while self._rows and not self._rows[-1]:
            self._rows.pop()
        self._carried: set[Place] = set()

    def _mark(self, place: Place) -> str:
        y, x = place
        row = self._rows[y] if 0 <= y < len(self._rows) else ""
        return row[x] if 0 <= x < len(row) else " "

    def _marks(self) -> Iterator[tuple[Place, str]]:
        """Yield what is drawn, without blanks."""
        for y, row in enumerate(self._rows):
            yield from (((y, x), mark) for x, mark in enumerate(row) if mark not in _BLANK)

    def _wrong(self, place: Place, message: str, hint: str) -> Fault:
        at = self._starts[place[0]] + place[1]
        return Fault(message, hint, at, at + 1)

    def fault(self, rows: int, columns: int) -> Fault | None:
        """Return the first mark or line of text that cannot be."""
        tall, wide = 2 * rows - 1, 2 * columns - 1
        if len(self._rows) != tall:
            message = f"the drawing has {len(self._rows)} lines, but {rows} rows need {tall}"
            hint = "draw a line for each row, and one between each two rows"
            return Fault(message, hint, 0, 1)
        for (y, x), mark in self._marks():
            if x >= wide:
                message = f"the drawing goes on behind the last of {columns} columns"
                hint = "draw a mark for each column, and one between each two columns"
                return self._wrong((y, x), message, hint)
            can_be = _BETWEEN[y % 2, x % 2]
            if mark not in can_be:
                message = f"'{mark}' cannot be drawn here"
                known = " ".join(f"`{each}`" for each in can_be)
                hint = f"what can be here is {known} or a blank; a point is `{POINT}`"
                return self._wrong((y, x), message, hint)
        if not any(mark == POINT for _, mark in self._marks()):
            return Fault("the drawing has no points", f"draw each of them as `{POINT}`", 0, 1)
        return None

    def lines(self) -> Lines | Fault:
        """Follow all lines; each has to lead from a point to a point."""
        points = [place for place, mark in self._marks() if mark == POINT]
        joined: dict[tuple[Place, Offset], Place] = {}
        for y, x in points:
            for offset in _ALONG:
                end = self._follow((y, x), offset)
                if isinstance(end, Fault):
                    return end
                if end is not None:
                    joined[(y // 2, x // 2), offset] = (end[0] // 2, end[1] // 2)
        for place, mark in self._marks():
            if mark != POINT and place not in self._carried:
                message = f"'{mark}' belongs to no line between two points"
                hint = f"draw the line from one `{POINT}` to another, or take the mark out"
                return self._wrong(place, message, hint)
        return Lines(frozenset((y // 2, x // 2) for y, x in points), joined, self._strokes())

    def _strokes(self) -> tuple[str, ...]:
        wide = max(map(len, self._rows))
        return tuple(row.replace(HOLE, " ").ljust(wide) for row in self._rows)

    def _follow(self, start: Place, offset: Offset) -> Place | Fault | None:
        """Return the point at which a line ends; None if no line leads this way."""
        (y, x), (down, right) = start, offset
        way: list[Place] = []
        while self._mark((y + down, x + right)) in _ALONG[offset]:
            y, x = y + down, x + right
            way.append((y, x))
        if not way:
            return None
        if self._mark((y + down, x + right)) != POINT:
            message = "the line stops here without a point"
            hint = f"draw `{POINT}` where it ends"
            return self._wrong((y, x), message, hint)
        self._carried.update(way)
        return y + down, x + right
