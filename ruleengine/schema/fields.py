"""Field types that several models share: names, cells, one-or-more lists, tagged items."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, TypeAlias, TypeVar, get_args

from pydantic import BeforeValidator, GetCoreSchemaHandler, StringConstraints
from pydantic_core import CoreSchema, core_schema

from ruleengine.schema.model import Model, complaint

T = TypeVar("T")

Name: TypeAlias = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=60)
]
PartName: TypeAlias = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$")
]
CellName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,2}[1-9][0-9]?$")]
ClauseId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Z]+-[0-9][0-9.]*[a-z]?$")]


def _as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


OneOrMore: TypeAlias = Annotated[list[T], BeforeValidator(_as_list)]
"""One value, or a list of them."""

COMMON_KEYS = frozenset({"id", "clauses", "says", "label", "else", "for", "who", "do", "code"})
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

    def _expand(self, item: object, models: Mapping[str, type[Model]]) -> object:
        """Turn a bare word into a mapping, and refuse what names no model or several."""
        if isinstance(item, Model):
            return item
        if isinstance(item, str):
            if item in models and models[item].model_fields[item].default is True:
                return {item: True}
            named = [str(item)]
        elif isinstance(item, dict):
            named = [key for key in item if key in models]
            if len(named) == 1:
                return item
            named = named or [key for key in item if key not in COMMON_KEYS]
        else:
            raise complaint(
                "schema/wrong-type", f"a mapping that names one {self.noun} is needed here"
            )
        if len(named) > 1 and all(key in models for key in named):
            listed = " and ".join(f"'{key}'" for key in named)
            raise complaint(
                "schema/bad-value",
                f"{listed} stand in one item, but an item is one {self.noun}",
                hint="write a list item for each",
            )
        near = get_close_matches(named[0], models, n=1) if named else []
        known = ", ".join(sorted(models))
        raise complaint(
            "schema/unknown-component",
            f"there is no {self.noun} '{named[0]}'" if named else f"no {self.noun} is named",
            hint=f"did you mean '{near[0]}'?" if near else f"one of: {known}",
            key=named[0] if named and isinstance(item, dict) else None,
        )


def own_key(model: type[Model]) -> str:
    """Return the key that tells a model apart: its first own field, by the name used in files."""
    return next(iter(model.__dict__["__annotations__"])).removesuffix("_")


def _tag(item: object, models: Mapping[str, type[Model]]) -> str:
    if isinstance(item, Model):
        return f"#{own_key(type(item))}"
    assert isinstance(item, dict)  # noqa: S101 - `_expand` has run
    return next(f"#{key}" for key in item if key in models)


_CELL = re.compile(r"^([a-z]{1,2})([1-9][0-9]?)$")


def parse_cell(text: str, rows: int) -> tuple[int, int] | None:
    """Return (row, column) of a cell name; row 1 is the bottom row, so `rows` is needed.

    >>> parse_cell("a1", 10)
    (9, 0)
    """
    match = _CELL.match(text)
    if match is None:
        return None
    letters, number = match.groups()
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    return rows - int(number), column - 1


def format_cell(row: int, column: int, rows: int) -> str:
    """Return the name of a cell: column letter, then the row number with row 1 at the bottom.

    >>> format_cell(9, 0, 10), format_cell(0, 27, 10)
    ('a1', 'ab10')
    """
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"{letters}{rows - row}"
