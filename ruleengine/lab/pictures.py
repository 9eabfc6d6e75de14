"""Charts as SVG: nothing is drawn on a screen, and the same figures give the same picture."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ruleengine.lab.statistics import Estimate

PALETTE: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b6b6b")
"""Colors that color-blind readers can tell apart."""
INK: Final = "#222222"
FAINT: Final = "#9a9a9a"
_STYLE: Final[Any] = {
    "svg.hashsalt": "ruleengine",
    "svg.fonttype": "path",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "legend.frameon": False,
}

Made = TypeVar("Made", bound=Callable[..., str])


class Bar(NamedTuple):
    """One line of a chart."""

    label: str
    estimate: Estimate
    color: str = PALETTE[0]
    note: str = ""


def as_svg(figure: Figure) -> str:
    """Return a figure as an SVG element."""
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    found = text.getvalue()
    return found[found.index("<svg") :]


def styled(draw: Callable[[], str]) -> str:
    """Draw in the style of the reports."""
    with mpl.rc_context(_STYLE):
        return draw()


def bars(found: Sequence[Bar], label: str = "share of games (%)") -> str:
    """Return shares as bars with their intervals."""

    def draw() -> str:
        figure = Figure(figsize=(7.2, 0.5 + 0.34 * max(1, len(found))))
        axes = figure.subplots()
        for row, bar in enumerate(found):
            value, low, high = (100 * number for number in bar.estimate)
            axes.barh(row, value, color=bar.color, height=0.62)
            axes.plot([low, high], [row, row], color=INK, linewidth=1.4)
            axes.text(max(high, value) + 1.2, row, f"{value:.1f} {bar.note}", va="center", size=8)
        axes.set_yticks(range(len(found)), [short(bar.label) for bar in found])
        axes.invert_yaxis()
        axes.set_xlim(0, 100)
        axes.set_xlabel(label)
        axes.tick_params(axis="y", length=0)
        return as_svg(figure)

    return styled(draw)


def forest(
    found: Sequence[Bar], label: str, *, scale: float = 100, margin: float | None = None
) -> str:
    """Return differences with their intervals, one below the other, around a line of no change."""

    def draw() -> str:
        figure = Figure(figsize=(8.2, 0.7 + 0.26 * max(1, len(found))))
        axes = figure.subplots()
        axes.axvline(0, color=INK, linewidth=0.9)
        if margin is not None:
            axes.axvspan(-scale * margin, scale * margin, color="#eeeeee", zorder=0)
        for row, bar in enumerate(found):
            value, low, high = (scale * number for number in bar.estimate)
            axes.plot([low, high], [row, row], color=bar.color, linewidth=2, zorder=2)
            axes.plot([value], [row], "o", color=bar.color, markersize=4.5, zorder=3)
            axes.annotate(
                f"{value:+.1f}",
                (1.01, row),
                xycoords=("axes fraction", "data"),
                va="center",
                size=7.5,
            )
            if bar.note:
                axes.annotate(
                    bar.note,
                    (1.09, row),
                    xycoords=("axes fraction", "data"),
                    va="center",
                    size=7.5,
                    color=FAINT,
                )
        axes.set_yticks(range(len(found)), [short(bar.label, 58) for bar in found], size=7.5)
        axes.set_ylim(len(found) - 0.4, -0.6)
        axes.set_xlabel(label)
        axes.grid(axis="x", color="#e6e6e6", linewidth=0.6)
        axes.tick_params(axis="y", length=0)
        return as_svg(figure)

    return styled(draw)


def lengths(found: Sequence[tuple[str, NDArray[np.int32]]]) -> str:
    """Return how long games were, a curve for each setting."""

    def draw() -> str:
        figure = Figure(figsize=(7.2, 2.6))
        axes = figure.subplots()
        longest = max((float(np.percentile(plies, 99.5)) for _, plies in found if len(plies)))
        edges = np.linspace(0, max(1.0, longest), 41)
        for number, (name, plies) in enumerate(found):
            if not len(plies):
                continue
            color = PALETTE[number % len(PALETTE)]
            weights = np.full(len(plies), 100 / len(plies))
            axes.hist(
                np.minimum(plies, longest),
                edges.tolist(),
                weights=weights,
                histtype="stepfilled" if len(found) == 1 else "step",
                color=color,
                linewidth=1.6,
                label=short(name),
            )
            axes.axvline(float(np.median(plies)), color=color, linestyle=":", linewidth=1.2)
        if len(found) > 1:
            axes.legend(fontsize=8)
        axes.set_xlabel("plies (dotted: half of the games are shorter)")
        axes.set_ylabel("games (%)")
        return as_svg(figure)

    return styled(draw)


class Point(NamedTuple):
    """One choice in the plane of how often it is reached and how much it moves."""

    label: str
    reach: float
    effect: float
    color: str


def plane(found: Sequence[Point], label: str) -> str:
    """Return choices by how often games go differently and how much that moves the result."""

    def draw() -> str:
        figure = Figure(figsize=(7.2, 3.6))
        axes = figure.subplots()
        for point in found:
            x, y = 100 * point.reach, 100 * abs(point.effect)
            axes.plot([x], [y], "o", color=point.color, markersize=5, alpha=0.85)
        for point in sorted(found, key=lambda each: -abs(each.effect))[:9]:
            axes.annotate(
                short(point.label, 34),
                (100 * point.reach, 100 * abs(point.effect)),
                textcoords="offset points",
                xytext=(-5, 5),
                ha="right",
                size=6.5,
            )
        axes.set_xlim(-3, 103)
        axes.set_ylim(bottom=-1)
        axes.set_xlabel("games that go differently (%)")
        axes.set_ylabel(label)
        axes.grid(color="#eeeeee", linewidth=0.6)
        return as_svg(figure)

    return styled(draw)


def short(text: str, longest: int = 46) -> str:
    """Return a text that fits beside a chart."""
    plain = text.replace("$", "\\$")  # matplotlib would take it for a formula
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"


def is_known(estimate: Estimate) -> bool:
    """Return whether an estimate can be drawn."""
    return not any(math.isnan(number) for number in estimate)
