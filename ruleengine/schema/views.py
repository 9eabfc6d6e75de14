"""What seats may not know: rules that hide pieces, their kinds, and what is counted of them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ruleengine.schema.fields import ClauseId, Name, OneOrMore
from ruleengine.schema.model import Model
from ruleengine.schema.selectors import PieceFilter


class Hide(Model):
    """Something that some sides may not know; what no such rule names, everybody knows.

    It holds for everything a seat is given: its view, drawings, events, the moves of others, and
    the words in which its own are refused.
    """

    hide: OneOrMore[Name] = Field(
        min_length=1,
        description="What is hidden: the `kind` of a piece, the whole `piece`, or a counter or "
        "mark by its name.",
    )
    of: PieceFilter | None = Field(
        None,
        description="Of which pieces; all on the board if not said. In it, `viewer` is the side "
        "that looks. The name of a piece is never hidden of one that is seen. A piece that has "
        "left the game is asked about as well, unless a place is named: what is told of its "
        "leaving must not tell more.",
    )
    from_: Literal["others", "everybody"] | list[Name] = Field(
        "others",
        alias="from",
        description="From whom: `others` are all sides but the owner, `everybody` is the owner "
        "as well, and a list names sides. What is kept of the game or of cells has no owner. Who "
        "belongs to no side, such as a spectator, knows only what every side knows, and of which "
        "every side can tell that the others know it.",
    )
    id: Name | None = Field(None, description="A name by which a variant can replace it.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")
