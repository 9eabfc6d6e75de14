"""The board as numbers: every cell an index, every zone a set of cells.

Input: board and zones of a ruleset, numbers folded. Output: `Grid`. Cells count row by row
from 0 at the top left; places off the board are cells past the last one on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ruleengine.errors import Diagnostic, Span
from ruleengine.resolve import shapes
from ruleengine.schema.board import Zone
from ruleengine.schema.expression import Expression
from ruleengine.schema.fields import format_cell, parse_cell
from ruleengine.schema.ruleset import Ruleset

CellId: TypeAlias = int
ZoneId: TypeAlias = int

MAX_EDGE = 64
"""The longest edge a board may have."""


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """A zone or a part of one."""

    name: str
    title: str
    cells: frozenset[CellId]
    parts: tuple[ZoneId, ...]
    owner: str | None
    off_board: bool
    symbol: str | None


@dataclass(frozen=True)
class Grid:
    """The cells of a board and the zones on it and beside it."""

    rows: int
    columns: int
    zones: tuple[ZoneInfo, ...]

    @property
    def num_cells(self) -> int:
        return self.rows * self.columns

    @cached_property
    def zone_id(self) -> Mapping[str, ZoneId]:
        """Zone ids by name; a part is called `zone.part`."""
        return {zone.name: index for index, zone in enumerate(self.zones)}

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The names of all cells, then those of the places off the board."""
        on_board = [
            format_cell(row, column, self.rows)
            for row in range(self.rows)
            for column in range(self.columns)
        ]
        beside = sorted((min(z.cells), z.name) for z in self.zones if z.off_board)
        return (*on_board, *(name for _, name in beside))

    def cell_id(self, text: str) -> CellId | None:
        """Return the index of a cell name, or None when the board has no such cell."""
        place = parse_cell(text, self.rows)
        if place is None or not (0 <= place[0] < self.rows and 0 <= place[1] < self.columns):
            return None
        return place[0] * self.columns + place[1]

    def part_at(self, zone: ZoneId, cell: CellId) -> ZoneId | None:
        """Return the part of a zone that holds a cell; a zone without parts is its own part."""
        info = self.zones[zone]
        for part in info.parts or (zone,):
            if cell in self.zones[part].cells:
                return part
        return None


class GridBuilder:
    """Works out the cells of zones, which may refer to one another in any order."""

    def __init__(self, ruleset: Ruleset, fold: Callable[[Expression], int]) -> None:
        self._ruleset = ruleset
        self._fold = fold
        self._done: dict[str, frozenset[CellId]] = {}
        self._busy: list[str] = []
        self.problems: list[Diagnostic] = []
        self.rows = self._edge(ruleset.board.rows)
        self.columns = self._edge(ruleset.board.columns)

    def build(self) -> Grid:
        """Return the grid; what is wrong is in `problems`."""
        infos: list[ZoneInfo] = []
        beside = self.rows * self.columns
        for name, zone in self._ruleset.zones.items():
            title = zone.title or name.replace("_", " ")
            if zone.off_board:
                cells = frozenset({beside})
                beside += 1
            else:
                cells = self.cells_of(name, zone.span)
            index = len(infos)
            parts = tuple(range(index + 1, index + 1 + len(zone.parts or {})))
            infos.append(
                ZoneInfo(name, title, cells, parts, zone.owner, zone.off_board, zone.symbol)
            )
            for part_name, part in (zone.parts or {}).items():
                full = f"{name}.{part_name}"
                label = part.title or f"{title} ({part_name.replace('_', ' ')})"
                infos.append(ZoneInfo(full, label, self._done[full], (), part.owner, False, None))
        return Grid(self.rows, self.columns, tuple(infos))

    def cells_of(self, name: str, asked_at: Span | None) -> frozenset[CellId]:
        """Return the cells of a zone, or of `zone.part`, working them out when needed."""
        if name in self._done:
            return self._done[name]
        zone_name, _, part_name = name.partition(".")
        zone = self._ruleset.zones.get(zone_name)
        if zone is None or (part_name and part_name not in (zone.parts or {})):
            self._report("resolve/unknown-name", f"there is no zone '{name}'", asked_at)
            return frozenset()
        if name in self._busy:
            chain = " needs ".join([*self._busy, name])
            self._report("resolve/zone-cycle", f"zones go round in a circle: {chain}", asked_at)
            return frozenset()
        self._busy.append(name)
        if part_name and zone.parts:
            part = zone.parts[part_name]
            cells = self._shape(part.shape, part.span)
        else:
            cells = self._cells(name, zone)
        self._done[name] = cells
        self._busy.pop()
        return cells

    def _cells(self, name: str, zone: Zone) -> frozenset[CellId]:
        if zone.off_board:
            return frozenset()
        if zone.parts:
            union: set[CellId] = set()
            for part_name, part in zone.parts.items():
                cells = self.cells_of(f"{name}.{part_name}", part.span)
                if union & cells:
                    shared = self._names(union & cells)
                    self._report(
                        "resolve/parts-overlap",
                        f"part '{part_name}' of zone '{name}' shares cells with another: {shared}",
                        part.span,
                    )
                union |= cells
            return frozenset(union)
        if zone.shape is None:
            self._report(
                "resolve/zone-without-cells",
                f"zone '{name}' has neither 'shape', nor 'parts', nor 'off_board: true'",
                zone.span,
            )
            return frozenset()
        return self._shape(zone.shape, zone.span)

    def _shape(self, shape: shapes.AnyShape, span: Span | None) -> frozenset[CellId]:
        try:
            found = shapes.cells_of(shape, self)
        except shapes.ShapeError as error:
            self._report("resolve/bad-shape", str(error), shape.span or span)
            return frozenset()
        if not found:
            self._report("resolve/empty-zone", "the shape has no cells", shape.span or span)
        return frozenset(row * self.columns + column for row, column in found)

    def number(self, expression: Expression) -> int:
        """Return the value of an expression made of constants."""
        return self._fold(expression)

    def zone_places(self, name: str, asked_at: Span | None) -> set[tuple[int, int]]:
        """Return the cells of a zone as (row, column)."""
        return {divmod(cell, self.columns) for cell in self.cells_of(name, asked_at)}

    def _edge(self, expression: Expression) -> int:
        edge = self._fold(expression)
        if 1 <= edge <= MAX_EDGE:
            return edge
        self._report(
            "resolve/board-size",
            f"a board edge of {edge} cells; it has to be from 1 to {MAX_EDGE}",
            expression.at(0, len(expression.text)) or self._ruleset.board.span,
        )
        return 1

    def _names(self, cells: Iterable[CellId]) -> str:
        places = (divmod(cell, self.columns) for cell in sorted(cells))
        return ", ".join(format_cell(row, column, self.rows) for row, column in places)

    def _report(self, code: shapes.ZoneCode, message: str, span: Span | None) -> None:
        self.problems.append(Diagnostic(code, message, span))
