"""Two settings side by side over the same games: what differs, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ruleengine.kernel import playouts
from ruleengine.lab.chunks import Games
from ruleengine.lab.statistics import (
    LEVEL,
    Difference,
    Estimate,
    games_needed,
    holm,
    joint_level,
    mean_difference,
    share_difference,
)
from ruleengine.lab.summary import DRAWN, UNFINISHED, VOID

Verdict: TypeAlias = Literal["changed", "same", "unknown"]
LENGTH = "length"
"""The measure that is a mean of plies; all others are shares of games."""
ALPHA = 1 - LEVEL
MARGIN = 0.05
"""A share that moves by less is the same for all practical purposes."""
LENGTH_MARGIN = 0.1
"""A mean length that moves by less than this part of itself is the same."""


@dataclass(frozen=True)
class Measure:
    """One figure under two settings."""

    name: str
    """A side that wins, `drawn`, `void`, `unfinished`, or `length`."""
    before: float
    after: float
    difference: Difference
    """With its interval as wide as all questions of the run together ask for."""
    margin: float
    adjusted: float = 1.0
    """The p-value after Holm, over all questions of the run."""

    @property
    def verdict(self) -> Verdict:
        """Return what can be said: it changed, it did not by more than the margin, or neither."""
        if self.adjusted < ALPHA:
            return "changed"
        return "same" if self.is_within else "unknown"

    @property
    def is_within(self) -> bool:
        """Whether the difference is surely smaller than the margin."""
        estimate = self.difference.estimate
        return -self.margin < estimate.low and estimate.high < self.margin

    @property
    def is_split(self) -> bool:
        """Whether the test finds a change and the interval holds none, or the other way round.

        Each keeps what it promises: they are made and adjusted in different ways.
        """
        low, high = self.difference.estimate[1:]
        leaves_out_none = low > 0 or high < 0
        return leaves_out_none != (self.verdict == "changed")

    @property
    def counts(self) -> bool:
        """Whether it changed, and not surely by less than what counts as a difference."""
        return self.verdict == "changed" and not self.is_within

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "measure": self.name,
            "before": self.before,
            "after": self.after,
            "difference": self.difference.estimate.to_dict(),
            "p_value": self.difference.p_value,
            "adjusted_p_value": self.adjusted,
            "margin": self.margin,
            "verdict": self.verdict,
            "test_and_interval_differ": self.is_split,
        }


@dataclass(frozen=True)
class Contrast:
    """A second setting against a first, over the same games."""

    before: str
    after: str
    games: int
    measures: tuple[Measure, ...]
    differ: int
    """Games that went differently: another winner, ending or length."""

    def measure(self, name: str) -> Measure:
        """Return one figure."""
        return next(measure for measure in self.measures if measure.name == name)

    @property
    def outcomes(self) -> tuple[Measure, ...]:
        """The figures about who wins, and whether anybody does."""
        return tuple(measure for measure in self.measures if measure.name != LENGTH)

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "before": self.before,
            "after": self.after,
            "games": self.games,
            "games_that_differ": self.differ,
            "measures": [measure.to_dict() for measure in self.measures],
        }


def columns(games: Games, sides: Sequence[str]) -> dict[str, NDArray[np.bool_]]:
    """Return what came of each game, by side and otherwise."""
    own = games.job.sides
    found = {side: games.won(own.index(side)) for side in sides}
    return found | {DRAWN: games.drawn, VOID: games.void, UNFINISHED: ~games.over}


def common_sides(one: Games, two: Games) -> tuple[str, ...]:
    """Return the sides that both settings have."""
    return tuple(side for side in one.job.sides if side in two.job.sides)


def num_questions(one: Games, two: Games) -> int:
    """Return how many figures are compared between two settings."""
    return len(common_sides(one, two)) + 3 + 1


def contrast(
    one: Games,
    two: Games,
    *,
    level: float = LEVEL,
    margin: float = MARGIN,
    length_margin: float = LENGTH_MARGIN,
) -> Contrast:
    """Compare two settings over the games that both have played; p-values are not adjusted yet."""
    count = min(len(one), len(two))
    one, two = one.head(count), two.head(count)
    sides = common_sides(one, two)
    before, after = columns(one, sides), columns(two, sides)
    measures = [
        Measure(
            name,
            float(before[name].mean()) if count else 0.0,
            float(after[name].mean()) if count else 0.0,
            share_difference(before[name], after[name], level),
            margin,
        )
        for name in before
    ]
    lengths = float(one.plies.mean()) if count else 0.0
    measures.append(
        Measure(
            LENGTH,
            lengths,
            float(two.plies.mean()) if count else 0.0,
            mean_difference(one.plies, two.plies, level),
            length_margin * lengths,
        )
    )
    return Contrast(one.job.label, two.job.label, count, tuple(measures), _differ(one, two))


def _differ(one: Games, two: Games) -> int:
    """Count the games that went differently."""
    same = np.array([a == b for a, b in zip(one.endings, two.endings, strict=True)], dtype=np.bool_)
    for column in (playouts.STATUS, playouts.WINNER, playouts.PLIES, playouts.TURNS):
        same &= one.noted[:, column] == two.noted[:, column]
    return int((~same).sum())


def adjusted(contrasts: Sequence[Contrast], looks: int = 1) -> list[Contrast]:
    """Return contrasts with p-values adjusted for all that was asked, and how often."""
    p_values = [m.difference.p_value * looks for each in contrasts for m in each.measures]
    found = iter(holm([min(1.0, p) for p in p_values]))
    return [
        replace(
            each,
            measures=tuple(replace(measure, adjusted=next(found)) for measure in each.measures),
        )
        for each in contrasts
    ]


def level_for(questions: int, looks: int = 1) -> float:
    """Return the level of each interval of a run."""
    return joint_level(questions * looks)


def still_needed(measure: Measure, games: int) -> int | None:
    """Return about how many games would settle a figure; None when that cannot be said."""
    return games_needed(measure.difference.estimate, games, measure.margin)


def as_points(estimate: Estimate) -> Estimate:
    """Return shares as percentage points."""
    return Estimate(*(100 * number for number in estimate))


def shown_measures(contrasts: Iterable[Contrast], sides: Sequence[str]) -> list[str]:
    """Return the figures that tables of choices show, in their order.

    How many games were cut short stands there where a choice has changed it.
    """
    changed = any(
        measure.name == UNFINISHED and abs(measure.difference.estimate.value) > 0
        for contrast in contrasts
        for measure in contrast.measures
    )
    return [*sides, DRAWN, *([UNFINISHED] if changed else []), LENGTH]
