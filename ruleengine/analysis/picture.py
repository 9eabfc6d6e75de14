"""The drawn picture of a board, held against the board that the rules make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ruleengine.errors import Diagnostic, Span
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.start import board_rows, start_state
from ruleengine.schema.drawing import read_drawing
from ruleengine.source.document import Map, Text

_LABEL: Final = re.compile(r"^\s*\d+\s+")


def check_picture(rules: Rules) -> Iterator[Diagnostic]:
    """Yield an error when the picture is not the start board; `rules` are the default ones."""
    board = rules.resolved.tree.get("board")
    picture = board.get("picture") if isinstance(board, Map) else None
    if not isinstance(picture, Text):
        return
    drawn, computed = (
        read_drawing(picture, rules.grid.columns),
        board_rows(rules, start_state(rules)),
    )
    grid = rules.grid
    if [len(row) for row in drawn] != [grid.columns] * grid.rows:
        widths = sorted({len(row) for row in drawn})
        yield Diagnostic(
            "resolve/picture-differs",
            f"the picture has {len(drawn)} rows of {' or '.join(map(str, widths))} cells, "
            f"the board has {grid.rows} rows of {grid.columns}",
            picture.span,
            _hint(rules, picture),
        )
        return
    for row, (shown, real) in enumerate(zip(drawn, computed, strict=True)):
        for column, (mark, wanted) in enumerate(zip(shown, real, strict=True)):
            if mark != wanted:
                cell = grid.places[row * grid.columns + column]
                yield Diagnostic(
                    "resolve/picture-differs",
                    f"the picture shows '{mark}' on {cell}, the computed board has '{wanted}'; "
                    f"the row is drawn `{' '.join(shown)}` and computed `{' '.join(real)}`",
                    _place(picture, row, column),
                    _hint(rules, picture),
                )
                return


def _hint(rules: Rules, picture: Text) -> str:
    if picture.span.file != rules.resolved.tree.value_spans["name"].file:
        return "draw the board as it is here under `board: picture`, or keep to the other board"
    return "correct the picture, or the zones and the setup"


def _place(picture: Text, row: int, column: int) -> Span:
    """Return the place of a mark in a drawing with the right number of rows and columns."""
    offset, seen = 0, -1
    for line in picture.splitlines(keepends=True):
        if line.strip():
            seen += 1
        if seen == row and line.strip():
            label = _LABEL.match(line)
            marks = [at for at, char in enumerate(line) if not char.isspace()]
            first = label.end() if label is not None and len(marks) > column else 0
            inside = [at for at in marks if at >= first]
            return picture.at(offset + inside[column], offset + inside[column] + 1)
        offset += len(line)
    return picture.span
