"""Reach: which targets a rule proposes, before validators refuse some of them."""

from collections.abc import Collection, Sequence
from typing import Annotated, Final, Literal, Self, TypeAlias, get_args

from pydantic import Field, model_validator

from ruleengine.schema.expression import CellExpression, Condition, NumberExpression
from ruleengine.schema.fields import ClauseId, Name, OneOfKeys, OneOrMore, Whole, Word, own_key
from ruleengine.schema.model import Model, complaint
from ruleengine.schema.refusals import OF_NAMING, OF_OPERANDS, Refusal, RefusedFor
from ruleengine.schema.selectors import CellFilter, PieceFilter
from ruleengine.schema.sentence import PlainSentence

Direction = Literal[
    "orthogonal",
    "diagonal",
    "all",
    "up",
    "down",
    "left",
    "right",
    "up_left",
    "up_right",
    "down_left",
    "down_right",
    "forward",
    "backward",
    "sideways",
    "forward_diagonal",
    "backward_diagonal",
]


DIRECTIONS: Final[frozenset[str]] = frozenset(get_args(Direction))
RELATIVE: Final = frozenset(
    {"forward", "backward", "sideways", "forward_diagonal", "backward_diagonal"}
)
"""Directions that are seen from a side, so that every side has to look somewhere."""


class Distance(Model):
    """A range of distances, from 1 to as far as the board goes where it does not say otherwise."""

    at_least: NumberExpression = Field(
        1, validate_default=True, description="The shortest distance; 1 if not said."
    )
    at_most: NumberExpression | None = Field(None, description="The longest distance.")


class LineReach(Model):
    """Cells in a straight line from a cell or piece; distance 0 is the cell itself."""

    from_: CellExpression = Field(alias="from", description="Where the line starts.")
    directions: OneOrMore[Direction] = Field(
        description="Which ways; `forward` and the like are seen from the side that moves."
    )
    distance: NumberExpression | Distance = Field(
        description="Exactly so many cells, or a range: `{at_most: 3}` is 1 to 3, and "
        "`{at_least: 2}` as far as the board goes.",
        union_mode="left_to_right",
    )
    too_long: Literal["refuse", "stop", "stop_on_board"] = Field(
        "refuse",
        description="A cell in line may be written as direction and length, `up 3`, or by the "
        "direction alone where the distance is one fixed number. What becomes "
        "of one that leads off the board or farther than allowed: it is refused, or it stops at "
        "the last cell that can be reached. With `stop_on_board` it stops where it is farther "
        "than allowed, and is refused where it leads off the board all the same.",
    )


class RouteReach(Model):
    """Cells at the end of a route of so many steps that visits no cell twice.

    No steps at all lead to where the route starts.
    """

    from_: CellExpression = Field(alias="from", description="Where the route starts.")
    directions: OneOrMore[Direction] = Field(
        default=["orthogonal"],
        description="Which ways each step may go; `forward` and the like are seen from the side "
        "that moves.",
    )
    steps: NumberExpression | Distance = Field(
        description="Exactly so many steps, or a range: 10 at most, or 6 where the directions are "
        "more than four, since every route is looked at. An attribute, `unit.moves`, will do "
        "where it is no more for any kind that the unit can be. For a longer one, a chain of "
        "cells, `linked`, asks where it can lead.",
        union_mode="left_to_right",
    )
    through: CellFilter = Field(description="What a cell on the way has to be.")


class LeapReach(Model):
    """Cells at fixed offsets: every way round, or as the side that moves sees them."""

    from_: CellExpression = Field(alias="from", description="Where the leap starts.")
    by: list[tuple[Whole, Whole]] = Field(
        default=[],
        min_length=1,
        description="How many cells one way, and how many across it, mirrored and turned every "
        "way: `[1, 2]` has eight cells.",
    )
    ahead: list[tuple[Whole, Whole]] = Field(
        default=[],
        min_length=1,
        description="How many cells ahead, and how many to the right, as the side that moves sees "
        "it, and no other way; numbers below 0 lead back, and to the left: `[2, -1]` has one cell.",
    )
    through: CellFilter | None = Field(
        None,
        description="What the cells that it passes have to be; it leaps over everything if not "
        "said. It goes straight first, and slanting at the end: `[1, 2]` passes the cell beside "
        "its start, `[2, 2]` the one in the middle, `[2, 3]` one beside and one slanting.",
    )

    @model_validator(mode="after")
    def _somewhere(self) -> Self:
        if not self.by and not self.ahead:
            message = "a leap needs 'by' or 'ahead'"
            hint = "add `by: [[1, 2]]` for a leap every way round, or `ahead: [[2, 1]]`"
            raise complaint("schema/bad-value", message, hint=hint)
        return self


class NumberRange(Model):
    """Whole numbers from one to another, both included."""

    at_least: NumberExpression = Field(description="The smallest number.")
    at_most: NumberExpression = Field(
        description="The largest number. How large it can become has to be known at load: of an "
        "attribute of kinds it is, of a counter `min(..., 20)` says so."
    )
    too_large: Literal["refuse", "stop"] = Field(
        "refuse",
        description="What becomes of a larger number: it is refused, or the largest is meant.",
    )


class OperandModel(Model):
    """What every operand may carry."""

    when: Condition | None = Field(
        None,
        description="The operand is named only when this holds, which may speak of the operands "
        "before it. Otherwise it is nothing and is not written, and rules about its cell or its "
        "way have nothing to say.",
    )
    named: Literal["always", "never", "if_several"] = Field(
        "always",
        description="Whether a player names it. `never`: the rules find the value, and the move "
        "is legal only if exactly one fits; all rules are asked to find it but those that say "
        "`infers: false`. A number that follows from other operands is better a table. "
        "`if_several`: it may be named; left out, it is found as with `never`. With several that "
        "fit the refusal is `move/ambiguous`, with none `move/none-fits`, in the words of the "
        "rules where only one value fits the operand itself.",
    )
    title: str | None = Field(
        None,
        min_length=1,
        description="What players call it in a rulebook and in refusals: a noun with what "
        "belongs to it, such as `the stone that is put`, or a question such as `how it captures`; "
        "its name if not said.",
    )
    says: PlainSentence | None = Field(
        None,
        description="The sentence a player reads instead of the engine's own words when what is "
        "named is there, but may not be named: `it goes to the next square`. So is a piece that is "
        "named by its kind, `man-b3`, where no man may be named. A way of `any_of` "
        "may have one as well; that of the operand goes before. Of an operand that need not be "
        "named, the sentence for when no value fits; what the nearest ones lack follows it.",
    )
    clauses: list[ClauseId] = Field(
        default=[], description="The clauses that say what may be named here."
    )
    refusals: dict[RefusedFor, Refusal] = Field(
        default={},
        description="What single refusals say and cite, by their codes, where an operand comes "
        "from many clauses and each reason from few: "
        "`reach/too-far: {clauses: [R-2], says: a man goes one cell}`.",
    )

    @model_validator(mode="after")
    def _refused_for_what_can_be(self) -> Self:
        own = {*self.own_refusals(), *OF_NAMING}
        for code in self.refusals:
            if code not in own:
                raise complaint(
                    "schema/bad-value",
                    f"what is named here is never refused as '{code}'",
                    hint=f"the codes here are {', '.join(sorted(own))}",
                    key="refusals",
                )
        return self

    def own_refusals(self) -> Sequence[RefusedFor]:
        """Return the codes under which a value is refused that is named."""
        return OF_OPERANDS[own_key(type(self))]


class PieceOperand(OperandModel):
    """A piece.

    Beside the board it is named by its place and kind, `hand.red:king`, so that pieces of one
    kind and side in one place are one move. Where they differ in a counter, such as cards with
    numbers, let the player name a number, and `never` the piece: the one that has that number.
    """

    piece: PieceFilter


class LineOperand(OperandModel):
    """A cell in a straight line."""

    line: LineReach


class RouteOperand(OperandModel):
    """A cell at the end of a bent route."""

    route: RouteReach


class LeapOperand(OperandModel):
    """A cell at a fixed offset."""

    leap: LeapReach


class CellOperand(OperandModel):
    """Any cell of the board that fits a filter.

    A place off the board is no cell: what lies there is named as a `piece`, with the place under
    `in`, and there beside the zones it may also come from.
    """

    cell: CellFilter


class KindOperand(OperandModel):
    """A kind of piece, written by its name, or by its title if no other kind has that."""

    kind: OneOrMore[Name] = Field(description="The kinds that may be named, or the word `any`.")


class NumberOperand(OperandModel):
    """A whole number."""

    number: NumberRange


class WordOperand(OperandModel):
    """One of some words.

    A move that writes another word is no move of the game, `move/malformed`; the words are named.
    """

    word: OneOrMore[Word] = Field(min_length=1, description="The words that may be named.")


Way: TypeAlias = Annotated[
    LineOperand | RouteOperand | LeapOperand | CellOperand, OneOfKeys("way to a cell")
]


class AnyOfOperand(OperandModel):
    """A cell that at least one of several ways leads to; a way with `when` is open only then.

    Ways may have `clauses` of their own: a refusal cites those of the ways that are open, and of
    the operand where a way has none.
    """

    any_of: list[Way] = Field(min_length=1, description="The ways, in the form of operands.")

    def own_refusals(self) -> Sequence[RefusedFor]:
        """Return the codes under which the ways refuse, and that of no way at all."""
        return [*super().own_refusals(), *(c for way in self.any_of for c in way.own_refusals())]

    @model_validator(mode="after")
    def _named_as_one(self) -> Self:
        for index, way in enumerate(self.any_of):
            if way.named != "always":
                raise complaint(
                    "schema/bad-value",
                    f"way {index + 1} says by itself how it is named, but the ways are one operand",
                    hint="put `named` beside `any_of`",
                    key="any_of",
                )
        return self


Operand: TypeAlias = Annotated[
    PieceOperand
    | LineOperand
    | RouteOperand
    | LeapOperand
    | CellOperand
    | AnyOfOperand
    | KindOperand
    | NumberOperand
    | WordOperand,
    OneOfKeys("operand"),
]

ANY_KIND: Final = "any"
"""Stands for every kind of the ruleset."""


def kinds_meant(named: Collection[str], kinds: Sequence[str]) -> tuple[int, ...]:
    """Return which of the kinds are named, in the order of the file.

    >>> kinds_meant(["king", "man"], ["man", "wall", "king"]), kinds_meant(["any"], ["man", "king"])
    ((0, 2), (0, 1))
    """
    every = ANY_KIND in named
    return tuple(number for number, kind in enumerate(kinds) if every or kind in named)


CELL_OPERANDS: Final = (LineOperand, RouteOperand, LeapOperand, CellOperand, AnyOfOperand)
"""Operands that name a cell."""


def ways_of(operand: Operand) -> tuple[OperandModel, ...]:
    """Return the ways to the cell of an operand: itself, or those it is put together of."""
    return tuple(operand.any_of) if isinstance(operand, AnyOfOperand) else (operand,)
