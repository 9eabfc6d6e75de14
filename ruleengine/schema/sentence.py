"""Sentences with values in them: `says: it is {distance(unit, to)} cells away`.

What stands between braces is an expression, in the scope of the rule that says it. In a model
such a sentence is a tuple of texts and expressions, so that whatever looks for expressions finds
those in sentences too. Two braces stand for one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Final, NoReturn, TypeAlias

from pydantic import AfterValidator, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from ruleengine.expressions.parser import parse
from ruleengine.expressions.problems import ExpressionError, Problem
from ruleengine.schema.expression import Expects, Expression
from ruleengine.schema.model import complaint
from ruleengine.source.document import Text

GAP: Final = "\u2026"
"""What stands for a value that is known only in play."""
Parts: TypeAlias = tuple[str | Expression, ...]
"""Texts, and the expressions between them."""

_TOLD: Final = Expects(
    ("number", "piece", "cell", "side", "seat", "kind", "zone", "color", "word"),
    "what can be told: a number, a piece, a cell, a side, a seat, a kind, a zone or a color",
)
_PIECE: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+")


def read_sentence(value: object) -> Parts:
    """Return the parts of a sentence; an error of pydantic if it cannot be read.

    >>> read_sentence("no pit {{here}}")
    ('no pit {here}',)
    """
    if isinstance(value, tuple):
        return value
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "a sentence is needed")
    parts: list[str | Expression] = []
    for found in _PIECE.finditer(value):
        text = found.group()
        if text in ("{", "}"):
            message = f"'{text}' has no other half"
            hint = "write an expression between `{` and `}`, and `{{` for a brace itself"
            _complain([Problem("expression/syntax", message, found.start(), found.end(), hint)])
        if found.group(1) is not None:
            parts.append(_expression(value, found.start(1), found.end(1)))
        else:
            said = {"{{": "{", "}}": "}"}.get(text, text)
            joins = bool(parts) and isinstance(parts[-1], str)
            parts[-1:] = [f"{parts[-1]}{said}"] if joins else [*parts[-1:], said]
    return tuple(parts)


def _expression(whole: str, start: int, end: int) -> Expression:
    text = whole[start:end]
    try:
        node = parse(text)
    except ExpressionError as error:
        _complain([p._replace(start=p.start + start, end=p.end + start) for p in error.problems])
    return Expression(text, node, _TOLD, whole if isinstance(whole, Text) else None, start)


def _complain(problems: list[Problem]) -> NoReturn:
    raise PydanticCustomError("expression", "the expression cannot be read", {"problems": problems})


def sentence_text(parts: Parts) -> str:
    """Return a sentence as it was written, but for the braces that stand for themselves."""
    return "".join(f"{{{part}}}" if isinstance(part, Expression) else part for part in parts)


def sentence_outline(parts: Parts) -> str:
    """Return a sentence where no position says what its expressions come to: with gaps for them.

    >>> sentence_outline(read_sentence("{mover} has {count(owner=mover)} of {{12}}"))
    '\u2026 has \u2026 of {12}'
    """
    return "".join(GAP if isinstance(part, Expression) else part for part in parts)


def told_in(parts: Parts | None) -> list[Expression]:
    """Return the expressions of a sentence."""
    return [part for part in parts or () if isinstance(part, Expression)]


@dataclass(frozen=True, slots=True)
class ReadsSentence:
    """Annotation of a field that is such a sentence."""

    what: str = "text"

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(read_sentence)

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"type": "string"}


Sentence: TypeAlias = Annotated[Parts, ReadsSentence()]


def _tells_no_value(text: str) -> str:
    """Refuse a value between braces, which would be read out as it is written."""
    found = re.search(r"\{([^{}]*)\}", text)
    if found is not None:
        raise complaint(
            "schema/bad-value",
            f"'{found.group()}' would not be told as a value: this sentence is always the same",
            hint="say it without; `says` of validators and endings, and `tell`, tell values",
        )
    return text


PlainSentence: TypeAlias = Annotated[str, Field(min_length=1), AfterValidator(_tells_no_value)]
"""A sentence that tells no values."""
