"""Procedures: named lists of steps, which may be given something to work on."""

from typing import Annotated, TypeAlias

from pydantic import Discriminator, Field, Tag

from ruleengine.schema.fields import ClauseId, EitherForm
from ruleengine.schema.model import Model
from ruleengine.schema.steps import Step
from ruleengine.schema.tables import Given


class Procedure(Model):
    """Steps that work on what they are given: `run: {crown: {unit: piece_at(to)}}`.

    The steps see the names under `given` and global names, nothing else. Any of them may be
    nothing; an effect on nothing does not happen.
    """

    given: Given = Field(
        default={},
        description="The names of what it works on, in order, each with a type (number, truth, "
        "piece, cell, side, seat, kind, zone) or a list of words.",
    )
    steps: list[Step] = Field(description="What happens, from top to bottom.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


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
