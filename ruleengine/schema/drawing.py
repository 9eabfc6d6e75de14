"""Drawn boards: rows of marks, one for each cell, with or without spaces and coordinates."""

import re
from collections.abc import Iterator, Sequence

_LABELLED_ROW = re.compile(r"^\s*(\d+)\s+(.*?)\s*$")
_LABEL_AGAIN = re.compile(r"^\s*(\d+)\s+(.*?)\s+\1\s*$")
_COLUMN_LABELS = re.compile(r"^\s*[a-z]{1,2}(\s+[a-z]{1,2})*\s*$")


def read_drawing(text: str, columns: int | None = None) -> list[str]:
    """Return the rows of a drawing as strings of marks, without spaces and labels.

    Rows are labelled when their numbers count down to 1. A digit may also be a mark; where both
    could be meant, the board has so many `columns`.

    >>> read_drawing(chr(10).join(["2 A .", "1 . D", "  a b"]))
    ['A.', '.D']
    >>> read_drawing(chr(10).join(["2 . 2", "1 1 1", "  a b"]), columns=2)
    ['.2', '11']
    """
    return ["".join(text[offset] for offset in row) for row in locate_marks(text, columns)]


def locate_marks(text: str, columns: int | None = None) -> list[list[int]]:
    """Return where in the text the marks of each row stand."""
    lines: list[tuple[int, int]] = []  # start and end of what holds the marks
    offset = 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            lines.append((offset, offset + len(line)))
        offset += len(line)
    readings = [
        *_labelled(text, lines, _LABEL_AGAIN),
        *_labelled(text, lines, _LABELLED_ROW),
        lines,
    ]
    marks = [
        [[at for at in range(*span) if not text[at].isspace()] for span in spans]
        for spans in readings
    ]
    fitting = (rows for rows in marks if all(len(row) == columns for row in rows))
    return next(fitting, marks[0])


def _labelled(
    text: str, lines: list[tuple[int, int]], row: re.Pattern[str]
) -> Iterator[list[tuple[int, int]]]:
    """Yield the rows between labels of a form, if every line has one or names columns."""
    found = [(start, row.match(text[start:end])) for start, end in lines]
    labelled = [(start, match) for start, match in found if match is not None]
    others = [span for span, (_, match) in zip(lines, found, strict=True) if match is None]
    numbers = [int(match[1]) for _, match in labelled]
    if (
        numbers
        and numbers == list(range(len(numbers), 0, -1))
        and all(_COLUMN_LABELS.match(text[start:end]) for start, end in others)
    ):
        yield [(start + match.start(2), start + match.end(2)) for start, match in labelled]


def size_fault(drawing: list[str], rows: int, columns: int) -> tuple[str, int | None] | None:
    """Return how a drawing differs in size from a board, and in which row; nothing if not.

    >>> size_fault(["..", "..."], 2, 2)
    ('row 2 of the drawing has 3 cells, but the board has 2 columns', 1)
    """
    if len(drawing) != rows:
        return f"the drawing has {len(drawing)} rows, but the board has {rows}", None
    for row, marks in enumerate(drawing):
        if len(marks) != columns:
            cells = f"{len(marks)} cell{'s' * (len(marks) != 1)}"
            message = (
                f"row {row + 1} of the drawing has {cells}, but the board has {columns} columns"
            )
            return message, row
    return None


def draw(rows: Sequence[Sequence[str]]) -> str:
    """Return marks as a drawing with coordinates around it, as players see a board.

    A mark may be longer than a letter; then all cells are as wide as the longest.

    >>> print(draw(["x.", ".o"]))
    2 x .
    1 . o
      a b
    """
    height, width = len(rows), len(rows[0]) if rows else 0
    gutter = len(str(height))
    labels = [_letters(column) for column in range(width)]
    cell = max((len(mark) for marks in (*rows, labels) for mark in marks), default=1)
    lines = [
        f"{height - index:>{gutter}} " + " ".join(mark.ljust(cell) for mark in marks).rstrip()
        for index, marks in enumerate(rows)
    ]
    lines.append(" " * (gutter + 1) + " ".join(label.ljust(cell) for label in labels).rstrip())
    return "\n".join(lines)


def _letters(column: int) -> str:
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
