"""Procedures: named lists of steps, which may be given something to work on."""

from typing import Annotated, Self, TypeAlias

from pydantic import Discriminator, Field, Tag, model_validator

from ruleengine.schema.fields import ClauseId, EitherForm, Truth
from ruleengine.schema.model import Model
from ruleengine.schema.steps import Step
from ruleengine.schema.tables import OWN_NAMES, Given, check_explained, check_holes


class Procedure(Model):
    """Steps that work on what they are given: `run: {crown: {unit: piece_at(to)}}`.

    The steps see the names under `given` and global names, nothing else. Any of them may be
    nothing; an effect on nothing does not happen.
    """

    given: Given = Field(
        default={},
        description="The names of what it works on, in order, each with a type (number, truth, "
        "piece, cell, side, seat, kind, zone) or a list of words. " + OWN_NAMES,
    )
    steps: list[Step] = Field(description="What happens, from top to bottom.")
    title: str | None = Field(
        None,
        description="What happens in one sentence, as players say it, with the names of what it "
        "is given between braces: `{unit} turns into a king`. Rulebooks say it where the procedure "
        "is run, and explain it once. A number that a flag decides is given to it as well, "
        "`run: {discard: {most: hand_limit}}`, and told as a number where it is run.",
    )
    explained: Truth = Field(
        True,
        description="Whether rulebooks say its steps. With `false` its title and the sentences of "
        "its clauses are all that players read, and what is kept for it alone is not told: for "
        "steps that reckon something that players see at a glance, such as the longest chain.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    @model_validator(mode="after")
    def _name_what_is_given(self) -> Self:
        check_holes(self.given, "procedure", title=self.title)
        check_explained(self.title, "procedure", is_explained=self.explained)
        return self


ProcedureBody: TypeAlias = Annotated[
    Annotated[list[Step], Tag("#steps")] | Annotated[Procedure, Tag("#procedure")],
    Discriminator(lambda value: "#procedure" if isinstance(value, dict | Procedure) else "#steps"),
    EitherForm(),
]


def steps_of(body: list[Step] | Procedure) -> list[Step]:
    """Return the steps of a procedure, in whichever form it is written."""
    return body.steps if isinstance(body, Procedure) else body


def given_to(body: list[Step] | Procedure) -> Given:
    """Return what a procedure is given; one that is only a list is given nothing."""
    return body.given if isinstance(body, Procedure) else {}
