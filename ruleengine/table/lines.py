"""Lines of text whose parts have a role; what a role looks like is for the terminal to say."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

NBSP: Final = "\u00a0"
"""Keeps two words on one line; printed as a space."""


class Bit(NamedTuple):
    """A part of a line.

    Roles are `""`, `dim`, `title`, `warn`, `zone`, and `side` followed by the name of a side or
    color; a `!` at the end marks what has just changed.
    """

    text: str
    role: str = ""


Line: TypeAlias = tuple[Bit, ...]


def line(text: str = "", role: str = "") -> Line:
    """Return a line that is all of one role."""
    return (Bit(text, role),)


def plain(lines: Iterable[Line]) -> str:
    """Return lines as text without roles."""
    return "\n".join("".join(bit.text for bit in each).rstrip() for each in lines)


def width_of(one: Line) -> int:
    """Return how many characters a line has."""
    return sum(len(bit.text) for bit in one)


def wrapped(text: str, width: int, *, indent: str = "", role: str = "") -> Iterator[Line]:
    """Yield a text as lines of a width; the first begins as the text does, others indented."""
    lines = textwrap.wrap(
        text, width, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True
    )
    for each in lines or [""]:
        yield line(each.replace(NBSP, " "), role)


def beside(left: Sequence[Line], right: Sequence[Line], gap: int = 3) -> Iterator[Line]:
    """Yield two blocks of lines next to each other."""
    column = max((width_of(each) for each in left), default=0) + gap
    for number in range(max(len(left), len(right))):
        one: Line = left[number] if number < len(left) else ()
        other: Line = right[number] if number < len(right) else ()
        yield (*one, Bit(" " * (column - width_of(one))), *other) if other else one
