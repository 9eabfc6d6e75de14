"""Drawing boards as text: marks for cells, lines between them, and labels around them."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

EMPTY: Final = "."
"""What an empty cell of no zone is drawn with."""
HOLE: Final = "_"
"""What is drawn where the grid has no cell."""
A_HOLE: Final = "a hole, which is no cell"
"""What legends say of it."""
STROKES: Final = "-|/\\+"
"""What draws a line, also where it passes over the place of a cell."""


class Frame(NamedTuple):
    """What stands around and between the cells of a drawn board."""

    rows: int
    columns: int
    left: tuple[str, ...] = ()
    """The label of each row, or nothing."""
    above: tuple[str, ...] = ()
    """What stands above each column, or nothing."""
    below: tuple[str, ...] = ()
    """What stands below each column, or nothing."""
    strokes: tuple[str, ...] = ()
    """The lines between the cells, if the board has them."""
    slant: float = 0
    """By how much of a cell a row is shifted against the one above it."""

    def over(self, strokes: Sequence[str], slant: float) -> Self:
        """Return the frame of a board with lines between its cells, or with shifted rows."""
        return self._replace(strokes=tuple(strokes), slant=0 if strokes else slant)


class DrawnFrame:
    """How wide cells are drawn, where rows begin, and what stands between cells."""

    def __init__(
        self, rows: Sequence[Sequence[str]], frame: Frame, cell: int | None = None
    ) -> None:
        marks = (mark for marks in (*rows, frame.above, frame.below) for mark in marks)
        self.cell = cell or max(map(len, marks), default=1)
        """How wide the marks of a cell may be."""
        self.frame = frame
        if (frame.slant or frame.strokes) and self.cell % 2 == 0:
            self.cell += 1  # with the blank between two, half of it is a whole number
        width = max(map(len, frame.left), default=-1)
        self.gutter = " " * (width + 1)
        """The blanks where a row would have its label."""

    def spaced(self, marks: Sequence[str]) -> str:
        """Return the marks of a row, each as wide as a cell."""
        return " ".join(mark.ljust(self.cell) for mark in marks)

    def across(self, row: int, marks: Sequence[str]) -> list[tuple[str, str]]:
        """Return what is drawn on each cell of a row, and what between it and the next.

        Over a hole a line goes on; holes around hexagons are blank, if their row has a cell.
        """
        cells = [column for column, mark in enumerate(marks) if mark != HOLE]
        inside = range(cells[0], cells[-1] + 1) if self.frame.slant and cells else None
        strokes = self._strokes(2 * row)
        found: list[tuple[str, str]] = []
        for column, mark in enumerate(marks):
            over, join = strokes[2 * column], strokes[2 * column + 1]
            if mark == HOLE and self.frame.strokes:
                drawn = over
            else:
                drawn = mark if inside is None or column in inside else " "
            found.append((drawn, join * (self.cell + 1 - len(drawn))))
        return found

    def down(self, row: int) -> list[str]:
        """Return the line of text between a row and the next, where the board has lines."""
        if not self.frame.strokes or row == self.frame.rows - 1:
            return []
        half = self.cell // 2
        joins = enumerate(self._strokes(2 * row + 1))
        # Beside a cell is half of what its width leaves, so that a slanted line is in the middle.
        drawn = (" " * half + mark + " " * half if at % 2 else mark for at, mark in joins)
        return [(self.gutter + "".join(drawn)).rstrip()]

    def _strokes(self, number: int) -> str:
        """Return a line of the strokes, with blanks where nothing is drawn."""
        drawn = self.frame.strokes[number] if self.frame.strokes else ""
        return drawn.ljust(2 * self.frame.columns)

    def label(self, row: int) -> str:
        """Return what stands before a row: its label, and blanks if it is shifted."""
        text = f"{self.frame.left[row]:>{len(self.gutter) - 1}} " if self.frame.left else ""
        return text + self._shift(row)

    @property
    def above(self) -> str:
        """The line of labels straight above the first row; blank if the columns have none."""
        return self.gutter + self._shift(0) + self.spaced(self.frame.above)

    @property
    def below(self) -> str:
        """The line of labels straight below the last row; blank if the columns have none."""
        return self.gutter + self._shift(self.frame.rows - 1) + self.spaced(self.frame.below)

    def _shift(self, row: int) -> str:
        half = (self.cell + 1) // 2
        if self.frame.slant < 0:
            return " " * (half * (self.frame.rows - row))
        return " " * (half * row) if self.frame.slant else ""


def draw(rows: Sequence[Sequence[str]], frame: Frame) -> str:
    """Return marks as a drawing with labels around it, as players see a board.

    A mark may be longer than a letter; then all cells are as wide as the longest. With strokes
    the lines between points are drawn too. Hexagons are drawn with each row shifted by half a
    cell, so that neighbors stand beside each other, and with blanks for the holes around them.

    >>> print(draw(["x.", ".o"], Frame(2, 2, ("2", "1"), (), ("a", "b"))))
    2 x .
    1 . o
      a b
    >>> lines = ("o-o", "|/ ", "o-o")
    >>> print(draw([["x", "."], ["o12", "."]], Frame(2, 2, ("2", "1"), (), ("a", "b"), lines)))
    2 x---.
      | /
    1 o12-.
      a   b
    >>> print(draw(["_x.", ".o_"], Frame(2, 3, ("2", "1"), (), ("a", "b", "c"), slant=0.5)))
    2   x .
    1  . o
       a b c
    """
    return "\n".join(draw_lines(rows, DrawnFrame(rows, frame)))


def draw_lines(rows: Sequence[Sequence[str]], shape: DrawnFrame) -> list[str]:
    """Return the lines of text of a drawing in a given shape."""
    frame = shape.frame
    lines = [shape.above] if frame.above else []
    for index, marks in enumerate(rows):
        drawn = "".join(mark + between for mark, between in shape.across(index, marks))
        lines.append(shape.label(index) + drawn)
        lines += shape.down(index)
    if frame.below:
        lines.append(shape.below)
    return [line.rstrip() for line in lines]
