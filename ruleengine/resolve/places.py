"""Where in its file an expression stands, also when it was written as a bare number.

A number carries no place of its own, only the mapping or list around it does. Looking for it
costs nothing until something is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruleengine.schema.model import Model, key_names

if TYPE_CHECKING:
    from ruleengine.errors import Span
    from ruleengine.schema.expression import Expression


def place_in(model: Model, expression: Expression, start: int, end: int) -> Span | None:
    """Return the place of the characters from `start` to `end` of an expression in a model."""
    return expression.at(start, end) or next(_places(model, expression), model.span)


def _places(model: Model, expression: Expression) -> Iterator[Span | None]:
    names = zip(type(model).model_fields, key_names(type(model)), strict=True)
    for field, key in names:
        for path, value in _leaves(getattr(model, field), (key,)):
            if value is expression:
                yield model.place_of(*path)
            elif isinstance(value, Model):
                yield from _places(value, expression)


def _leaves(
    value: object, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], object]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _leaves(item, (*path, index))
    else:
        yield path, value
