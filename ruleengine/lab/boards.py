"""Heat maps on the drawn board: where pieces went, where they fell, where they were aimed at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ruleengine.game.game import Game
from ruleengine.lab.pictures import FAINT, INK, as_svg, styled
from ruleengine.resolve.grid import Grid, ZoneInfo

_COLORS: Final = {"visits": "Blues", "captures": "Reds", "strikes": "Oranges"}
_LINES: Final = ("#1b5e20", "#4a148c", "#b71c1c", "#01579b", "#e65100", "#37474f")


def heat_map(game: Game, name: str, counts: Sequence[int], games: int) -> str | None:
    """Return a board with a number in each cell: how often, in a hundred games; None if empty."""
    grid = game.rules.grid
    on_board = np.array(counts[: grid.num_cells], dtype=np.float64).reshape(grid.rows, grid.columns)
    if games == 0 or not on_board.any():
        return None

    def draw() -> str:
        scale = 0.42 if grid.columns <= 12 else 0.3  # noqa: PLR2004 - a board that fits a page
        size = (scale * grid.columns + 0.9, scale * grid.rows + 0.6)
        figure = Figure(figsize=size)
        axes = figure.subplots()
        per_hundred = 100 * on_board / games
        axes.imshow(per_hundred, cmap=_COLORS[name], vmin=0, alpha=0.85)
        _numbers(axes, per_hundred)
        _zones(axes, grid)
        _labels(axes, grid)
        return as_svg(figure)

    return styled(draw)


def _numbers(axes: Axes, values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> None:
    darkest = float(values.max())
    for row, column in np.ndindex(*values.shape):
        value = float(values[row, column])
        if value == 0:
            continue
        text = f"{value:.0f}" if value >= 10 else f"{value:.1f}"  # noqa: PLR2004 - two digits
        color = "white" if value > 0.6 * darkest else INK
        axes.text(column, row, text, ha="center", va="center", size=6.5, color=color)


def _zones(axes: Axes, grid: Grid) -> None:
    """Draw a line around every zone of the board, and say what it is."""
    shown = [zone for zone in grid.zones if not zone.off_board and not zone.parts and zone.cells]
    names: dict[str, str] = {}
    for zone in shown:
        whole = zone.name.partition(".")[0]
        color = names.setdefault(whole, _LINES[len(names) % len(_LINES)])
        _outline(axes, grid, zone, color)
    for number, (name, color) in enumerate(names.items()):
        axes.annotate(
            name,
            (1.02, 0.98 - 0.07 * number),
            xycoords="axes fraction",
            color=color,
            size=7.5,
            va="top",
        )


def _outline(axes: Axes, grid: Grid, zone: ZoneInfo, color: str) -> None:
    for cell in zone.cells:
        row, column = divmod(cell, grid.columns)
        edges = (
            (row - 1, column, (column - 0.5, column + 0.5), (row - 0.5, row - 0.5)),
            (row + 1, column, (column - 0.5, column + 0.5), (row + 0.5, row + 0.5)),
            (row, column - 1, (column - 0.5, column - 0.5), (row - 0.5, row + 0.5)),
            (row, column + 1, (column + 0.5, column + 0.5), (row - 0.5, row + 0.5)),
        )
        for other_row, other_column, across, down in edges:
            inside = 0 <= other_row < grid.rows and 0 <= other_column < grid.columns
            if inside and other_row * grid.columns + other_column in zone.cells:
                continue
            axes.plot(across, down, color=color, linewidth=1.5, solid_capstyle="round")


def _labels(axes: Axes, grid: Grid) -> None:
    columns = [grid.places[column].rstrip("0123456789") for column in range(grid.columns)]
    axes.set_xticks(range(grid.columns), columns)
    axes.set_yticks(range(grid.rows), [str(grid.rows - row) for row in range(grid.rows)])
    axes.tick_params(length=0)
    axes.set_xticks(np.arange(-0.5, grid.columns), minor=True)
    axes.set_yticks(np.arange(-0.5, grid.rows), minor=True)
    axes.grid(which="minor", color=FAINT, linewidth=0.4)
    axes.tick_params(which="minor", length=0)
    for spine in axes.spines.values():
        spine.set_visible(True)
