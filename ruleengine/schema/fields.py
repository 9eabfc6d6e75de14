"""Field types that several models share: names, cells, one-or-more lists, tagged items."""

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from inspect import get_annotations
from typing import Annotated, Any, Final, TypeAlias, TypeVar, cast, get_args

from pydantic import (
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    Strict,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from ruleengine.expressions.numbers import MAX_NUMBER
from ruleengine.expressions.problems import closest, did_you_mean
from ruleengine.schema.model import Model, complaint, key_names
from ruleengine.schema.wording import found, shown
from ruleengine.source.document import Map, Text

T = TypeVar("T")

MAX_NAME = 60
NOTHING_NAMED: Final = "none"
"""What moves write in place of a value that is left out."""

_NAME = r"^[A-Za-z_][A-Za-z0-9_]*$"
_PART = r"^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$"
MAX_CELL_NAME: Final = 8
_CELL = rf"^(?!0[0-9]+$)[A-Za-z0-9]{{1,{MAX_CELL_NAME}}}$"
_LABEL = r"^[A-Za-z0-9]{1,4}$"
OWN_CELL: Final = re.compile(_CELL)
"""What a cell may be called: nothing that moves write between names, and no number like `07`."""
_CLAUSE = r"^[A-Z]+-[0-9][0-9.]*[a-z]?$"
_MARK = r"^[^\s.]$"


def _check_name(text: str) -> str:
    if len(text) > MAX_NAME:
        raise complaint(
            "schema/bad-value",
            f"the name {shown(text)} has {len(text)} characters; {MAX_NAME} is the most",
            hint="choose a shorter one; `title` has room for more",
        )
    if re.fullmatch(_NAME, text):
        return text
    usable = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")
    proposal = f", such as `{usable}`" if re.fullmatch(_NAME, usable) else ""
    hint = f"use letters, digits and underscores, beginning with a letter{proposal}"
    if re.fullmatch(_PART, text):
        hint = f"name the whole, not a part of it: `{text.partition('.')[0]}`"
    raise complaint("schema/bad-value", f"{shown(text)} cannot be used as a name here", hint=hint)


def _check_word(text: str) -> str:
    if text == NOTHING_NAMED:
        message = f"'{text}' cannot be one of the words: moves write it where nothing is named"
        raise complaint("schema/bad-value", message, hint="choose another word, such as `stay`")
    return _check_name(text)


def _check_called(text: str) -> str:
    called = re.fullmatch(r"\s*(\w+)\s*\((.*)\)\s*", text)
    if called is None:
        return _check_name(text)
    name, given = called[1], [part.strip() for part in called[2].split(",") if part.strip()]
    names = ("first", "second", "third", "fourth")
    values = ", ".join(f"{key}: {value}" for key, value in zip(names, given, strict=False))
    hint = f"say by name what it is given: `run: {{{name}: {{{values}}}}}`, with the names that "
    hint += f"stand under `given` of '{name}'"
    raise complaint(
        "schema/bad-value",
        f"{shown(text)} is no name: a procedure is not called with brackets",
        hint=hint if given else f"write `run: {name}`",
    )


def _check_part(text: str) -> str:
    return text if re.fullmatch(_PART, text) else _check_name(text)


def _check_cell(written: object) -> object:
    # A name that is a number is one for YAML too; whether there is such a cell is asked later.
    text = str(written) if type(written) is int else written
    if not isinstance(text, str) or OWN_CELL.fullmatch(text):
        return text
    raise complaint(
        "schema/bad-value",
        f"{shown(text)} is not the name of a cell",
        hint="write it as the board names it: the letter of the column and the number of the row, "
        "such as `c4`, or what stands under `names`",
    )


def _check_label(written: object) -> object:
    text = str(written) if type(written) is int else written
    if not isinstance(text, str) or re.fullmatch(_LABEL, text):
        return text
    hint = "use up to four letters and digits"
    raise complaint("schema/bad-value", f"{shown(text)} cannot be part of a name", hint=hint)


def _check_place(text: object) -> object:
    if isinstance(text, str) and re.fullmatch(_PART, text):
        return text  # whether there is such a place is asked when the zones are known
    return _check_cell(text)


def _check_clause(text: object) -> str:
    if isinstance(text, str) and re.fullmatch(_CLAUSE, text):
        return text
    words = shown(text) if isinstance(text, str) else found(text)
    raise complaint(
        "schema/bad-value",
        f"{words} cannot be the number of a clause",
        hint="write capital letters, a hyphen and a number, such as `R-4.3`",
    )


def _check_mark(text: str) -> str:
    if re.fullmatch(_MARK, text):
        return text
    why = "is what an empty cell is drawn with" if text == "." else "is not a single character"
    if text.isspace():
        why = "cannot be seen"
    raise complaint(
        "schema/bad-value",
        f"{shown(text)} {why}",
        hint="choose one letter or sign that can be seen, and not the dot",
    )


class _Checked:
    """Annotation of a text that a function checks; editors are given the pattern.

    Pydantic's own annotations look at the signature of the function anew for every field,
    which adds up to a tenth of the time that it takes to build the models.
    """

    def __init__(self, check: Callable[[Any], object], pattern: str) -> None:
        self._check = check
        self._pattern = pattern

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"type": "string", "pattern": self._pattern}


class _CheckedFirst(_Checked):
    """The same, but the function sees whatever was written, text or not."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._check, handler(source))


class _CheckedCell(_CheckedFirst):
    """The same for what may be called by a number, which is one for YAML too."""

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        text = {"type": "string", "pattern": self._pattern}
        return {"anyOf": [text, {"type": "integer", "minimum": 0}]}


Name: TypeAlias = Annotated[str, _Checked(_check_name, _NAME)]
Word: TypeAlias = Annotated[str, _Checked(_check_word, _NAME)]
"""A word of the author's that a move can hold."""
CalledName: TypeAlias = Annotated[str, _Checked(_check_called, _NAME)]
"""The name of a procedure where it is run."""
PartName: TypeAlias = Annotated[str, _Checked(_check_part, _PART)]
CellName: TypeAlias = Annotated[str, _CheckedCell(_check_cell, _CELL)]
CellLabel: TypeAlias = Annotated[str, _CheckedCell(_check_label, _LABEL)]
"""What all names of a column or of a row have in common."""
PlaceName: TypeAlias = Annotated[str, _CheckedCell(_check_place, f"{_CELL}|{_PART}")]
"""A cell, or a place off the board."""
ClauseId: TypeAlias = Annotated[str, _CheckedFirst(_check_clause, _CLAUSE)]
Mark: TypeAlias = Annotated[str, _Checked(_check_mark, _MARK)]
"""What draws one cell of a board."""

Whole: TypeAlias = Annotated[int, Strict(), Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
"""A whole number that is written as one: the text '3' is not."""
Truth: TypeAlias = Annotated[bool, Strict()]
"""`true` or `false`; `yes` and `on` are texts."""


def _as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


class _OrAlone:
    """Annotation of a list: in a file a single item may stand for it."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_before_validator_function(_as_list, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        listed = handler(schema)
        return {"anyOf": [listed["items"], listed]}


OneOrMore: TypeAlias = Annotated[list[T], _OrAlone()]
"""One value, or a list of them."""


class EitherForm:
    """Annotation of a tagged union of which not every member is a model: for editors, any fits."""

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        union = handler(schema)
        return {"anyOf": union["oneOf"]}


COMMON_KEYS = frozenset(
    {"id", "clauses", "says", "when", "label", "else", "for", "who", "do", "code", "named"}
)
"""Keys that any item of a list of rules may carry beside the key that names the rule."""


@dataclass(frozen=True, slots=True)
class OneOfKeys:
    """Annotation of a union of models: the item's own key tells which of them it is.

    The key of a model is its first own field; an item whose model needs nothing else may be
    written as that bare word. Tags start with `#`, which no key can, so that an error's place
    is found by skipping them.
    """

    noun: str
    """The word for such an item in messages."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        models: dict[str, type[Model]] = {own_key(model): model for model in get_args(source)}
        choices: dict[Hashable, CoreSchema] = {
            f"#{key}": handler.generate_schema(model) for key, model in models.items()
        }
        tagged = core_schema.tagged_union_schema(choices, lambda item: _tag(item, models))
        return core_schema.no_info_before_validator_function(
            lambda item: self._expand(item, models), tagged
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return handler(schema) | {"x-noun": self.noun}

    def _expand(self, item: object, models: Mapping[str, type[Model]]) -> object:
        """Turn a bare word into a mapping, and refuse what names no model or several."""
        if isinstance(item, Model):
            return item
        if isinstance(item, str):
            field = models[item].model_fields.get(item) if item in models else None
            if field is not None and field.default is True:
                return _written_out(item)
            if item in models:
                raise complaint(
                    "schema/wrong-type",
                    f"the {self.noun} '{item}' needs a value",
                    hint=f"write `{item}: ...`",
                )
            named = [str(item)]
        elif isinstance(item, dict):
            named = [key for key in item if key in models]
            if len(named) == 1:
                return item
            named = named or [key for key in item if key not in COMMON_KEYS]
        else:
            raise complaint(
                "schema/wrong-type",
                f"expected a mapping that names one {self.noun}, found {found(item)}",
                hint=f"write it as `name: ...`; the names are {', '.join(sorted(models))}",
            )
        if len(named) > 1 and all(key in models for key in named):
            listed = " and ".join(f"'{key}'" for key in named)
            slip = _slip(named, item, models)
            raise complaint(
                "schema/bad-value",
                f"{listed} stand in one item, but an item is one {self.noun}",
                hint="write a list item for each"
                if slip is None
                else f"did you mean `{slip[1]}`? If not, write a list item for each",
                key=named[1] if slip is None else slip[0],
                marks_key=True,
            )
        # Of several unknown keys the misspelled one is meant; the others go with it.
        meant = next((key for key in named if closest(key, models)), named[0] if named else None)
        known = ", ".join(sorted(models))
        owner = next((key for key, model in models.items() if meant in key_names(model)), None)
        if owner is not None and isinstance(item, dict):
            both = f"put both into one item: `{{{owner}: ..., {meant}: ...}}`"
            alike = closest(meant or "", models)
            raise complaint(
                "schema/unknown-component",
                f"'{meant}' belongs to the {self.noun} '{owner}' and is none of its own",
                hint=both if alike is None else f"did you mean `{alike}`? If not, {both}",
                key=meant,
                marks_key=True,
            )
        raise complaint(
            "schema/unknown-component",
            f"no {self.noun} is named" if meant is None else f"there is no {self.noun} '{meant}'",
            hint=_INSTEAD.get((self.noun, meant or ""))
            or did_you_mean(meant or "", models)
            or f"one of: {known}",
            key=meant if isinstance(item, dict) else None,
            marks_key=True,
        )


def _slip(
    named: list[str], item: object, models: Mapping[str, type[Model]]
) -> tuple[str, str] | None:
    """Return a key that names a model by mistake, with the one that goes with another key."""
    for key in reversed(named):
        for other in named:
            beside = [] if other == key else key_names(models[other])
            free = [each for each in beside if each not in models and each not in cast("Map", item)]
            meant = closest(key, free)
            if meant is not None:
                return key, meant
    return None


_IDLE: Final = "write `end_turn` to end the turn; where nothing is to happen, leave the list out"
_INSTEAD: Final = {
    ("step", word): _IDLE for word in ("pass", "skip", "continue", "none", "nothing")
}
"""What to write in the place of words that other languages have."""


def _written_out(word: str) -> dict[str, object]:
    """Return a bare word as the mapping it is short for, at the same place."""
    if not isinstance(word, Text):
        return {word: True}
    item = Map(word.span)
    item.put(str(word), True, word.span, word.span)
    return cast("dict[str, object]", item)


def own_key(model: type[Model]) -> str:
    """Return the key that tells a model apart: its first own field, by the name used in files."""
    first: str = next(iter(get_annotations(model)))
    return first.removesuffix("_")


def _tag(item: object, models: Mapping[str, type[Model]]) -> str:
    if isinstance(item, Model):
        return f"#{own_key(type(item))}"
    assert isinstance(item, dict)  # noqa: S101 - `_expand` has run
    return next(f"#{key}" for key in item if key in models)
