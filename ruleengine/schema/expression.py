"""Expressions as field values: parsed when the model is built, typed later by `resolve`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from ruleengine.errors import Span
from ruleengine.expressions.parser import parse
from ruleengine.expressions.problems import ExpressionError
from ruleengine.expressions.syntax import Node
from ruleengine.expressions.types import Type
from ruleengine.source.document import Text


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """One expression of a ruleset; equal only to itself, so that it can key a table."""

    text: str
    node: Node = field(repr=False)
    expects: Expects
    whole: Text | None = field(repr=False, default=None)
    """The text it stands in."""
    offset: int = field(repr=False, default=0)
    """Where in that text it begins."""

    @classmethod
    def read(cls, value: object, expects: Expects) -> Expression:
        """Parse a YAML scalar; whole numbers and truth values are expressions too."""
        if isinstance(value, Expression):
            return value
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, int):
            value = str(value)
        if not isinstance(value, str):
            raise PydanticCustomError(
                "expression_type", "no expression can be made of this", {"what": expects.what}
            )
        whole = value if isinstance(value, Text) else None
        try:
            return cls(str(value), parse(str(value)), expects, whole)
        except ExpressionError as error:
            # The problems carry offsets into the text; `complaints` turns them into columns.
            raise PydanticCustomError(
                "expression", "the expression cannot be read", {"problems": error.problems}
            ) from None

    def at(self, start: int, end: int) -> Span | None:
        """Return the place of the characters from `start` to `end` in the file."""
        if self.whole is None:
            return None
        return self.whole.at(start + self.offset, end + self.offset)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Expects:
    """Annotation of an expression field: what its value has to be."""

    types: tuple[Type, ...]
    what: str

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            lambda value: Expression.read(value, self)
        )

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        described: dict[str, Any] = {
            "type": ["string", "integer", "boolean"],
            "x-expression": self.what,
        }
        return described


Condition: TypeAlias = Annotated[Expression, Expects(("truth",), "a condition")]
NumberExpression: TypeAlias = Annotated[Expression, Expects(("number",), "a whole number")]
FixedExpression: TypeAlias = Annotated[
    Expression,
    Expects(("number", "truth", "kind", "nothing"), "a whole number, `true`, `false`, or a kind"),
]
PieceExpression: TypeAlias = Annotated[Expression, Expects(("piece",), "a piece")]
CellExpression: TypeAlias = Annotated[Expression, Expects(("cell",), "a cell")]
SideExpression: TypeAlias = Annotated[Expression, Expects(("side",), "a side")]
SeatExpression: TypeAlias = Annotated[Expression, Expects(("seat",), "a seat")]
ZoneExpression: TypeAlias = Annotated[Expression, Expects(("zone",), "a zone or a part of one")]
SpotExpression: TypeAlias = Annotated[Expression, Expects(("cell", "zone"), "a cell or a zone")]
KindExpression: TypeAlias = Annotated[Expression, Expects(("kind",), "a kind of piece")]
ColorExpression: TypeAlias = Annotated[Expression, Expects(("color",), "a color")]
ValueExpression: TypeAlias = Annotated[
    Expression,
    Expects(
        (
            "number",
            "truth",
            "piece",
            "cell",
            "side",
            "seat",
            "kind",
            "zone",
            "color",
            "phase",
            "word",
        ),
        "a value",
    ),
]
OwnerExpression: TypeAlias = Annotated[
    Expression, Expects(("side", "seat", "piece", "cell"), "a side, a seat, a piece or a cell")
]
RememberedExpression: TypeAlias = Annotated[
    Expression,
    Expects(
        ("cell", "piece", "side", "seat", "kind", "word", "nothing"),
        "what the mark holds: a cell, a piece, a side, a seat, a kind or one of its words, or "
        "`nothing`",
    ),
]
ChooserExpression: TypeAlias = Annotated[
    Expression, Expects(("side", "seat"), "a side, a seat, or the word `chance`")
]
