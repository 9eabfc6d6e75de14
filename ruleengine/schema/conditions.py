"""Named conditions: all their parts have to hold."""

from __future__ import annotations

from typing import Annotated, Self, TypeAlias

from pydantic import Discriminator, Field, Tag, model_validator

from ruleengine.schema.expression import Condition
from ruleengine.schema.fields import ClauseId, EitherForm, Name, Truth
from ruleengine.schema.model import Model
from ruleengine.schema.tables import check_explained


class ConditionPart(Model):
    """One thing that has to hold."""

    holds: Condition = Field(description="What has to hold.")
    id: Name | None = Field(None, description="A name by which a variant can replace it.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class NamedCondition(Model):
    """A condition that players have a name for: `the king is in check`.

    Without a title a condition is written as the list of its parts alone, and rulebooks say all
    of them wherever it is asked.
    """

    title: str | None = Field(
        None,
        description="What it says, as players say it: a plain clause, `the king is in check`. "
        "Rulebooks and refusals use it, and rulebooks explain it once.",
    )
    denied: str | None = Field(
        None,
        description="What is said when it does not hold, `no king is in check`; needed only where "
        "the title with `it is not so that` before it would read badly.",
    )
    parts: list[ConditionPart] = Field(min_length=1, description="What has to hold, all of it.")
    explained: Truth = Field(
        True,
        description="Whether rulebooks say its parts. With `false` its title and the sentences of "
        "its clauses are all that players read, and what is kept for it alone is not told.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    @model_validator(mode="after")
    def _has_a_name(self) -> Self:
        check_explained(self.title, "condition", is_explained=self.explained)
        return self


ConditionBody: TypeAlias = Annotated[
    Annotated[list[ConditionPart], Tag("#parts")] | Annotated[NamedCondition, Tag("#condition")],
    Discriminator(
        lambda value: "#condition" if isinstance(value, dict | NamedCondition) else "#parts"
    ),
    EitherForm(),
]


def parts_of(body: list[ConditionPart] | NamedCondition) -> list[ConditionPart]:
    """Return the parts of a condition, in whichever form it is written."""
    return body.parts if isinstance(body, NamedCondition) else body
