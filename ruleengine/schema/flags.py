"""Flags: the questions a rulebook leaves open, with the readings one may choose from."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    Strict,
    Tag,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from ruleengine.expressions.problems import did_you_mean
from ruleengine.schema.fields import ClauseId, Name, OneOrMore, Truth, Whole
from ruleengine.schema.model import Model, complaint
from ruleengine.schema.wording import found, listed

RESERVED = frozenset({"pick", "only", "otherwise", "value_of"})
"""Words of the flag language; a choice of this name could not be told from them."""


def _keep(value: Any, check: ValidatorFunctionWrapHandler) -> Any:  # noqa: ANN401 - any value
    """Check a value but keep it as it was read, with the places of all its parts."""
    check(value)
    return value


def _not_reserved(name: str) -> str:
    if name in RESERVED:
        message = f"'{name}' cannot be a choice: it has a meaning here"
        raise complaint("schema/bad-value", message, hint="choose another word")
    return name


Kept = WrapValidator(_keep)
Word: TypeAlias = Annotated[str, Strict()]
Scalar: TypeAlias = Truth | Whole | Word
Choice: TypeAlias = Annotated[str, Field(min_length=1), AfterValidator(_not_reserved)]
Provenance: TypeAlias = Literal["contradiction", "silence", "option", "house_rule"]
Affects: TypeAlias = Literal["play", "display", "protocol"]
Wanted: TypeAlias = dict[str, OneOrMore[Scalar]]


class Terms(Model):
    """What one value of a flag, or of a field of a map, asks of other flags."""

    requires: Wanted = Field(
        default={}, description="Other flags and the values this one needs them to have."
    )
    conflicts: Wanted = Field(
        default={},
        description="Other flags and the values this one cannot go with. A choice that is "
        "the default conflicts with nothing unless somebody sets it.",
    )
    against: list[ClauseId] = Field(
        default=[],
        description="Clauses that no longer hold; `validate` warns when the value is chosen.",
    )


class TermedChoice(Terms):
    """A choice that asks something of other flags."""

    says: str = Field(min_length=1, description="What the choice means.")


class Range(Model):
    """Which numbers, or which words, may stand somewhere."""

    values: list[Whole] | list[Word] | None = Field(
        None, min_length=1, description="The values there are."
    )
    at_least: Whole | None = Field(None, description="The smallest number.")
    at_most: Whole | None = Field(None, description="The largest number.")
    terms: dict[str, Terms] = Field(
        default={}, description="What single values ask of other flags and fields."
    )


class NumberRange(Model):
    """Which numbers may stand somewhere."""

    values: list[Whole] | None = Field(None, min_length=1, description="The numbers there are.")
    at_least: Whole | None = Field(None, description="The smallest number.")
    at_most: Whole | None = Field(None, description="The largest number.")


class Question(Model):
    """What every flag says of itself."""

    question: str = Field(min_length=1, description="What the rulebook leaves open.")
    clauses: list[ClauseId] = Field(default=[], description="The clauses in doubt.")
    provenance: Provenance | None = Field(None, description="Why the question is open.")
    requires: Wanted = Field(
        default={},
        description="Other flags, or fields of a map such as `arena.size`, and the values they "
        "need for this one to mean anything.",
    )
    conflicts: Wanted = Field(
        default={},
        description="Other flags, or fields of a map, and the values this one cannot go with. A "
        "flag that nobody sets conflicts with nothing, whatever the others are.",
    )
    affects: Affects = Field("play", description="What the flag has an effect on.")


class ChoiceFlag(Question):
    """One of several named readings."""

    type: Literal["choice"] = Field("choice", description="What can be chosen: named readings.")
    choices: dict[Choice, str | TermedChoice] = Field(
        min_length=1,
        description="Each choice, described; in the long form also with what it asks of others.",
    )
    default: Word = Field(description="The choice unless another is made.")

    @property
    def words(self) -> dict[str, str]:
        """What each choice means."""
        return {
            choice: said.says if isinstance(said, TermedChoice) else said
            for choice, said in self.choices.items()
        }


class BooleanFlag(Question):
    """True or false."""

    type: Literal["boolean"]
    default: Truth = Field(description="The value unless another is chosen.")


class NumberFlag(Question, NumberRange):
    """A whole number: one of `values`, or any between the bounds."""

    type: Literal["number"]
    default: Whole = Field(description="The value unless another is chosen.")
    samples: list[Whole] = Field(default=[], description="Values that tests use.")


class MapFlag(Question):
    """Several values that belong together, each with a name.

    Who chooses may give some of them, or one value for all; from outside their names may be in
    capitals as well.
    """

    type: Literal["map"]
    fields_: dict[Name, Range] = Field(
        alias="fields", min_length=1, description="The values, by name, and what each can be."
    )
    default: Annotated[dict[str, Scalar], Kept] = Field(
        description="The values unless others are chosen."
    )
    samples: list[Annotated[dict[str, Scalar], Kept]] = Field(
        default=[], description="Values that tests use."
    )


class TableFlag(Question):
    """A number for each name in it; which names is left to the author of the table."""

    type: Literal["table"]
    entries: NumberRange = Field(default_factory=NumberRange, description="The numbers allowed.")
    default: Annotated[dict[str, Whole], Kept] = Field(
        description="The table unless another is chosen."
    )
    samples: list[Annotated[dict[str, Whole], Kept]] = Field(
        default=[], description="Values that tests use."
    )


class ListFlag(Question):
    """A list of anything."""

    type: Literal["list"]
    default: Annotated[list[Any], Kept] = Field(description="The list unless another is chosen.")
    samples: list[Annotated[list[Any], Kept]] = Field(
        default=[], description="Values that tests use."
    )


_TYPES: dict[str, type[Question]] = {
    "choice": ChoiceFlag,
    "boolean": BooleanFlag,
    "number": NumberFlag,
    "map": MapFlag,
    "table": TableFlag,
    "list": ListFlag,
}


def _type_of(value: object) -> object:
    if isinstance(value, Question):
        return next(name for name, model in _TYPES.items() if isinstance(value, model))
    if isinstance(value, dict):
        return value.get("type", "choice" if "choices" in value else None)
    return None


def _is_flag(value: object) -> object:
    """Refuse what does not say which type of flag it is, before pydantic looks for its model."""
    if not isinstance(value, dict | Question):
        raise complaint(
            "schema/wrong-type",
            f"expected a mapping, found {found(value)}",
            hint="write `question:`, `choices:` or `type:`, and `default:` below the name",
        )
    name = _type_of(value)
    if name is None:
        raise complaint(
            "schema/missing-key",
            "the flag has neither choices nor a type",
            hint=f"add `choices:`, or `type:` with one of {listed(_TYPES)}",
        )
    if not isinstance(name, str) or name not in _TYPES:
        raise complaint(
            "schema/not-one-of",
            f"expected {listed(_TYPES, last='or')}, found {found(name)}",
            hint=did_you_mean(str(name), _TYPES) or "write one of these words",
            key="type",
        )
    return value


Flag: TypeAlias = Annotated[
    Annotated[ChoiceFlag, Tag("#choice")]
    | Annotated[BooleanFlag, Tag("#boolean")]
    | Annotated[NumberFlag, Tag("#number")]
    | Annotated[MapFlag, Tag("#map")]
    | Annotated[TableFlag, Tag("#table")]
    | Annotated[ListFlag, Tag("#list")],
    Discriminator(lambda value: f"#{_type_of(value)}"),
    BeforeValidator(_is_flag),
]


class FlagSection(Model):
    """The `flags` section of a ruleset."""

    flags: dict[Name, Flag] = Field(default={})
