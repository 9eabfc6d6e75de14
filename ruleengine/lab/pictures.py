"""Charts as SVG: nothing is drawn on a screen, and the same figures give the same picture.

All of them are equally wide, so that they stand below each other like the lines of a page. Words
stay words: they can be read aloud, searched and copied, in whatever fonts the reader has.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator
from numpy.typing import NDArray

from ruleengine.lab.statistics import Estimate

PALETTE: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b97a00", "#3d8fc4", "#6b7280")
"""Colors that color-blind readers can tell apart."""
INK: Final = "#1d2430"
FAINT: Final = "#5f6773"
"""Ink of what is said beside; on white it can still be read by most."""
LINE: Final = "#d8dbe0"
BAND: Final = "#f1f2f4"
WIDTH: Final = 8.8
"""Inches; a page scales them to its own width."""
_ROW: Final = 0.27
SMALL, _PLAIN = 7.6, 8.8
_LONGEST_NAME: Final = 50
_LETTER, _BOLD_LETTER = 0.073, 0.084
"""Inches that a letter of a name takes on the average."""
_LONGEST_HEAD: Final = int(_LONGEST_NAME * _LETTER / _BOLD_LETTER)
_PAGEFUL: Final = 20
"""Lines of a chart after which its scale is out of sight, and is written at the top as well."""
_FONTS: Final = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
_STYLE: Final[Any] = {
    "svg.hashsalt": "ruleengine",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": _PLAIN,
    "axes.edgecolor": LINE,
    "axes.labelcolor": FAINT,
    "axes.labelsize": SMALL,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.grid": False,
    "xtick.color": LINE,
    "xtick.labelcolor": FAINT,
    "xtick.labelsize": SMALL,
    "ytick.labelcolor": INK,
    "ytick.labelsize": _PLAIN,
    "text.color": INK,
}


class Bar(NamedTuple):
    """One line of a chart."""

    label: str
    estimate: Estimate
    color: str = PALETTE[0]
    notes: tuple[str, ...] = ()
    """What stands at the right, column by column."""


class Head(NamedTuple):
    """A line that says what the ones below it have in common."""

    text: str
    color: str = INK


Row = Bar | Head


def as_svg(figure: Figure) -> str:
    """Return a figure as an SVG element."""
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None}, transparent=True)
    found = text.getvalue()
    # The names that matplotlib writes are of the fonts that it has measured with.
    found = re.sub(r"(font: [^;\"]*?px) [^;\"]*", rf"\1 {_FONTS}", found)
    return found[found.index("<svg") :]


def styled(draw: Callable[[], str]) -> str:
    """Draw in the style of the reports."""
    with mpl.rc_context(_STYLE):
        return draw()


def canvas(
    height: float, *, left: float, right: float, top: float = 0.1, bottom: float = 0.45
) -> tuple[Figure, Axes]:
    """Return a figure of the width of all others, with room around what is drawn, in inches."""
    whole = height + top + bottom
    figure = Figure(figsize=(WIDTH, whole))
    area = (left / WIDTH, bottom / whole, (WIDTH - left - right) / WIDTH, height / whole)
    axes = figure.add_axes(area)
    axes.tick_params(axis="y", length=0)
    return figure, axes


def signed(number: float, digits: int = 1) -> str:
    """Return a change with its sign, and nothing without one.

    >>> signed(-2.04), signed(0.01), signed(3)
    ('\u22122.0', '0.0', '+3.0')
    """
    text = f"{number:+z.{digits}f}"
    return text.removeprefix("+") if float(text) == 0 else text.replace("-", "\u2212")


def bars(found: Sequence[Row], label: str = "share of games, with its 95 % interval") -> str:
    """Return shares as bars with their intervals."""

    def draw() -> str:
        rows = len(found)
        noted = any(isinstance(row, Bar) and row.notes for row in found)
        figure, axes = canvas(_ROW * rows, left=_left(found), right=2.5 if noted else 1.65)
        _names(axes, found)
        for row, bar in enumerate(found):
            if not isinstance(bar, Bar):
                continue
            value, low, high = (100 * number for number in bar.estimate)
            axes.barh(row, 100, color=BAND, height=0.62)
            if math.isnan(value):
                continue
            axes.barh(row, value, color=bar.color, height=0.62)
            if not math.isnan(low):
                axes.plot([low, high], [row, row], color=INK, linewidth=1.3, solid_capstyle="butt")
            _beside(axes, row, 0.68, f"{value:.1f} %", bold=True)
            _beside(axes, row, 1.52, "" if math.isnan(low) else f"{low:.1f} to {high:.1f}")
            _beside(axes, row, 2.45, " ".join(bar.notes))
        axes.set_xlim(0, 100)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:.0f} %"))
        axes.set_xlabel(label)
        return as_svg(figure)

    return styled(draw)


def forest(
    found: Sequence[Row],
    label: str,
    *,
    margin: float | None = None,
    heads: Sequence[str] = (),
) -> str:
    """Return changes of shares with their intervals, around a line of no change."""

    def draw() -> str:
        figure, axes = _forest(found, heads, 0.0)
        if margin is not None:
            axes.axvspan(-100 * margin, 100 * margin, color=BAND, zorder=0)
        for row, bar in enumerate(found):
            if isinstance(bar, Bar):
                value, low, high = (100 * number for number in bar.estimate)
                _whisker(axes, row, bar.color, (value, low, high))
                _columns(axes, row, (signed(value), *bar.notes))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: signed(x, 0)))
        axes.set_xlabel(label)
        return as_svg(figure)

    return styled(draw)


_MOST_MARKS: Final = 7
"""As many words as stand side by side below a picture."""


def _marks(least: float, most: float) -> list[float]:
    """Return the ratios to write below a picture: 1, and the same step away from it both ways.

    >>> _marks(0.4, 2.2), _marks(0.01, 70)
    ([0.5, 1.0, 2.0], [0.015625, 0.0625, 0.25, 1.0, 4.0, 16.0, 64.0])
    """
    down, up = math.floor(-math.log2(least)), math.floor(math.log2(most))
    step = 1
    while down // step + 1 + up // step > _MOST_MARKS:
        step += 1
    return [2.0 ** (step * power) for power in range(-(down // step), up // step + 1)]


def ratios(
    found: Sequence[Row],
    label: str,
    *,
    margin: float | None = None,
    heads: Sequence[str] = (),
) -> str:
    """Return how many times as much something becomes, with intervals; 1 is no change."""

    def draw() -> str:
        figure, axes = _forest(found, heads, 1.0)
        axes.set_xscale("log")
        if margin is not None:
            axes.axvspan(1 - margin, 1 + margin, color=BAND, zorder=0)
        shown = [bar.estimate for bar in found if isinstance(bar, Bar)]
        ends = [
            number for each in shown for number in each if not math.isnan(number) and number > 0
        ]
        least, most = min([0.5, *ends]) / 1.1, max([2.0, *ends]) * 1.1
        for row, bar in enumerate(found):
            if isinstance(bar, Bar):
                value, low, high = (max(number, least) for number in bar.estimate)
                _whisker(axes, row, bar.color, (value, low, high))
                _columns(axes, row, bar.notes)
        axes.set_xlim(least, most)
        axes.xaxis.set_major_locator(FixedLocator(_marks(least, most)))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _times(x)))
        axes.set_xlabel(label)
        return as_svg(figure)

    return styled(draw)


def _times(ratio: float) -> str:
    """Return a ratio as people say it.

    >>> _times(1 / 32), _times(0.25), _times(1), _times(2)
    ('a 32nd', 'a 4th', 'the same', 'twice')
    """
    words = {1.0: "the same", 2.0: "twice", 0.5: "half"}
    if ratio in words:
        return words[ratio]
    if ratio > 1:
        return f"{ratio:.0f} times"
    share = f"{1 / ratio:.0f}"
    return f"a {share}{'nd' if share.endswith('2') else 'th'}"


def _forest(found: Sequence[Row], heads: Sequence[str], middle: float) -> tuple[Figure, Axes]:
    rows = len(found)
    left, columns = _left(found), max(1, len(heads))
    figure, axes = canvas(_ROW * rows, left=left, right=0.25 + 0.72 * columns, top=0.34)
    _names(axes, found)
    for row, bar in enumerate(found):
        if isinstance(bar, Bar):
            axes.axhline(row, color=LINE, linewidth=0.5, zorder=0.5)
    axes.axvline(middle, color=INK, linewidth=0.9, zorder=1)
    axes.grid(axis="x", color=LINE, linewidth=0.5, zorder=0.4)
    axes.tick_params(axis="x", labeltop=rows > _PAGEFUL, top=False)
    for number, text in enumerate(heads):
        _column(axes, -0.95, number, text, color=FAINT)
    return figure, axes


def _whisker(axes: Axes, row: int, color: str, at: tuple[float, float, float]) -> None:
    value, low, high = at
    if not math.isnan(low):
        axes.plot([low, high], [row, row], color=color, linewidth=2.2, zorder=2)
    if not math.isnan(value):
        axes.plot([value], [row], "o", color=color, markersize=5, zorder=3, mec="white", mew=0.8)


def _names(axes: Axes, found: Sequence[Row]) -> None:
    """Write what each line is about, and set lines from the top to the bottom."""
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_yticks(
        range(len(found)), [plain(row.label) if isinstance(row, Bar) else "" for row in found]
    )
    for number, row in enumerate(found):
        if isinstance(row, Head):
            axes.annotate(
                plain(row.text, _LONGEST_HEAD),
                (0, number),
                xytext=(-5, 0),
                textcoords="offset points",
                xycoords=("axes fraction", "data"),
                ha="right",
                va="center",
                color=row.color,
                weight="bold",
            )


def _left(found: Sequence[Row]) -> float:
    """Return the room that the names of the lines need."""
    wanted = [
        _LETTER * min(len(row.label), _LONGEST_NAME)
        if isinstance(row, Bar)
        else _BOLD_LETTER * min(len(row.text), _LONGEST_HEAD)
        for row in found
    ]
    return max(1.2, 0.2 + max(wanted, default=0))


def _columns(axes: Axes, row: float, texts: Sequence[str]) -> None:
    for number, text in enumerate(texts):
        _column(axes, row, number, text, color=INK if number == 0 else FAINT)


def _column(axes: Axes, row: float, number: int, text: str, *, color: str) -> None:
    axes.annotate(
        text,
        (1, row),
        xytext=(72 * (0.72 * (number + 1)), 0),
        textcoords="offset points",
        xycoords=("axes fraction", "data"),
        ha="right",
        va="center",
        size=SMALL,
        color=color,
        annotation_clip=False,
    )


def _beside(axes: Axes, row: float, at: float, text: str, *, bold: bool = False) -> None:
    axes.annotate(
        text,
        (1, row),
        xytext=(72 * at, 0),
        textcoords="offset points",
        xycoords=("axes fraction", "data"),
        ha="right",
        va="center",
        size=_PLAIN if bold else SMALL,
        weight="bold" if bold else "normal",
        color=INK if bold else FAINT,
        annotation_clip=False,
    )


def lengths(found: Sequence[tuple[str, NDArray[np.int32]]]) -> str:
    """Return how long games were, a hill for each setting below the other."""
    played = [(name, plies) for name, plies in found if len(plies)]

    def draw() -> str:
        rows, height = len(played), 1.9 if len(played) == 1 else 0.95
        left = 0.55 if rows == 1 else min(3.2, 0.3 + 0.075 * max(len(name) for name, _ in played))
        whole = rows * height + 0.6
        figure = Figure(figsize=(WIDTH, whole))
        longest = max(1, *(int(np.percentile(plies, 99.5)) for _, plies in played))
        fewest = min(len(plies) for _, plies in played)
        edges = length_edges(longest, fewest)
        shares = [
            100 * np.histogram(np.minimum(plies, longest), edges)[0] / len(plies)
            for _, plies in played
        ]
        for number, ((name, plies), share) in enumerate(zip(played, shares, strict=True)):
            bottom = (0.45 + (rows - 1 - number) * height) / whole
            area = (left / WIDTH, bottom, (WIDTH - left - 0.3) / WIDTH, 0.86 * height / whole)
            axes = figure.add_axes(area)
            _hill(axes, plies, edges, share, PALETTE[number % len(PALETTE)])
            axes.set_ylim(0, 1.25 * float(share.max()))
            axes.set_xlim(0, edges[-1])
            axes.set_yticks([])
            if rows > 1:
                axes.set_ylabel(plain(name), rotation=0, ha="right", va="bottom", color=INK)
            if number == rows - 1:
                axes.set_xlabel(_lengths_label(played, edges))
            else:
                axes.tick_params(axis="x", labelbottom=False)
        return as_svg(figure)

    return styled(draw) if played else ""


def length_edges(longest: int, games: int) -> NDArray[np.float64]:
    """Return where the bars for lengths begin, and the last one ends; few games get broad steps.

    Each bar holds as many lengths as every other: else some would look empty that are not.
    """
    bins = min(60, max(20, round(2.5 * math.sqrt(games))))
    step = math.ceil((longest + 1) / bins)
    return step * np.arange(longest // step + 2, dtype=np.float64)


def _lengths_label(
    played: Sequence[tuple[str, NDArray[np.int32]]], edges: NDArray[np.float64]
) -> str:
    """Return what is drawn; games that are longer than the axis stand in its last bar."""
    label = "plies in a game; the shaded middle holds nine games in ten"
    if max(int(plies.max()) for _, plies in played) < edges[-1]:
        return label
    return f"{label}; the last bar holds all of {math.ceil(edges[-2]):,} and more"


def _hill(
    axes: Axes,
    plies: NDArray[np.int32],
    edges: NDArray[np.float64],
    share: NDArray[np.float64],
    color: str,
) -> None:
    low, high = np.percentile(plies, (5, 95), method="nearest")  # as the words say it
    middle = np.percentile(plies, 50)
    axes.axvspan(low, high, color=BAND, zorder=0)
    axes.stairs(share, edges, fill=True, color=color, alpha=0.85, zorder=2)
    axes.axvline(middle, color=INK, linewidth=1, zorder=3)
    near_end = middle > 0.75 * edges[-1]
    axes.annotate(
        f"half take {math.floor(middle):,} or fewer",
        (middle, 1),
        xytext=(-4 if near_end else 4, -1),
        textcoords="offset points",
        xycoords=("data", "axes fraction"),
        ha="right" if near_end else "left",
        va="top",
        size=SMALL,
        color=INK,
    )


_TAIL: Final = 0.35
"""What part of a name that is cut is its end: names that begin alike end otherwise."""


def plain(text: str, longest: int = _LONGEST_NAME) -> str:
    """Return a text as matplotlib takes it, and not longer than a chart has room for.

    >>> plain("one_long_name=first_value", 16)
    'one_long_n…value'
    """
    tail = int(_TAIL * longest)
    shown = text
    if len(text) > longest:
        shown = f"{text[: longest - 1 - tail]}\u2026{text[-tail:]}"
    return shown.replace("$", "\\$")  # it would be taken for a formula
