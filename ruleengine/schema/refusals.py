"""What refusals of operands say and cite: their codes, and what single ones have of their own."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pydantic import Field

from ruleengine.schema.fields import ClauseId
from ruleengine.schema.model import Model
from ruleengine.schema.sentence import PlainSentence

RefusedFor = Literal[
    "move/no-piece",
    "move/wrong-piece",
    "move/wrong-value",
    "move/missing-value",
    "move/extra-value",
    "move/none-fits",
    "move/ambiguous",
    "reach/off-board",
    "reach/not-straight",
    "reach/wrong-direction",
    "reach/too-far",
    "reach/too-near",
    "reach/same-cell",
    "reach/hole-between",
    "reach/no-leap",
    "reach/no-route",
    "reach/no-way",
    "reach/wrong-cell",
]
"""The codes under which what is named for an operand is refused."""


class Refusal(Model):
    """What a refusal under one code says and cites."""

    says: PlainSentence | None = Field(
        None,
        description="The sentence a player reads instead of any other.",
    )
    clauses: list[ClauseId] = Field(
        default=[],
        description="The clauses that are cited instead of those of the operand.",
    )


OF_OPERANDS: Final[Mapping[str, Sequence[RefusedFor]]] = {
    "piece": ("move/no-piece", "move/wrong-piece"),
    "cell": ("reach/wrong-cell", "reach/off-board"),
    "line": (
        "reach/not-straight",
        "reach/wrong-direction",
        "reach/too-far",
        "reach/too-near",
        "reach/same-cell",
        "reach/hole-between",
        "reach/off-board",
    ),
    "leap": ("reach/no-leap", "reach/off-board"),
    "route": ("reach/no-route", "reach/off-board"),
    "any_of": ("reach/no-way", "reach/off-board"),
    "kind": ("move/wrong-value",),
    "number": ("move/wrong-value",),
    "word": ("move/wrong-value",),
}
"""The codes under which each operand refuses what is named, by its key."""

OF_NAMING: Final[Sequence[RefusedFor]] = (
    "move/missing-value",
    "move/extra-value",
    "move/none-fits",
    "move/ambiguous",
)
"""The codes that come of how an operand is named, or found, which may hang on a flag."""
