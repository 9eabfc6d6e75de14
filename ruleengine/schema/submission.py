"""How many moves a side makes in a submission."""

from typing import Self

from pydantic import Field, model_validator

from ruleengine.schema.expression import Expression, NumberExpression
from ruleengine.schema.model import Model, complaint


class MoveRange(Model):
    """A range of moves; between the two a side may commit."""

    at_least: NumberExpression | None = Field(
        None, description="So many are made before a side commits; none if not said."
    )
    at_most: NumberExpression | None = Field(
        None, description="The last of so many commits by itself; never if not said."
    )

    @model_validator(mode="after")
    def _some_bound(self) -> Self:
        if self.at_least is None and self.at_most is None:
            raise complaint(
                "schema/bad-value",
                "a range of moves needs 'at_least', 'at_most' or both",
                hint="write `at_most: 3`, or `moves: 3` for exactly three",
            )
        return self


def bounds_of(
    moves: Expression | MoveRange,
) -> tuple[Expression | None, Expression | None]:
    """Return the least and the greatest number of moves, as far as they are said."""
    return (moves.at_least, moves.at_most) if isinstance(moves, MoveRange) else (moves, moves)
