"""Random streams that depend on nothing but their key.

A draw is keyed by (seed, game, turn, draw within the turn), so that an extra draw in one turn
shifts nothing later. The mixing is plain 64-bit arithmetic that every tier can repeat exactly.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

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


def draw(  # noqa: PLR0913 - the key of a draw has that many parts
    purpose: int, seed: int, game: int, turn: int, number: int, *, options: int
) -> int:
    """Return a number from 0 to `options` - 1, each as likely.

    >>> [draw(CHANCE, 7, 0, 1, number, options=6) for number in range(5)]
    [0, 5, 4, 5, 1]
    """
    state = _GOLDEN
    for part in (purpose, seed, game, turn, number):
        state = mix(state + _GOLDEN + mix(part + _GOLDEN))
    # The high half of a product is uniform up to 2**-64, and needs no division.
    return (state * options) >> 64
