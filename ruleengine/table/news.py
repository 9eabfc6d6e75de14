"""What has happened since somebody last looked, in as many lines as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from ruleengine.table.entries import Entry, in_lines, spread
from ruleengine.table.lines import Line, line, wrapped


def news_lines(new: Sequence[Entry], width: int, height: int | None, more: str) -> list[Line]:
    """Return entries as lines; without room the last ones, none of them cut in a sentence.

    `more` stands for what is left out.
    """
    new = [each for entry in in_lines(new) for each in spread(entry)]
    told = [_wrapped(entry, width) for entry in new]
    if height is None or sum(map(len, told)) <= height:
        return [each for lines in told for each in lines]
    kept: list[Line] = []
    for lines in reversed(told):
        if len(kept) + len(lines) >= height:  # one line says that there is more
            break
        kept = [*lines, *kept]
    if kept:
        return [line(f"  {more}", "dim"), *kept]
    return _beginning(new[-1], width, height, more)


def _beginning(entry: Entry, width: int, height: int, more: str) -> list[Line]:
    """Return an entry with as many of its sentences as fit, but always the move itself."""
    lines = _wrapped(entry, width)
    for number in range(len(entry.sentences), -1, -1):
        lines = _wrapped(entry._replace(sentences=(*entry.sentences[:number], more)), width)
        if len(lines) <= height:
            break
    return lines


def _wrapped(entry: Entry, width: int) -> list[Line]:
    return list(wrapped(f"  {entry}", width, indent=" " * (6 if entry.is_result else 4)))
