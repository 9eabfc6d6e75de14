"""Reading the drawing of a setup: pieces by their letters, counters by the numbers behind them."""

from __future__ import annotations

from collections.abc import Callable

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic
from ruleengine.expressions.numbers import MAX_NUMBER
from ruleengine.resolve.board.grid import CellId, Grid
from ruleengine.resolve.board.shapes import drawn_place
from ruleengine.resolve.setup.placements import CellCount, Placement, letters_of
from ruleengine.schema.drawing import ShownCell, about_lines, read_shown, size_fault
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import Drawn
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.wording import listed

_HOW_TO_DRAW = (
    "draw one mark for each cell, or, with spaces between cells, several pieces as `3o` and a "
    "counter as `o2`"
)
_NO_NUMBER = (
    "take the number out; a setup says what other counters begin with under `counters` of `put`, "
    "`fill` or `pieces`"
)
_NO_NUMBERS = (
    "a number before a letter is how many stand there, one behind the letter of a single piece "
    "what its counter begins with; what those of several on a cell begin with is said under "
    "`counters` of `put`"
)


class DrawnSetup:
    """What one drawing puts on the board, and what is wrong with it."""

    def __init__(
        self, item: Drawn, ruleset: Ruleset, grid: Grid, fold: Callable[[Expression], int]
    ) -> None:
        self._item, self._ruleset, self._grid, self._fold = item, ruleset, grid, fold
        self._letters = letters_of(ruleset)
        self.pieces: list[Placement] = []
        self.counts: list[CellCount] = []
        self.problems: list[Diagnostic] = []
        self._signs = {".", *(zone.symbol for zone in grid.zones if zone.symbol is not None)}
        self._is_row_plain: list[bool] = []
        self._read()

    def _read(self) -> None:
        item, grid = self._item, self._grid
        rows = read_shown(item.drawn, grid.frame, self._letters)
        marks = [[cell.marks for cell in row] for row in rows]
        if fault := size_fault(marks, grid.rows, grid.columns):
            self._report(fault[0], _HOW_TO_DRAW + about_lines(grid.frame), fault[1])
            return
        self._is_row_plain = [
            all(len(cell.marks) == 1 and not cell.numbers for cell in row) for row in rows
        ]
        for cell, drawn in enumerate(drawn for row in rows for drawn in row):
            if wrong := grid.hole_fault(cell, drawn.marks):
                self._report_at(cell, *wrong)
                return
            if cell not in grid.holes:
                self._cell(cell, drawn)

    def _cell(self, cell: CellId, drawn: ShownCell) -> None:
        """Take over what is drawn on a cell."""
        mark, letters = drawn.marks, self._letters
        if len(mark) > 1 and letters.keys() >= {*mark}:
            self.pieces += self._stack(cell, [letters[each] for each in mark])
        elif mark in letters:
            owner, kind = letters[mark]
            counters = tuple(self._numbers(cell, drawn, kind).items())
            self.pieces.append(Placement(cell, owner, kind, counters=counters))
        elif mark in self._signs:
            self._numbers(cell, drawn, None)
        else:
            self._signs.add(mark)  # one mistake, however often it was drawn
            message = f"'{mark}' on {self._grid.places[cell]} draws no kind of piece and no zone"
            known = sorted([*letters, *self._signs - {mark}])
            hint = f"what can be drawn is {listed(known)}"
            if any(each.isdecimal() for each in mark[1:]):
                hint = _NO_NUMBERS
            self._report_at(cell, message, hint)

    def _numbers(self, cell: CellId, drawn: ShownCell, kind: str | None) -> dict[str, int]:
        """Return what counters of the piece on a cell begin with; take over those of the cell."""
        numbers, counters = drawn.numbers, self._ruleset.counters
        if not numbers:
            return {}
        names = self._ruleset.numbers_behind(kind)
        behind, place = "/".join(map(str, numbers)), self._grid.places[cell]
        if len(names) != len(numbers):
            here = listed(names) if names else "none"
            message = (
                f"{behind} behind the letter on {place}; what is drawn so are counters: {here}"
            )
            self._report_at(cell, message, _NO_NUMBER)
            return {}
        of_piece: dict[str, int] = {}
        for name, number in zip(names, numbers, strict=True):
            limit = counters[name].limit
            at_most = MAX_NUMBER if limit is None else self._fold(limit)
            if not -MAX_NUMBER <= number <= at_most:
                why = "too large for" if limit is None else f"above {at_most}, the limit of"
                message = f"{number} on {place} is {why} counter '{name}'"
                self._report_at(cell, message, "draw another number", "resolve/out-of-range")
            elif counters[name].resets != "never":
                message = f"counter '{name}' starts anew in play, so no setup can say its start"
                hint = f"take `resets` out of counter '{name}', or set it in a step"
                self._report_at(cell, message, hint, "resolve/bad-counter")
            elif counters[name].per == "cell":
                self.counts.append(CellCount(cell, name, number))
            elif kind is not None:
                of_piece[name] = number
            elif number:
                message = f"{number} on {place}, where no piece has a counter '{name}'"
                self._report_at(cell, message, f"write 0 for '{name}', or draw a piece")
        return of_piece

    def _stack(self, cell: CellId, pieces: list[tuple[str, str]]) -> list[Placement]:
        """Return several pieces of one cell, from the lowest to the highest.

        Where a counter says how high pieces stand, the first has what it starts with, and each
        one more than the one before.
        """
        counters = self._ruleset.counters.items()
        name = next((name for name, each in counters if each.shown == "order"), None)
        if name is None:
            return [Placement(cell, *piece) for piece in pieces]
        kind = self._ruleset.kinds.get(pieces[0][1])
        start = kind.counters.get(name) if kind is not None else None
        start = self._ruleset.counters[name].start if start is None else start
        low = 0 if start is None else self._fold(start)
        return [
            Placement(cell, *piece, counters=((name, low + number),))
            for number, piece in enumerate(pieces)
        ]

    def _report_at(
        self, cell: CellId, message: str, hint: str, code: Code = "resolve/bad-drawing"
    ) -> None:
        """Report what is wrong with a cell: at its mark where that can be told, or at its row."""
        row, column = divmod(cell, self._grid.columns)
        self._report(message, hint, row, column if self._is_row_plain[row] else None, code=code)

    def _report(
        self,
        message: str,
        hint: str,
        row: int | None,
        column: int | None = None,
        *,
        code: Code = "resolve/bad-drawing",
    ) -> None:
        item = self._item
        at = drawn_place(item, item.drawn, row, column, frame=self._grid.frame)
        self.problems.append(Diagnostic(code, message, at, hint))
