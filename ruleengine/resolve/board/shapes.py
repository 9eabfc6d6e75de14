"""Shapes of zones: one function for each template, from its model to its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Protocol, TypeAlias

from ruleengine.errors import Span
from ruleengine.resolve.board.cell_names import CellNames
from ruleengine.schema import board as schema
from ruleengine.schema.drawing import about_lines, locate_marks, read_drawing, size_fault
from ruleengine.schema.drawn_frame import HOLE, Frame
from ruleengine.schema.expression import Expression
from ruleengine.schema.model import Model
from ruleengine.schema.wording import any_of

Place: TypeAlias = tuple[int, int]
AnyShape: TypeAlias = schema.Shape


class ShapeError(ValueError):
    """A shape that does not fit the board; `span` is the part of it that is wrong, if one is."""

    def __init__(self, message: str, hint: str | None = None, span: Span | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        self.span = span


class Surroundings(Protocol):
    """What a shape may ask about the board it is on."""

    rows: int
    columns: int
    holes: frozenset[Place]
    names: CellNames

    @property
    def frame(self) -> Frame:
        """What stands around and between the cells of a drawn board."""

    def number(self, expression: Expression) -> int:
        """Return the value of an expression made of constants."""

    def zone_places(self, name: str, asked_at: Span | None) -> set[Place]:
        """Return the cells of a zone as (row, column)."""


def cells_of(shape: AnyShape, board: Surroundings) -> set[Place]:
    """Return the cells of a shape as (row, column)."""
    return SHAPES[type(shape)](shape, board)


def holes_of(shape: AnyShape, board: Surroundings) -> set[Place]:
    """Return where a shape says that the board has no cells; drawn holes may be drawn as such."""
    if isinstance(shape, schema.DrawnCells):
        return _marked(shape, board, unmarked=".")
    return cells_of(shape, board)


def _listed(shape: schema.CellsShape, board: Surroundings) -> set[Place]:
    places: set[Place] = set()
    for index, text in enumerate(shape.cells):
        place = board.names.place(text)
        if place is None:
            span = shape.place_of("cells", index)
            raise ShapeError(f"the board has no cell '{text}'", board.names.hint(text), span)
        if place in board.holes:
            hint, span = "take it out; the board has a hole there", shape.place_of("cells", index)
            raise ShapeError(f"the board has no cell '{text}'", hint, span)
        if place in places:
            span = shape.place_of("cells", index)
            raise ShapeError(f"the cell '{text}' is listed twice", "list it once", span)
        places.add(place)
    return places


def _center(shape: schema.CenterShape, board: Surroundings) -> set[Place]:
    rows, columns = _size(shape.center, board)
    if (board.rows - rows) % 2 or (board.columns - columns) % 2:
        raise ShapeError(
            f"{rows} by {columns} cells have no exact middle on {board.rows} by {board.columns}",
            "odd goes with odd, and even with even",
        )
    top, left = (board.rows - rows) // 2, (board.columns - columns) // 2
    return _block(range(top, top + rows), range(left, left + columns))


def _size(size: schema.Size, board: Surroundings) -> tuple[int, int]:
    """Return rows and columns of a rectangle that fits on the board."""
    rows, columns = board.number(size.rows), board.number(size.columns)
    for key, number, most in (("rows", rows, board.rows), ("columns", columns, board.columns)):
        if not 1 <= number <= most:
            message = f"{number} {key} do not fit; the board has {most}"
            raise ShapeError(message, f"give from 1 to {most} {key}", size.place_of(key))
    return rows, columns


def _ring(shape: schema.RingCells, board: Surroundings) -> set[Place]:
    ring = shape.ring
    inner = board.zone_places(ring.around, ring.place_of("around"))
    width = board.number(ring.width)
    longest = max(board.rows, board.columns)
    if not 1 <= width <= longest:
        message = f"a ring cannot be {width} cells wide here"
        raise ShapeError(message, f"give from 1 to {longest}", ring.place_of("width"))
    near = {
        (row + down, column + right)
        for row, column in inner
        for down in range(-width, width + 1)
        for right in range(-width, width + 1)
    }
    return {p for p in near - inner if 0 <= p[0] < board.rows and 0 <= p[1] < board.columns}


def _corner(shape: schema.CornerCells, board: Surroundings) -> set[Place]:
    corner = shape.corner
    if (corner.triangle is None) == (corner.rectangle is None):
        hint = "add `triangle:` with a number of cells, or `rectangle:` with rows and columns"
        if corner.triangle is not None:
            hint = "take one of them out"
        raise ShapeError("a corner needs either 'triangle' or 'rectangle'", hint)
    if corner.triangle is not None:
        edge = _triangle_edge(corner, board.number(corner.triangle), board)
        cells = {(row, column) for row in range(edge) for column in range(edge - row)}
    else:
        assert corner.rectangle is not None  # noqa: S101 - checked above
        rows, columns = _size(corner.rectangle, board)
        cells = _block(range(rows), range(columns))
    if corner.at.startswith("bottom"):
        cells = {(board.rows - 1 - row, column) for row, column in cells}
    if corner.at.endswith("right"):
        cells = {(row, board.columns - 1 - column) for row, column in cells}
    return cells


def _triangle_edge(corner: schema.CornerShape, cells: int, board: Surroundings) -> int:
    sizes = [n * (n + 1) // 2 for n in range(1, min(board.rows, board.columns) + 1)]
    if cells in sizes:
        return sizes.index(cells) + 1
    message = f"no triangle of {cells} cells fits into the corner"
    hint = f"it can have {any_of(map(str, sizes))}"
    raise ShapeError(message, hint, corner.place_of("triangle"))


def _rectangle(shape: schema.RectangleCells, board: Surroundings) -> set[Place]:
    spec = shape.rectangle
    return _block(
        _span_of(spec, "rows", board.rows, board), _span_of(spec, "columns", board.columns, board)
    )


def _span_of(spec: schema.RectangleShape, key: str, most: int, board: Surroundings) -> range:
    ends = spec.rows if key == "rows" else spec.columns
    numbers = [board.number(end) for end in ends]
    for index, number in enumerate(numbers):
        _check_line(key[:-1], number, most, spec.place_of(key, index))
    if numbers[0] > numbers[1]:
        message = f"{key} from {numbers[0]} to {numbers[1]} are none"
        raise ShapeError(message, "write the smaller number first", spec.place_of(key))
    return range(numbers[0], numbers[1] + 1)


def _rows(shape: schema.RowsCells, board: Surroundings) -> set[Place]:
    rows = [board.number(row) for row in shape.rows]
    for index, row in enumerate(rows):
        _check_line("row", row, board.rows, shape.place_of("rows", index))
    return _block(rows, range(board.columns))


def _columns(shape: schema.ColumnsCells, board: Surroundings) -> set[Place]:
    columns = [board.number(column) for column in shape.columns]
    for index, column in enumerate(columns):
        _check_line("column", column, board.columns, shape.place_of("columns", index))
    return _block(range(board.rows), columns)


def _check_line(noun: str, number: int, count: int, span: Span | None) -> None:
    if not 0 <= number < count:
        start = "top" if noun == "row" else "left"
        hint = f"they count from 0 at the {start} to {count - 1}"
        raise ShapeError(f"the board has no {noun} {number}", hint, span)


def _mirror(shape: schema.MirrorCells, board: Surroundings) -> set[Place]:
    cells = board.zone_places(shape.mirror.of, shape.mirror.place_of("of"))
    if shape.mirror.across in ("top_bottom", "both"):
        cells = {(board.rows - 1 - row, column) for row, column in cells}
    if shape.mirror.across in ("left_right", "both"):
        cells = {(row, board.columns - 1 - column) for row, column in cells}
    return cells


def _union(shape: schema.UnionCells, board: Surroundings) -> set[Place]:
    return set().union(*_each(shape, "union", shape.union, board))


def _intersection(shape: schema.IntersectionCells, board: Surroundings) -> set[Place]:
    return set.intersection(*_each(shape, "intersection", shape.intersection, board))


def _difference(shape: schema.DifferenceCells, board: Surroundings) -> set[Place]:
    spec = shape.difference
    if spec.of is None:
        whole = set(product(range(board.rows), range(board.columns))) - board.holes
    else:
        whole = board.zone_places(spec.of, spec.place_of("of"))
    return whole.difference(*_each(spec, "without", spec.without, board))


def _each(model: Model, key: str, names: list[str], board: Surroundings) -> list[set[Place]]:
    return [board.zone_places(name, model.place_of(key, index)) for index, name in enumerate(names)]


def _drawn(shape: schema.DrawnCells, board: Surroundings) -> set[Place]:
    return _marked(shape, board, unmarked=f".{HOLE}")


def _marked(shape: schema.DrawnCells, board: Surroundings, *, unmarked: str) -> set[Place]:
    drawing = read_drawing(shape.drawn, board.frame)
    if fault := size_fault(drawing, board.rows, board.columns):
        place = drawn_place(shape, shape.drawn, fault[1], frame=board.frame)
        hint = "draw one mark for each cell" + about_lines(board.frame)
        raise ShapeError(fault[0], hint, place)
    return {
        (row, column)
        for row, marks in enumerate(drawing)
        for column, mark in enumerate(marks)
        if mark not in unmarked
    }


def drawn_place(
    model: Model,
    text: str,
    row: int | None,
    column: int | None = None,
    *,
    frame: Frame | None = None,
) -> Span | None:
    """Return the place of a row of what is `drawn`, of one mark in it, or of the whole drawing.

    `frame` is that of the board, as the drawing was read with.
    """
    if row is None:
        return model.place_of("drawn")
    marks = locate_marks(text, frame)[row]
    if not marks:
        return model.place_of("drawn")
    first, last = (marks[0], marks[-1]) if column is None else (marks[column], marks[column])
    return model.place_in_text("drawn", first, last + 1)


def _block(rows: Iterable[int], columns: Iterable[int]) -> set[Place]:
    across = tuple(columns)
    return {(row, column) for row in rows for column in across}


SHAPES: dict[type[AnyShape], Callable[..., set[Place]]] = {
    schema.CellsShape: _listed,
    schema.CenterShape: _center,
    schema.RingCells: _ring,
    schema.CornerCells: _corner,
    schema.RectangleCells: _rectangle,
    schema.RowsCells: _rows,
    schema.ColumnsCells: _columns,
    schema.MirrorCells: _mirror,
    schema.UnionCells: _union,
    schema.IntersectionCells: _intersection,
    schema.DifferenceCells: _difference,
    schema.DrawnCells: _drawn,
}
