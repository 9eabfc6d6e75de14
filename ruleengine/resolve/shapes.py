"""Shapes of zones: one function for each template, from its model to its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, Protocol, TypeAlias

from ruleengine.errors import Span
from ruleengine.schema import board as schema
from ruleengine.schema.drawing import read_drawing
from ruleengine.schema.expression import Expression
from ruleengine.schema.fields import parse_cell

Place: TypeAlias = tuple[int, int]
AnyShape: TypeAlias = schema.Shape
ZoneCode: TypeAlias = Literal[
    "resolve/unknown-name",
    "resolve/zone-cycle",
    "resolve/parts-overlap",
    "resolve/zone-without-cells",
    "resolve/bad-shape",
    "resolve/empty-zone",
    "resolve/board-size",
]


class ShapeError(ValueError):
    """A shape that does not fit the board."""


class Surroundings(Protocol):
    """What a shape may ask about the board it is on."""

    rows: int
    columns: int

    def number(self, expression: Expression) -> int: ...

    def zone_places(self, name: str, asked_at: Span | None) -> set[Place]: ...


def cells_of(shape: AnyShape, board: Surroundings) -> set[Place]:
    """Return the cells of a shape as (row, column)."""
    found = SHAPES[type(shape)](shape, board)
    outside = [p for p in found if not (0 <= p[0] < board.rows and 0 <= p[1] < board.columns)]
    if outside:
        row, column = min(outside)
        size = f"{board.rows} rows and {board.columns} columns"
        raise ShapeError(f"row {row}, column {column} is outside the board of {size}")
    return found


def _listed(shape: schema.CellsShape, board: Surroundings) -> set[Place]:
    places: set[Place] = set()
    for text in shape.cells:
        place = parse_cell(text, board.rows)
        if place is None or place[0] < 0 or place[1] >= board.columns:
            raise ShapeError(f"the board has no cell '{text}'")
        places.add(place)
    return places


def _center(shape: schema.CenterShape, board: Surroundings) -> set[Place]:
    rows, columns = board.number(shape.center.rows), board.number(shape.center.columns)
    if (board.rows - rows) % 2 or (board.columns - columns) % 2:
        raise ShapeError(
            f"{rows} by {columns} cells have no exact middle on {board.rows} by {board.columns}"
        )
    top, left = (board.rows - rows) // 2, (board.columns - columns) // 2
    return _block(range(top, top + rows), range(left, left + columns))


def _ring(shape: schema.RingCells, board: Surroundings) -> set[Place]:
    inner = board.zone_places(shape.ring.around, shape.ring.span)
    width = board.number(shape.ring.width)
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
        raise ShapeError("a corner needs either 'triangle' or 'rectangle'")
    if corner.triangle is not None:
        edge = _triangle_edge(board.number(corner.triangle))
        cells = {(row, column) for row in range(edge) for column in range(edge - row)}
    else:
        assert corner.rectangle is not None  # noqa: S101 - checked above
        cells = _block(
            range(board.number(corner.rectangle.rows)),
            range(board.number(corner.rectangle.columns)),
        )
    if corner.at.startswith("bottom"):
        cells = {(board.rows - 1 - row, column) for row, column in cells}
    if corner.at.endswith("right"):
        cells = {(row, board.columns - 1 - column) for row, column in cells}
    return cells


def _triangle_edge(cells: int) -> int:
    edge = 1
    while edge * (edge + 1) // 2 < cells:
        edge += 1
    if edge * (edge + 1) // 2 != cells:
        raise ShapeError(f"no triangle has {cells} cells; 1, 3, 6, 10, 15 and so on do")
    return edge


def _rectangle(shape: schema.RectangleCells, board: Surroundings) -> set[Place]:
    rows, columns = shape.rectangle.rows, shape.rectangle.columns
    return _block(
        range(board.number(rows[0]), board.number(rows[1]) + 1),
        range(board.number(columns[0]), board.number(columns[1]) + 1),
    )


def _rows(shape: schema.RowsCells, board: Surroundings) -> set[Place]:
    return _block((board.number(row) for row in shape.rows), range(board.columns))


def _columns(shape: schema.ColumnsCells, board: Surroundings) -> set[Place]:
    return _block(range(board.rows), [board.number(column) for column in shape.columns])


def _mirror(shape: schema.MirrorCells, board: Surroundings) -> set[Place]:
    cells = board.zone_places(shape.mirror.of, shape.mirror.span)
    if shape.mirror.across in ("top_bottom", "both"):
        cells = {(board.rows - 1 - row, column) for row, column in cells}
    if shape.mirror.across in ("left_right", "both"):
        cells = {(row, board.columns - 1 - column) for row, column in cells}
    return cells


def _union(shape: schema.UnionCells, board: Surroundings) -> set[Place]:
    return set().union(*(board.zone_places(name, shape.span) for name in shape.union))


def _intersection(shape: schema.IntersectionCells, board: Surroundings) -> set[Place]:
    return set.intersection(*(board.zone_places(name, shape.span) for name in shape.intersection))


def _difference(shape: schema.DifferenceCells, board: Surroundings) -> set[Place]:
    spec = shape.difference
    return board.zone_places(spec.of, spec.span).difference(
        *(board.zone_places(name, spec.span) for name in spec.without)
    )


def _drawn(shape: schema.DrawnCells, board: Surroundings) -> set[Place]:
    drawing = read_drawing(shape.drawn)
    if len(drawing) != board.rows or any(len(row) != board.columns for row in drawing):
        raise ShapeError(f"the drawing has to have {board.rows} rows of {board.columns} cells")
    return {
        (row, column)
        for row, marks in enumerate(drawing)
        for column, mark in enumerate(marks)
        if mark != "."
    }


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
