"""The base of every model that is read from a file: strict about keys, aware of its place."""

from __future__ import annotations

from typing import Self

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from ruleengine.errors import Code, Span
from ruleengine.source.document import Map, Seq, Text


class Model(BaseModel):  # noqa: PLW1641 - pydantic hashes every frozen model by its fields
    """A frozen model that refuses keys it does not know and remembers where it was written."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, strict=False)

    _source: Map | None = PrivateAttr(default=None)
    _span: Span | None = PrivateAttr(default=None)

    @property
    def span(self) -> Span | None:
        """The place the model was read from; nothing when it was built in Python."""
        return self._span

    @model_validator(mode="wrap")
    @classmethod
    def _remember_source(cls, data: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            model = handler(data)
        except ValidationError as error:
            raise _with_known_keys(cls, error) from None
        if isinstance(data, Map | Seq | Text):
            model._span = data.span  # noqa: SLF001 - its own attribute
        if isinstance(data, Map):
            model._source = data  # noqa: SLF001 - its own attribute
        return model

    # Pydantic compares private attributes too, but a place is no part of what a rule says.
    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__


def complaint(
    code: Code, message: str, *, hint: str | None = None, key: str | None = None
) -> PydanticCustomError:
    """Return the error a validator of a model raises; `key` narrows its place to one key.

    Message and hint reach the author as they are.
    """
    context = {"message": message, "hint": hint, "key": key}
    return PydanticCustomError(code, "{message}", context)


def key_names(model: type[BaseModel]) -> tuple[str, ...]:
    """Return the keys an author may write in a model, in the order of its fields."""
    return tuple(field.alias or name for name, field in model.model_fields.items())


def _with_known_keys(model: type[BaseModel], error: ValidationError) -> ValidationError:
    """Return the same error in which every unknown key of this model carries the known ones.

    Only here is the model at hand; an error that has left it names no more than the key.
    """
    lines: list[InitErrorDetails] = []
    for details in error.errors(include_url=False):
        context = dict(details.get("ctx", {}))
        if details["type"] == "extra_forbidden" and len(details["loc"]) == 1:
            context["known"] = key_names(model)
        # A custom error may have any type, so each keeps its own; its words are not used.
        same = PydanticCustomError(details["type"], details["msg"], context)
        lines.append({"type": same, "loc": details["loc"], "input": details["input"]})
    return ValidationError.from_exception_data(model.__name__, lines)
