from __future__ import annotations

from enum import Enum
from textwrap import dedent
from typing import Annotated, Any, Literal, get_args

import pytest
from pydantic import (
    BeforeValidator,
    Discriminator,
    Field,
    Strict,
    Tag,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import ErrorType

from ruleengine.codes import CODES
from ruleengine.errors import Diagnostic
from ruleengine.expressions.problems import Problem
from ruleengine.schema.complaints import schema_diagnostics
from ruleengine.schema.model import Model, complaint
from ruleengine.source.yaml_reader import read_text


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Line(Model):
    line: int
    steps: int = 1


class Leap(Model):
    leap: str


def parsed(value: object) -> object:
    if value == "2 +":
        problem = Problem("expression/syntax", "the text ends too early", 2, 3, "go on")
        raise PydanticCustomError("expression", "unused", {"problems": (problem,)})
    return value


def tag_of(value: object) -> str | None:
    return next((f"#{key}" for key in value if key in {"line", "leap"}), None)  # type: ignore[attr-defined]


Reach = Annotated[
    Annotated[Line, Tag("#line")] | Annotated[Leap, Tag("#leap")], Discriminator(tag_of)
]


class Sample(Model):
    count: int = 0
    exact: Annotated[int, Strict()] = 0
    share: float = 0.0
    is_open: bool = False
    word: str = Field("x", min_length=1, max_length=5, pattern="^[a-z]*$")
    names: list[str] = Field(default_factory=list, max_length=2)
    table: dict[Annotated[str, Field(pattern="^[a-z]+$")], int] = Field(default_factory=dict)
    mode: Literal["slide", "jump"] = "slide"
    color: Color = Color.RED
    small: int = Field(0, ge=0, le=9)
    mixed: Annotated[int, Strict()] | Annotated[str, Strict()] = 0
    number_or_line: Annotated[int, Strict()] | Line = 0
    word_or_number: Literal["all"] | Annotated[int, Strict()] = "all"
    reach: Reach | None = None
    many: Annotated[list[int], BeforeValidator(lambda v: v if isinstance(v, list) else [v])] = (
        Field(default_factory=list)
    )
    formula: Annotated[Any, BeforeValidator(parsed)] = None
    in_: str = Field("x", alias="in")

    @field_validator("share")
    @classmethod
    def _below_one(cls, value: float) -> float:
        if value > 1:
            raise ValueError("a share is at most 1")
        return value

    @model_validator(mode="after")
    def _not_both(self) -> Sample:
        if self.count and self.small:
            raise complaint("schema/bad-value", "count and small exclude each other", key="small")
        return self


class Top(Model):
    sample: Sample = Sample()
    line: Line | None = None


def faults(text: str) -> list[Diagnostic]:
    root = read_text(dedent(text), "t.yaml").root
    with pytest.raises(ValidationError) as caught:
        Top.model_validate(root)
    return schema_diagnostics(caught.value, root)


@pytest.mark.parametrize(
    ("text", "code", "place", "message", "hint"),
    [
        (
            "count: x",
            "wrong-type",
            18,
            "expected a whole number, found the text 'x'",
            "write a whole number",
        ),
        (
            "count: 1.5",
            "wrong-type",
            18,
            "expected a whole number, found the number 1.5",
            "write a whole number",
        ),
        (
            "exact: '3'",
            "wrong-type",
            18,
            "expected a whole number, found the text '3'",
            "take the quotes away",
        ),
        ("share: x", "wrong-type", 18, "expected a number, found the text 'x'", "write a number"),
        ("share: 2.5", "bad-value", 18, "a share is at most 1", None),
        (
            "is_open: maybe",
            "wrong-type",
            20,
            "expected true or false, found the text 'maybe'",
            "write true or false",
        ),
        ("word: 5", "wrong-type", 17, "expected a text, found the number 5", "put it in quotes"),
        ("word: true", "wrong-type", 17, "expected a text, found true", "put it in quotes"),
        (
            "word: null",
            "wrong-type",
            11,
            "the key 'word' has no value",
            "write the value, indented if it stands below, or take the key out",
        ),
        (
            "word: ''",
            "bad-value",
            17,
            "'word' may not be empty",
            "write at least one character",
        ),
        (
            "word: A",
            "bad-value",
            17,
            "the text 'A' cannot stand here",
            "the reference says in which form it is written",
        ),
        (
            "names: x",
            "wrong-type",
            18,
            "expected a list, found the text 'x'",
            "write it as a list: `[x]`",
        ),
        (
            "names: [x, 5]",
            "wrong-type",
            22,
            "expected a text, found the number 5",
            "put it in quotes",
        ),
        (
            "names: [a, b, c]",
            "bad-value",
            18,
            "a list cannot stand here: it may have at most 2 entries",
            "take entries out",
        ),
        (
            "table: [x]",
            "wrong-type",
            18,
            "expected a mapping, found a list",
            "write `key: value` for each, without '- ' before it",
        ),
        (
            "table: {X: 1}",
            "bad-value",
            19,
            "'X' cannot be used as a name here",
            "use letters, digits and underscores, beginning with a letter",
        ),
        (
            "mode: slid",
            "not-one-of",
            17,
            "expected 'slide' or 'jump', found the text 'slid'",
            "did you mean `slide`?",
        ),
        (
            "color: 5",
            "not-one-of",
            18,
            "expected 'red' or 'blue', found the number 5",
            "write one of these words",
        ),
        (
            "small: 10",
            "bad-value",
            18,
            "the number 10 cannot stand here: it has to be at most 9",
            "choose another number",
        ),
        (
            "mixed: []",
            "wrong-type",
            18,
            "expected a whole number or a text, found a list",
            "write a single value",
        ),
        (
            "number_or_line: x",
            "wrong-type",
            27,
            "expected a whole number or a mapping, found the text 'x'",
            "write a whole number",
        ),
        (
            "number_or_line: {line: x}",
            "wrong-type",
            34,
            "expected a whole number, found the text 'x'",
            "write a whole number",
        ),
        ("number_or_line: {}", "missing-key", 11, "the key 'line' is missing", "add `line:`"),
        (
            "word_or_number: al",
            "not-one-of",
            27,
            "expected 'all' or a whole number, found the text 'al'",
            "did you mean `all`?",
        ),
        (
            "reach: {line: 1, stesp: 2}",
            "unknown-key",
            28,
            "'stesp' is not a key that can stand here",
            "did you mean `steps`?",
        ),
        (
            "reach: {leap: 5}",
            "wrong-type",
            25,
            "expected a text, found the number 5",
            "put it in quotes",
        ),
        (
            "reach: {fly: 5}",
            "missing-key",
            11,
            "nothing here says what kind of thing it is",
            "add the key that names it",
        ),
        (
            "many: x",
            "wrong-type",
            17,
            "expected a whole number, found the text 'x'",
            "write a whole number",
        ),
        ("in: 5", "wrong-type", 15, "expected a text, found the number 5", "put it in quotes"),
        (
            "inn: x",
            "unknown-key",
            11,
            "'inn' is not a key that can stand here",
            "did you mean `in`?",
        ),
        ("count: 1, small: 1", "bad-value", 28, "count and small exclude each other", None),
    ],
)
def test_each_error_is_one_diagnostic_in_our_words(
    text: str, code: str, place: int, message: str, hint: str | None
) -> None:
    [fault] = faults(f"sample: {{ {text} }}\n")
    assert (fault.code, fault.message, fault.hint) == (f"schema/{code}", message, hint)
    assert fault.span is not None
    assert (fault.span.line, fault.span.col) == (1, place)


def test_an_expression_is_located_to_the_column() -> None:
    [fault] = faults("sample: {formula: 2 +}\n")
    assert (fault.code, str(fault.span)) == ("expression/syntax", "t.yaml:1:21")
    assert fault.hint == "go on"


def test_a_misspelled_key_is_not_also_a_missing_one() -> None:
    [fault] = faults("line: {lien: 1}\n")
    assert (fault.code, fault.hint) == ("schema/unknown-key", "did you mean `line`?")


def test_an_unknown_key_and_a_missing_one_that_are_not_alike_are_two_errors() -> None:
    assert [fault.code for fault in faults("line: {zzz: 1}\n")] == [
        "schema/missing-key",
        "schema/unknown-key",
    ]


def test_an_unknown_key_that_is_like_nothing_names_the_keys_there_are() -> None:
    [fault] = faults("line: {line: 1, zzz: 1}\n")
    assert fault.hint == "the keys here are 'line' and 'steps'"


def test_an_unknown_key_at_the_top_is_located() -> None:
    [fault] = faults("sampel: {}\n")
    assert (str(fault.span), fault.hint) == ("t.yaml:1:1", "did you mean `sample`?")


def test_all_errors_are_reported_by_place() -> None:
    found = faults(
        """
        line: {line: x}
        sample:
          mode: none
          count: y
        other: 1
        """
    )
    assert [fault.span.line for fault in found if fault.span] == [2, 4, 5, 6]


def test_a_root_of_the_wrong_shape_is_located_at_its_start() -> None:
    root = read_text("a: 1\nb: 2\n", "t.yaml").root
    with pytest.raises(ValidationError) as caught:
        Line.model_validate(root)
    spans = {str(fault.span) for fault in schema_diagnostics(caught.value, root)}
    assert "t.yaml:1:1" in spans


# What pydantic says beside some of its error types.
CONTEXT = {
    **dict.fromkeys(("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length"), 3),
    "error": ValueError("a sentence of ours"),
    "expected": "'slide' or 'jump'",
    "pattern": "^[a-z]*$",
}


@pytest.mark.parametrize("kind", get_args(ErrorType))
def test_every_error_type_of_pydantic_gets_words_of_ours(kind: str) -> None:
    root = read_text("key: value\n", "t.yaml").root
    error = ValidationError.from_exception_data(
        "Top",
        [
            {
                "type": PydanticCustomError(kind, "their sentence", CONTEXT),
                "loc": ("key",),
                "input": root["key"],
            }
        ],
    )
    [fault] = schema_diagnostics(error, root)
    assert fault.code in CODES
    assert fault.message
    assert "their sentence" not in f"{fault.message} {fault.hint}"
