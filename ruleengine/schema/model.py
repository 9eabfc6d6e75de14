"""The base of every model that is read from a file: strict about keys, aware of its place."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, get_args, get_origin

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from ruleengine.codes import Code
from ruleengine.errors import Span
from ruleengine.schema.wording import without_value
from ruleengine.source.document import Map, Seq, Text
from ruleengine.source.locate import locate, locate_key

Shared: TypeAlias = "dict[tuple[type[Model], int], Model]"
"""Models by the tree they were read from, as the context of a validation: trees under other
flag values have most of their parts in common."""


class Model(BaseModel):
    """A frozen model that refuses keys it does not know and remembers where it was written."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, strict=False)

    # What it was read from; no part of what the model says, so it is not compared. A slot,
    # because pydantic goes a long way to make, set and read its own private attributes.
    __slots__ = ("_written",)
    if TYPE_CHECKING:
        _written: Map | Seq | Text | None

    @property
    def span(self) -> Span | None:
        """The place the model was read from; nothing when it was built in Python."""
        return self._written.span if self._written is not None else None

    @property
    def written(self) -> Map | Seq | Text | None:
        """The part of the tree that the model was read from, if it was read."""
        return self._written

    def place_of(self, *path: str | int) -> Span | None:
        """Return the place of what stands at `path` in the model, as it was written.

        Where the path leads on from a value, as into a list that was written as its only item,
        that is the place of the value.
        """
        return locate(self._written, path) if isinstance(self._written, Map) else self.span

    def place_of_key(self, *path: str | int) -> Span | None:
        """Return the place of the key that `path` ends with."""
        return locate_key(self._written, path) if isinstance(self._written, Map) else self.span

    def place_in_text(self, key: str, start: int, end: int) -> Span | None:
        """Return the place of the characters from `start` to `end` of a text in the model."""
        text = self._written.get(key) if isinstance(self._written, Map) else None
        return text.at(start, end) if isinstance(text, Text) else self.place_of(key)

    @model_validator(mode="wrap")
    @classmethod
    def _remember_source(
        cls, data: object, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo
    ) -> Self:
        shared: Shared | None = info.context
        if shared is not None and (known := shared.get((cls, id(data)))) is not None:
            return known  # type: ignore[return-value]  # the key has the class
        try:
            model = handler(data)
        except ValidationError as error:
            raise _completed(cls, error, data) from None
        if isinstance(data, Map) and None in data.values():
            raise ValidationError.from_exception_data(cls.__name__, _without_value(data, set()))
        if model is not data:
            is_written = isinstance(data, Map | Seq | Text)
            object.__setattr__(model, "_written", data if is_written else None)
        if shared is not None and isinstance(data, Map):
            shared[cls, id(data)] = model  # which keeps `data`, so that the id stays its own
        return model

    def __copy__(self) -> Self:
        copied = super().__copy__()
        object.__setattr__(copied, "_written", self._written)
        return copied

    def __getstate__(self) -> dict[Any, Any]:
        return super().__getstate__() | {"_written": self._written}

    def __setstate__(self, state: dict[Any, Any]) -> None:
        object.__setattr__(self, "_written", state.pop("_written"))
        super().__setstate__(state)


def complaint(
    code: Code,
    message: str,
    *,
    hint: str | None = None,
    key: str | None = None,
    marks_key: bool = False,
) -> PydanticCustomError:
    """Return the error a validator of a model raises.

    Message and hint reach the author as they are. `key` narrows the place to the value of one
    key, and with `marks_key` to the key itself.
    """
    context = {"message": message, "hint": hint, "key": key, "marks_key": marks_key}
    return PydanticCustomError(code, "{message}", context)


def key_names(model: type[BaseModel]) -> tuple[str, ...]:
    """Return the keys an author may write in a model, in the order of its fields."""
    return tuple(field.alias or name for name, field in model.model_fields.items())


def _holder(model: type[BaseModel], key: str) -> str | None:
    """Return the key under which another one may be written, if there is one."""
    for name, field in model.model_fields.items():
        if any(key in key_names(each) for each in _models_in(field.annotation)):
            return field.alias or name
    return None


def _elsewhere(model: type[BaseModel], key: str, word: object) -> str | None:
    """Return the other key of a model at which a word can stand, if there is one."""
    for name, field in model.model_fields.items():
        other = field.alias or name
        is_list = get_origin(field.annotation) is Literal
        if other != key and is_list and word in get_args(field.annotation):
            return other
    return None


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    """Yield the models that may stand for a value, but not those in lists or mappings."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) not in {list, dict, tuple}:
        for part in get_args(annotation):
            yield from _models_in(part)


def _completed(model: type[BaseModel], error: ValidationError, data: object) -> ValidationError:
    """Return the same error with what can only be said here, where model and data are at hand.

    Every unknown key of this model carries the known ones, and keys without a value that the
    model would have passed over are errors too.
    """
    lines: list[InitErrorDetails] = []
    for details in error.errors(include_url=False):
        context = dict(details.get("ctx", {}))
        if details["type"] == "extra_forbidden" and len(details["loc"]) == 1:
            context["known"] = key_names(model)
            context["holder"] = _holder(model, str(details["loc"][0]))
        if details["type"] == "literal_error" and len(details["loc"]) == 1:
            context["elsewhere"] = _elsewhere(model, str(details["loc"][0]), details["input"])
        # A custom error may have any type, so each keeps its own; its words are not used.
        same = PydanticCustomError(details["type"], details["msg"], context)
        lines.append({"type": same, "loc": details["loc"], "input": details["input"]})
    if isinstance(data, Map):
        reported = {line["loc"][0] for line in lines if line["loc"]}
        lines += _without_value(data, reported)
    return ValidationError.from_exception_data(model.__name__, lines)


def _without_value(data: Map, reported: set[str | int]) -> list[InitErrorDetails]:
    """Return an error for each key that is written but given nothing, often by a slip of indent."""
    lines: list[InitErrorDetails] = []
    for key, value in data.items():
        if value is None and key not in reported:
            message, hint = without_value(key)
            error = complaint("schema/wrong-type", message, hint=hint, key=key, marks_key=True)
            lines.append({"type": error, "loc": (), "input": data})
    return lines
