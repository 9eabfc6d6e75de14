"""The pieces on the board before the first step, in the order of cells."""

from __future__ import annotations

from dataclasses import dataclass

from ruleengine.errors import Code, Diagnostic, Span
from ruleengine.expressions.problems import did_you_mean
from ruleengine.resolve.grid import CellId, Grid
from ruleengine.schema.drawing import read_drawing
from ruleengine.schema.pieces import Drawn, Fill, Put
from ruleengine.schema.ruleset import Ruleset


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """One piece of the setup."""

    cell: CellId
    owner: str
    kind: str
    seat_no: int = 0
    attributes: tuple[tuple[str, int], ...] = ()


def letters_of(ruleset: Ruleset) -> dict[str, tuple[str, str]]:
    """Return (owner, kind) by the letter that draws such a piece."""
    return {
        letter: (side, name)
        for name, kind in ruleset.kinds.items()
        for side, letter in kind.letters.items()
    }


def place_setup(
    ruleset: Ruleset, grid: Grid
) -> tuple[tuple[Placement, ...], list[Diagnostic]]:
    """Return the pieces of the setup and what is wrong with it."""
    builder = _SetupBuilder(ruleset, grid)
    for item in ruleset.setup:
        match item:
            case Fill():
                builder.fill(item)
            case Put():
                builder.put(item)
            case Drawn():
                builder.drawn(item)
    return tuple(sorted(builder.pieces.values())), builder.problems


class _SetupBuilder:
    def __init__(self, ruleset: Ruleset, grid: Grid) -> None:
        self._ruleset = ruleset
        self._grid = grid
        self.pieces: dict[CellId, Placement] = {}
        self.problems: list[Diagnostic] = []

    def fill(self, item: Fill) -> None:
        spec = item.fill
        zone_id = self._grid.zone_id.get(spec.zone)
        if zone_id is None:
            hint = did_you_mean(spec.zone, self._grid.zone_id)
            self._report("resolve/unknown-name", f"there is no zone '{spec.zone}'", spec.span, hint)
            return
        zone = self._grid.zones[zone_id]
        for part_id in zone.parts or (zone_id,):
            part = self._grid.zones[part_id]
            owner = spec.owner or part.owner or zone.owner
            if owner is None:
                self._report(
                    "resolve/no-owner",
                    f"zone '{part.name}' has no owner, so nobody owns the pieces in it",
                    spec.span,
                    "give the zone an `owner`, or the item",
                )
                continue
            for number, cell in enumerate(sorted(part.cells), start=1):
                named = ((spec.number_as, number),) if spec.number_as is not None else ()
                self._add(Placement(cell, owner, spec.kind, spec.seat - 1, named), spec.span)

    def put(self, item: Put) -> None:
        for text in item.put.at:
            cell = self._grid.cell_id(text)
            if cell is None:
                self._report(
                    "resolve/unknown-cell", f"the board has no cell '{text}'", item.put.span
                )
            else:
                self._add(Placement(cell, item.put.owner, item.put.kind), item.put.span)

    def drawn(self, item: Drawn) -> None:
        rows = read_drawing(item.drawn)
        grid = self._grid
        if len(rows) != grid.rows or any(len(row) != grid.columns for row in rows):
            self._report(
                "resolve/bad-drawing",
                f"the drawing has to have {grid.rows} rows of {grid.columns} cells",
                item.span,
            )
            return
        letters = letters_of(self._ruleset)
        for row, marks in enumerate(rows):
            for column, mark in enumerate(marks):
                if mark in letters:
                    owner, kind = letters[mark]
                    self._add(Placement(row * grid.columns + column, owner, kind), item.span)

    def _add(self, piece: Placement, span: Span | None) -> None:
        if piece.cell in self.pieces:
            name = self._grid.places[piece.cell]
            self._report(
                "resolve/cell-taken", f"two pieces of the setup stand on {name}", span
            )
        self.pieces[piece.cell] = piece

    def _report(
        self, code: Code, message: str, span: Span | None, hint: str | None = None
    ) -> None:
        self.problems.append(Diagnostic(code, message, span, hint))
