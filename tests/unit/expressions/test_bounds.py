from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ruleengine.expressions import bounds
from ruleengine.expressions.bounds import UNBOUNDED, Bounds, exactly
from ruleengine.expressions.numbers import MAX_NUMBER

small = st.integers(-20, 20)


@st.composite
def values_in_bounds(draw: st.DrawFn) -> tuple[int, Bounds]:
    """Draw a value and bounds, each perhaps absent, that hold it."""
    value = draw(small)
    low = draw(st.none() | st.integers(-25, value))
    high = draw(st.none() | st.integers(value, 25))
    return value, Bounds(low, high)


inside = values_in_bounds()


def holds(limits: Bounds, value: int) -> bool:
    above = limits.low is None or limits.low <= value
    return above and (limits.high is None or value <= limits.high)


@given(inside, inside)
@pytest.mark.parametrize(
    ("of_bounds", "of_values"),
    [
        (bounds.add, operator.add),
        (bounds.subtract, operator.sub),
        (bounds.multiply, operator.mul),
        (bounds.divide, operator.floordiv),
        (bounds.remainder, operator.mod),
        (lambda left, right: bounds.smallest([left, right]), min),
        (lambda left, right: bounds.largest([left, right]), max),
    ],
    ids=["add", "subtract", "multiply", "divide", "remainder", "smallest", "largest"],
)
def test_result_lies_inside(
    of_bounds: Callable[[Bounds, Bounds], Bounds],
    of_values: Callable[[int, int], int],
    first: tuple[int, Bounds],
    second: tuple[int, Bounds],
) -> None:
    assume(second[0] != 0 or of_values not in (operator.floordiv, operator.mod))
    result = of_values(first[0], second[0])
    assert holds(of_bounds(first[1], second[1]), result)


@given(inside)
def test_result_of_one_value_lies_inside(drawn: tuple[int, Bounds]) -> None:
    value, limits = drawn
    assert holds(bounds.negate(limits), -value)
    assert holds(bounds.magnitude([limits]), abs(value))


@given(inside, inside)
@pytest.mark.parametrize(
    ("op", "compare"),
    [
        ("==", operator.eq),
        ("!=", operator.ne),
        ("<", operator.lt),
        ("<=", operator.le),
        (">", operator.gt),
        (">=", operator.ge),
    ],
)
def test_verdict_never_contradicts_the_values(
    op: str,
    compare: Callable[[int, int], bool],
    first: tuple[int, Bounds],
    second: tuple[int, Bounds],
) -> None:
    assert bounds.verdict(op, first[1], second[1]) in (None, compare(first[0], second[0]))


@pytest.mark.parametrize(
    ("op", "left", "right", "answer"),
    [
        ("==", Bounds(1, 6), exactly(7), False),
        ("==", Bounds(1, 6), exactly(6), None),
        ("==", exactly(2), exactly(2), True),
        ("!=", Bounds(1, 6), exactly(0), True),
        ("!=", exactly(2), exactly(2), False),
        ("<", Bounds(0), exactly(0), False),
        ("<", Bounds(1, 6), exactly(7), True),
        ("<=", Bounds(1, 6), exactly(6), True),
        ("<=", Bounds(1, 6), exactly(5), None),
        (">", Bounds(1, 6), exactly(6), False),
        (">=", Bounds(0), exactly(0), True),
        (">=", UNBOUNDED, exactly(0), None),
    ],
)
def test_verdict_is_as_sharp_as_the_bounds(
    op: str,
    left: Bounds,
    right: Bounds,
    answer: bool | None,  # noqa: FBT001 - the expected value of a table
) -> None:
    assert bounds.verdict(op, left, right) is answer


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (bounds.add(Bounds(1, 6), Bounds(1, 6)), Bounds(2, 12)),
        (bounds.subtract(Bounds(0), Bounds(1, 6)), Bounds(-6)),
        (bounds.multiply(Bounds(-2, 3), Bounds(0)), UNBOUNDED),
        (bounds.multiply(Bounds(0), Bounds(0)), Bounds(0)),
        (bounds.divide(Bounds(0, 11), exactly(2)), Bounds(0, 5)),
        (bounds.divide(Bounds(-5, 5), Bounds(2)), Bounds(-3, 2)),
        (bounds.divide(Bounds(1, 6), Bounds(0, 1)), UNBOUNDED),
        (bounds.remainder(Bounds(0), exactly(4)), Bounds(0, 3)),
        (bounds.remainder(Bounds(0, 2), exactly(4)), Bounds(0, 2)),
        (bounds.remainder(UNBOUNDED, exactly(-4)), Bounds(-3, 0)),
        (bounds.remainder(UNBOUNDED, exactly(0)), UNBOUNDED),
        (bounds.magnitude([Bounds(-3, 2)]), Bounds(0, 3)),
        (bounds.magnitude([Bounds(None, -2)]), Bounds(2)),
        (bounds.room_below_limit([Bounds(0, 3)]), Bounds(0, 3)),
        (bounds.room_below_limit([Bounds(0)]), Bounds(0)),
    ],
)
def test_bounds_are_tight_where_it_is_easy(limits: Bounds, expected: Bounds) -> None:
    assert limits == expected


def test_bounds_stop_where_numbers_do() -> None:
    huge = bounds.multiply(exactly(MAX_NUMBER), Bounds(1, 9))
    assert huge == exactly(MAX_NUMBER)
    assert bounds.multiply(huge, UNBOUNDED) == UNBOUNDED
    assert bounds.subtract(bounds.negate(huge), huge) == exactly(-MAX_NUMBER)
    assert bounds.room_below_limit([Bounds(-5, MAX_NUMBER)]) == Bounds(0, MAX_NUMBER)


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        (Bounds(1, 6), "1 to 6"),
        (exactly(3), "3"),
        (Bounds(0), "0 or more"),
        (Bounds(None, 4), "4 or less"),
        (UNBOUNDED, "any number"),
    ],
)
def test_bounds_read_as_words(limits: Bounds, text: str) -> None:
    assert str(limits) == text
