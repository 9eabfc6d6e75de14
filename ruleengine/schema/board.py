"""The board and its zones: where things can be."""

from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from ruleengine.schema.expression import NumberExpression
from ruleengine.schema.fields import (
    CellLabel,
    CellName,
    ClauseId,
    Mark,
    Name,
    OneOfKeys,
    OneOrMore,
    PartName,
    Truth,
)
from ruleengine.schema.model import Model, complaint

Corner = Literal["top_left", "top_right", "bottom_left", "bottom_right"]
Axis = Literal["left_right", "top_bottom", "both"]
Step = Literal[
    "orthogonal",
    "diagonal",
    "all",
    "up",
    "down",
    "left",
    "right",
    "up_left",
    "up_right",
    "down_left",
    "down_right",
]
"""A direction that is the same for every side."""

_OPPOSITE: Final = {
    "up": "down",
    "down": "up",
    "left": "right",
    "right": "left",
    "up_left": "down_right",
    "up_right": "down_left",
    "down_left": "up_right",
    "down_right": "up_left",
}
_SEVERAL: Final = {
    "orthogonal": ("up", "left", "right", "down"),
    "diagonal": ("up_left", "up_right", "down_left", "down_right"),
    "all": tuple(_OPPOSITE),
}


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
    """The cells of one zone, or of the whole board, that are in none of the others."""

    of: PartName | None = Field(
        None, description="The zone to start from; every cell of the board if not said."
    )
    without: list[PartName] = Field(
        description="The zones whose cells are left out; `[]` leaves out none, so that without "
        "`of` it is every cell of the board."
    )


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
    symbol: Mark | None = Field(
        None, description="How an empty cell of it is drawn; as the zone says if not said."
    )
    owner: Name | None = Field(None, description="The side that owns the part at the start.")
    shape: Shape | None = Field(
        None, description="Which cells; none for the parts of a zone off the board."
    )


class Zone(Model):
    """A named set of cells, or a named place off the board."""

    title: str | None = Field(
        None,
        description="What players call it, with its article: `the shore`, `a gate`. Rulebooks "
        "put `the` before one that has none, unless it is a name, with a capital letter.",
    )
    symbol: Mark | None = Field(None, description="How an empty cell of it is drawn.")
    owner: Name | None = Field(None, description="The side that owns it at the start.")
    shape: Shape | None = Field(None, description="Which cells.")
    parts: dict[Name, ZonePart] | None = Field(
        None, description="Named parts instead of one shape, each with its own owner."
    )
    off_board: Truth = Field(False, description="A place beside the board that holds pieces.")
    explained: Truth = Field(
        True,
        description="Whether rulebooks list and draw it. With `false` they do not, and zones that "
        "are made of it are told by their cells: for one that only helps to say where others are. "
        "A rule that speaks of it tells its cells, or its title if it has one.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class CellLabels(Model):
    """What columns and rows are called; a cell is called by its column and then its row."""

    columns: list[CellLabel] | None = Field(
        None, description="A label for each column, from the left; letters from `a` if not said."
    )
    rows: list[CellLabel] | None = Field(
        None, description="A label for each row, from the top; numbers down to 1 if not said."
    )


class Board(Model):
    """The grid.

    Several pieces may stand on one cell, if no rule forbids it: `holds: {cell: to, any_of:
    [nothing, enemy]}` with `capture: to` keeps to one. `count(at=to)` says how many there are,
    `for_each` with `among: {at: to}` goes through them, and `piece_at(to)` is the one that was
    first in the game. They have no order among each other; where one is on top of another, keep
    a counter `per: piece` of how high each stands, with `shown: order`, and filters can ask for
    what is `on_top`. Where a player may mean more than one of them, `shared: true` lets moves say
    which. Of pieces on one cell that nothing tells apart, which have the same kind, owner, seat,
    counters and marks, no name, and are held by no mark, a move names the first, and is listed
    once; operands that nobody names are found in the same way. A rule that asks whether a piece
    is the one that `piece_at`, `first_piece` or a table finds tells pieces apart.

    On drawn boards `3o` are three pieces; where a digit is the letter of a kind they are `3*o`.
    Letters that share a cell stand in the order in which
    sides and then kinds are declared. With a counter that has `shown: order` they stand from the
    lowest piece to the highest, so that the last letter is on top; where there is room for one
    letter only, it is that one.
    """

    rows: NumberExpression = Field(description="How many rows.")
    columns: NumberExpression = Field(description="How many columns.")
    neighbors: OneOrMore[Step] | None = Field(
        None,
        description="Which cells are neighbors of a cell, for `linked`, `in_row` and "
        "`neighbors`; with each direction its opposite. If not said, the four beside it are, or "
        "all that lines join it with, and a row may also be slanting. `[orthogonal, up_right, "
        "down_left]` makes a board of hexagons.",
    )
    holes: Shape | None = Field(
        None,
        description="Where the grid has no cells: on a board that is not a rectangle. Nothing "
        "stands there, no move names it, no line leads over it, and no zone has it. Drawn boards "
        "have `_` there, and so may a drawing of the holes; around hexagons they have blanks, "
        "which are read back if every mark stays where it is. `{cells: []}` is none, for a flag "
        "that picks the holes.",
    )
    lines: str | None = Field(
        None,
        description="A drawing of the points and of the lines that join them, for a board on "
        "which pieces go along lines. A point is `o`, and the marks between two points, `-`, `|`, "
        "`/`, `\\` and `X` for two that cross, join them; `+` and the others may also pass over "
        "the place of a cell without a point. There is a line of text for each row and one "
        "between each two, and a character for each column and one between each two; a blank may "
        "be written `_`. Cells without a point are holes. `line`, `route`, "
        "`neighbors`, `linked`, `in_row`, `between` and `beyond` follow the lines, and the next "
        "point is one step away, however long the line is. Boards are drawn with these "
        "lines, which are stretched where cells are wider than a letter.",
    )
    names: CellLabels | str | None = Field(
        None,
        description="What the cells are called, in rules, moves, drawings and everywhere else; if "
        "not said, by the letter of the column and the number of the row, `a1` at the bottom left. "
        "Lists of labels for the columns, the rows, or both make names of a column and a row. "
        "Where names have no such order, a drawing has a word for each cell, and `_` for each "
        "hole, which need not be said again. Such names stand above and below a board of two "
        "rows; of a larger one, `show`, `play` and rulebooks have them in a drawing of their own. "
        "Names are of letters and digits; in an expression one that begins with a digit is put in "
        "quotes: `to == '13'`.",
    )
    pairs: Literal["column_row_top", "column_row_bottom", "row_column"] | None = Field(
        None,
        description="Lets moves name cells by two numbers as well, counted from 0: `(1,3)` or "
        "`1,3`. Column and row, rows counted from the top or from the bottom, or row from the "
        "top and column.",
    )
    shared: Truth = Field(
        False,
        description="Lets the setup put several pieces on one cell, and moves tell them apart. "
        "Where pieces of several kinds that could be meant stand on a cell, the kind is written, "
        "`c3:king`; where pieces of several owners do and the rule leaves the owner open, the "
        "owner, `c3:side` or `c3:side.king`. Pieces that are still written alike but differ in a "
        "counter or a mark are counted in the order in which they came into the game: the second "
        "is `c3#2` or `c3:king#2`, the third `c3#3`; pieces that nothing tells apart count too. Of "
        "pieces whose kinds are hidden from whoever names them, nothing is written, and where "
        "counters or marks are, no number. Options of chance are written in the same way. Without "
        "it a cell means the first piece there that fits.",
    )
    picture: str | None = Field(
        None,
        description="The starting board under the default readings, drawn; checked to be right.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    @model_validator(mode="after")
    def _drawn_once(self) -> Self:
        if self.holes is not None and self.lines is not None:
            message = "the lines say already where there are no points"
            raise complaint("schema/bad-value", message, hint="take `holes` out", key="holes")
        return self

    @model_validator(mode="after")
    def _go_both_ways(self) -> Self:
        """Whoever is my neighbor has me for a neighbor."""
        given = self.neighbors or []
        single = {way for step in given for way in _SEVERAL.get(step, (step,))}
        for step in given:
            missing = _OPPOSITE.get(step)
            if missing is not None and missing not in single:
                message = f"'{step}' makes neighbors one way only"
                hint = f"add `{missing}`"
                raise complaint("schema/bad-value", message, hint=hint, key="neighbors")
        return self
