"""Steps: the effects of actions and the flow of turns are written with the same vocabulary.

A list of steps runs from top to bottom. A step may stop the game at a choice point or a
chance point; play goes on from there once the choice is made or chance has decided.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from ruleengine.schema.expression import (
    CellExpression,
    Condition,
    Expression,
    NumberExpression,
    OwnerExpression,
    PieceExpression,
    RememberedExpression,
    SideExpression,
    ValueExpression,
)
from ruleengine.schema.fields import (
    CalledName,
    ClauseId,
    EitherForm,
    Name,
    OneOfKeys,
    OneOrMore,
    Truth,
)
from ruleengine.schema.model import Model
from ruleengine.schema.sentence import PlainSentence, Sentence
from ruleengine.schema.step_sources import ChooseSpec, ForEachSpec
from ruleengine.schema.step_specs import (
    BecomeSpec,
    ClaimSpec,
    ColorSpec,
    GiveSpec,
    MoveSpec,
    PlaceSpec,
    SeatSpec,
    SendSpec,
)
from ruleengine.schema.submission import MoveRange


class StepModel(Model):
    """What every step may carry."""

    id: Name | None = Field(None, description="A name by which a variant can replace the step.")
    label: Name | None = Field(None, description="A name that `again` can go back to.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses the step comes from.")


class Move(StepModel):
    """A piece goes to a cell."""

    move: MoveSpec


class Capture(StepModel):
    """Every enemy piece on the cell leaves the board; nothing happens when there is none.

    A piece of nobody is no enemy.
    """

    capture: CellExpression


class Remove(StepModel):
    """A piece leaves the board."""

    remove: PieceExpression


class Send(StepModel):
    """A piece goes to a place off the board."""

    send: SendSpec


class Place(StepModel):
    """A new piece appears on a cell."""

    place: PlaceSpec


class Give(StepModel):
    """A piece changes sides."""

    give: GiveSpec


class Claim(StepModel):
    """A zone, or a part of one, changes owner."""

    claim: ClaimSpec


class Become(StepModel):
    """A piece turns into another kind.

    It stays the same piece otherwise: what counters and marks hold of it is kept.
    """

    become: BecomeSpec


Explained: TypeAlias = Annotated[
    Truth,
    Field(
        description="Whether rulebooks say the step. With `false` it is left out, and with it what "
        "is kept by such steps alone and asked by nothing that is told: for what a program has to "
        "keep, and players see at a glance. Where positions are counted, by `repetitions`, what "
        "tells them apart is asked for. A step that holds or runs others can be left out where "
        "these keep tallies and notes and do nothing else.",
    ),
]


class Add(StepModel):
    """Counters go up by so much; a counter per side or seat counts for the one on turn.

    Several change at once: all amounts are found before the first of them changes.
    """

    add: dict[Name, NumberExpression] = Field(min_length=1)
    for_: OwnerExpression | None = Field(
        None,
        alias="for",
        description="Whose counter: a side, a seat, a piece or a cell, as the counter is kept.",
    )
    explained: Explained = True


class Set(StepModel):
    """Counters take a value.

    Several change at once, `{a: b, b: a}` exchanges two: all values are found before the first
    of them changes.
    """

    set: dict[Name, NumberExpression] = Field(min_length=1)
    for_: OwnerExpression | None = Field(
        None,
        alias="for",
        description="Whose counter: a side, a seat, a piece or a cell, as the counter is kept.",
    )
    explained: Explained = True


class Mark(StepModel):
    """Marks take a value, or `nothing`; one per side or seat changes for the one on turn.

    Several change at once: all values are found before the first of them changes.
    """

    mark: dict[Name, RememberedExpression] = Field(min_length=1)
    for_: OwnerExpression | None = Field(
        None,
        alias="for",
        description="Whose mark: a side, a seat, a piece or a cell, as the mark is kept.",
    )
    explained: Explained = True


class Let(StepModel):
    """Names for values, for the steps after it in the same list and in the lists inside these.

    A value is worked out once, here; it stays as it is when the position changes. Each name may
    be used in those after it.
    """

    let: dict[Name, ValueExpression] = Field(min_length=1)


RunCall: TypeAlias = Annotated[
    Annotated[CalledName, Tag("#name")]
    | Annotated[
        dict[CalledName, dict[Name, ValueExpression]],
        Field(min_length=1, max_length=1),
        Tag("#call"),
    ],
    Discriminator(lambda value: "#call" if isinstance(value, dict) else "#name"),
    EitherForm(),
]
"""A procedure by its name, or as the only key of what it is given by name."""


class Tell(StepModel):
    """Players are told a sentence, as an event; nothing else changes.

    An expression between braces is told as a value, a piece by its cell. It may tell a secret.
    """

    tell: Sentence
    who: SideExpression | None = Field(None, description="Who is told; everybody if not said.")


class Roll(StepModel):
    """A die is thrown: a chance point."""

    roll: Name
    who: SideExpression | None = Field(
        None,
        description="The side that throws, as players are told and rulebooks say; the one on turn "
        "unless said otherwise.",
    )


class Choose(StepModel):
    """A choice point, or a chance point when `who` is `chance`.

    With one option and no right to decline, it is taken without asking. With no option, or
    when declined, `else` runs and the rest of the list is skipped.
    """

    choose: ChooseSpec
    else_: list["Step"] = Field(default=[], alias="else", description="What happens otherwise.")


class Act(StepModel):
    """The side on turn takes one of these actions. When none is possible, `else` runs.

    Without `else`, the side is passed over then, and the steps after this one follow. If it is
    `optional`, that counts as a pass; with `else: []` it does not.
    """

    act: list[Name] = Field(min_length=1)
    who: SideExpression | None = Field(
        None,
        description="The side that acts; the one on turn unless said otherwise. Until its action "
        "is done, with all that follows from it, `mover` is this side, also for whoever looks at "
        "the position; after that the side on turn is `mover` again.",
    )
    optional: Truth = Field(
        False,
        description="Whether the side may pass instead. A pass does nothing: `else` does not run, "
        "and the steps after this one follow. Where the nearest loop around is a `repeat`, a pass "
        "leaves it, and the steps after the `repeat` follow. That holds for whoever acts: where "
        "another side may answer within the rounds of the side on turn, offer it an action "
        "without operands to decline with, after which the rounds go on.",
    )
    else_: list["Step"] = Field(default=[], alias="else", description="What happens otherwise.")

    @property
    def passes_if_stuck(self) -> bool:
        """Whether a side that cannot act passes, and leaves the rounds around as by a pass."""
        return self.optional and "else_" not in self.model_fields_set


class Submit(StepModel):
    """Several sides act at the same time, each as often as it likes, until each plays `commit`.

    With `moves` a side plays so many, or `at_most` so many; the last one commits by itself.

    In secret, each works on a draft of its own and sees the others as they were at the beginning.
    Once all have committed, their moves are carried out side by side in the order of `who`; one
    that has become impossible by then is left out. Endings and reactions follow after them all.
    The actions of a secret submission may not wait for chance or for a choice.
    """

    submit: list[Name] = Field(min_length=1, description="The actions.")
    who: OneOrMore[SideExpression] | None = Field(
        None, description="The sides that act; every side if not said."
    )
    secret: Truth = Field(
        True, description="Whether the others see nothing until all commit; `true` if not said."
    )
    moves: NumberExpression | MoveRange | None = Field(
        None,
        description="How many moves each side makes: exactly so many, or a range; any number if "
        "not said. The last one commits by itself, whatever `commit` says. Reckoned once for each "
        "side, as `mover`, at the beginning; a side whose number is 0 does not take part. (That a "
        "side finds no legal move may be its secret: it takes part, and can only commit.)",
        union_mode="left_to_right",
    )
    commit: Condition | None = Field(
        None,
        description="What has to hold for a side, as `mover`, to commit; nothing if not said. A "
        "side that has no legal move left can always commit; where that is not enough, ask again "
        "in the steps that follow.",
    )
    says: PlainSentence | None = Field(
        None, description="The sentence a player reads when it is too early to commit."
    )


class If(StepModel):
    """Steps that run only when a condition holds."""

    if_: Condition = Field(alias="if")
    then: list["Step"] = Field(description="What happens when it holds.")
    else_: list["Step"] = Field(default=[], alias="else", description="What happens otherwise.")
    explained: Explained = True


class ForEach(StepModel):
    """Steps that run once for each piece, cell, side, kind, part of a zone or number.

    What is gone through is fixed before the first time: the steps cannot add to it.
    """

    for_each: ForEachSpec
    do: list["Step"] = Field(description="What happens for each.")
    explained: Explained = True


class Repeat(StepModel):
    """Steps that run again and again, while a condition holds and at most so often."""

    repeat: list["Step"]
    while_: Condition | None = Field(
        None, alias="while", description="Asked before each time; always if not said."
    )
    at_most: NumberExpression = Field(
        description="How often they run at most; reckoned once, before the first time."
    )
    explained: Explained = True


class Run(StepModel):
    """The steps of a procedure run here; with what it is given: `run: {crown: {unit: man}}`."""

    run: RunCall
    explained: Explained = True

    @property
    def procedure(self) -> str:
        """The name of the procedure."""
        return self.run if isinstance(self.run, str) else next(iter(self.run))

    @property
    def values(self) -> dict[str, Expression]:
        """What the procedure is given, by name."""
        return {} if isinstance(self.run, str) else self.run[self.procedure]


class Again(StepModel):
    """Go back to a labelled step of the same list or of one around it."""

    again: Name


class EndTurn(StepModel):
    """The turn is over.

    It may stand among the steps of a turn, and in the effects of an action, a reaction or a
    procedure: what is left of these is still done, and then nothing more of the turn.
    """

    end_turn: Literal[True] = True


class Stop(StepModel):
    """The rest of this action, reaction, procedure or turn is skipped."""

    stop: Literal[True] = True


class CheckEndings(StepModel):
    """Look at the endings now, as after each action and turn, but at none with `at: turn_end`."""

    check_endings: Literal[True] = True


class Enter(StepModel):
    """Another phase begins."""

    enter: Name


class EndSpec(Model):
    winner: SideExpression | None = Field(None, description="The side that wins.")
    worth: NumberExpression | None = Field(None, description="How many points that counts, or 1.")
    draw: Literal[True] | None = Field(None, description="Nobody wins.")
    void: Literal[True] | None = Field(
        None, description="The game counts for nobody, as if it had not been played."
    )
    says: Sentence = Field(
        description="Why the game is over. An expression between braces is told as a value, as "
        "`tell` does it."
    )


class End(StepModel):
    """The game is over."""

    end: EndSpec


class Seat(StepModel):
    """A seat takes a side; when only one seat is left, it takes the side that is left.

    A seat that takes the side of another leaves it its own, if nobody else has that.
    """

    seat: SeatSpec


class Color(StepModel):
    """A seat takes a color, in the same way as `seat` gives it a side."""

    color: ColorSpec


Step: TypeAlias = Annotated[
    Move
    | Capture
    | Remove
    | Send
    | Place
    | Give
    | Claim
    | Become
    | Add
    | Set
    | Mark
    | Let
    | Roll
    | Choose
    | Act
    | Submit
    | If
    | ForEach
    | Repeat
    | Run
    | Again
    | EndTurn
    | Stop
    | CheckEndings
    | Enter
    | End
    | Tell
    | Seat
    | Color,
    OneOfKeys("step"),
]
