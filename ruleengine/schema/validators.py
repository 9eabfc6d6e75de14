"""Validators: each refuses a move that breaks one sentence of the rulebook."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ruleengine.schema.expression import CellExpression, Condition, NumberExpression, ZoneExpression
from ruleengine.schema.fields import ClauseId, Name, OneOfKeys, OneOrMore, Truth
from ruleengine.schema.model import Model
from ruleengine.schema.sentence import Sentence

Content = Literal["nothing", "friend", "enemy", "neutral"]


class Rule(Model):
    """What every validator may carry."""

    id: Name | None = Field(
        None,
        description="A name by which a variant can remove or replace the rule, and a case name it.",
    )
    clauses: list[ClauseId] = Field(default=[], description="The clauses the rule comes from.")
    when: Condition | None = Field(
        None, description="The rule only speaks when this holds; always if not said."
    )
    says: Sentence | None = Field(
        None,
        description="The sentence a player reads when the rule refuses a move. An expression "
        'between braces is told as a value: `says: "{unit} goes {die} cells"`, a piece as in '
        '"the man on b1". All rules that '
        "refuse a move are told together, so the sentence has to be true whatever the others say; "
        "`when` keeps a rule from speaking where it would not be. It is left out of a cell that "
        "the filter `cell` of its operand does not allow, but not of one that is out of reach.",
    )
    infers: Truth = Field(
        True,
        description="Whether the rule helps to find an operand that is never named. One that "
        "does not is asked only of the value found.",
    )
    before_way: Truth = Field(
        False,
        description="Of several reasons the first counts most. The reason of this rule is told "
        "before what is against the way to the cell, and before limits under `uses`; after them "
        "if not said.",
    )


class PathClear(Rule):
    """No piece stands on the way to the operand's cell.

    A leap has no way, and neither has a cell that is named as such: where they are among the ways
    of `any_of`, they pass.
    """

    path_clear: Name = Field(description="An operand that is reached along a line or route.")


class PathAvoidsSpec(Model):
    to: Name = Field(description="An operand that is reached along a line or route.")
    zone: OneOrMore[ZoneExpression] = Field(description="The zones to stay out of.")


class PathAvoids(Rule):
    """The way to the operand's cell crosses none of the zones; the cell itself may lie in one.

    A leap has no way, so that it crosses nothing.
    """

    path_avoids: PathAvoidsSpec


class PathLengthSpec(Model):
    to: Name = Field(description="An operand that is reached along a line or route.")
    steps: NumberExpression = Field(description="How many steps.")


class PathLength(Rule):
    """A way to the operand's cell has exactly so many steps."""

    path_length: PathLengthSpec


class PathCostSpec(Model):
    to: Name = Field(description="An operand that is reached along a line or route.")
    cost: NumberExpression = Field(
        description="What a cell costs, in which `it` is the cell; a cell without a cost is closed."
    )
    at_most: NumberExpression = Field(description="How much the way may cost.")


class PathCost(Rule):
    """The cells of the way, with its end but without its start, cost at most so much together."""

    path_cost: PathCostSpec


class CornersSpec(Model):
    from_: CellExpression = Field(alias="from", description="Where the way starts.")
    to: Name = Field(description="An operand that is reached along a line.")
    solid: list[ZoneExpression] = Field(default=[], description="Zones whose cells count as taken.")


class CornersClear(Rule):
    """No diagonal step of the way slips between two cells that are both taken."""

    corners_clear: CornersSpec


class PlaceSpec(Model):
    cell: CellExpression = Field(description="The cell to look at.")
    zone: OneOrMore[ZoneExpression] = Field(description="The zones in question.")


class Inside(Rule):
    """The cell lies in one of the zones."""

    inside: PlaceSpec


class Outside(Rule):
    """The cell lies in none of the zones."""

    outside: PlaceSpec


class HoldsSpec(Model):
    cell: CellExpression = Field(description="The cell to look at.")
    any_of: list[Content] = Field(min_length=1, description="What may stand there.")


class Holds(Rule):
    """What stands on the cell, seen from the side that moves, is one of these.

    A piece of nobody is `neutral`: neither friend nor enemy. Where several pieces stand, each of
    them has to be one of these.
    """

    holds: HoldsSpec


class Require(Rule):
    """A condition holds. `says` should be given: no one else can word the refusal.

    One that fails because it asks about something that is not there, such as the rank of a piece
    where none stands, is told only where nothing else stands against the move.
    """

    require: Condition
    code: Name | None = Field(
        None,
        description="A word of the author's for this refusal, for cases and programs to match on; "
        "the `id` if not said. Variants do not know it.",
    )


class Afterwards(Rule):
    """A condition holds in the position that the move leads to.

    What it uses up is taken, and its effects have happened; reactions and the rest of the turn
    have not come yet. `repetitions` is about that position, as if the turn ended with it.
    """

    afterwards: Condition


class SharedRules(Rule):
    """The rules of a list under the section `rules` stand here, as if they were written out.

    Names in them mean what they mean in the action. Nothing but an `id` stands beside it: the
    rules themselves say when they hold.
    """

    rules: Name = Field(description="The name of the list.")


Validator: TypeAlias = Annotated[
    PathClear
    | PathAvoids
    | PathLength
    | PathCost
    | CornersClear
    | Inside
    | Outside
    | Holds
    | Require
    | Afterwards
    | SharedRules,
    OneOfKeys("validator"),
]
