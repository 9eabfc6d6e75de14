"""What a case of a scenario file expects: what is legal, how things stand, and what seats see."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from ruleengine.schema.fields import CellName, Name, OneOrMore
from ruleengine.schema.model import Model, complaint

MoveText: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
CounterValue: TypeAlias = int | dict[str, int | list[int]]
"""A number, or a number for each side, seat or piece; a piece is named by its cell.

Several pieces on one cell have a list of numbers.
"""
SeenNumber: TypeAlias = int | Literal["hidden"]
SeenCounter: TypeAlias = int | dict[str, SeenNumber | list[SeenNumber]]
"""The same as a seat sees it: `hidden` for a side, seat or piece of which it may not know it."""
MarkValue: TypeAlias = str | dict[str, str | list[str]]
"""What a mark holds, or what it holds for each side, seat or piece; it may be `nothing`."""
GivenCounter: TypeAlias = int | dict[str, int | list[int] | None] | None
GivenMark: TypeAlias = str | dict[str, str | list[str] | None] | None
"""The same where a case may take out what `defaults` say."""

NONE: Literal["none"] = "none"
"""Written where an outcome or a chance point could stand, but none is wanted."""


class Among(Model):
    """Some of several things have to be there, others must not."""

    includes: OneOrMore[MoveText] = Field(
        default_factory=list, description="What has to be there, among others."
    )
    excludes: OneOrMore[MoveText] = Field(
        default_factory=list, description="What must not be there."
    )


class AmongMoves(Among):
    """A part of the legal moves.

    Moves are read as `play` reads them, so what may be left out there may be left out here.
    Under `excludes` a move may name only its first values, as in `step a1`.
    Then no legal move may begin so; of a text that could mean several, none may be legal.
    What could never be a move is refused there: an action, a cell or a piece that does not exist.
    """

    count: int | None = Field(None, ge=0, description="How many legal moves there are.")
    actions: list[Name] | None = Field(
        None, description="Exactly these actions have a legal move, in any order."
    )


class AmongOutcomes(Among):
    """Some of the ways in which chance can fall."""

    count: int | None = Field(None, ge=0, description="In how many ways chance can fall.")

    @model_validator(mode="after")
    def _say_something(self) -> AmongOutcomes:
        if not self.includes and not self.excludes and self.count is None:
            message = "nothing is expected of chance here"
            hint = "write what can fall under `includes`, what cannot under `excludes`, or `count`"
            raise complaint("schema/bad-value", message, hint=hint)
        return self


_RESULTS = ("winner", "winners", "draw", "void")
_WORDS_ALONE = ("draw", "void")
"""Results that name no side, and so are written as if they were words."""


class OutcomeExpectation(Model):
    """How the game has to have ended; what is not named may be anything."""

    winner: Name | None = Field(
        None, description="The side that won, or `nobody`: a draw, or a game that all have lost."
    )
    winners: list[Name] | None = Field(
        None, min_length=2, description="The sides that won together, in any order."
    )
    draw: Literal[True] | None = Field(None, description="Nobody won.")
    void: Literal[True] | None = Field(None, description="The game counts for nobody.")
    seats: list[Name] | None = Field(None, description="The seats that won, in order.")
    ending: str | None = Field(None, description="The id of the ending.")
    worth: int | None = Field(None, description="How many points the win counts.")
    reason: str | None = Field(None, description="The sentence that the ending says.")

    @property
    def says_who_won(self) -> bool:
        """Whether the case names the result, and not only how it came about."""
        return any(getattr(self, word) is not None for word in _RESULTS)

    @model_validator(mode="before")
    @classmethod
    def _written_as_a_word(cls, value: object) -> object:
        if isinstance(value, str) and value in _WORDS_ALONE:
            message = f"expected a mapping or '{NONE}', found the text '{value}'"
            hint = f"write `outcome: {{{value}: true}}`"
            raise complaint("schema/wrong-type", message, hint=hint)
        return value

    @model_validator(mode="after")
    def _say_one_thing(self) -> OutcomeExpectation:
        if not self.model_fields_set:
            raise complaint(
                "schema/bad-value",
                "an outcome says nothing here",
                hint="write who has won, such as `winner:` or `draw: true`, or which `ending:` it "
                "was; `outcome: none` if the game goes on",
            )
        if sum(getattr(self, word) is not None for word in _RESULTS) > 1:
            raise complaint(
                "schema/bad-value",
                "an outcome has a winner or several, is a draw, or is void, not two of these",
                hint="keep one of `winner:`, `winners:`, `draw: true` and `void: true`",
            )
        return self


class ViewExpectation(Model):
    """What a seat has to see; what is not named may be anything."""

    of: Name | None = Field(
        None, description="The seat; without it, what everybody may see, such as a spectator."
    )
    board: str | None = Field(None, description="The board, as it is drawn for the seat.")
    cells: dict[CellName, str] | None = Field(
        None,
        description="The letter or cover of the piece on a cell, or `empty`; several as under "
        "`expect`.",
    )
    pieces: dict[Name, int] | None = Field(
        None, description="How many pieces of a side the seat sees on the board."
    )
    at: dict[Name, str] | None = Field(
        None, description="Where the seat sees a piece, by its name: a cell or a place beside it."
    )
    kinds: dict[CellName, str] | None = Field(
        None, description="The kind of the piece on a cell, or `hidden`."
    )
    off_board: dict[str, OneOrMore[str]] | None = Field(
        None,
        description="What lies in a place off the board, in any order: side and kind of each "
        "piece, such as `red man` or `2 red man`; `red hidden` if the seat may not know the kind.",
    )
    counters: dict[Name, SeenCounter] | None = Field(
        None,
        description="Counters that the seat sees; those of pieces by cell or name, and `hidden` "
        "for a side, a seat or a piece of which it may not know them.",
    )
    marks: dict[Name, MarkValue] | None = Field(
        None,
        description="What marks hold that the seat sees; those of pieces by cell or name, and "
        "`hidden` for one that the seat may not know.",
    )
    hidden: OneOrMore[Name] | None = Field(
        None, description="Counters and marks of which the seat sees nothing at all."
    )
    legal: list[MoveText] | AmongMoves | None = Field(
        None, description="Exactly these legal moves, in any order, or a part of them."
    )
    events: list[MoveText] | Among | None = Field(
        None, description="What the seat sees of what the step before this one did."
    )


class Expectation(Model):
    """What has to be so at this point; what is not named may be anything."""

    legal: list[MoveText] | AmongMoves | None = Field(
        None, description="Exactly these legal moves, in any order, or a part of them."
    )
    choice: list[MoveText] | Literal["none"] | None = Field(
        None,
        description="A choice is open, with exactly these options, in this order; `none` if no "
        "choice is open.",
    )
    chance: list[MoveText] | AmongOutcomes | Literal["none"] | None = Field(
        None,
        description="A chance point is open, with exactly these outcomes, in this order, or with "
        "some of them; each is written as under `chance` of a step. `none` if none is open.",
    )
    actors: list[Name] | None = Field(None, description="The seats that have to decide.")
    mover: Name | None = Field(
        None,
        description="The side on turn; while another one acts, by `who` of the step `act`, that "
        "one.",
    )
    phase: Name | None = Field(None, description="The phase.")
    turn: int | None = Field(None, description="The number of the turn.")
    board: str | None = Field(None, description="The board, as it is drawn.")
    cells: dict[CellName, str] | None = Field(
        None,
        description="The letter of the piece on a cell, or `empty`, or what boards draw there "
        "without a piece; `3o` for three pieces, `2xo` "
        "for two and one, `o2` for one with a counter at 2; a letter alone leaves the counter "
        "open. Where a counter is `shown: order`, from the lowest to the highest, as on boards; "
        "else in any order.",
    )
    pieces: dict[Name, int] | None = Field(
        None, description="How many pieces a side has on the board."
    )
    at: dict[Name, str] | None = Field(
        None,
        description="Where pieces with a name stand: a cell, a place beside the board, or `gone`.",
    )
    off_board: dict[str, OneOrMore[str]] | None = Field(
        None,
        description="What lies in a place off the board, in any order: side and kind of each "
        "piece, such as `red man` or `2 red man`.",
    )
    counters: dict[Name, CounterValue] | None = Field(
        None,
        description="What counters stand at; one per side, seat, piece or cell with a number for "
        "each, a piece by its cell, its place off the board or its name. Of several pieces "
        "without a name in one place it is a list, in the order in which boards print them: "
        "sides and kinds as they are declared. A cell that is not named in a "
        "situation has what the counter starts with.",
    )
    marks: dict[Name, MarkValue] | None = Field(
        None,
        description="What a mark holds: a cell, a piece by its cell or name, another name, a word, "
        "or `nothing`; one per side, seat, piece or cell with a value for each.",
    )
    zone_owners: dict[str, Name] | None = Field(
        None, description="The side that owns a zone, or `nobody`."
    )
    sides: dict[Name, Name] | None = Field(None, description="The side of a seat.")
    colors: dict[Name, Name] | None = Field(None, description="The color of a seat.")
    events: list[MoveText] | Among | None = Field(
        None, description="What the step before this one did: names, or names with details."
    )
    outcome: OutcomeExpectation | Literal["none"] | None = Field(
        None, description="How the game has ended, or that it goes on."
    )
    view: OneOrMore[ViewExpectation] | None = Field(None, description="What seats see of it.")

    @model_validator(mode="after")
    def _say_something(self) -> Expectation:
        if not self.model_fields_set:
            known = ", ".join(type(self).model_fields)
            message = "the expectation is empty"
            raise complaint("schema/bad-value", message, hint=f"it can name: {known}")
        return self
