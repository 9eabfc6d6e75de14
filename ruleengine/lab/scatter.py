"""Choices in a plane: how often games go differently, and how much that moves the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from matplotlib.ticker import FuncFormatter

from ruleengine.lab.pictures import FAINT, LINE, SMALL, as_svg, canvas, plain, signed, styled


class Point(NamedTuple):
    """One choice in the plane of how often it is reached and how much it moves."""

    label: str
    reach: float
    effect: float
    color: str


_NAMED: Final = 14


def plane(found: Sequence[Point], label: str) -> str:
    """Return choices by how often games go differently and how much that moves the result.

    The names of the largest stand in a column at the right, each with a line to its dot.
    """

    def draw() -> str:
        height, right = 3.6, 3.1
        figure, axes = canvas(height, left=0.75, right=right)
        top = max([1.0, *(100 * abs(point.effect) for point in found)]) * 1.06
        axes.set_xlim(-2, 102)
        axes.set_ylim(-0.02 * top, top)
        axes.grid(color=LINE, linewidth=0.5)
        named = sorted(found, key=lambda point: -abs(point.effect))[:_NAMED]
        places = _apart([100 * abs(point.effect) for point in named], top / (height / 0.2), top)
        dots = [(100 * point.reach, 100 * abs(point.effect)) for point in named]
        for point, place in zip(named, _untangled(dots, places, 103.5), strict=True):
            at = (100 * point.reach, 100 * abs(point.effect))
            axes.plot(
                [at[0], 103.5, 106], [at[1], place, place], color=LINE, linewidth=0.7, clip_on=False
            )
            text = f"{plain(point.label, 36)}  {signed(100 * point.effect)}"
            axes.text(107, place, text, va="center", size=SMALL)
        for point in found:
            axes.plot(
                [100 * point.reach],
                [100 * abs(point.effect)],
                "o",
                color=point.color,
                markersize=6,
                mec="white",
                mew=0.7,
                zorder=3,
                clip_on=False,
            )
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:.0f} %"))
        axes.set_xlabel("games that go differently")
        axes.set_ylabel(label)
        axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)
        return as_svg(figure)

    return styled(draw)


def _apart(wanted: Sequence[float], gap: float, top: float) -> list[float]:
    """Return places from the top down, near those that are wanted and no nearer than a gap.

    >>> _apart([9.0, 8.9, 1.0], 1.0, 10.0)
    [9.0, 8.0, 1.0]
    """
    found: list[float] = []
    for number, place in enumerate(wanted):
        below = (len(wanted) - 1 - number) * gap  # what the rest needs at least
        highest = found[-1] - gap if found else top
        found.append(min(highest, max(place, below)))
    return found


def _untangled(
    dots: Sequence[tuple[float, float]], places: Sequence[float], column: float
) -> list[float]:
    """Return the places in such an order that no line from a dot to the column crosses another.

    Two that cross are longer together than two that have changed ends, so that this comes to rest.

    >>> _untangled([(0.0, 2.0), (9.0, 1.9)], [6.0, 5.0], 10.0), _untangled(
    ...     [(9.0, 2.0), (0.0, 1.9)], [6.0, 5.0], 10.0
    ... )
    ([6.0, 5.0], [5.0, 6.0])
    """
    found = [*places]
    is_tangled = True
    while is_tangled:
        is_tangled = False
        for one in range(len(dots)):
            for two in range(one):
                if _cross(dots[one], dots[two], found[one], found[two], column):
                    found[one], found[two] = found[two], found[one]
                    is_tangled = True
    return found


def _cross(
    one: tuple[float, float], two: tuple[float, float], first: float, second: float, column: float
) -> bool:
    """Return whether two lines cross: where the second dot stands and where they end they differ.

    Both run to the right, so that it is enough to look from the dot that is farther there.
    """
    (x, y), (left_x, left_y), ends = (
        (one, two, (first, second)) if one[0] >= two[0] else (two, one, (second, first))
    )
    if column - left_x <= 0:
        return False
    under = left_y + (ends[1] - left_y) * (x - left_x) / (column - left_x)
    return (y - under) * (ends[0] - ends[1]) < 0
