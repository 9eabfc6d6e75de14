"""The shape of a file of scenario tests: positions, what is tried in them, what has to come of it.

A file is a list under `cases:`; what its cases share stands once under `defaults:`.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    model_validator,
)

from ruleengine.codes import CODES, Code
from ruleengine.expressions.problems import closest, did_you_mean
from ruleengine.game.moves import Written
from ruleengine.schema.fields import CellName, ClauseId, Name, OneOfKeys, OneOrMore
from ruleengine.schema.model import Model, complaint
from ruleengine.schema.wording import any_of, shown

_WORDS = r"[a-z0-9]+([-_][a-z0-9]+)*"
_CASE = re.compile(rf"{_WORDS}(/{_WORDS})*")


def _check_case(text: str) -> str:
    if _CASE.fullmatch(text):
        return text
    parts = [re.sub(r"[^a-z0-9_]+", "-", part).strip("-_") for part in text.lower().split("/")]
    usable = "/".join(part for part in parts if part)
    hint = "write small letters, digits, hyphens and underscores, with slashes between topics"
    hint += f", such as `{usable}`" if _CASE.fullmatch(usable) else ""
    message = f"{shown(text)} cannot be the id of a case"
    raise complaint("schema/bad-value", message, hint=hint)


CaseId: TypeAlias = Annotated[str, AfterValidator(_check_case)]
MoveText: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
MoveMapping: TypeAlias = dict[str, str | int | list[str | int] | None]
"""A move by name: the action, and a value for each operand."""
WrittenMove: TypeAlias = Annotated[MoveText | MoveMapping, Field(union_mode="left_to_right")]
CounterValue: TypeAlias = int | dict[str, int | list[int]]
"""A number, or a number for each side, seat or piece; a piece is named by its cell.

Several pieces on one cell have a list of numbers.
"""
SeenNumber: TypeAlias = int | Literal["hidden"]
SeenCounter: TypeAlias = int | dict[str, SeenNumber | list[SeenNumber]]
"""The same as a seat sees it: `hidden` for a side, seat or piece of which it may not know it."""
MarkValue: TypeAlias = str | dict[str, str | list[str]]
"""What a mark holds, or what it holds for each side, seat or piece; it may be `nothing`."""

_OWN: Final[Code] = "move/requirement"
"""The code of a refusal by a rule for which the author has a word, and a sentence, of their own."""

NONE: Literal["none"] = "none"
"""Written where an outcome or a chance point could stand, but none is wanted."""


def _known_code(code: str) -> str:
    if code in CODES:
        return code
    family, _, name = code.partition("/")
    # All of a family begin alike, so that only what comes after that tells which was meant.
    names = [each.split("/", 1)[1] for each in CODES if each.startswith(f"{family}/")]
    # A code may be right but for its family: what went wrong is easier to remember than where.
    elsewhere = [each for each in CODES if each.split("/", 1)[1] == name]
    near = closest(name, names)
    if elsewhere:
        hint = f"did you mean {any_of(f'`{each}`' for each in sorted(elsewhere))}?"
    elif near is not None:
        hint = f"did you mean `{family}/{near}`?"
    elif names:
        hint = f"there are: {', '.join(f'{family}/{each}' for each in sorted(names))}"
    else:
        hint = did_you_mean(code, CODES) or "the codes have a page each in the reference"
    if "/" not in code:
        hint = f"a word of your own goes under `rule`: `code: {_OWN}, rule: {code}`"
    raise complaint("schema/not-one-of", f"there is no code '{code}'", hint=hint)


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


class OutcomeExpectation(Model):
    """How the game has to have ended."""

    winner: Name | None = Field(None, description="The side that won.")
    winners: list[Name] | None = Field(
        None, min_length=2, description="The sides that won together, in any order."
    )
    draw: Literal[True] | None = Field(None, description="Nobody won.")
    void: Literal[True] | None = Field(None, description="The game counts for nobody.")
    seats: list[Name] | None = Field(None, description="The seats that won, in order.")
    ending: str | None = Field(None, description="The id of the ending.")
    worth: int | None = Field(None, description="How many points the win counts.")
    reason: str | None = Field(None, description="The sentence that the ending says.")

    @model_validator(mode="after")
    def _say_who_won(self) -> OutcomeExpectation:
        results = ("winner", "winners", "draw", "void")
        if sum(getattr(self, word) is not None for word in results) != 1:
            raise complaint(
                "schema/bad-value",
                "an outcome has a winner or several, is a draw, or is void",
                hint="write `winner:`, `winners:`, `draw: true` or `void: true`; `outcome: none` "
                "if the game goes on",
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
    chance: list[MoveText] | Literal["none"] | None = Field(
        None,
        description="A chance point is open, with exactly these outcomes, in this order; `none` "
        "if none is open.",
    )
    actors: list[Name] | None = Field(None, description="The seats that have to decide.")
    mover: Name | None = Field(
        None,
        description="The side on turn; while another one acts, by `who` of the step `act`, that "
        "one.",
    )
    turn: int | None = Field(None, description="The number of the turn.")
    board: str | None = Field(None, description="The board, as it is drawn.")
    cells: dict[CellName, str] | None = Field(
        None,
        description="The letter of the piece on a cell, or `empty`; `3o` for three pieces, `2xo` "
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


class SeatMoves(Model):
    """What a seat plays."""

    by: Name = Field(description="The seat.")
    move: WrittenMove | None = Field(None, description="One move, as a text or by name.")
    moves: list[WrittenMove] | None = Field(None, description="Several, one after the other.")

    @model_validator(mode="after")
    def _one_source(self) -> SeatMoves:
        if (self.move is None) == (self.moves is None):
            message = "either 'move' or 'moves' is needed"
            raise complaint("schema/bad-value", message, hint="write one of them")
        return self

    @property
    def listed(self) -> list[Written]:
        """The moves, however they were written."""
        return [self.move] if self.move is not None else [*(self.moves or [])]


class Sheet(Model):
    """Moves that a seat hands in together: all of them are taken, or none."""

    by: Name = Field(description="The seat.")
    moves: list[WrittenMove] | None = Field(None, min_length=1, description="The moves, in order.")
    sheet: Name | None = Field(None, description="A ready sheet of the ruleset, by its name.")

    @model_validator(mode="after")
    def _one_source(self) -> Sheet:
        if (self.moves is None) == (self.sheet is None):
            message = "either 'moves' or 'sheet' is needed"
            raise complaint("schema/bad-value", message, hint="write one of them")
        return self


class Refusal(Model):
    """A move, or a sheet of moves, that must not be taken."""

    move: WrittenMove | None = Field(None, description="The move, as a text or by name.")
    by: Name | None = Field(
        None, description="The seat that tries it; the first that decides if not said."
    )
    submit: Sheet | None = Field(None, description="A sheet instead of a move.")
    index: int | None = Field(
        None, ge=0, description="Which move of the sheet is refused, counted from 0."
    )
    code: Annotated[str, AfterValidator(_known_code)] | None = Field(
        None,
        description="The code of the first reason; for a rule of your own it is "
        "`move/requirement`, and the word for it goes under `rule`. Needed unless `rule` is said.",
    )
    any_reason: bool = Field(default=False, description="The code may be of a later reason too.")
    clause: ClauseId | None = Field(None, description="A clause that this reason cites.")
    rule: Name | None = Field(
        None,
        description="The rule that refuses: the `code` that the ruleset gives it, or its `id` "
        "where it has none; or the `id` of a row of a table that the refusal rests on.",
    )
    says: str | None = Field(None, description="The sentence of this reason.")

    @model_validator(mode="after")
    def _one_thing(self) -> Refusal:
        if (self.move is None) == (self.submit is None):
            message = "either 'move' or 'submit' is needed"
            raise complaint("schema/bad-value", message, hint="say what is refused")
        if self.code is None and self.rule is None:
            hint = "say why it is refused: `code`, or `rule` for a rule of your own"
            raise complaint("schema/missing-key", "'code' is missing here", hint=hint)
        if self.submit is not None and self.by is not None:
            message = "a sheet says itself who hands it in"
            hint = "take `by` out here"
            raise complaint("schema/bad-value", message, hint=hint, key="by", marks_key=True)
        return self


class ChanceStep(Model):
    """Chance falls as the case says."""

    chance: OneOrMore[MoveText] = Field(
        description="How it falls: the text of an outcome or its last word; a list for several. "
        "Of pieces alike in one place the second is `bag:stone#2`, the third `bag:stone#3`. Where "
        "one option is left nothing falls: it is taken by itself, as the event `chosen`."
    )


class RollStep(Model):
    """A die is thrown; short for `chance`."""

    roll: OneOrMore[int] = Field(
        description="The face that comes up; a list for several throws in a row."
    )


def _plays_as(value: object) -> str:
    """Return which form of `play` is meant: a mapping says who plays, or it is a move."""
    says_who = isinstance(value, dict) and "by" in value and "action" not in value
    return "#by" if says_who or isinstance(value, SeatMoves) else "#moves"


class PlayStep(Model):
    """A legal move is made, or a choice is answered."""

    play: Annotated[
        Annotated[SeatMoves, Tag("#by")] | Annotated[OneOrMore[WrittenMove], Tag("#moves")],
        Discriminator(_plays_as),
    ] = Field(
        description="A move as a text or by name, or a list of them in order; with `by`, what a "
        "seat plays."
    )


class SubmitStep(Model):
    """A sheet of moves is handed in and taken as a whole."""

    submit: Sheet = Field(description="The sheet.")


class RefusedStep(Model):
    """A move is tried that is refused and changes nothing."""

    refused: Refusal = Field(description="What is tried, and why it is refused.")


class ExpectStep(Model):
    """The position is looked at."""

    expect: Expectation = Field(description="What has to be so.")


ScenarioStep: TypeAlias = Annotated[
    ChanceStep | RollStep | PlayStep | SubmitStep | RefusedStep | ExpectStep, OneOfKeys("step")
]
LeadingStep: TypeAlias = Annotated[
    ChanceStep | RollStep | PlayStep | SubmitStep, OneOfKeys("step before a position")
]
"""A step that changes the position: such lead to where a case begins."""


class Situation(Model):
    """The game and the position that a case begins with."""

    ruleset: str | None = Field(None, description="The name or path of a ruleset or variant.")
    flags: dict[str, object] = Field(
        default_factory=dict, description="Values of flags; those of the case go before others."
    )
    board: str | None = Field(
        None,
        description="The drawn board that the case begins with, or `empty`: then only what `cells` "
        "and `pieces` say stands on it.",
    )
    pieces: dict[Name, str] | None = Field(
        None,
        description="Where pieces with a name stand: a cell, a place beside the board, or `gone`. "
        "With or without a drawn board.",
    )
    off_board: dict[str, OneOrMore[str]] | None = Field(
        None,
        description="Pieces without a name in places off the board, beside a drawn board: "
        "`{hand.white: [white king, 2 white man], deck: [3 nobody card]}`. A place that is not "
        "named is empty, also one that the set-up of the game fills.",
    )
    start: bool | None = Field(
        None,
        description="Begin with the first position instead of a drawn board; `false` for a case "
        "that does not, where `defaults` say `true`.",
    )
    phase: Name | None = Field(
        None, description="The phase that begins; the first with turns if not said."
    )
    mover: Name | None = Field(
        None,
        description="The side whose turn begins; where it has several seats, the seat whose turn "
        "of the side it is, or else its first.",
    )
    turn: int | None = Field(
        None, ge=1, description="The number of the turn that begins; 1 if not said."
    )
    cells: dict[CellName, str] | None = Field(
        None,
        description="What stands on single cells, whatever the drawing has there: `3o` for three "
        "pieces, `2xo` for two and one, `o2` for one with a counter at 2, or `empty`. With a "
        "counter that is `shown: order` the last stands highest: the first has what the counter "
        "starts with, and each one more than the one before.",
    )
    counters: dict[Name, CounterValue] | None = Field(
        None,
        description="What counters stand at, written as under `expect`; one that starts anew with "
        "every turn keeps it for this turn.",
    )
    marks: dict[Name, MarkValue] | None = Field(
        None, description="What marks hold, written as under `expect`."
    )
    opening: dict[Name, Name] | None = Field(
        None,
        description="The seat of a side or color. With it, `start` leaves the opening out; `{}` "
        "is none, also where `defaults` has one.",
    )
    zone_owners: dict[str, Name] | None = Field(
        None,
        description="The sides that own zones, where that can change; `nobody` for one that "
        "belongs to none.",
    )
    commanders: dict[str, Name] | None = Field(
        None,
        description="The seats that command pieces, by cell or name, where a side has several; "
        "the first one if not said.",
    )
    after: list[LeadingStep] | None = Field(
        None,
        description="What has been thrown and played since then, so that the case begins in the "
        "middle of a turn: `roll`, `chance`, `play` and `submit`; `[]` is nothing, also where "
        "`defaults` has something.",
    )


class CaseSpec(Situation):
    """One scenario."""

    id: CaseId = Field(description="The behavior, such as `march/onto-own-piece-is-refused`.")
    clauses: list[ClauseId] = Field(default_factory=list, description="The clauses it shows.")
    steps: list[ScenarioStep] = Field(min_length=1, description="What happens, in order.")


class ScenarioFile(Model):
    """A file of scenario tests."""

    defaults: Situation | None = Field(None, description="What cases have if they do not say.")
    ruleset: str | None = Field(None, description="Short for `ruleset` under `defaults`.")
    cases: list[CaseSpec] = Field(min_length=1, description="The cases.")
