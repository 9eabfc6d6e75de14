"""Drawn boards: rows of marks, one for each cell, with or without spaces and coordinates."""

from __future__ import annotations

import re

_LABELLED_ROW = re.compile(r"^\s*(\d+)\s+(.*?)(?:\s+\1)?\s*$")
_COLUMN_LABELS = re.compile(r"^\s*[a-z]{1,2}(\s+[a-z]{1,2})*\s*$")


def read_drawing(text: str) -> list[str]:
    """Return the rows of a drawing as strings of marks, without spaces and labels.

    Rows are labelled when their numbers count down to 1, so that a digit may also be a mark.

    >>> read_drawing(chr(10).join(["2 A .", "1 . D", "  a b"]))
    ['A.', '.D']
    """
    lines = [line for line in text.splitlines() if line.strip()]
    labelled = [match for line in lines if (match := _LABELLED_ROW.match(line))]
    others = [line for line in lines if not _LABELLED_ROW.match(line)]
    numbers = [int(match[1]) for match in labelled]
    if numbers == list(range(len(numbers), 0, -1)) and all(map(_COLUMN_LABELS.match, others)):
        lines = [match[2] for match in labelled] or lines
    return ["".join(line.split()) for line in lines]


def size_fault(drawing: list[str], rows: int, columns: int) -> str | None:
    """Return how a drawing differs in size from a board, or nothing when it does not.

    >>> size_fault(["..", "..."], 2, 2)
    'row 2 of the drawing has 3 cells, but the board has 2 columns'
    """
    if len(drawing) != rows:
        return f"the drawing has {len(drawing)} rows, but the board has {rows}"
    for number, marks in enumerate(drawing, start=1):
        if len(marks) != columns:
            cells = f"{len(marks)} cell{'s' * (len(marks) != 1)}"
            return f"row {number} of the drawing has {cells}, but the board has {columns} columns"
    return None


def draw(rows: list[str]) -> str:
    """Return marks as a drawing with coordinates around it, as players see a board."""
    height, width = len(rows), len(rows[0]) if rows else 0
    gutter = len(str(height))
    labels = [_letters(column) for column in range(width)]
    cell = max((len(label) for label in labels), default=1)
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
