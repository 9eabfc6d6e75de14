"""The numbers that rules can reckon with."""

from __future__ import annotations

from typing import Final

MAX_NUMBER: Final = 2**31 - 1
"""The largest number there is; the smallest is as far below 0."""
NUMBER_WORDS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
"""The numbers that are written as words, from 0."""


def held(number: int) -> int:
    """Return a number as it is, or where it is too large the nearest that is not.

    Numbers stop at both ends instead of failing or starting again from the other end: however
    rules reckon, a game goes on, more stays more, and the order in which conditions are looked
    at decides nothing.

    >>> held(2**40), held(-(2**40)), held(7)
    (2147483647, -2147483647, 7)
    """
    return max(-MAX_NUMBER, min(number, MAX_NUMBER))
