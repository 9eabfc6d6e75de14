"""Who has won, as the one number that rows and notes of games have for it.

It is the number of a side, -1 for nobody, and for several sides that have won together -2 less a
bit for each of them: less than -1, so that nobody takes it for a side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

NOBODY: Final = -1


def together(sides: Iterable[int]) -> int:
    """Return the number of several sides that have won together.

    >>> together([0, 2])
    -7
    """
    return -2 - sum(1 << side for side in sides)


def winners_of(number: int) -> tuple[int, ...]:
    """Return the sides that have won, in order.

    >>> winners_of(3), winners_of(-1), winners_of(-7)
    ((3,), (), (0, 2))
    """
    if number >= NOBODY:
        return () if number == NOBODY else (number,)
    bits = -2 - number
    return tuple(side for side in range(bits.bit_length()) if bits >> side & 1)


def has_won(number: Any, side: Any) -> Any:  # noqa: ANN401 - numbers, or arrays of them
    """Return whether a side has won, alone or with others; for arrays of numbers an array.

    >>> has_won(3, 3), has_won(-7, 2), has_won(-7, 1), has_won(-1, 0)
    (True, True, False, False)
    """
    return (number == side) | ((number < NOBODY) & ((-2 - number) >> side & 1 == 1) & (side >= 0))
