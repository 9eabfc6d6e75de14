"""Drawn boards: rows of marks, one for each cell, with or without spaces and coordinates."""

from __future__ import annotations

import re

_LABELLED_ROW = re.compile(r"^\s*\d+\s+(.*?)(?:\s+\d+)?\s*$")
_COLUMN_LABELS = re.compile(r"^\s*[a-z]{1,2}(\s+[a-z]{1,2})*\s*$")


def read_drawing(text: str) -> list[str]:
    """Return the rows of a drawing as strings of marks, without spaces and labels.

    >>> read_drawing("2 A . \\n1 . D\\n  a b")
    ['A.', '.D']
    """
    lines = [line for line in text.splitlines() if line.strip()]
    labelled = bool(lines) and all(_LABELLED_ROW.match(line) for line in lines[:1])
    rows: list[str] = []
    for line in lines:
        if labelled:
            match = _LABELLED_ROW.match(line)
            if match is None:
                if _COLUMN_LABELS.match(line):
                    continue
                rows.append("".join(line.split()))
                continue
            rows.append("".join(match.group(1).split()))
        else:
            rows.append("".join(line.split()))
    return rows


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
