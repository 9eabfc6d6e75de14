"""Which pieces or cells are meant: the filters that operands, choices and loops share."""

from pydantic import Field

from ruleengine.schema.expression import (
    CellExpression,
    Condition,
    KindExpression,
    NumberExpression,
    SeatExpression,
    SideExpression,
    SpotExpression,
    ZoneExpression,
)
from ruleengine.schema.fields import OneOrMore, Truth
from ruleengine.schema.model import Model


class PieceFilter(Model):
    """Pieces on the board, or in the named zones, that fit every line given.

    Without any line, `{}`, it is every piece on the board.
    """

    owner: SideExpression | None = Field(
        None, description="The side that owns the piece; `nobody` for those without an owner."
    )
    kind: OneOrMore[KindExpression] | None = Field(None, description="One of these kinds.")
    in_: OneOrMore[ZoneExpression] | None = Field(
        None, alias="in", description="It stands in one of these zones, on or off the board."
    )
    at: CellExpression | None = Field(None, description="It stands on this cell.")
    between: list[CellExpression] | None = Field(
        None,
        min_length=2,
        max_length=2,
        description="It stands strictly between these two cells on one row, column or diagonal; "
        "no piece does when they are on no such line.",
    )
    linked: SpotExpression | None = Field(
        None,
        description="A chain of neighboring pieces leads from it to this cell, or to any cell of "
        "this zone. All in the chain, the first and the last included, fit `owner`, `kind` and "
        "`on_top`; the other lines say which of them are meant.",
    )
    in_row: NumberExpression | None = Field(
        None,
        description="It stands in an unbroken straight row of at least so many pieces. All in the "
        "row fit `owner`, `kind` and `on_top`; the other lines say which of them are meant.",
    )
    on_top: Truth | None = Field(
        None,
        description="Whether no piece on its cell stands higher, by the counter that is "
        "`shown: order`; a piece alone on its cell is on top.",
    )
    seat: SeatExpression | None = Field(None, description="The seat that commands the piece.")
    where: Condition | None = Field(
        None, description="A condition in which `it` is the piece in question."
    )


class CellFilter(Model):
    """Cells of the board that fit every line given; without any, `{}`, it is every cell."""

    in_: OneOrMore[ZoneExpression] | None = Field(
        None, alias="in", description="The cell belongs to one of these zones."
    )
    not_in: OneOrMore[ZoneExpression] | None = Field(
        None, description="The cell belongs to none of these zones."
    )
    empty: Truth | None = Field(None, description="Whether the cell has to be without a piece.")
    linked: SpotExpression | None = Field(
        None,
        description="A chain of neighboring cells leads from it to this cell, or to any cell of "
        "this zone. All in the chain are without a piece, or with one, as `empty` says; the other "
        "lines say which of them are meant.",
    )
    where: Condition | None = Field(
        None, description="A condition in which `it` is the cell in question."
    )
