"""Ready sheets: sets of moves that a seat can hand in at once, drawn as a part of the board."""

from __future__ import annotations

from pydantic import Field

from ruleengine.schema.fields import ClauseId, Name, Truth
from ruleengine.schema.model import Model


class ReadySheet(Model):
    """Moves of one action, drawn: each letter is a move that names its kind and its cell.

    The drawing shows the rows next to a side's own edge, as that side sees them: its lowest row
    is the edge. The letters are those of the first side. A side that looks down the board, or
    that looks nowhere while the first looks up, has the drawing turned round.
    """

    title: str | None = Field(None, description="What players call it.")
    about: str | None = Field(None, description="What it is good for.")
    for_: list[Name] | None = Field(
        None, alias="for", min_length=1, description="The sides; all if not said."
    )
    action: Name = Field(description="The action, which names one kind and one cell.")
    drawn: str = Field(description="As many rows as are needed, each as wide as the board.")
    shuffled: Truth = Field(
        False,
        description="Whether lots decide, anew in each match and for each side, what comes on "
        "which of the cells drawn; every arrangement is as likely. Cells drawn as a zone stay out.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")
