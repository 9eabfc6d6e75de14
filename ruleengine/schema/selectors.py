"""Which pieces or cells are meant: the filters that operands, choices and loops share."""

from typing import Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

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
from ruleengine.schema.model import Model, complaint


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
        "`through`, and `on_top` where it is given; the other lines say which of them are meant.",
    )
    in_row: NumberExpression | None = Field(
        None,
        description="It stands in an unbroken straight row of at least so many pieces. All in the "
        "row fit `owner`, `kind` and `through`, and `on_top` where it is given; the other lines "
        "say which of them are meant.",
    )
    through: Condition | None = Field(
        None,
        description="With `linked` or `in_row`: a condition on every piece of the chain or row, "
        "each being `it`. In a chain it may speak of `before`, the cell before it: then it is a "
        "condition on every step, from the cell or zone that `linked` names on, and where the "
        "chain begins nothing is asked.",
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

    @model_validator(mode="after")
    def _through_something(self) -> Self:
        if self.through is not None and self.linked is None and self.in_row is None:
            raise _no_chain("`linked` or `in_row`")
        return self


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
        "this zone. All in the chain are without a piece, or with one, as `empty` says, and fit "
        "`through`; the other lines say which of them are meant.",
    )
    through: Condition | None = Field(
        None,
        description="With `linked`: a condition on every cell of the chain, each being `it`. It "
        "may speak of `before`, the cell before it in the chain: then it is a condition on every "
        "step, from the cell or zone that `linked` names on, and where the chain begins nothing "
        "is asked.",
    )
    where: Condition | None = Field(
        None, description="A condition in which `it` is the cell in question."
    )

    @model_validator(mode="after")
    def _through_something(self) -> Self:
        if self.through is not None and self.linked is None:
            raise _no_chain("`linked`")
        return self


def _no_chain(missing: str) -> PydanticCustomError:
    return complaint(
        "schema/bad-value",
        "'through' says what a chain is made of, and no chain is asked for",
        hint=f"add {missing}, or write `where`",
        key="through",
        marks_key=True,
    )
