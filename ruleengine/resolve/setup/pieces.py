"""The pieces on the board before the first step, in the order of cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.problems import did_you_mean
from ruleengine.resolve.board.cell_names import like_cell
from ruleengine.resolve.board.grid import CellId, Grid
from ruleengine.resolve.checks.declarations import unknown_name
from ruleengine.resolve.setup.drawn import DrawnSetup
from ruleengine.resolve.setup.placements import CellCount, Placement, Setup
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import (
    UNOWNED,
    Drawn,
    Fill,
    FillSpec,
    PieceRow,
    Pieces,
    Put,
    PutSpec,
)
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.wording import listed

_SHOWN: Final = 5
MAX_PIECES: Final = 1_000
"""How many pieces a cell may begin with."""


def place_setup(
    ruleset: Ruleset, grid: Grid, fold: Callable[[Expression], int]
) -> tuple[Setup, list[Diagnostic]]:
    """Return what the setup puts on the board and what is wrong with it."""
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
    return Setup(tuple(pieces), tuple(builder.counts)), builder.problems


class _SetupBuilder:
    def __init__(self, ruleset: Ruleset, grid: Grid, fold: Callable[[Expression], int]) -> None:
        self._ruleset = ruleset
        self._grid = grid
        self._fold = fold
        self._taken: set[CellId] = set()
        self.pieces: list[Placement] = []
        self.counts: list[CellCount] = []
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
                numbered = ((spec.number_as, number),) if spec.number_as is not None else ()
                counters = (*self._counters(spec), *numbered)
                pieces.append(Placement(cell, owner, spec.kind, spec.seat - 1, counters))
        self._add(pieces, spec.place_of("zone"), spec.place_of("kind"))

    def _counters(self, spec: FillSpec | PutSpec | PieceRow) -> tuple[tuple[str, int], ...]:
        """Return what counters begin with for pieces of an item, as far as they are told of."""
        return tuple((name, self._fold(value)) for name, value in spec.counters.items())

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
        counters = self._counters(spec)
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
            piece = Placement(cell, spec.owner, spec.kind, counters=counters, name=name)
            pieces += [piece] * count
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
                counters = self._counters(row)
                piece = Placement(cell, row.owner, row.kind, counters=counters, name=row.called)
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
        found = DrawnSetup(item, self._ruleset, self._grid, self._fold)
        self.problems += found.problems
        self.counts += found.counts
        place = item.place_of("drawn")
        self._add(found.pieces, place, place)

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
