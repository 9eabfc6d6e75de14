"""The pieces on the board before the first step, in the order of cells."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import chain
from typing import Final, NamedTuple

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.problems import did_you_mean
from ruleengine.resolve.cell_names import like_cell
from ruleengine.resolve.declarations import unknown_name
from ruleengine.resolve.grid import CellId, Grid
from ruleengine.resolve.shapes import drawn_place
from ruleengine.schema.drawing import about_lines, read_cells, read_shown, size_fault
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import UNOWNED, Drawn, Fill, FillSpec, Pieces, Put, PutSpec
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.wording import listed

_SHOWN: Final = 5
_NO_COUNTERS: Final = (
    "a setup draws no counters: `start` of the counter or `counters` of the kind says what pieces "
    "begin with, and `set` in a first phase sets single ones; several pieces are drawn as `3o`"
)
MAX_PIECES: Final = 1_000
"""How many pieces a cell may begin with."""


class Placement(NamedTuple):
    """One piece of the setup."""

    cell: CellId
    owner: str
    kind: str
    seat_no: int = 0
    counters: tuple[tuple[str, int], ...] = ()
    name: str | None = None


def letters_of(ruleset: Ruleset) -> dict[str, tuple[str, str]]:
    """Return (owner, kind) by the letter that draws such a piece."""
    return {
        letter: (side, name)
        for name, kind in ruleset.kinds.items()
        for side, letter in kind.letters.items()
    }


def place_setup(
    ruleset: Ruleset, grid: Grid, fold: Callable[[Expression], int]
) -> tuple[tuple[Placement, ...], list[Diagnostic]]:
    """Return the pieces of the setup and what is wrong with it."""
    builder = _SetupBuilder(ruleset, grid, fold)
    for item in ruleset.setup:
        match item:
            case Fill():
                builder.fill(item)
            case Put():
                builder.put(item)
            case Pieces():
                builder.rows(item)
            case Drawn():
                builder.drawn(item)
    # Pieces with a name come first, so that these have the same numbers in every position.
    pieces = sorted(builder.pieces, key=lambda piece: (piece.name is None, piece.cell))
    return tuple(pieces), builder.problems


class _SetupBuilder:
    def __init__(self, ruleset: Ruleset, grid: Grid, fold: Callable[[Expression], int]) -> None:
        self._ruleset = ruleset
        self._grid = grid
        self._fold = fold
        self._taken: set[CellId] = set()
        self.pieces: list[Placement] = []
        self.problems: list[Diagnostic] = []

    def fill(self, item: Fill) -> None:
        spec = item.fill
        zone_id = self._grid.zone_id.get(spec.zone)
        if zone_id is None:
            if self._grid.zones or not self._ruleset.zones:  # else the board itself is wrong
                place = spec.place_of("zone")
                self.problems.append(unknown_name("zone", spec.zone, self._grid.zone_id, place))
            return
        zone = self._grid.zones[zone_id]
        pieces: list[Placement] = []
        count = self._count(spec)
        for part_id in zone.parts or (zone_id,):
            part = self._grid.zones[part_id]
            owner = spec.owner or part.owner or zone.owner
            if owner is None:
                self._report(
                    "resolve/no-owner",
                    f"zone '{part.name}' has no owner, so nobody owns the pieces in it",
                    spec.place_of("zone"),
                    "give the zone an `owner`, or write one here",
                )
                continue
            cells = (cell for cell in sorted(part.cells) for _ in range(count))
            for number, cell in enumerate(cells, start=1):
                named = ((spec.number_as, number),) if spec.number_as is not None else ()
                pieces.append(Placement(cell, owner, spec.kind, spec.seat - 1, named))
        self._add(pieces, spec.place_of("zone"), spec.place_of("kind"))

    def _count(self, spec: FillSpec | PutSpec) -> int:
        """Return how many pieces a cell gets; report a number that cannot be."""
        count = 1 if spec.count is None else self._fold(spec.count)
        if 0 <= count <= MAX_PIECES:
            return count
        message = f"{count} pieces on each cell; it can be from 0 to {MAX_PIECES}"
        self._report("resolve/out-of-range", message, spec.place_of("count"), "change the number")
        return 1

    def put(self, item: Put) -> None:
        spec, count = item.put, self._count(item.put)
        pieces: list[Placement] = []
        places: dict[CellId, Span | None] = {}
        twice: Span | None = None
        for index, text in enumerate(spec.at):
            cell, place = self._cell(text, spec.place_of("at", index))
            if cell is None:
                continue
            if cell in places and cell < self._grid.num_cells:
                twice = twice or place
                continue
            places[cell] = place
            name = spec.called[index] if spec.called else None
            pieces += [Placement(cell, spec.owner, spec.kind, name=name)] * count
        if twice is not None:
            self._report(
                "resolve/cell-taken",
                "a cell stands in the list more than once",
                twice,
                "write `count` for several pieces on each cell, and name each cell once",
            )
        taken = (place for cell, place in places.items() if cell in self._taken)
        self._add(pieces, next(taken, spec.place_of("at")), spec.place_of("kind"))

    def rows(self, item: Pieces) -> None:
        for row in item.pieces:
            cell, place = self._cell(row.at, row.place_of("at"))
            if cell is not None:
                piece = Placement(cell, row.owner, row.kind, name=row.called)
                self._add([piece], place, row.place_of("kind"))

    def _cell(self, text: str, place: Span | None) -> tuple[CellId | None, Span | None]:
        """Return the number of a cell or place, with where it is named; report what is none."""
        grid = self._grid
        cell = grid.cell_id(text)
        if cell is not None:
            return cell, place
        beside = grid.places[grid.num_cells :]
        if text in beside:
            return grid.num_cells + beside.index(text), place
        if text not in grid.zone_id and (grid.names.meant(text) or like_cell(text)):
            message = f"the board has no cell '{text}'"
            hint = grid.names.hint(text)
        elif text in grid.zone_id:
            zone = grid.zones[grid.zone_id[text]]
            message = f"zone '{text}' is not one place"
            parts = [grid.zones[part].name for part in zone.parts]
            hint = f"name a part of it: {listed(parts)}"
            if not zone.off_board:
                hint = "name a cell of it, or use `fill` for all its cells"
        else:
            message = f"there is no place '{text}' off the board, and it is no cell"
            hint = did_you_mean(text, beside) or f"write a cell such as `{grid.names.ends[0]}`" + (
                f", or a place off the board: {listed(beside)}" if beside else ""
            )
        if grid.zones or not self._ruleset.zones:  # else the zones themselves are wrong
            self._report("resolve/unknown-cell", message, place, hint)
        return None, place

    def drawn(self, item: Drawn) -> None:
        grid, place = self._grid, item.place_of("drawn")
        letters = letters_of(self._ruleset)
        rows = read_cells(item.drawn, grid.frame, letters)
        if self._is_counter_drawn(item, letters):
            return
        if fault := size_fault(rows, grid.rows, grid.columns):
            at = drawn_place(item, item.drawn, fault[1], frame=grid.frame)
            hint = (
                "draw one mark for each cell, or several pieces as `3o`, with spaces between cells"
            )
            self._report("resolve/bad-drawing", fault[0], at, hint + about_lines(grid.frame))
            return
        signs = {".", *(zone.symbol for zone in grid.zones if zone.symbol is not None)}
        pieces: list[Placement] = []
        for cell, mark in enumerate(mark for row in rows for mark in row):
            row, column = divmod(cell, grid.columns)
            is_drawn_alone = all(len(each) == 1 for each in rows[row])
            at_cell = row, column if is_drawn_alone else None
            if wrong := grid.hole_fault(cell, mark):
                at = drawn_place(item, item.drawn, *at_cell, frame=grid.frame)
                self._report("resolve/bad-drawing", wrong[0], at, wrong[1])
                return
            if cell in grid.holes:
                continue
            if len(mark) > 1 and letters.keys() >= {*mark}:
                pieces += self._stack(cell, [letters[each] for each in mark])
            elif mark in letters:
                pieces.append(Placement(cell, *letters[mark]))
            elif mark not in signs:
                signs.add(mark)  # one mistake, however often it was drawn
                message = f"'{mark}' on {grid.places[cell]} draws no kind of piece and no zone"
                hint = f"what can be drawn is {listed(sorted([*letters, *signs - {mark}]))}"
                at = drawn_place(item, item.drawn, *at_cell, frame=grid.frame)
                self._report("resolve/bad-drawing", message, at, hint)
        self._add(pieces, place, place)

    def _is_counter_drawn(self, item: Drawn, letters: Collection[str]) -> bool:
        """Complain about a number behind a letter, as boards in play have them, if one is there."""
        grid = self._grid
        rows = read_shown(item.drawn, grid.frame, letters)
        if size_fault([[each.marks for each in row] for row in rows], grid.rows, grid.columns):
            return False
        for cell, drawn in enumerate(chain(*rows)):
            if drawn.numbers:
                number = "/".join(map(str, drawn.numbers))
                row = cell // grid.columns
                at = drawn_place(item, item.drawn, row, frame=grid.frame)
                message = f"'{drawn.marks}{number}' on {grid.places[cell]} draws a counter"
                self._report("resolve/bad-drawing", message, at, _NO_COUNTERS)
                return True
        return False

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

    def _add(self, pieces: list[Placement], span: Span | None, kind_span: Span | None) -> None:
        """Take the pieces of one item, and report once what is wrong with them."""
        cells = dict.fromkeys(piece.cell for piece in pieces)
        clashes = [
            self._grid.places[cell]
            for cell in cells
            if cell in self._taken and cell < self._grid.num_cells
        ]
        if clashes and not self._ruleset.board.shared:
            shown = ", ".join(clashes[:_SHOWN]) + (" and more" if len(clashes) > _SHOWN else "")
            message = f"pieces of the setup stand on {shown} already"
            hint = (
                "put them there in one item, with `count` or drawn as `3o` or `2xo`, or write "
                "`shared: true` under `board`"
            )
            self._report("resolve/cell-taken", message, span, hint)
        for owner, name in dict.fromkeys((piece.owner, piece.kind) for piece in pieces):
            kind = self._ruleset.kinds.get(name)
            known = owner in self._ruleset.sides or owner == UNOWNED
            if kind is not None and known and owner not in kind.letters:
                whose = "nobody" if owner == UNOWNED else f"side '{owner}'"
                message = f"kind '{name}' has no letter for {whose}, so it cannot be drawn"
                hint = f"add `{owner}:` to the `letters` of '{name}'"
                self._report("resolve/no-letter", message, kind_span, hint)
        self._taken.update(cells)
        self.pieces += pieces

    def _report(self, code: Code, message: str, span: Span | None, hint: str) -> None:
        self.problems.append(Diagnostic(code, message, span, hint))
