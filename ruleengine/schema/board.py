"""The board and its zones: where things can be."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ruleengine.schema.expression import NumberExpression
from ruleengine.schema.fields import (
    CellName,
    ClauseId,
    Mark,
    Name,
    OneOfKeys,
    PartName,
    Truth,
)
from ruleengine.schema.model import Model

Corner = Literal["top_left", "top_right", "bottom_left", "bottom_right"]
Axis = Literal["left_right", "top_bottom", "both"]


class Size(Model):
    """How many rows and columns."""

    rows: NumberExpression = Field(description="How many rows.")
    columns: NumberExpression = Field(description="How many columns.")


class CornerShape(Model):
    """Cells in a corner: a triangle of that many cells, or a rectangle."""

    at: Corner = Field(description="Which corner.")
    triangle: NumberExpression | None = Field(
        None, description="How many cells the triangle has: 1, 3, 6, 10, 15 and so on."
    )
    rectangle: Size | None = Field(None, description="Rows and columns of the rectangle.")


class RingShape(Model):
    """All cells within `width` king steps of a zone, but not in it."""

    around: PartName = Field(description="The zone in the middle.")
    width: NumberExpression = Field(description="How many cells wide.")


class RectangleShape(Model):
    """Rows and columns from and to, counted from 0 at the top left, both ends included."""

    rows: tuple[NumberExpression, NumberExpression] = Field(
        description="The first and the last row."
    )
    columns: tuple[NumberExpression, NumberExpression] = Field(
        description="The first and the last column."
    )


class MirrorShape(Model):
    """The mirror image of a zone across the middle of the board."""

    of: PartName = Field(description="The zone to mirror.")
    across: Axis = Field(description="Which halves change places.")


class DifferenceShape(Model):
    """The cells of one zone that are in none of the others."""

    of: PartName = Field(description="The zone to start from.")
    without: list[PartName] = Field(description="The zones whose cells are left out.")


class CellsShape(Model):
    cells: list[CellName] = Field(description="Cells by name, such as `c4`.")


class CenterShape(Model):
    center: Size = Field(description="A rectangle in the middle of the board.")


class RingCells(Model):
    ring: RingShape


class CornerCells(Model):
    corner: CornerShape


class RectangleCells(Model):
    rectangle: RectangleShape


class RowsCells(Model):
    rows: list[NumberExpression] = Field(description="Whole rows, counted from 0 at the top.")


class ColumnsCells(Model):
    columns: list[NumberExpression] = Field(
        description="Whole columns, counted from 0 at the left."
    )


class MirrorCells(Model):
    mirror: MirrorShape


class UnionCells(Model):
    union: list[PartName] = Field(description="The cells of all these zones together.")


class IntersectionCells(Model):
    intersection: list[PartName] = Field(
        min_length=1, description="The cells that are in all these zones."
    )


class DifferenceCells(Model):
    difference: DifferenceShape


class DrawnCells(Model):
    drawn: str = Field(
        description="A drawing of the board; every cell marked with something other than a dot."
    )


Shape: TypeAlias = Annotated[
    CellsShape
    | CenterShape
    | RingCells
    | CornerCells
    | RectangleCells
    | RowsCells
    | ColumnsCells
    | MirrorCells
    | UnionCells
    | IntersectionCells
    | DifferenceCells
    | DrawnCells,
    OneOfKeys("shape"),
]


class ZonePart(Model):
    """One part of a zone, with an owner of its own."""

    title: str | None = Field(None, description="What players call it.")
    owner: Name | None = Field(None, description="The side that owns the part at the start.")
    shape: Shape | None = Field(
        None, description="Which cells; none for the parts of a zone off the board."
    )


class Zone(Model):
    """A named set of cells, or a named place off the board."""

    title: str | None = Field(None, description="What players call it.")
    symbol: Mark | None = Field(None, description="How an empty cell of it is drawn.")
    owner: Name | None = Field(None, description="The side that owns it at the start.")
    shape: Shape | None = Field(None, description="Which cells.")
    parts: dict[Name, ZonePart] | None = Field(
        None, description="Named parts instead of one shape, each with its own owner."
    )
    off_board: Truth = Field(False, description="A place beside the board that holds pieces.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class Board(Model):
    """The grid."""

    rows: NumberExpression = Field(description="How many rows.")
    columns: NumberExpression = Field(description="How many columns.")
    pairs: Literal["column_row_top", "column_row_bottom", "row_column"] | None = Field(
        None,
        description="Lets moves name cells by two numbers as well, counted from 0: `(1,3)` or "
        "`1,3`. Column and row, rows counted from the top or from the bottom, or row from the "
        "top and column.",
    )
    picture: str | None = Field(
        None,
        description="The starting board under the default readings, drawn; checked to be right.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")
