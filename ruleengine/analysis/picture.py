"""The drawn picture of a board, held against the board that the rules make."""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.errors import Diagnostic, Span
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.start import board_rows, start_state
from ruleengine.schema.drawing import locate_marks, read_drawing
from ruleengine.source.document import Map, Text


def check_picture(rules: Rules) -> Iterator[Diagnostic]:
    """Yield an error when the picture is not the start board; `rules` are the default ones."""
    board = rules.resolved.tree.get("board")
    picture = board.get("picture") if isinstance(board, Map) else None
    if not isinstance(picture, Text):
        return
    drawn, computed = (
        read_drawing(picture, rules.grid.frame),
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
    marks = locate_marks(picture, grid.frame)
    for row, (shown, real) in enumerate(zip(drawn, computed, strict=True)):
        for column, (mark, wanted) in enumerate(zip(shown, real, strict=True)):
            if mark != wanted:
                cell = grid.places[row * grid.columns + column]
                yield Diagnostic(
                    "resolve/picture-differs",
                    f"the picture shows '{mark}' on {cell}, the computed board has '{wanted}'; "
                    f"the row is drawn `{' '.join(shown)}` and computed `{' '.join(real)}`",
                    _place(picture, marks[row][column]),
                    _hint(rules, picture),
                )
                return


def _hint(rules: Rules, picture: Text) -> str:
    if picture.span.file != rules.resolved.tree.value_spans["name"].file:
        return "draw the board as it is here under `board: picture`, or keep to the other board"
    return "correct the picture, or the zones and the setup"


def _place(picture: Text, offset: int) -> Span:
    return picture.at(offset, offset + 1)
