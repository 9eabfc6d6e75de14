"""Ready sheets: sets of moves that a seat can hand in at once, drawn or listed."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from ruleengine.schema.fields import CellName, ClauseId, Name, OneOrMore, PartName, Truth
from ruleengine.schema.model import Model, complaint


class SheetPut(Model):
    """Moves of a sheet with one kind: one for each of some cells, or for each cell of a zone."""

    kind: Name = Field(description="The kind that the moves name.")
    at: OneOrMore[CellName] | None = Field(
        None, min_length=1, description="The cells, by name, as the first side has them."
    )
    zone: PartName | None = Field(
        None,
        description="Every cell of this zone, in the order of cells; of a zone whose parts have "
        "owners, of the parts that the side owns.",
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.at is None) == (self.zone is None):
            message = "this says both or neither of `at` and `zone`"
            hint = "name cells under `at`, or a zone under `zone`"
            raise complaint("schema/bad-value", message, hint=hint)
        return self


class ReadySheet(Model):
    """Moves to hand in together: drawn, listed by kinds and cells, or written out.

    Moves of one action that names a kind and a cell are drawn, or listed under `put`.

    The drawing shows the rows next to a side's own edge, as that side sees them: its lowest row
    is the edge. The letters are those of the first side. A side that looks down the board, or
    that looks nowhere while the first looks up, has the drawing turned round.

    The cells under `put` are those of the first side. A side that looks the other way has them
    turned round with the board, as a drawing would be.

    Any other moves are written out under `moves`, as the first side writes them. For a side that
    looks the other way the cells in them are turned round, and of a zone whose parts have owners,
    the part of the first side becomes its own.
    """

    title: str | None = Field(None, description="What players call it.")
    about: str | None = Field(None, description="What it is good for.")
    for_: list[Name] | None = Field(
        None, alias="for", min_length=1, description="The sides; all if not said."
    )
    action: Name | None = Field(
        None,
        description="The action, which names one kind and one cell; not with `moves`, where each "
        "move says it.",
    )
    drawn: str | None = Field(
        None, description="As many rows as are needed, each as wide as the board."
    )
    put: list[SheetPut] | None = Field(
        None, min_length=1, description="The moves by kinds and cells, instead of a drawing."
    )
    moves: list[str] | None = Field(
        None,
        min_length=1,
        description="The moves as they are written, of any action that can be submitted, in the "
        "order in which they are made; without the `commit` at the end.",
    )
    shuffled: Truth = Field(
        False,
        description="Whether lots decide, anew in each match and for each side, what comes on "
        "which of the cells; every arrangement is as likely. Of a drawing, empty cells "
        "take part and cells drawn as a zone stay out; `over` names others.",
    )
    over: PartName | None = Field(
        None,
        description="The zone over whose cells lots spread the pieces of a sheet that is shuffled, "
        "wherever they are drawn. Of a zone with an owner for each part, a side has its own.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    @model_validator(mode="after")
    def _drawn_or_listed(self) -> Self:
        ways = [key for key in ("drawn", "put", "moves") if getattr(self, key) is not None]
        if len(ways) != 1:
            message = "a sheet is drawn, listed or written out: one of these, and only one"
            hint = "keep one of `drawn`, `put` and `moves`"
            raise complaint("schema/bad-value", message, hint=hint)
        if (self.action is None) != (self.moves is not None):
            message = (
                "`action` belongs to a sheet that is drawn or listed; `moves` say it themselves"
            )
            hint = "take `action` out" if self.moves is not None else "add `action:`"
            raise complaint("schema/bad-value", message, hint=hint)
        if self.moves is not None and self.shuffled:
            message = "lots cannot deal out moves that are written out"
            hint = "take `shuffled` out, or list the moves under `put`"
            raise complaint("schema/bad-value", message, hint=hint)
        if self.over is not None and not self.shuffled:
            message = "`over` says where lots fall, but nothing is shuffled"
            hint = "add `shuffled: true`, or take `over` out"
            raise complaint("schema/bad-value", message, hint=hint)
        return self

    @property
    def moves_key(self) -> str:
        """The key under which the moves stand."""
        return next(key for key in ("drawn", "put", "moves") if getattr(self, key) is not None)
