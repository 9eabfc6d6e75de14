"""Cells in words: whole rows or columns, their names, and how these are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ruleengine.resolve.board.grid import Grid
from ruleengine.workbench.rulebook.english import joined

_MOST_NAMED: Final = 16


def cells_in_words(grid: Grid, cells: Iterable[int]) -> str:
    """Return where cells are: whole rows or columns, or their names; nothing when too many."""
    wanted = set(cells)
    rows = [r for r in range(grid.rows) if all(_at(grid, r, c) in wanted for c in _columns(grid))]
    labels = grid.names.row_labels, grid.names.column_labels
    if rows and len(rows) * grid.columns == len(wanted) and labels[0]:
        return span("row", labels[0], rows[::-1])
    columns = [
        c for c in range(grid.columns) if all(_at(grid, r, c) in wanted for r in range(grid.rows))
    ]
    if columns and len(columns) * grid.rows == len(wanted) and labels[1]:
        return span("column", labels[1], columns)
    if len(wanted) > _MOST_NAMED:
        return ""
    return _listed(grid, wanted)


def _listed(grid: Grid, cells: Iterable[int]) -> str:
    ordered = sorted(cells, key=lambda cell: (cell % grid.columns, -cell))
    return joined(grid.places[cell] for cell in ordered)


def _columns(grid: Grid) -> range:
    return range(grid.columns)


def _at(grid: Grid, row: int, column: int) -> int:
    return row * grid.columns + column


def span(noun: str, named: Sequence[str], lines: Sequence[int]) -> str:
    """Return rows or columns by what they are called, and a run of them by its ends.

    Those that lie side by side are a run if their numbers are as well.
    """
    labels = [named[line] for line in lines]
    if len(labels) == 1:
        return f"{noun} {labels[0]}"
    numbers = [int(each) for each in labels if each.isdecimal()]
    is_run = len(numbers) == len(labels) and numbers == list(range(numbers[0], numbers[-1] + 1))
    is_together = abs(lines[0] - lines[-1]) == len(lines) - 1
    if is_run and is_together and len(labels) > 2:  # noqa: PLR2004
        return f"{noun}s {numbers[0]} to {numbers[-1]}"
    return f"{noun}s {joined(labels)}"


def cells_as_a_place(grid: Grid, cells: Iterable[int]) -> str:
    """Return cells as a noun that stands for where they are; nothing where there are none.

    What has no other name has to be told even where it is long. Many cells are told by those that
    are left out, if these are few.
    """
    wanted = list(cells)
    words = cells_in_words(grid, wanted)
    if not wanted or words.startswith(("row", "column")):
        return words
    if not words:
        others = set(grid.cells) - set(wanted)
        if not others:
            return "the whole board"
        left_out = cells_in_words(grid, others)
        if left_out:
            lines = left_out.startswith(("row", "column"))
            return f"the cells other than {'those of ' * lines}{left_out}"
        words = _listed(grid, wanted)
    if len(wanted) > 1:
        return f"the cells {words}"
    # A number alone would be taken for how many there are.
    return f"the cell {words}" if words.isdecimal() else words


def naming_words(grid: Grid) -> str:
    """Return how cells are named, if there is an order in their names."""
    names = grid.names
    if not names.row_labels:
        return f"Every cell has a name of its own: {_corners(grid)}."
    labels = [
        (text, names.column_labels[cell % grid.columns], names.row_labels[cell // grid.columns])
        for cell, text in enumerate(names.texts)
        if text
    ]
    parts = [
        f"the {_label_noun([across for _, across, _ in labels])} of its column",
        f"the {_label_noun([down for *_, down in labels])} of its row",
    ]
    if any(text != across + down for text, across, down in labels):
        parts.reverse()
        if any(text != down + across for text, across, down in labels):
            return ""  # now the one comes first, now the other
    return f"A cell is named by {parts[0]} and then {parts[1]}: {_corners(grid)}."


def _label_noun(labels: Sequence[str]) -> str:
    """Return what rows or columns are told by."""
    if all(each.isdecimal() for each in labels):
        return "number"
    if all(each.isalpha() for each in labels):
        return "letter" if all(len(each) == 1 for each in labels) else "letters"
    return "name"


def _corners(grid: Grid) -> str:
    """Return where two cells are, for those who have not seen such names before."""
    first, last = (grid.places[cell] for cell in (min(grid.cells), max(grid.cells)))
    if {0, grid.num_cells - 1} <= {*grid.cells}:
        return f"{first} is at the top left, {last} at the bottom right"
    return f"{first} is in the top row, {last} in the bottom one"
