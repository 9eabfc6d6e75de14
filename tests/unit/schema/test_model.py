from __future__ import annotations

import pickle

import pytest
from pydantic import Field, ValidationError, model_validator

from ruleengine.schema.model import Model, key_names
from ruleengine.source.yaml_reader import read_text


class Part(Model):
    size: int = 1
    in_: str = Field("x", alias="in")


class Whole(Model):
    part: Part
    parts: tuple[Part, ...] = ()


class Short(Model):
    value: str

    @model_validator(mode="before")
    @classmethod
    def _bare_word(cls, data: object) -> object:
        return {"value": data} if isinstance(data, str) else data


class Holder(Model):
    short: Short


def read(text: str) -> Whole:
    return Whole.model_validate(read_text(text, "t.yaml").root)


def test_a_model_knows_where_it_was_read() -> None:
    whole = read("part: {size: 2}\nparts: [{size: 3}]\n")
    assert str(whole.part.span) == "t.yaml:1:7"
    assert str(whole.parts[0].span) == "t.yaml:2:9"


def test_a_model_in_short_form_knows_where_too() -> None:
    holder = Holder.model_validate(read_text("short: word\n", "t.yaml").root)
    assert str(holder.short.span) == "t.yaml:1:8"


def test_a_model_built_in_python_has_no_place() -> None:
    assert Part(size=2).span is None


def test_models_are_equal_by_what_they_say_and_hash_alike() -> None:
    read_part = read("part: {size: 2}\n").part
    built = Part(size=2)
    assert read_part == built
    assert hash(read_part) == hash(built)
    assert read_part != Part(size=3)
    other: object = Short(value="x")
    assert read_part != other


def test_a_place_survives_pickling() -> None:
    whole = read("part: {size: 2}\n")
    again = pickle.loads(pickle.dumps(whole))  # noqa: S301 - our own bytes
    assert again == whole
    assert again.part.span == whole.part.span


def test_models_are_frozen() -> None:
    with pytest.raises(ValidationError):
        Part(size=2).size = 3  # type: ignore[misc]


def test_the_keys_of_a_model_are_named_as_in_files() -> None:
    assert key_names(Part) == ("size", "in")
