"""Tables: named functions of a ruleset, answered by the first row that fits."""

from __future__ import annotations

import re
from typing import Literal, Self, TypeAlias

from pydantic import Field, model_validator

from ruleengine.schema.expression import Condition, ValueExpression
from ruleengine.schema.fields import ClauseId, Name
from ruleengine.schema.model import Model, complaint

ValueType: TypeAlias = Literal["number", "truth", "piece", "cell", "side", "seat", "kind", "zone"]
Given: TypeAlias = dict[Name, ValueType | list[Name]]
"""What a table or a procedure is called with, in order: a type, or words of your own."""


class TableRow(Model):
    """One row; what stands in it may speak of what the table is given and of global names."""

    when: Condition | None = Field(
        None, description="The row answers when this holds; the last row has none."
    )
    value: ValueExpression = Field(
        description="The answer: an expression of what the table gives, or one of its words."
    )
    says: str | None = Field(
        None,
        description="The row in a sentence. Where a `require` fails because this row answered, "
        "it follows the sentence of that rule, as far as the mover may know; the clauses of the "
        "row are cited as well.",
    )
    id: Name | None = Field(None, description="A name by which a variant can replace the row.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class Table(Model):
    """A function for use in expressions, `combat(unit, foe) == wins`.

    The first row that fits answers. A table may be called with nothing: in its rows that name is
    nothing then, and every comparison with it is false except `== nothing`.
    """

    given: Given = Field(
        default={},
        description="The names of what it is called with, in order, each with a type (number, "
        "truth, piece, cell, side, seat, kind, zone) or a list of words.",
    )
    gives: ValueType | list[Name] = Field(
        description="What it answers with: a type, or a list of words of your own."
    )
    rows: list[TableRow] = Field(
        min_length=1, description="The rows, asked from top to bottom; the last one always fits."
    )
    title: str | None = Field(
        None,
        description="What it answers, as players say it, with the names of what it is called with "
        "between braces: `the path of {side}`. Of a table that gives truth it is a plain clause, "
        "which rulebooks say as it is or deny: `{here} and {there} are joined`, not `whether ...`. "
        "Rulebooks use it.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    @model_validator(mode="after")
    def _name_what_is_given(self) -> Self:
        for hole in re.findall(r"\{([^{}]*)\}", self.title or ""):
            if hole not in self.given:
                known = ", ".join(f"`{{{name}}}`" for name in self.given) or "none"
                message = f"the title speaks of '{hole}', which the table is not given"
                hint = f"what it is given can stand there: {known}"
                raise complaint("schema/bad-value", message, hint=hint, key="title")
        return self
