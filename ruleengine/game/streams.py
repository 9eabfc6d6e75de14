"""Random streams that depend on nothing but their key.

A draw is keyed by (seed, game, turn, draw within the turn), so that an extra draw in one turn
shifts nothing later. The mixing is plain 64-bit arithmetic that every tier can repeat exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Spot = TypeVar("Spot")

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

SHEET = 0
"""The purpose of draws for sheets that are shuffled."""
CHANCE = 1
"""The purpose of draws by chance points."""
AGENT = 2
"""The purpose of draws by agents; plus the seat, so that agents do not share a stream."""


def mix(value: int) -> int:
    """Scramble 64 bits (the finaliser of SplitMix64).

    >>> f"{mix(1):#x}"
    '0x5692161d100b05e5'
    """
    value &= _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def key(*parts: int) -> int:
    """Return 64 bits that depend on all parts and their order."""
    state = _GOLDEN
    for part in parts:
        state = mix(state + _GOLDEN + mix(part + _GOLDEN))
    return state


def draw(  # noqa: PLR0913 - the key of a draw has that many parts
    purpose: int, seed: int, game: int, turn: int, number: int, *, options: int
) -> int:
    """Return a number from 0 to `options` - 1, each as likely.

    >>> [draw(CHANCE, 7, 0, 1, number, options=6) for number in range(5)]
    [0, 5, 4, 5, 1]
    """
    state = key(purpose, seed, game, turn, number)
    # The high half of a product is uniform up to 2**-64, and needs no division.
    return (state * options) >> 64


def dealt(spots: Sequence[Spot], seed: int, game: int, owner: int) -> tuple[Spot, ...]:
    """Return spots in an order of which every one is as likely, for one owner of several.

    >>> dealt("abcde", 7, 0, 0), dealt("abcde", 7, 0, 1)
    (('d', 'c', 'a', 'e', 'b'), ('c', 'b', 'a', 'd', 'e'))
    """
    left = list(spots)
    return tuple(
        left.pop(draw(SHEET, seed, game, owner, number, options=len(left)))
        for number in range(len(left))
    )
