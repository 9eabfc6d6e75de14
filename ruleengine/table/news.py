"""What has happened since somebody last looked, in as many lines as there is room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from ruleengine.table.entries import Entry, in_lines, spread
from ruleengine.table.lines import Line, line, wrapped

_MAX_MOVES: Final = 8  # more that one seat has made in a row, such as a sheet, are only counted


def news_lines(new: Sequence[Entry], width: int, height: int | None, more: str) -> list[Line]:
    """Return entries as lines; without room the last ones, none of them cut in a sentence.

    `more` stands for what is left out.
    """
    new = [each for entry in _without_sheets(in_lines(new)) for each in spread(entry)]
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


def _without_sheets(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield entries, with a long row of one seat's moves of which nothing else is told as one."""
    for is_plain, run in groupby(entries, key=lambda each: (each.seat, _is_only_a_move(each))):
        moves = [*run]
        if not is_plain[1] or len(moves) <= _MAX_MOVES:
            yield from moves
            continue
        text = f"{len(moves)} moves, from {moves[0].text} to {moves[-1].text}"
        cells = frozenset(cell for each in moves for cell in each.cells)
        yield moves[-1]._replace(text=text, cells=cells)


def _is_only_a_move(entry: Entry) -> bool:
    return entry.seat is not None and not entry.all_sentences and entry.results is None


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
