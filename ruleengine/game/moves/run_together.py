"""Words without anything between their parts: `e2e4`, `Nb1c3`, `e7e8Q`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

_LONGEST: Final = 40  # of what is taken apart; longer words are no move
_TAKES: Final = "xX"


def run_together(
    word: str, cell: Callable[[str], str | None], is_letter: Callable[[str], bool]
) -> list[str]:
    """Return the cells that a word is made of, or the word if it can be read in no or two ways.

    A letter that draws a kind may stand in front or behind, and an `x` between two parts. Words
    of letters only or digits only are left alone: they may be names and numbers.
    """
    if len(word) > _LONGEST or not word.isalnum() or word.isalpha() or word.isdigit():
        return [word]
    for has_front, has_back in ((False, False), (True, False), (False, True), (True, True)):
        front, rest, back = _cut(word, has_front=has_front, has_back=has_back)
        if not all(map(is_letter, front + back)):
            continue
        ways = [*islice(_ways(rest, cell, may_take=has_front), 2)]
        if len(ways) > 1:
            break
        if ways:
            return [*front, *ways[0], *back]
    return [word]


def _cut(word: str, *, has_front: bool, has_back: bool) -> tuple[str, str, str]:
    start, end = int(has_front), len(word) - int(has_back)
    return word[:start], word[start:end], word[end:]


def _ways(
    text: str, cell: Callable[[str], str | None], *, may_take: bool = False
) -> Iterator[list[str]]:
    """Yield the ways in which a text is one cell after the other."""
    if may_take and text[:1] in _TAKES and text:
        yield from _ways(text[1:], cell)
    for end in range(1, len(text) + 1):
        name = cell(text[:end])
        if name is None:
            continue
        if end == len(text):
            yield [name]
        for rest in _ways(text[end:], cell, may_take=True):
            yield [name, *rest]
