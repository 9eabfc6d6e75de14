"""Reach: which targets a rule proposes, before validators refuse some of them."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from ruleengine.schema.expression import CellExpression, NumberExpression
from ruleengine.schema.fields import ClauseId, OneOfKeys, OneOrMore, Whole
from ruleengine.schema.model import Model
from ruleengine.schema.selectors import CellFilter, PieceFilter

Direction = Literal[
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
    "forward",
    "backward",
    "sideways",
    "forward_diagonal",
    "backward_diagonal",
]


RELATIVE: Final = frozenset(
    {"forward", "backward", "sideways", "forward_diagonal", "backward_diagonal"}
)
"""Directions that are seen from a side, so that every side has to look somewhere."""


class Distance(Model):
    """A range of distances; without `at_most` as far as the board goes."""

    at_least: NumberExpression = Field(description="The shortest distance.")
    at_most: NumberExpression | None = Field(None, description="The longest distance.")


class LineReach(Model):
    """Cells in a straight line from a cell or piece."""

    from_: CellExpression = Field(alias="from", description="Where the line starts.")
    directions: OneOrMore[Direction] = Field(
        description="Which ways; `forward` and the like are seen from the side that moves."
    )
    distance: NumberExpression | Distance = Field(
        description="Exactly so many cells, or a range.", union_mode="left_to_right"
    )


class RouteReach(Model):
    """Cells at the end of a route of so many orthogonal steps that visits no cell twice."""

    from_: CellExpression = Field(alias="from", description="Where the route starts.")
    steps: NumberExpression | Distance = Field(
        description="Exactly so many steps, or a range.", union_mode="left_to_right"
    )
    through: CellFilter = Field(description="What a cell on the way has to be.")


class LeapReach(Model):
    """Cells at fixed offsets, mirrored and turned every way: `[1, 2]` is a knight's leap."""

    from_: CellExpression = Field(alias="from", description="Where the leap starts.")
    by: list[tuple[Whole, Whole]] = Field(
        min_length=1, description="How many cells one way, and how many across it."
    )


class OperandModel(Model):
    """What every operand may carry."""

    clauses: list[ClauseId] = Field(
        default=[], description="The clauses that say what may be named here."
    )


class PieceOperand(OperandModel):
    """A piece."""

    piece: PieceFilter


class LineOperand(OperandModel):
    """A cell in a straight line."""

    line: LineReach


class RouteOperand(OperandModel):
    """A cell at the end of a bent route."""

    route: RouteReach


class LeapOperand(OperandModel):
    """A cell at a fixed offset."""

    leap: LeapReach


class CellOperand(OperandModel):
    """Any cell that fits a filter."""

    cell: CellFilter


Operand: TypeAlias = Annotated[
    PieceOperand | LineOperand | RouteOperand | LeapOperand | CellOperand,
    OneOfKeys("operand"),
]
