"""What a step says of pieces, zones, seats and colors, where one value is not enough."""

from pydantic import Field

from ruleengine.schema.expression import (
    CellExpression,
    ColorExpression,
    KindExpression,
    PieceExpression,
    SeatExpression,
    SideExpression,
    ZoneExpression,
)
from ruleengine.schema.model import Model


class MoveSpec(Model):
    piece: PieceExpression = Field(description="The piece that goes.")
    to: CellExpression = Field(description="Where it goes.")


class SendSpec(Model):
    piece: PieceExpression = Field(description="The piece that goes.")
    to: ZoneExpression = Field(description="A zone off the board.")


class PlaceSpec(Model):
    kind: KindExpression = Field(description="The kind of the new piece.")
    owner: SideExpression = Field(description="Who owns it: a side, or `nobody`.")
    at: CellExpression = Field(description="Where it appears.")


class GiveSpec(Model):
    piece: PieceExpression = Field(description="The piece that changes sides.")
    to: SideExpression = Field(description="The new owner: a side, or `nobody`.")
    seat: SeatExpression | None = Field(
        None, description="The seat of that side that commands it from now on."
    )


class ClaimSpec(Model):
    zone: ZoneExpression = Field(description="The zone that changes hands.")
    to: SideExpression = Field(description="The new owner: a side, or `nobody`.")


class BecomeSpec(Model):
    piece: PieceExpression = Field(description="The piece that changes.")
    kind: KindExpression = Field(description="What it turns into.")


class SeatSpec(Model):
    seat: SeatExpression = Field(description="Who takes it.")
    side: SideExpression = Field(description="Which side.")


class ColorSpec(Model):
    seat: SeatExpression = Field(description="Who takes it.")
    color: ColorExpression = Field(description="Which color.")
