"""Intervals of whole numbers: what the smallest and largest value of an expression can be.

Every function is sound (the true result lies inside), not always tight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Final, NamedTuple, TypeAlias

from ruleengine.expressions.numbers import held


class Bounds(NamedTuple):
    """The lowest and highest value, inclusive; None is no limit."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        match self:
            case (None, None):
                return "any number"
            case (None, high):
                return f"{high} or less"
            case (low, None):
                return f"{low} or more"
            case (low, high) if low == high:
                return str(low)
            case _:
                return f"{self.low} to {self.high}"


UNBOUNDED = Bounds()
FROM_ZERO = Bounds(0)

BoundsRule: TypeAlias = Callable[[Sequence[Bounds]], Bounds]


def exactly(value: int) -> Bounds:
    """Return the interval of one value."""
    return Bounds(value, value)


def negate(of: Bounds) -> Bounds:
    """Return the bounds of `-x`."""
    return Bounds(
        None if of.high is None else -of.high,
        None if of.low is None else -of.low,
    )


def add(left: Bounds, right: Bounds) -> Bounds:
    """Return the bounds of `x + y`."""
    return _held(
        None if left.low is None or right.low is None else left.low + right.low,
        None if left.high is None or right.high is None else left.high + right.high,
    )


def subtract(left: Bounds, right: Bounds) -> Bounds:
    """Return the bounds of `x - y`."""
    return add(left, negate(right))


def multiply(left: Bounds, right: Bounds) -> Bounds:
    """Return the bounds of `x * y`."""
    # 0 * inf is 0 here: the unlimited factor is always some finite number in play.
    return _hull(x * y if x and y else 0 for x in _ends(left) for y in _ends(right))


def divide(left: Bounds, right: Bounds) -> Bounds:
    """Return the bounds of `x / y` rounded down; unbounded when `y` may be 0."""
    if may_be_zero(right):
        return UNBOUNDED
    return _hull(_quotient(x, y) for x in _ends(left) for y in _ends(right))


def remainder(left: Bounds, right: Bounds) -> Bounds:
    """Return the bounds of `x % y`, which has the sign of `y`; unbounded when `y` may be 0."""
    if may_be_zero(right):
        return UNBOUNDED
    if right.low is not None and right.low > 0:
        if left.low is not None and left.low >= 0:
            if left.high is not None and left.high < right.low:
                return left
            ceilings = [end for end in (left.high, _less_one(right.high)) if end is not None]
            return Bounds(0, min(ceilings) if ceilings else None)
        return Bounds(0, _less_one(right.high))
    return Bounds(None if right.low is None else right.low + 1, 0)


ARITHMETIC: Final = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "%": remainder,
}
"""The bounds of two numbers and an operator."""


def smallest(of: Sequence[Bounds]) -> Bounds:
    """Return the bounds of `min(...)`."""
    highs = [each.high for each in of if each.high is not None]
    return Bounds(_if_all([each.low for each in of], min), min(highs) if highs else None)


def largest(of: Sequence[Bounds]) -> Bounds:
    """Return the bounds of `max(...)`."""
    lows = [each.low for each in of if each.low is not None]
    return Bounds(max(lows) if lows else None, _if_all([each.high for each in of], max))


def hull(of: Sequence[Bounds]) -> Bounds:
    """Return the bounds of a number that is one of several; none of several is any number."""
    return Bounds(smallest(of).low, largest(of).high) if of else UNBOUNDED


def magnitude(of: Sequence[Bounds]) -> Bounds:
    """Return the bounds of `abs(x)`."""
    low, high = of[0]
    if low is not None and low >= 0:
        return of[0]
    if high is not None and high <= 0:
        return negate(of[0])
    return Bounds(0, None if low is None or high is None else max(-low, high))


def first(of: Sequence[Bounds]) -> Bounds:
    """Return the bounds of the first argument."""
    return of[0]


def room_below_limit(of: Sequence[Bounds]) -> Bounds:
    """Return the bounds of what is left up to the upper bound of the first argument."""
    low, high = of[0]
    return _held(0, None if low is None or high is None else high - low)


def of_direction(_values: Sequence[Bounds]) -> Bounds:
    """Return the bounds of a direction, in eighths of a turn."""
    return Bounds(0, 7)


def from_zero(_of: Sequence[Bounds]) -> Bounds:
    """Return the bounds of a count."""
    return FROM_ZERO


def unbounded(_of: Sequence[Bounds]) -> Bounds:
    """Return no bounds: the result is not a number."""
    return UNBOUNDED


def may_be_zero(of: Bounds) -> bool:
    """Say whether 0 lies inside."""
    return (of.low is None or of.low <= 0) and (of.high is None or of.high >= 0)


def verdict(op: str, left: Bounds, right: Bounds) -> bool | None:
    """Return what `left op right` always is, or None when it depends.

    >>> verdict("==", Bounds(1, 6), exactly(7))
    False
    """
    match op:
        case "<":
            return _less(left, right)
        case ">":
            return _less(right, left)
        case ">=":
            return _opposite(_less(left, right))
        case "<=":
            return _opposite(_less(right, left))
        case "==":
            return _equal(left, right)
        case _:
            return _opposite(_equal(left, right))


def _less(left: Bounds, right: Bounds) -> bool | None:
    if left.high is not None and right.low is not None and left.high < right.low:
        return True
    if left.low is not None and right.high is not None and left.low >= right.high:
        return False
    return None


def _equal(left: Bounds, right: Bounds) -> bool | None:
    if _less(left, right) or _less(right, left):
        return False
    single = left.low is not None and left.low == left.high
    return True if single and left == right else None


def _opposite(answer: bool | None) -> bool | None:  # noqa: FBT001 - a three-valued answer
    return None if answer is None else not answer


def _less_one(end: int | None) -> int | None:
    return None if end is None else end - 1


def _if_all(ends: list[int | None], pick: Callable[[list[int]], int]) -> int | None:
    known = [end for end in ends if end is not None]
    return pick(known) if len(known) == len(ends) else None


def _ends(of: Bounds) -> tuple[float, float]:
    return (-inf if of.low is None else of.low, inf if of.high is None else of.high)


def _quotient(x: float, y: float) -> float:
    if abs(y) == inf:
        # x / y comes arbitrarily close to 0 from the side its sign says.
        return 0 if x == 0 or (x > 0) == (y > 0) else -1
    if abs(x) == inf:
        return x if y > 0 else -x
    return x // y


def _hull(corners: Iterable[float]) -> Bounds:
    known = list(corners)
    low, high = min(known), max(known)
    return _held(
        None if abs(low) == inf else int(low),
        None if abs(high) == inf else int(high),
    )


def _held(low: int | None, high: int | None) -> Bounds:
    return Bounds(None if low is None else held(low), None if high is None else held(high))
