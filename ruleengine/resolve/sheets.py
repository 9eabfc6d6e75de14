"""Ready sheets: from a drawing to the kinds and cells of each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from ruleengine.errors import Code, Diagnostic, Span
from ruleengine.resolve.declarations import unknown_name
from ruleengine.resolve.grid import CellId, Grid
from ruleengine.resolve.shapes import drawn_place
from ruleengine.schema import reach
from ruleengine.schema.drawing import HOLE, read_drawing
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.sheets import ReadySheet
from ruleengine.schema.wording import listed


class SheetMove(NamedTuple):
    """One move of a sheet."""

    kind: str
    cell: CellId


class SheetMoves(NamedTuple):
    """A sheet as one side hands it in."""

    moves: tuple[SheetMove, ...]
    """The moves as they are drawn, in that order."""
    spots: tuple[CellId, ...] | None
    """The cells over which lots spread the kinds; None if each comes where it is drawn."""


Sheets: TypeAlias = Mapping[str, Mapping[str, SheetMoves]]
"""Each sheet, by its name and by side."""

_CELLS = (
    reach.CellOperand,
    reach.LineOperand,
    reach.LeapOperand,
    reach.RouteOperand,
    reach.AnyOfOperand,
)


def place_sheets(ruleset: Ruleset, grid: Grid) -> tuple[Sheets, list[Diagnostic]]:
    """Return the moves of the ready sheets and what is wrong with them."""
    problems: list[Diagnostic] = []
    sheets: dict[str, Mapping[str, SheetMoves]] = {}
    for name, sheet in ruleset.sheets.items():
        found = [*_references(sheet, ruleset)]
        if not found:
            drawing = _Drawing(sheet, ruleset, grid)
            found = drawing.problems
            sheets[name] = drawing.by_side()
        problems += found
    return sheets, problems


def _references(sheet: ReadySheet, ruleset: Ruleset) -> Iterator[Diagnostic]:
    for index, side in enumerate(sheet.for_ or ruleset.sides):
        place = sheet.span if sheet.for_ is None else sheet.place_of("for", index)
        if side not in ruleset.sides:
            yield unknown_name("side", side, ruleset.sides, place)
        elif ruleset.sides[side].forward in ("left", "right"):
            message = f"side '{side}' looks sideways, so a drawing has no place at its edge"
            hint = f"leave '{side}' out under `for`"
            yield Diagnostic("resolve/bad-sheet", message, place, hint)
    action = ruleset.actions.get(sheet.action)
    place = sheet.place_of("action")
    if action is None:
        yield unknown_name("action", sheet.action, ruleset.actions, place)
        return
    kinds = [o for o in action.operands.values() if isinstance(o, reach.KindOperand)]
    cells = [o for o in action.operands.values() if isinstance(o, _CELLS)]
    if len(action.operands) != len(kinds) + len(cells) or (len(kinds), len(cells)) != (1, 1):
        message = f"the action '{sheet.action}' has to name one kind and one cell, nothing else"
        hint = "give it an operand `kind: ...` and an operand `cell: ...`"
        yield Diagnostic("resolve/bad-sheet", message, place, hint)


class _Drawing:
    """The drawing of one sheet."""

    def __init__(self, sheet: ReadySheet, ruleset: Ruleset, grid: Grid) -> None:
        self._sheet = sheet
        self._ruleset = ruleset
        self._grid = grid
        self._sides = sheet.for_ or [*ruleset.sides]
        self._rows = read_drawing(sheet.drawn, grid.columns)
        self.problems: list[Diagnostic] = []
        self._open: list[tuple[int, int]] = []
        self._marks = [*self._read()]

    def by_side(self) -> dict[str, SheetMoves]:
        """Return the moves for each side, in the order of the drawing."""
        return {side: self._of(side) for side in self._sides}

    def _of(self, side: str) -> SheetMoves:
        moves = tuple(SheetMove(kind, self._cell(side, *at)) for kind, *at in self._marks)
        if not self._sheet.shuffled:
            return SheetMoves(moves, None)
        drawn = (move.cell for move in moves)
        return SheetMoves(moves, (*drawn, *(self._cell(side, *at) for at in self._open)))

    def _read(self) -> Iterator[tuple[str, int, int]]:
        """Yield the kind, row and column of every letter."""
        rows, grid = self._rows, self._grid
        widths = [number for number, row in enumerate(rows) if len(row) != grid.columns]
        if not rows or len(rows) > grid.rows or widths:
            size = f"up to {grid.rows} rows of {grid.columns} cells"
            message, hint = f"the drawing does not fit: it can have {size}", "draw each cell once"
            row = widths[0] if widths else None
            place = self._place(row)
            self._report("resolve/bad-drawing", message, place, hint)
            return
        first = self._sides[0]
        letters = {
            kind.letters[first]: name
            for name, kind in self._ruleset.kinds.items()
            if first in kind.letters
        }
        empty = {
            ".",
            *([HOLE] if grid.holes else []),
            *(zone.symbol for zone in grid.zones if zone.symbol is not None),
        }
        for row, marks in enumerate(rows):
            for column, mark in enumerate(marks):
                if mark in letters:
                    yield letters[mark], row, column
                elif mark == ".":
                    self._open.append((row, column))
                elif mark not in empty:
                    empty.add(mark)  # one mistake, however often it was drawn
                    message = f"'{mark}' draws no kind of piece of side '{first}'"
                    hint = f"what can be drawn is {listed(sorted([*letters, '.']))}"
                    place = self._place(row, column)
                    self._report("resolve/bad-drawing", message, place, hint)

    def _place(self, row: int | None, column: int | None = None) -> Span | None:
        sheet, columns = self._sheet, self._grid.columns
        return drawn_place(sheet, sheet.drawn, row, column, columns=columns)

    def _cell(self, side: str, row: int, column: int) -> CellId:
        """Return the cell of a mark for a side: the lowest row of the drawing is its edge."""
        grid = self._grid
        if self._is_turned(side):
            return (len(self._rows) - 1 - row) * grid.columns + grid.columns - 1 - column
        return (grid.rows - len(self._rows) + row) * grid.columns + column

    def _is_turned(self, side: str) -> bool:
        forward = self._ruleset.sides[side].forward
        if forward is not None or side == self._sides[0]:
            return forward == "down"
        return not self._is_turned(self._sides[0])

    def _report(self, code: Code, message: str, place: Span | None, hint: str) -> None:
        self.problems.append(Diagnostic(code, message, place, hint))
