"""The shape of a file of scenario tests: positions, what is tried in them, what has to come of it.

A file is a list under `cases:`; what its cases share stands once under `defaults:`.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, TypeAlias

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    Tag,
    model_validator,
)

from ruleengine.codes import CODES, Code
from ruleengine.expressions.problems import closest, did_you_mean
from ruleengine.game.moves.moves import Written
from ruleengine.schema.fields import CellName, ClauseId, Name, OneOfKeys, OneOrMore
from ruleengine.schema.model import Model, complaint
from ruleengine.schema.wording import any_of, shown
from ruleengine.workbench.cases.expectation_model import (
    Expectation,
    GivenCounter,
    GivenMark,
    MoveText,
)

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
MoveMapping: TypeAlias = dict[str, str | int | list[str | int] | None]
"""A move by name: the action, and a value for each operand."""
WrittenMove: TypeAlias = Annotated[MoveText | MoveMapping, Field(union_mode="left_to_right")]
_OWN: Final[Code] = "move/requirement"
"""The code of a refusal by a rule for which the author has a word, and a sentence, of their own."""


def _known_code(code: str) -> str:
    if code in CODES:
        return code
    family, _, name = code.partition("/")
    # All of a family begin alike, so that only what comes after that tells which was meant.
    names = [each.split("/", 1)[1] for each in CODES if each.startswith(f"{family}/")]
    # A code may be right but for its family: what went wrong is easier to remember than where.
    elsewhere = [each for each in CODES if each.split("/", 1)[1] == name]
    near = closest(name, names)
    if not elsewhere and near is None:
        far = closest(name, [each.split("/", 1)[1] for each in CODES])
        elsewhere = [each for each in CODES if each.split("/", 1)[1] == far]
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
    """Moves that a seat hands in together: all of them are taken, or none.

    Where a seat says itself that it is done, `commit` is the last of them, and without it the
    submission stays open for the seat; a ready sheet commits by itself, and so does the last move
    that the step `submit` allows under `moves`. `moves: [commit]` hands in nothing.
    """

    by: Name = Field(description="The seat.")
    moves: list[WrittenMove] | None = Field(
        None,
        description="The moves, in order, and `commit` behind them where a seat says itself that "
        "it is done.",
    )
    sheet: Name | None = Field(None, description="A ready sheet of the ruleset, by its name.")

    @model_validator(mode="after")
    def _one_source(self) -> Sheet:
        if (self.moves is None) == (self.sheet is None):
            message = "either 'moves' or 'sheet' is needed"
            raise complaint("schema/bad-value", message, hint="write one of them")
        if self.moves == []:
            message = "the sheet has no moves, so that nothing would happen"
            hint = "who does nothing and is done writes `moves: [commit]`"
            raise complaint("schema/bad-value", message, hint=hint, key="moves")
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
    return "#by" if says_who or isinstance(value, SeatMoves) else "#move"


Played: TypeAlias = Annotated[
    Annotated[SeatMoves, Tag("#by")] | Annotated[WrittenMove, Tag("#move")],
    Discriminator(_plays_as),
]


class PlayStep(Model):
    """A legal move is made, or a choice is answered."""

    play: OneOrMore[Played] = Field(
        description="A move as a text or by name, with `by` what a seat plays; or a list of such "
        "in order, as of seats that act at the same time."
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
    off_board: dict[str, OneOrMore[str] | None] | None = Field(
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
    cells: dict[CellName, str | None] | None = Field(
        None,
        description="What stands on single cells, whatever the drawing has there: `3o` for three "
        "pieces, `2xo` for two and one, `o2` for one with a counter at 2, or `empty`. With a "
        "counter that is `shown: order` the last stands highest: the first has what the counter "
        "starts with, and each one more than the one before.",
    )
    counters: dict[Name, GivenCounter] | None = Field(
        None,
        description="What counters stand at, written as under `expect`; one that starts anew with "
        "every turn keeps it for this turn.",
    )
    marks: dict[Name, GivenMark] | None = Field(
        None, description="What marks hold, written as under `expect`."
    )
    opening: dict[Name, Name] | None = Field(
        None,
        description="The seat of a side or color. With it, `start` leaves the opening out; `{}` "
        "is none, also where `defaults` has one.",
    )
    zone_owners: dict[str, Name | None] | None = Field(
        None,
        description="The sides that own zones, where that can change; `nobody` for one that "
        "belongs to none.",
    )
    commanders: dict[str, Name | None] | None = Field(
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
