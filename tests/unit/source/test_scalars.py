"""Which plain scalars are numbers, booleans and null, and that all others are text."""

from __future__ import annotations

import math

import pytest

from ruleengine.errors import SourceError
from ruleengine.source.document import Text, Value
from ruleengine.source.yaml_reader import read_text


def value_of(written: str) -> Value:
    return read_text(f"key: {written}\n", "f.yaml").root["key"]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("Null", None),
        ("NULL", None),
        ("true", True),
        ("True", True),
        ("TRUE", True),
        ("false", False),
        ("False", False),
        ("FALSE", False),
        ("0", 0),
        ("12", 12),
        ("+12", 12),
        ("-12", -12),
        ("007", 7),
        ("0o17", 15),
        ("0x1F", 31),
        ("999999999999999999", 10**18 - 1),
        ("1.5", 1.5),
        ("-1.5", -1.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("1.5E-1", 0.15),
        (".inf", math.inf),
        ("+.INF", math.inf),
        ("-.Inf", -math.inf),
    ],
)
def test_core_schema_values(written: str, expected: float | None) -> None:
    value = value_of(written)
    assert value == expected
    assert type(value) is type(expected)


def test_not_a_number_is_a_float() -> None:
    value = value_of(".nan")
    assert isinstance(value, float)
    assert math.isnan(value)


@pytest.mark.parametrize(
    "written",
    [
        *("on", "off", "yes", "no", "On", "NO", "y", "n", "tRUE", "nULL"),
        *("1_000", "1:30", "2024-01-31", "2024-01-31 10:00:00", "0b11", "-0x1F", "0o8"),
        *("1.2.3", "1e", "--1", "+", "-.", ".", "=", "١٢", "G-5.4", "c4", "a b", "a:b", "x#y"),
    ],
)
def test_everything_else_is_text_as_written(written: str) -> None:
    value = value_of(written)
    assert type(value) is Text
    assert value == written


@pytest.mark.parametrize("scalar", ["true", "12", "null", "~", "1.5", "text"])
@pytest.mark.parametrize(
    ("form", "style"), [("'{}'", "'"), ('"{}"', '"'), ("!!str {}", None), ("! {}", None)]
)
def test_quotes_and_string_tag_make_text(scalar: str, form: str, style: str | None) -> None:
    value = value_of(form.format(scalar))
    assert type(value) is Text
    assert value == scalar
    assert value.style == style


@pytest.mark.parametrize("style", ["|", ">"])
def test_block_scalars_are_text(style: str) -> None:
    value = value_of(f"{style}-\n  12")
    assert type(value) is Text
    assert (value, value.style) == ("12", style)


@pytest.mark.parametrize(
    "written",
    [
        *("1" * 19, "-" + "1" * 19, "1" * 5000, "1e999", "-1e999"),
        *("0x" + "f" * 18, "0x" + "f" * 16, "0o" + "7" * 30),
    ],
)
def test_numbers_that_cannot_be_kept_are_refused(written: str) -> None:
    with pytest.raises(SourceError, match="too large") as caught:
        value_of(written)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "source/unsupported"
    assert diagnostic.span is not None
    assert (diagnostic.span.col, diagnostic.span.end_col) == (6, 6 + len(written))


def test_keys_are_the_text_of_their_spelling() -> None:
    root = read_text("1: a\n0x1F: b\ntrue: c\n~: d\n'': e\n1.50: f\n'q': g\n", "f.yaml").root
    assert list(root) == ["1", "0x1F", "true", "~", "", "1.50", "q"]
