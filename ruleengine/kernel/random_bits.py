"""Random bits: the streams of chance, exactly as the other tier draws them, and agents' own."""

from __future__ import annotations

import numpy as np

from ruleengine.kernel.access import Bits, Numbers, inlined, whole

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
LOW = np.uint64(0xFFFFFFFF)
AGENT_BITS, CHANCE_KEY, COPIES, TRIES, WORLDS = range(5)
"""What is where in `rng`, the state of one run of the kernel.

`AGENT_BITS` are what an agent draws with, `CHANCE_KEY` is the key of the stream of chance up to the
turn. `COPIES` says to which place in memory copies of rows go, with drafts right behind the row; 0
where there is room for copies behind every row, so that each draft is a stride further on. Of a
search, `TRIES` are the bits by which it draws what to try, and `WORLDS` the key of all worlds."""
RNG = 5
_S30, _S27, _S31, S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@inlined
def mix(value: Bits) -> Bits:
    """Scramble 64 bits, as `streams.mix` does."""
    value = (value ^ (value >> _S30)) * _M1
    value = (value ^ (value >> _S27)) * _M2
    return value ^ (value >> _S31)


@inlined
def below(bits: Bits, options: int) -> int:
    """Return a number from 0 to options - 1: the high half of a product."""
    many = np.uint64(options)
    high = (bits >> S32) * many + (((bits & LOW) * many) >> S32)
    return whole(high >> S32)


@inlined
def next_bits(rng: Numbers) -> Bits:
    """Return fresh bits for an agent."""
    rng[AGENT_BITS] += _GOLDEN
    return mix(rng[AGENT_BITS])


@inlined
def rest_below(bits: Bits, options: int) -> Bits:
    """Return what is left of bits after `below`: as good as fresh ones.

    To draw below the product of two numbers and to divide is to draw below one, and then with the
    rest below the other; both give the same.
    """
    return bits * np.uint64(options)


@inlined
def skip_bits(rng: Numbers, number: int) -> None:
    """Take so many fresh bits without looking at them."""
    rng[AGENT_BITS] += _GOLDEN * np.uint64(number)


@inlined
def chance(rng: Numbers, turn: int, number: int, options: int) -> int:
    """Return a draw of the chance stream."""
    state = mix(rng[CHANCE_KEY] + _GOLDEN + mix(np.uint64(turn) + _GOLDEN))
    state = mix(state + _GOLDEN + mix(np.uint64(number) + _GOLDEN))
    return below(state, options)


@inlined
def key_up_to(purpose: Bits, seed: Bits) -> Bits:
    """Return the part of a stream's key that all games of a seed share."""
    state = mix(_GOLDEN + _GOLDEN + mix(purpose + _GOLDEN))
    return mix(state + _GOLDEN + mix(seed + _GOLDEN))


@inlined
def key_of(shared: Bits, game: Bits) -> Bits:
    """Return the key of a stream up to the turn, as `streams.draw` mixes it."""
    return mix(shared + _GOLDEN + mix(game + _GOLDEN))


@inlined
def key(purpose: Bits, seed: Bits, game: Bits) -> Bits:
    """Return the key of a stream up to the turn, made from the beginning."""
    return key_of(key_up_to(purpose, seed), game)
