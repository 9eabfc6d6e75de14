"""The form of a record as plain data, and what is wrong with data that do not have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

from ruleengine.expressions.problems import did_you_mean
from ruleengine.schema.wording import found

FORMAT: Final = 1
"""The version of the record's own form."""

Closing: TypeAlias = Literal["finished", "resigned", "agreed_draw", "timed_out", "unfinished"]
CLOSINGS: Final[tuple[str, ...]] = get_args(Closing)

Where: TypeAlias = tuple[str | int, ...]
Fault: TypeAlias = tuple[Where, str]
"""Where something is wrong, and what, in words."""

_REQUIRED: Final = (
    "format",
    "ruleset",
    "hash",
    "schema",
    "flags",
    "seed",
    "opening",
    "plies",
    "closing",
    "by",
    "outcome",
)
_OPTIONAL: Final = ("number", "players", "offers", "start")
_WHOLE: Final = ("schema", "seed", "number")
_TEXTS: Final = ("ruleset", "hash", "closing")
_ENDED_BY_SEAT: Final = ("resigned", "timed_out")


def check_form(data: object) -> list[Fault]:
    """Return all that keeps data from being a record."""
    if not isinstance(data, Mapping):
        return [((), f"expected a mapping, found {found(data)}")]
    if "format" in data and (data["format"] != FORMAT or isinstance(data["format"], bool)):
        message = f"the format of a record is {FORMAT}, not {found(data['format'])}"
        return [(("format",), message)]
    return [*_keys(data), *_values(data), *_mappings(data), *_plies(data), *_closing(data)]


def _keys(data: Mapping[str, Any]) -> Iterator[Fault]:
    for key in _REQUIRED:
        if key not in data:
            yield (), f"'{key}' is missing"
    known = (*_REQUIRED, *_OPTIONAL)
    for key in data:
        if key not in known:
            hint = did_you_mean(str(key), known)
            yield (key,), f"there is no key '{key}' in a record" + (f"; {hint}" if hint else "")


def _values(data: Mapping[str, Any]) -> Iterator[Fault]:
    for key in _WHOLE:
        if key in data and (not isinstance(data[key], int) or isinstance(data[key], bool)):
            yield (key,), f"expected a whole number, found {found(data[key])}"
    for key in _TEXTS:
        if key in data and not isinstance(data[key], str):
            yield (key,), f"expected a text, found {found(data[key])}"
    offers = data.get("offers", [])
    if not isinstance(offers, list) or not all(isinstance(seat, str) for seat in offers):
        yield ("offers",), "expected a list of seats"


def _mappings(data: Mapping[str, Any]) -> Iterator[Fault]:
    for key in ("flags", "opening", "players", "outcome", "start"):
        value = data.get(key, {})
        may_be_nothing = key in ("opening", "outcome", "start") and value is None
        if not isinstance(value, Mapping) and not may_be_nothing:
            yield (key,), f"expected a mapping, found {found(value)}"
        elif key in ("opening", "players"):
            for name, item in (value or {}).items():
                if not isinstance(item, str):
                    yield (key, name), f"expected a text, found {found(item)}"


def _plies(data: Mapping[str, Any]) -> Iterator[Fault]:
    plies = data.get("plies", [])
    if not isinstance(plies, list):
        yield ("plies",), f"expected a list, found {found(plies)}"
        return
    for number, ply in enumerate(plies):
        match ply:
            case [None | str(), str()]:
                pass
            case _:
                yield ("plies", number), 'expected a seat or null, and a text: ["A", "pass"]'


def _closing(data: Mapping[str, Any]) -> Iterator[Fault]:
    closing, by, outcome = (data.get(key) for key in ("closing", "by", "outcome"))
    if not isinstance(closing, str):
        return
    if closing not in CLOSINGS:
        hint = did_you_mean(closing, CLOSINGS) or f"there are: {', '.join(CLOSINGS)}"
        yield ("closing",), f"a game cannot close '{closing}'; {hint}"
        return
    if by is not None and not isinstance(by, str):
        yield ("by",), f"expected a seat, found {found(by)}"
    elif (by is not None) != (closing in _ENDED_BY_SEAT):
        yield ("by",), f"a game that is {closing.replace('_', ' ')} says by whom only if by a seat"
    if (closing == "finished") != (outcome is not None):
        yield ("outcome",), "there is an outcome exactly if the game is finished"
