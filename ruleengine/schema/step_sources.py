"""What a choice is made from and what a loop goes through: pieces, cells, numbers and more."""

from typing import Literal, Self

from pydantic import Field, model_validator

from ruleengine.schema.expression import ChooserExpression, NumberExpression
from ruleengine.schema.fields import Name, OneOrMore, Truth, Word
from ruleengine.schema.model import Model, complaint
from ruleengine.schema.selectors import CellFilter, PieceFilter
from ruleengine.schema.wording import listed


class NumberRange(Model):
    from_: NumberExpression = Field(alias="from", description="The first number.")
    to: NumberExpression = Field(description="The last number; below `from` there are none.")


class ChooseSpec(Model):
    as_: Name = Field(alias="as", description="The name by which later steps speak of it.")
    who: ChooserExpression = Field(
        description="A side or a seat decides, or `chance` does, each option being as likely."
    )
    among: PieceFilter | None = Field(None, description="The pieces to choose from.")
    among_cells: CellFilter | None = Field(None, description="The cells to choose from.")
    among_words: Literal["seats", "sides", "colors"] | list[Word] | None = Field(
        None, description="The seats, sides or colors to choose from, or words of your own."
    )
    numbers: NumberRange | None = Field(
        None,
        description="The numbers to choose from; none is below 0, and how large they can become "
        "has to be known at load: of an attribute of kinds it is, of a counter `min(..., 20)` "
        "says so.",
    )
    optional: Truth = Field(False, description="Whether the choice may be declined.")
    title: str | None = Field(None, description="What the chooser is asked.")

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        sources = ("among", "among_cells", "among_words", "numbers")
        _only_one(self, sources, "add one that says what to choose from")
        return self


class ForEachSpec(Model):
    as_: Name = Field(alias="as", description="The name by which the steps speak of it.")
    among: PieceFilter | None = Field(None, description="The pieces, in the order of cells.")
    among_cells: CellFilter | None = Field(
        None, description="The cells, row by row from the top and left to right."
    )
    among_sides: Literal[True] | None = Field(
        None, description="Every side, in the order of the file."
    )
    among_kinds: OneOrMore[Name] | None = Field(
        None, description="Kinds, in the order of the file: these, or with the word `any` all."
    )
    parts_of: Name | None = Field(None, description="A zone: its parts, in the order of the file.")
    numbers: NumberRange | None = Field(
        None,
        description="The numbers from one to another, upwards; none where the second is smaller.",
    )

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        sources = ("among", "among_cells", "among_sides", "among_kinds", "parts_of", "numbers")
        _only_one(self, sources, "add one that says what to go through")
        return self


def _only_one(spec: Model, sources: tuple[str, ...], missing: str) -> None:
    """Refuse a model that has none of some keys, or several."""
    given = [key for key in sources if getattr(spec, key) is not None]
    if len(given) != 1:
        raise complaint(
            "schema/bad-value",
            f"exactly one of {listed(sources)} is needed",
            hint=f"take `{given[1]}` out" if given else missing,
            key=given[1] if given else None,
            marks_key=True,
        )
