"""What a case and the defaults of its file give by names, put together.

What is written as nothing, `null`, is taken out of what `defaults` say. So a case can do without
a place or a piece that all others have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar

from ruleengine.errors import Diagnostic
from ruleengine.workbench.cases.model import Situation

T = TypeVar("T")
_BY_NAME: Final = ("off_board", "cells", "counters", "marks", "zone_owners", "commanders")


def together(
    shared: Mapping[str, T | None] | None, own: Mapping[str, T | None] | None = None
) -> dict[str, T]:
    """Put what is given by names together, each name as the case has it."""
    found = {**(shared or {}), **(own or {})}
    return {name: value for name, value in found.items() if value is not None}


def by_part(
    shared: Mapping[str, Any] | None, own: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Put counters or marks together; of one that has parts, each part as the case has it.

    An empty list, of no piece, is nothing as well.
    """
    usual, found = shared or {}, together(shared, own)
    for name, value in found.items():
        if isinstance(value, Mapping):
            other = usual.get(name)
            parts = together(other if isinstance(other, Mapping) else {}, value)
            found[name] = {part: each for part, each in parts.items() if each != []}
    return found


def nothing_to_take_out(own: Situation, shared: Situation) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each name that is written as nothing and that `defaults` lack."""
    for key in _BY_NAME:
        usual = getattr(shared, key) or {}
        for name, value in (getattr(own, key) or {}).items():
            if value is None and name not in usual:
                yield _unknown(own, key, name)
            if not isinstance(value, Mapping):
                continue
            other = usual.get(name)
            known = other if isinstance(other, Mapping) else {}
            for part, each in value.items():
                if each is None and part not in known:
                    yield _unknown(own, key, name, part)


def _unknown(own: Situation, *path: str) -> Diagnostic:
    message = f"'{path[-1]}' is written as nothing, and `defaults` say nothing of it"
    return Diagnostic("schema/bad-value", message, own.place_of_key(*path), "take it out here")
