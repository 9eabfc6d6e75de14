from __future__ import annotations

import pytest

from ruleengine.schema.wording import any_of, found, listed, quoted_words, shown


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("x", "the text 'x'"),
        (3, "the number 3"),
        (1.5, "the number 1.5"),
        (True, "true"),
        (None, "nothing"),
        ({}, "a mapping"),
        ([], "a list"),
        ((), "a list"),
        (object(), "this value"),
    ],
)
def test_a_value_is_named_in_words_of_the_file(value: object, words: str) -> None:
    assert found(value) == words


def test_a_long_text_is_shortened() -> None:
    assert shown("x" * 41) == f"'{'x' * 40}...'"


def test_lists_read_as_sentences() -> None:
    assert listed([]) == ""
    assert listed(["a", "b"], last="or") == "'a' or 'b'"
    assert any_of(["a text", "a list", "nothing"]) == "a text, a list or nothing"


def test_words_of_pydantic_are_written_as_in_a_file() -> None:
    assert quoted_words("'#line', True or None") == ("'line'", "true", "nothing")
