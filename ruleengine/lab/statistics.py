"""What can be said of shares and means after so many games, and how sure one may be.

Intervals of one share are Wilson's. Differences between two settings over the same games are
paired: Newcombe's interval for shares, Student's for means. Where many questions are asked at
once, p-values are adjusted by Holm's procedure and intervals are widened for all of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

LEVEL = 0.95
"""How often an interval is to hold what it is about."""


class Estimate(NamedTuple):
    """A number with the interval around it."""

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float | None]:
        """Return it as plain data; what is not known is None."""
        return {
            name: None if math.isnan(number) else number for name, number in self._asdict().items()
        }


UNKNOWN = Estimate(math.nan, math.nan, math.nan)


class Difference(NamedTuple):
    """How far a second setting is from the first, over the same games."""

    estimate: Estimate
    p_value: float


def wilson(hits: int, games: int, level: float = LEVEL) -> Estimate:
    """Return a share with Wilson's interval.

    >>> [round(number, 4) for number in wilson(8, 10)]
    [0.8, 0.4902, 0.9433]
    """
    if games == 0:
        return UNKNOWN
    found = stats.binomtest(hits, games).proportion_ci(level, method="wilson")
    return Estimate(hits / games, float(found.low), float(found.high))


def mean(
    values: NDArray[np.integer | np.floating],
    level: float = LEVEL,
    *,
    least: float = -math.inf,
) -> Estimate:
    """Return a mean with Student's interval, which ends at the least that the mean can be."""
    count = len(values)
    if count == 0:
        return UNKNOWN
    middle = float(np.mean(values))
    if count == 1:
        return Estimate(middle, math.nan, math.nan)
    error = float(np.std(values, ddof=1)) / math.sqrt(count)
    reach = float(stats.t.ppf(0.5 + level / 2, count - 1)) * error
    return Estimate(middle, max(least, middle - reach), middle + reach)


def ratio(
    totals: NDArray[np.integer],
    sizes: NDArray[np.integer],
    level: float = LEVEL,
    *,
    least: float = -math.inf,
) -> Estimate:
    """Return the mean over everything that several groups hold, with the interval over groups.

    What is in one group goes together, so that only groups are independent draws.

    >>> [round(number, 2) for number in ratio(np.array([10, 40, 33]), np.array([10, 20, 10]))]
    [2.08, -0.08, 4.23]
    """
    groups, whole = len(sizes), int(np.sum(sizes))
    if whole == 0:
        return UNKNOWN
    middle = float(np.sum(totals)) / whole
    if groups == 1:
        return Estimate(middle, math.nan, math.nan)
    apart = totals - middle * sizes
    error = math.sqrt(float(np.sum(apart**2)) * groups / (groups - 1)) / whole
    reach = float(stats.t.ppf(0.5 + level / 2, groups - 1)) * error
    return Estimate(middle, max(least, middle - reach), middle + reach)


def share_difference(
    one: NDArray[np.bool_], two: NDArray[np.bool_], level: float = LEVEL
) -> Difference:
    """Return how much larger the second share is, game by game.

    The interval is Newcombe's for paired shares (his tenth method); the p-value is that of
    McNemar's exact test: of the games that differ, are as many won as lost by it?
    """
    games = len(one)
    if games == 0:
        return Difference(UNKNOWN, 1.0)
    gained, lost = int(np.sum(two & ~one)), int(np.sum(one & ~two))
    both, neither = int(np.sum(one & two)), int(np.sum(~one & ~two))
    p_value = 1.0
    if gained + lost:
        p_value = float(stats.binomtest(gained, gained + lost).pvalue)
    return Difference(newcombe(both, gained, lost, neither, level), p_value)


def newcombe(both: int, second: int, first: int, neither: int, level: float = LEVEL) -> Estimate:
    """Return the difference of two paired shares, second minus first.

    Args:
        both: games in which it happened under both settings.
        second: games in which it happened only under the second.
        first: games in which it happened only under the first.
        neither: games in which it happened under neither.
        level: how often the interval is to hold the difference.
    """
    games = both + second + first + neither
    two, one = wilson(both + second, games, level), wilson(both + first, games, level)
    phi = _correlation(both, second, first, neither)
    value = (second - first) / games
    down = _square_and_add(two.value - two.low, one.high - one.value, phi)
    up = _square_and_add(two.high - two.value, one.value - one.low, phi)
    return Estimate(value, max(-1.0, value - down), min(1.0, value + up))


def _correlation(both: int, second: int, first: int, neither: int) -> float:
    """Return how much two settings go together, corrected towards not at all."""
    games = both + second + first + neither
    margins = (both + second) * (first + neither) * (both + first) * (second + neither)
    if margins == 0:
        return 0.0
    product = float(both * neither - second * first)
    if product > 0:
        product = max(0.0, product - games / 2)
    return product / math.sqrt(margins)


def _square_and_add(one: float, two: float, phi: float) -> float:
    return math.sqrt(max(0.0, one * one - 2 * phi * one * two + two * two))


def mean_difference(
    one: NDArray[np.integer], two: NDArray[np.integer], level: float = LEVEL
) -> Difference:
    """Return how much larger the second mean is, game by game, with the p-value of the t test."""
    apart = two.astype(np.float64) - one.astype(np.float64)
    estimate = mean(apart, level)
    if len(apart) < 2:  # noqa: PLR2004 - of one game nobody knows how much games differ
        return Difference(estimate, 1.0)
    if float(np.std(apart)) == 0:
        # No spread to go by; that all games moved the same way has the chance of as many coins.
        p_value = 1.0 if estimate.value == 0 else min(1.0, 2.0 ** (1 - len(apart)))
        return Difference(Estimate(estimate.value, estimate.value, estimate.value), p_value)
    return Difference(estimate, float(stats.ttest_1samp(apart, 0.0).pvalue))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted so that all of them together seldom mislead.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, least = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = least
    return adjusted


def joint_level(questions: int, level: float = LEVEL) -> float:
    """Return the level of each interval, so that all together hold as often as one should."""
    return 1 - (1 - level) / max(1, questions)


def games_needed(estimate: Estimate, games: int, margin: float) -> int | None:
    """Return about how many games make an interval as narrow as the margin on either side.

    If it is that narrow already, about how many would show the difference as it is now to be there,
    or to be smaller than the margin. None when nothing can be said, as after one game.
    """
    half, size = (estimate.high - estimate.low) / 2, abs(estimate.value)
    if math.isnan(half) or margin <= 0:
        return None
    wanted = margin if half > margin else max(size, margin - size)
    needed = math.ceil(games * (half / wanted) ** 2)
    return needed if needed > games else None
