"""The board as numbers: every cell an index, every zone a set of cells.

Input: board and zones of a ruleset, numbers folded. Output: `Grid`. Cells count row by row
from 0 at the top left; places off the board are cells past the last one on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from ruleengine.errors import Diagnostic, Span
from ruleengine.resolve.board import shapes
from ruleengine.resolve.board.cell_names import CellNames, read_names
from ruleengine.resolve.board.drawn_lines import Fault, Offset, read_lines
from ruleengine.resolve.checks.declarations import unknown_name
from ruleengine.schema.board import CellsShape, Zone, ZonePart
from ruleengine.schema.drawn_frame import HOLE, DrawnFrame, Frame
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.wording import possessive

CellId: TypeAlias = int
ZoneId: TypeAlias = int
_Joined: TypeAlias = Mapping[tuple[CellId, Offset], CellId]

MAX_EDGE = 64
"""The longest edge a board may have."""


_STRAIGHT: Final = ("up", "down", "left", "right")
_SLANTS: Final[Mapping[frozenset[str], float]] = {
    frozenset({*_STRAIGHT, "up_right", "down_left"}): 0.5,
    frozenset({*_STRAIGHT, "up_left", "down_right"}): -0.5,
}
"""By how much of a cell a row is shifted against the one above it, by the six neighbors."""


def _slant(neighbors: Sequence[str] | None) -> float:
    """Return by how much of a cell rows are shifted, on a board with such neighbors."""
    return _SLANTS.get(frozenset(w for each in neighbors or () for w in single_ways(each)), 0.0)


def single_ways(direction: str) -> tuple[str, ...]:
    """Return the single directions that a word for neighbors stands for."""
    return _STRAIGHT if direction == "orthogonal" else (direction,)


class ZoneInfo(NamedTuple):
    """A zone or a part of one."""

    name: str
    title: str
    cells: frozenset[CellId]
    order: tuple[CellId, ...]
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
    neighbors: tuple[str, ...] | None = None
    """The directions in which a cell has its neighbors, if the board says so."""
    holes: frozenset[CellId] = frozenset()
    """Where the grid has no cell."""
    joined: _Joined | None = None
    """The next cell in each direction, where lines are drawn; if not, every one beside is next."""
    strokes: tuple[str, ...] = ()
    """The lines as they are drawn."""
    own_names: CellNames | None = None
    """What the cells are called, if the ruleset says it."""

    @cached_property
    def names(self) -> CellNames:
        """What the cells are called."""
        return self.own_names or CellNames.labelled(self.rows, self.columns)

    @cached_property
    def slant(self) -> float:
        """By how much of a cell a row is shifted against the one above it, on hexagons."""
        return _slant(self.neighbors)

    @cached_property
    def frame(self) -> Frame:
        """What stands around and between the cells where the board is drawn as text."""
        return self.names.frame(self.strokes, self.slant)

    @property
    def num_cells(self) -> int:
        """How many cells the grid has, holes included."""
        return self.rows * self.columns

    @cached_property
    def cells(self) -> tuple[CellId, ...]:
        """The cells of the board, in order, without holes."""
        return tuple(cell for cell in range(self.num_cells) if cell not in self.holes)

    @cached_property
    def ground(self) -> tuple[str, ...]:
        """What draws each cell while nothing stands there."""
        marks = [HOLE if cell in self.holes else "." for cell in range(self.num_cells)]
        for zone in self.zones:
            for cell in zone.cells if not zone.off_board else ():
                marks[cell] = zone.symbol or marks[cell]
        return tuple(marks)

    @property
    def draws_holes(self) -> bool:
        """Whether a board drawn as text shows a hole; blanks and lines may be there instead."""
        rows = [
            self.ground[start : start + self.columns]
            for start in range(0, self.num_cells, self.columns)
        ]
        frame = DrawnFrame(rows, self.frame)
        drawn = (each for row, marks in enumerate(rows) for each in frame.across(row, marks))
        return any(mark == HOLE for mark, _ in drawn)

    def rows_of(self, marks: Sequence[str]) -> list[str]:
        """Return the marks of all cells, row by row."""
        starts = range(0, self.num_cells, self.columns)
        return ["".join(marks[start : start + self.columns]) for start in starts]

    @property
    def has_gaps(self) -> bool:
        """Whether lines on the board are not those of a rectangle."""
        return bool(self.holes) or self.joined is not None

    def cell_in(self, row: int, column: int) -> CellId | None:
        """Return the cell in a row and column, if the board has one there."""
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        cell = row * self.columns + column
        return None if cell in self.holes else cell

    def next_cell(self, cell: CellId, offset: Offset) -> CellId | None:
        """Return the next cell in a direction, along the lines if there are any."""
        if self.joined is not None:
            return self.joined.get((cell, offset))
        row, column = divmod(cell, self.columns)
        return self.cell_in(row + offset[0], column + offset[1])

    @cached_property
    def zone_id(self) -> Mapping[str, ZoneId]:
        """Zone ids by name; a part is called `zone.part`."""
        return {zone.name: index for index, zone in enumerate(self.zones)}

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The names of all cells, then those of the places off the board."""
        beside = sorted(
            (min(zone.cells), zone.name) for zone in self.zones if zone.off_board and not zone.parts
        )
        return (*self.names.places, *(name for _, name in beside))

    @cached_property
    def cell_ids(self) -> Mapping[str, CellId]:
        """The numbers of the cells on the board by name, from a1 to the corner far from it."""
        return {
            self.names.name(row, column): row * self.columns + column
            for row in reversed(range(self.rows))
            for column in range(self.columns)
            if row * self.columns + column not in self.holes
        }

    def hole_fault(self, cell: CellId, mark: str) -> tuple[str, str] | None:
        """Say that a drawing has a hole where there is a cell, or something where there is none.

        Return what is wrong and what to do; nothing if all is well.
        """
        if not self.holes or (mark == HOLE) == (cell in self.holes):
            return None
        place = self.places[cell]
        if mark == HOLE:
            return (
                f"'{HOLE}' on {place} draws a hole, but there is a cell",
                "draw `.` if it is empty",
            )
        return f"'{mark}' on {place}, where the board has a hole", f"draw `{HOLE}` there"

    @property
    def ways_beside(self) -> tuple[str, ...]:
        """The directions in which a cell has its neighbors."""
        return self.neighbors or (("orthogonal",) if self.joined is None else ("all",))

    def cell_id(self, text: str) -> CellId | None:
        """Return the index of a cell name, or None when the board has no such cell."""
        place = self.names.place(text)
        return None if place is None else self.cell_in(*place)

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
        # Zones of which nothing is sure, because they, or others they need, are wrong.
        self._doubtful: set[str] = set()
        self._num_doubts = 0
        self._num_beside = 0
        self.problems: list[Diagnostic] = []
        self.rows = self._edge("rows", ruleset.board.rows)
        self.columns = self._edge("columns", ruleset.board.columns)
        self.holes: frozenset[shapes.Place] = frozenset()
        self._lines: tuple[_Joined | None, tuple[str, ...]] = (None, ())
        self.names = CellNames.labelled(self.rows, self.columns)
        if not self.problems:
            self.names = read_names(ruleset.board, self.rows, self.columns, self._doubt)
        if not self.problems:
            self._read_holes()

    def build(self, *, sure_of_size: bool = True) -> Grid:
        """Return the grid; what is wrong is in `problems`.

        On a board whose size is not right, zones are left without cells: what could be said of
        them would be wrong.
        """
        infos: list[ZoneInfo] = []
        if self.problems or not sure_of_size:
            return Grid(self.rows, self.columns, ())
        for name, zone in self._ruleset.zones.items():
            title = zone.title or name.replace("_", " ")
            cells = self.cells_of(name, self._ruleset.place_of_key("zones", name))
            index = len(infos)
            parts = tuple(range(index + 1, index + 1 + len(zone.parts or {})))
            infos.append(
                ZoneInfo(
                    name,
                    title,
                    cells,
                    self._ordered(zone.shape, cells),
                    parts,
                    zone.owner,
                    zone.off_board,
                    zone.symbol,
                )
            )
            for part_name, part in (zone.parts or {}).items():
                full = f"{name}.{part_name}"
                label = part.title or self._part_title(zone, part_name, title)
                infos.append(
                    ZoneInfo(
                        full,
                        label,
                        self._done[full],
                        self._ordered(part.shape, self._done[full]),
                        (),
                        part.owner,
                        zone.off_board,
                        part.symbol,
                    )
                )
        directions = self._ruleset.board.neighbors
        neighbors = None if directions is None else tuple(directions)
        holes = frozenset(row * self.columns + column for row, column in self.holes)
        own_names = self.names if self.names.are_own else None
        return Grid(
            self.rows, self.columns, tuple(infos), neighbors, holes, *self._lines, own_names
        )

    @property
    def frame(self) -> Frame:
        """What stands around and between the cells of a drawn board."""
        return self.names.frame(self._lines[1], _slant(self._ruleset.board.neighbors))

    def _part_title(self, zone: Zone, name: str, whole: str) -> str:
        """Return what a part without a title is called: by its side, if that has no other one."""
        parts = zone.parts or {}
        owner = parts[name].owner
        side = self._ruleset.sides.get(owner) if owner is not None else None
        if owner is None or side is None or sum(each.owner == owner for each in parts.values()) > 1:
            return f"{whole} ({name.replace('_', ' ')})"
        return possessive(side.title or owner, whole)

    def _read_holes(self) -> None:
        """Find out where the grid has no cells, and which cells lines join."""
        board = self._ruleset.board
        if board.holes is not None:
            found = self._shape(board.holes, is_holes=True)
            self.holes = frozenset(divmod(cell, self.columns) for cell in found)
            if len(self.holes) == self.rows * self.columns:
                message, hint = "the whole board is holes", "leave at least one cell"
                place = board.place_of("holes")
                self._doubt(Diagnostic("resolve/bad-shape", message, place, hint))
        if board.lines is not None:
            lines = read_lines(board.lines, self.rows, self.columns)
            if isinstance(lines, Fault):
                place = board.place_in_text("lines", lines.start, lines.end)
                self._doubt(Diagnostic("resolve/bad-drawing", lines.message, place, lines.hint))
                return
            every = {(row, column) for row in range(self.rows) for column in range(self.columns)}
            self.holes = frozenset(every - lines.points)
            joined = {
                (self._number(here), offset): self._number(there)
                for (here, offset), there in lines.joined.items()
            }
            self._lines = joined, lines.strokes
        unnamed = {
            divmod(cell, self.columns) for cell, text in enumerate(self.names.texts) if not text
        }
        if board.holes is None and board.lines is None:
            self.holes = frozenset(unnamed)
        elif isinstance(board.names, str) and (wrong := sorted(unnamed ^ self.holes)):
            where = f"row {wrong[0][0] + 1}, column {wrong[0][1] + 1}"
            message, hint = f"the cell in {where} has no name", f"`{HOLE}` is for holes only"
            if wrong[0] in self.holes:
                message = f"a name is drawn in {where}, where the board has a hole"
                hint = f"draw `{HOLE}` there"
            place = board.place_of("names")
            self._doubt(Diagnostic("resolve/bad-drawing", message, place, hint))

    def _number(self, place: shapes.Place) -> CellId:
        return place[0] * self.columns + place[1]

    def _ordered(
        self, shape: shapes.AnyShape | None, cells: frozenset[CellId]
    ) -> tuple[CellId, ...]:
        """Return the cells in the order of their list, or row by row when there is none."""
        if not cells or not isinstance(shape, CellsShape):
            return tuple(sorted(cells))
        places = map(self.names.place, shape.cells)
        listed = (self._number(place) for place in places if place is not None)
        return tuple(dict.fromkeys(listed))

    def cells_of(self, name: str, asked_at: Span | None) -> frozenset[CellId]:
        """Return the cells of a zone, or of `zone.part`, working them out when needed."""
        if name in self._done:
            self._num_doubts += name in self._doubtful
            return self._done[name]
        zone_name, _, part_name = name.partition(".")
        zone = self._ruleset.zones.get(zone_name)
        if zone is None or (part_name and part_name not in (zone.parts or {})):
            known = [n for n in self._zone_names() if n.count(".") == name.count(".")]
            self._doubt(unknown_name("zone", name, known, asked_at))
            return frozenset()
        if name in self._busy:
            circle = " needs ".join([*self._busy[self._busy.index(name) :], name])
            message = f"zones go round in a circle: {circle}"
            hint = "give one of them cells that need no other zone"
            self._doubt(Diagnostic("resolve/zone-cycle", message, asked_at, hint))
            return frozenset()
        before = self._num_doubts
        self._busy.append(name)
        if part_name and zone.parts:
            cells = self._part(zone, zone.parts[part_name], asked_at)
        else:
            cells = self._cells(name, zone)
        self._done[name] = cells
        self._busy.pop()
        if self._num_doubts > before:
            self._doubtful.add(name)
        return cells

    def _cells(self, name: str, zone: Zone) -> frozenset[CellId]:
        if zone.shape is not None and (zone.parts or zone.off_board):
            key = "parts" if zone.parts else "off_board"
            message = f"zone '{name}' has both 'shape' and '{key}', so where is it?"
            place = zone.place_of_key("shape")
            self._doubt(Diagnostic("resolve/bad-shape", message, place, "take `shape` out"))
        elif zone.shape is not None:
            return self._shape(zone.shape)
        elif not zone.parts and not zone.off_board:
            message = f"zone '{name}' has neither 'shape', nor 'parts', nor 'off_board: true'"
            place = self._ruleset.place_of_key("zones", name)
            hint = "add `shape:` with the cells of the zone"
            self._doubt(Diagnostic("resolve/zone-without-cells", message, place, hint))
        elif not zone.parts:
            return self._beside()
        cells: set[CellId] = set()
        for part_name in zone.parts or ():
            place = zone.place_of_key("parts", part_name)
            part = self.cells_of(f"{name}.{part_name}", place)
            if cells & part:
                message = f"part '{part_name}' shares cells with another part: "
                message += self._names(cells & part)
                hint = "a cell belongs to one part; change one of the shapes"
                self._doubt(Diagnostic("resolve/parts-overlap", message, place, hint))
            cells |= part
        return frozenset(cells)

    def _part(self, zone: Zone, part: ZonePart, asked_at: Span | None) -> frozenset[CellId]:
        if zone.off_board and part.shape is None:
            return self._beside()
        if part.shape is not None and not zone.off_board:
            return self._shape(part.shape)
        if part.shape is None:
            message, hint = "the part has no shape", "add `shape:` with the cells of the part"
            problem = Diagnostic("resolve/zone-without-cells", message, asked_at, hint)
        else:
            message = "the zone is off the board, so its parts have no shape"
            place = part.place_of_key("shape")
            problem = Diagnostic("resolve/bad-shape", message, place, "take `shape` out")
        self._doubt(problem)
        return frozenset()

    def _beside(self) -> frozenset[CellId]:
        """Return a place of its own beside the board."""
        self._num_beside += 1
        return frozenset({self.rows * self.columns + self._num_beside - 1})

    def _shape(self, shape: shapes.AnyShape, *, is_holes: bool = False) -> frozenset[CellId]:
        before, cells_of = self._num_doubts, shapes.holes_of if is_holes else shapes.cells_of
        try:
            found = cells_of(shape, self)
        except shapes.ShapeError as error:
            place = error.span or shape.span
            self._doubt(Diagnostic("resolve/bad-shape", str(error), place, error.hint))
            return frozenset()
        found -= self.holes
        is_said = is_holes and isinstance(shape, CellsShape) and not shape.cells
        if not found and not is_said and self._num_doubts == before:
            message = "the shape has no cells"
            hint = "change it, take the zone out, or keep it under some flags with `only`"
            if is_holes:
                message = "there are no holes in it"
                hint = f"draw `{HOLE}` for each hole, or write `holes: {{cells: []}}` for none"
            self._doubt(Diagnostic("resolve/empty-zone", message, shape.span, hint))
        return frozenset(map(self._number, found))

    def _zone_names(self) -> Iterator[str]:
        for name, zone in self._ruleset.zones.items():
            yield name
            yield from (f"{name}.{part}" for part in zone.parts or ())

    def number(self, expression: Expression) -> int:
        """Return the value of an expression made of constants."""
        return self._fold(expression)

    def zone_places(self, name: str, asked_at: Span | None) -> set[tuple[int, int]]:
        """Return the cells of a zone as (row, column)."""
        return {divmod(cell, self.columns) for cell in self.cells_of(name, asked_at)}

    def _edge(self, key: str, expression: Expression) -> int:
        edge = self._fold(expression)
        if 1 <= edge <= MAX_EDGE:
            return edge
        message = f"a board with {edge} {key}; it can have from 1 to {MAX_EDGE}"
        place, hint = self._ruleset.board.place_of(key), f"change the number of {key}"
        self._doubt(Diagnostic("resolve/board-size", message, place, hint))
        return 1

    def _names(self, cells: Iterable[CellId]) -> str:
        return ", ".join(self.names.places[cell] for cell in sorted(cells))

    def _doubt(self, problem: Diagnostic) -> None:
        self.problems.append(problem)
        self._num_doubts += 1
