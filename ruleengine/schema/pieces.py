"""Who and what takes part: sides, seats, colors, kinds, dice, counters and marks."""

from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from ruleengine.schema.expression import FixedExpression, NumberExpression
from ruleengine.schema.fields import (
    ClauseId,
    Mark,
    Name,
    OneOfKeys,
    OneOrMore,
    PartName,
    PlaceName,
    Truth,
    Whole,
)
from ruleengine.schema.model import Model, complaint
from ruleengine.schema.wording import is_several, plural

UNOWNED: Final = "nobody"
"""What stands for a side where a piece belongs to none."""


Per: TypeAlias = Literal["game", "side", "seat", "piece", "cell"]
"""Of what a counter or mark keeps a value each."""


class Side(Model):
    """A party of the game: it owns pieces and wins or loses."""

    title: str | None = Field(None, description="What players call it.")
    plural: Truth | None = Field(
        None,
        description="Whether its title is that of several, as `the police`, so that they `win` and "
        "do not `wins`. If not said, that is so where the title ends as `Attackers` does.",
    )
    forward: Literal["up", "down", "left", "right"] | None = Field(
        None, description="Which way `forward` is for this side."
    )
    seats: list[Name] | None = Field(
        None, description="Who sits there, when that is fixed from the start."
    )
    cover: Mark | None = Field(
        None,
        description="What draws a piece of this side for those who may not know its kind; `?` if "
        "not said.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    def is_several(self, called: str) -> bool:
        """Return whether verbs take the plural behind what the side is called."""
        return is_several(called) if self.plural is None else self.plural


class Kind(Model):
    """A kind of piece."""

    title: str | None = Field(None, description="What players call it.")
    plural: str | None = Field(
        None,
        description="What players call several of them, `turns to the left` or `oxen`. If not "
        "said, it is the title with an ending, as in `kings`.",
    )
    letters: dict[Name, Mark] = Field(
        description="The letter that draws such a piece, by side; under `nobody` the one for a "
        "piece that belongs to no side. Those of a side that `only` leaves out go with it."
    )
    attributes: dict[Name, FixedExpression] = Field(
        default={},
        description="What is true of every piece of the kind and never changes: a number, `true` "
        "or `false`, a kind, or an expression of flags, such as `figures.worth` for a field of the "
        "map flag `figures`. A number that changes is a counter per piece. An attribute that rules "
        "ask of a piece or kind has to stand under every kind; where others have a kind, such as "
        "the one that `piece.promotes_to` is, it may be `nothing`.",
    )
    counters: dict[Name, NumberExpression] = Field(
        default={},
        description="What counters per piece start with for such a piece, also one that is placed "
        "later; what the counter says under `start` if not said. Not for one that `resets`.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    def several(self, called: str) -> str:
        """Return what several of them are called, of which one is called so."""
        return plural(called) if self.plural is None else self.plural


class Die(Model):
    """A die with faces 1 to n, each as likely.

    It shows a face from the step that throws it until the turn is over. Before that, and from
    the beginning of every turn until it is thrown anew, it is `nothing`: a line of `distance: die`
    leads nowhere then. What a throw before the first turn decides is kept in a counter. At the
    table, dice that were thrown earlier in the turn stand apart from those of the last throw.
    """

    faces: NumberExpression = Field(description="How many faces it has.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class Counter(Model):
    """A whole number that rules count with; with a limit it is a quota."""

    per: Per = Field(
        "game",
        description="One for the whole game, or one for each side, seat, piece or cell; places "
        "off the board count as cells.",
    )
    kind: OneOrMore[Name] | None = Field(
        None,
        description="The kinds of pieces that have one per piece; all if not said. Others have "
        "none that boards or views could show. Rules may ask it of them as well, and read what "
        "the counter starts with; what rules add or set there changes nothing. A piece that turns "
        "into a kind that has none loses it, and one that turns back begins anew.",
    )
    resets: Literal["never", "turn", "phase"] = Field(
        "never", description="When it starts anew: with every turn, with every phase, or never."
    )
    start: NumberExpression | None = Field(None, description="What it starts with; 0 if not said.")
    limit: NumberExpression | None = Field(
        None,
        description="How high `uses` takes it, after which moves are refused as "
        "`move/limit-reached`; steps can set it higher.",
    )
    keep: NumberExpression | None = Field(
        None,
        description="How many of its last values `past` can ask for, the present one included; "
        "1 if not said.",
    )
    tells_apart: Truth = Field(
        True,
        description="Whether positions that differ only in it are different ones, for "
        "`repetitions`. Rulebooks list by their titles those of which it is so.",
    )
    shown: Truth | Literal["order"] | None = Field(
        None,
        description="Whether boards show it behind the letter of each piece or cell, such as "
        "`s4` or `.4`; a 0 is left out unless the counter begins at another number. For one per "
        "piece or cell. Several that are `true` stand there together, `s4/1`. Where a digit is "
        "the letter of a kind, a colon stands before the number, `s:4`. If not said, it "
        "is shown so when no other is kept per piece or cell; where others are, it is listed "
        "beside or below the board, `age: b1 2, c4 1`; so it is for pieces off the board, if an "
        "operand, a choice or a loop looks for pieces in their place. One per piece may be shown "
        "as `order`: it says how high each piece stands, and pieces on one cell are drawn from "
        "the lowest to the highest. Any counter with `shown: false`, also one of the "
        "game, of sides or seats, stands neither on nor beside boards. It is no secret for "
        "that: its value stays in views and observations; `views` hides it. The rulebook "
        "has it among its tallies where its sentences speak of it.",
    )
    title: str | None = Field(None, description="What players call it.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    @model_validator(mode="after")
    def _shown_on_boards(self) -> Self:
        if self.shown not in (None, False) and self.per not in ("piece", "cell"):
            message = "only a counter per piece or cell is shown behind letters"
            hint = (
                "take `shown` out; counters of the game, of sides and seats stand beside boards, "
                "unless they have `shown: false`"
            )
            raise complaint("schema/bad-value", message, hint=hint, key="shown", marks_key=True)
        if self.shown == "order" and self.per != "piece":
            message = "only a counter per piece is the order of pieces"
            hint = "write `per: piece`, or `shown: true`"
            raise complaint("schema/bad-value", message, hint=hint, key="shown")
        return self

    @model_validator(mode="after")
    def _of_kinds(self) -> Self:
        if self.kind is not None and self.per != "piece":
            message = "only a counter per piece is one of some kinds"
            hint = "write `per: piece`, or take `kind` out"
            raise complaint("schema/bad-value", message, hint=hint, key="kind", marks_key=True)
        if self.kind is not None and self.shown == "order":
            message = "how high a piece stands is asked of pieces of all kinds"
            hint = "take `kind` out, or write another `shown`"
            raise complaint("schema/bad-value", message, hint=hint, key="kind", marks_key=True)
        return self

    def is_of(self, kind: str) -> bool:
        """Return whether pieces of a kind have it."""
        return self.kind is None or kind in self.kind


class Marker(Model):
    """A value that rules remember: a cell, a piece, a side, a seat, a kind, a word, or nothing.

    It holds nothing until a `mark` step gives it a value. One kept per game is read by its
    name; one kept per side or seat by its name for the one on turn, or as an attribute of
    a side or seat; one kept per piece or cell as an attribute of the piece or cell. A mark of a
    piece that has left the game reads nothing.
    """

    holds: (
        Literal["cell", "piece", "side", "seat", "kind"]
        | Annotated[list[Name], Field(min_length=1)]
    ) = Field(
        description="What it remembers: cell, piece, side, seat, kind, or a list of words of your "
        "own, such as the orders of a program, `[forward, turn_left, turn_right]`."
    )
    per: Per = Field(
        "game",
        description="One for the whole game, or one for each side, seat, piece or cell; places "
        "off the board count as cells.",
    )
    resets: Literal["never", "turn", "phase"] = Field(
        "never", description="When it is forgotten: with every turn, with every phase, or never."
    )
    keep: NumberExpression | None = Field(
        None,
        description="How many of its last values `past` can ask for, the present one included; "
        "1 if not said.",
    )
    symbol: Mark | None = Field(
        None,
        description="What draws it on its cell while no piece stands there; only for a cell that "
        "is kept once for the game.",
    )
    tells_apart: Truth = Field(
        True,
        description="Whether positions that differ only in it are different ones, for "
        "`repetitions`. Rulebooks list by their titles those of which it is so.",
    )
    shown: Truth = Field(
        True,
        description="Whether it stands on or beside boards. One that does not is no secret for "
        "that: its value stays in views and observations; `views` hides it. The rulebook has it "
        "among its notes where its sentences speak of it.",
    )
    title: str | None = Field(None, description="What players call it.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")

    @property
    def type(self) -> Literal["cell", "piece", "side", "seat", "kind", "word"]:
        """The type of what it remembers."""
        return "word" if isinstance(self.holds, list) else self.holds

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it can hold; none where it holds something else."""
        return tuple(self.holds) if isinstance(self.holds, list) else ()

    @model_validator(mode="after")
    def _drawn_or_not(self) -> Self:
        if self.symbol is not None and not self.shown:
            message = "a mark that is not shown has no symbol"
            hint = "take `symbol` out, or `shown`"
            raise complaint("schema/bad-value", message, hint=hint, key="shown", marks_key=True)
        return self


_COUNTERS: Final = (
    "What counters per piece begin with for these pieces; what their kind or the counter says if "
    "not said. Not for a counter that `resets`."
)


class FillSpec(Model):
    zone: PartName = Field(description="The zone, or the part of one, to fill.")
    kind: Name = Field(description="The kind of the pieces.")
    owner: Name | None = Field(
        None, description="The side, or `nobody`; the owner of the zone if not said."
    )
    count: NumberExpression | None = Field(
        None,
        description="How many pieces on each cell, or in each place off the board; 1 if not said.",
    )
    seat: Whole = Field(
        1, ge=1, description="Which of the side's seats commands the pieces, counted from 1."
    )
    number_as: Name | None = Field(
        None, description="A counter per piece that gets 1, 2, 3 and so on, in the order of cells."
    )
    counters: dict[Name, NumberExpression] = Field(default={}, description=_COUNTERS)

    @model_validator(mode="after")
    def _say_it_once(self) -> Self:
        if self.number_as is not None and self.number_as in self.counters:
            message = f"`number_as` says already what '{self.number_as}' begins with"
            hint = "take one of the two out"
            raise complaint("schema/bad-value", message, hint=hint, key="number_as")
        return self


class Fill(Model):
    """Every cell of the zone gets a piece, or several, for the zone's owner."""

    fill: FillSpec
    id: Name | None = Field(None, description="A name by which a variant can replace it.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class PutSpec(Model):
    kind: Name = Field(description="The kind of the pieces.")
    owner: Name = Field(description="The side that owns them, or `nobody`.")
    at: OneOrMore[PlaceName] = Field(
        description="The cells by name, or places off the board: `hand.white`."
    )
    count: NumberExpression | None = Field(
        None, description="How many pieces in each of these places; 1 if not said."
    )
    called: OneOrMore[Name] = Field(
        default=[],
        description="Names of the pieces, one for each of `at`. A piece that has a name is written "
        "by it in moves, wherever it stands; whoever sees the piece sees its name.",
    )
    counters: dict[Name, NumberExpression] = Field(default={}, description=_COUNTERS)

    @model_validator(mode="after")
    def _name_each(self) -> Self:
        if self.called and self.count is not None:
            raise complaint(
                "schema/bad-value",
                "a name is of one piece, and `count` makes several in each place",
                hint="take `count` out, or put those without a name there in an item of their own",
                key="called",
            )
        if self.called and len(self.called) != len(self.at):
            message = f"the number of cells is {len(self.at)}, that of names {len(self.called)}"
            raise complaint(
                "schema/bad-value", message, hint="give one name for each cell", key="called"
            )
        return self


class Put(Model):
    """Pieces on named cells, or in places off the board."""

    put: PutSpec
    id: Name | None = Field(None, description="A name by which a variant can replace it.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class PieceRow(Model):
    """One piece of a list."""

    called: Name | None = Field(
        None,
        description="The name it is written by in moves; whoever sees the piece sees its name.",
    )
    owner: Name = Field(description="The side that owns it, or `nobody`.")
    kind: Name = Field(description="Its kind.")
    at: PlaceName = Field(description="The cell it stands on, or a place off the board.")
    counters: dict[Name, NumberExpression] = Field(
        default={}, description=_COUNTERS.replace("these pieces", "this piece")
    )


class Pieces(Model):
    """Pieces one by one, each with its name; the whole list may be the value of a list flag."""

    pieces: list[PieceRow] = Field(min_length=1)
    id: Name | None = Field(None, description="A name by which a variant can replace it.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


class Drawn(Model):
    """Pieces as drawn, by the letters of their kinds; dots and symbols of zones are empty cells.

    Several pieces on a cell are drawn as boards print them, with a number before their letter or
    letter by letter: `5w`, `2wb`. A number behind a letter, or behind the mark of an empty cell,
    is what the counter begins with that boards show there: `s4`, `s4/1`, `.4`; a letter without
    one leaves the counter as its kind begins with it. In both cases there is a space between
    every two cells.
    """

    drawn: str
    id: Name | None = Field(None, description="A name by which a variant can replace it.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses it comes from.")


SetupItem: TypeAlias = Annotated[Fill | Put | Pieces | Drawn, OneOfKeys("setup item")]
