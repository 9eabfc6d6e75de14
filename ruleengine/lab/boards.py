"""Heat maps on the drawn board: where pieces went, where they fell, where they were aimed at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Polygon

from ruleengine.game.game import Game
from ruleengine.lab.pictures import FAINT, INK, as_svg, plain, styled
from ruleengine.resolve.board.grid import Grid
from ruleengine.resolve.board.outline import BoardShape

_COLORS: Final = {"visits": "Blues", "captures": "Reds", "strikes": "Oranges"}
_LINES: Final = ("#1b5e20", "#6a1b9a", "#b71c1c", "#01579b", "#5d4037", "#37474f")
_LIGHTEST, _DARKEST = 0.03, 0.78  # of a scale; beyond it no ink is read
_MARGIN: Final = 0.75  # cells around the board, for its names
_THOUSAND: Final = 1000


def is_broad(game: Game) -> bool:
    """Return whether a board needs the width of a page to be read."""
    return BoardShape(game.rules.grid).width > 13  # noqa: PLR2004 - two others stand side by side


def heat_map(game: Game, name: str, counts: Sequence[int], games: int) -> str | None:
    """Return a board with a number in each cell: how often, in a hundred games; None if empty."""
    grid = game.rules.grid
    values = {cell: 100 * counts[cell] / games for cell in grid.cells if games}
    most = max(values.values(), default=0)
    if most == 0:
        return None

    def draw() -> str:
        shape = BoardShape(grid)
        zones = _zones(grid)
        legend = 0.62 * -(-len(zones) // 3)
        size = 0.44 if grid.columns <= 12 else 0.34  # noqa: PLR2004 - a board that fits a page
        width, height = shape.width + 2 * _MARGIN, shape.height + 2 * _MARGIN + legend
        figure = Figure(figsize=(size * width, size * height))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_xlim(-_MARGIN, shape.width + _MARGIN)
        axes.set_ylim(shape.height + _MARGIN + legend, -_MARGIN)
        axes.axis("off")
        scale = mpl.colormaps[_COLORS[name]]
        if grid.joined is not None:
            _draw_lines(axes, shape)
        for cell, value in values.items():
            color = scale(_LIGHTEST + (_DARKEST - _LIGHTEST) * value / most)
            _draw_cell(axes, shape, cell, color)
            if value:
                ink = "white" if _luminance(color) < 0.2 else INK  # noqa: PLR2004 - read equally well
                x, y = shape.center(cell)
                axes.text(x, y, _short(value), ha="center", va="center", size=7.2, color=ink)
        for number, zone in enumerate(zones):
            _draw_zone(axes, shape, zone, number)
        _draw_names(axes, shape)
        _draw_legend(axes, shape, list(zones))
        return as_svg(figure)

    return styled(draw)


def _short(value: float) -> str:
    """Return a number in at most four characters.

    >>> _short(0.5), _short(41.4), _short(1262.0), _short(28_600.0)
    ('0.5', '41', '1.3k', '29k')
    """
    if value < 9.95:  # noqa: PLR2004 - two digits
        return f"{value:.1f}"
    if value < _THOUSAND - 0.5:
        return f"{value:.0f}"
    thousands = value / _THOUSAND
    return f"{thousands:.1f}k" if thousands < 9.95 else f"{thousands:.0f}k"  # noqa: PLR2004


def _luminance(color: tuple[float, float, float, float]) -> float:
    """Return how bright a color is to the eye."""
    red, green, blue = to_rgb(color)
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)


def _draw_cell(axes: Axes, shape: BoardShape, cell: int, color: object) -> None:
    if shape.grid.joined is not None:
        axes.add_patch(Circle(shape.center(cell), 0.36, fc=color, ec=INK, lw=0.9, zorder=2))
    else:
        axes.add_patch(Polygon(shape.outline(cell), fc=color, ec="white", lw=1.2, zorder=1))


def _draw_lines(axes: Axes, shape: BoardShape) -> None:
    for (cell, step), other in (shape.grid.joined or {}).items():
        if step > (0, 0):
            (x1, y1), (x2, y2) = shape.center(cell), shape.center(other)
            axes.plot([x1, x2], [y1, y2], color=FAINT, linewidth=1.2, zorder=1)


def _zones(grid: Grid) -> dict[str, list[frozenset[int]]]:
    """Return the zones worth a line, each with its parts; not one that is half of the board."""
    found: dict[str, list[frozenset[int]]] = {}
    for zone in grid.zones:
        if not zone.off_board and not zone.parts and zone.cells:
            found.setdefault(zone.name.partition(".")[0], []).append(zone.cells)
    return {
        name: parts
        for name, parts in found.items()
        if 2 * len(frozenset().union(*parts)) < len(grid.cells)
    }


def _draw_zone(axes: Axes, shape: BoardShape, zone: str, number: int) -> None:
    """Draw a line around every part of a zone, a little inside, so that none hides another."""
    color, inset = _LINES[number % len(_LINES)], 0.05 + 0.055 * (number % 4)
    for cells in _zones(shape.grid)[zone]:
        for cell in cells:
            if shape.slant or shape.grid.joined is not None:
                _ring(axes, shape, cell, color, inset)
            else:
                _edges(axes, shape.grid, cell, cells, color, inset)


def _ring(axes: Axes, shape: BoardShape, cell: int, color: str, inset: float) -> None:
    corners = shape.outline(cell, inset)
    axes.add_patch(Polygon(corners, fill=False, ec=color, lw=1.1, zorder=3))


def _edges(  # noqa: PLR0913, PLR0917 - a cell of a zone of a board
    axes: Axes, grid: Grid, cell: int, cells: frozenset[int], color: str, inset: float
) -> None:
    row, column = divmod(cell, grid.columns)

    def joined(rows: int, columns: int) -> bool:
        other = grid.cell_in(row + rows, column + columns)
        return other is not None and other in cells

    up, down, left, right = joined(-1, 0), joined(1, 0), joined(0, -1), joined(0, 1)
    x1 = column if left else column + inset
    x2 = column + 1 if right else column + 1 - inset
    y1 = row if up else row + inset
    y2 = row + 1 if down else row + 1 - inset
    for inside, across, along in (
        (up, (x1, x2), (y1, y1)),
        (down, (x1, x2), (y2, y2)),
        (left, (x1, x1), (y1, y2)),
        (right, (x2, x2), (y1, y2)),
    ):
        if not inside:
            axes.plot(across, along, color=color, linewidth=1.4, zorder=3)
    # Where a corner turns into the zone, the two lines around it are joined.
    for rows, columns in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        if joined(rows, 0) and joined(0, columns) and not joined(rows, columns):
            x, y = column + (columns > 0), row + (rows > 0)
            axes.plot(
                [x, x - columns * inset, x - columns * inset],
                [y - rows * inset, y - rows * inset, y],
                color=color,
                linewidth=1.4,
                zorder=3,
            )


def _draw_names(axes: Axes, shape: BoardShape) -> None:
    grid = shape.grid
    style: Any = {"ha": "center", "va": "center", "size": 7.6, "color": FAINT}
    if not grid.names.row_labels:  # names without columns and rows stand in the cells
        # A halo would make paths of the letters, which nobody can search.
        ground = {"fc": "white", "ec": "none", "alpha": 0.8, "pad": 0.4}
        style_there = style | {"size": 6, "color": INK, "bbox": ground, "zorder": 4}
        aside = 0 if grid.joined is None else 0.34  # beside the disc of a point
        for cell in grid.cells:
            x, y = shape.center(cell)
            axes.text(x + aside, y - 0.36, grid.places[cell], **style_there)
    for column, label in enumerate(grid.names.column_labels):
        x, _ = shape.center((grid.rows - 1) * grid.columns + column)
        axes.text(x + shape.slant * 0.45, shape.height + 0.35, label, **style)
    for row, label in enumerate(grid.names.row_labels):
        x, y = shape.center(row * grid.columns)
        axes.text(x - 0.85, y, label, **style)


def _draw_legend(axes: Axes, shape: BoardShape, names: Sequence[str]) -> None:
    """Say below the board which line is around which zone."""
    step = max(shape.width / 3, 2.2)
    for number, name in enumerate(names):
        row, column = divmod(number, 3)
        x, y = column * step, shape.height + 1.0 + 0.62 * row
        color = _LINES[number % len(_LINES)]
        axes.plot([x, x + 0.5], [y, y], color=color, linewidth=1.8)
        axes.text(x + 0.65, y, plain(name.replace("_", " "), 22), va="center", size=7.6)
