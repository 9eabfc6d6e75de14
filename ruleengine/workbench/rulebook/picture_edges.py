"""What is drawn around cells: the edge of the board, holes in it, and borders between many zones.

Many zones share colors and patterns, so that a page without colors could not be played from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import Final

from ruleengine.workbench.rulebook.picture_layout import CELL, MARGIN, Edge, Layout, Line

HOLE_FILL: Final = "#6b6558"
_INK: Final = "#2b2720"
_LABEL_SIZE: Final = 9
_CORNER: Final = CELL / 2 - 5
"""How far from the middle of a cell a label is, which a piece leaves free."""
_CORNERS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def frame_of(layout: Layout) -> Iterator[str]:
    """Yield the edge of the board; one of hexagons without holes, or of lines, has none."""
    grid = layout.grid
    if grid.holes and grid.joined is None:
        yield _path(_border(layout, grid.cells), 2)
    elif layout.slant == 0 and not grid.has_gaps:
        width, height = layout.width - 2 * MARGIN, layout.height - 2 * MARGIN
        yield (
            f'<rect x="{MARGIN}" y="{MARGIN}" width="{width:g}" height="{height:g}" fill="none" '
            f'stroke="{_INK}" stroke-width="2"/>'
        )


def holes_in(layout: Layout) -> Iterator[str]:
    """Yield the holes that cells surround, which would look like cells if they were left bare."""
    for hole in inner_holes(layout):
        yield f'<polygon points="{layout.outline(hole)}" fill="{HOLE_FILL}"/>'


def inner_holes(layout: Layout) -> list[int]:
    """Return the holes from which no way over other holes leads off the grid."""
    grid = layout.grid
    if not grid.holes or grid.joined is not None:
        return []
    edges = {hole: {edge for edge, _ in layout.edges(hole)} for hole in grid.holes}
    cells = range(grid.num_cells)
    shared = Counter(edge for cell in cells for edge, _ in layout.edges(cell))
    outside = {hole for hole, around in edges.items() if any(shared[edge] == 1 for edge in around)}
    fresh = set(outside)
    while fresh:
        reached = set().union(*(edges[hole] for hole in fresh))
        fresh = {hole for hole, around in edges.items() if around & reached} - outside
        outside |= fresh
    return sorted(grid.holes - outside)


def zone_edges(layout: Layout, zones: Sequence[tuple[str, Collection[int]]]) -> Iterator[str]:
    """Yield a border around each zone, and its label on each part of it that hangs together."""
    lines = dict(line for _, cells in zones for line in _border(layout, cells).items())
    if lines:
        yield _path(lines, 2.4)
    # Where cells have names of their own, these are written in the upper corners.
    corners = _CORNERS if layout.grid.names.row_labels else _CORNERS[::-1]
    aside = _CORNER if layout.slant == 0 else 0.7 * _CORNER
    taken: Counter[int] = Counter()
    for label, cells in zones:
        for cell in _first_cells(layout, cells):
            across, down = corners[taken[cell] % len(corners)]
            taken[cell] += 1
            x, y = layout.center(cell)
            yield label_on_plate(x + across * aside, y + down * _CORNER, label)


def label_on_plate(x: float, y: float, label: str) -> str:
    """Return a label that can be read over any pattern."""
    wide, tall = 0.62 * _LABEL_SIZE * len(label) + 2, _LABEL_SIZE
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - tall / 2:.1f}" width="{wide:.1f}" '
        f'height="{tall:.1f}" fill="#fffffff0"/><text x="{x:.1f}" y="{y:.1f}" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="{_LABEL_SIZE}" font-weight="700" '
        f'fill="{_INK}" text-anchor="middle" dominant-baseline="central">{escape(label)}</text>'
    )


def _first_cells(layout: Layout, cells: Collection[int]) -> Iterator[int]:
    """Yield the first cell of each part of a zone that hangs together."""
    left = sorted(cells)
    while left:
        yield left[0]
        reached = {edge for edge, _ in layout.edges(left[0])}
        joined = {left[0]}
        while fresh := {
            cell
            for cell in left
            if cell not in joined and any(edge in reached for edge, _ in layout.edges(cell))
        }:
            joined |= fresh
            reached |= {edge for cell in fresh for edge, _ in layout.edges(cell)}
        left = [cell for cell in left if cell not in joined]


def _border(layout: Layout, cells: Collection[int]) -> dict[Edge, Line]:
    """Return the edges that only one of some cells has."""
    edges = [each for cell in cells for each in layout.edges(cell)]
    times = Counter(edge for edge, _ in edges)
    return {edge: line for edge, line in edges if times[edge] == 1}


def _path(lines: dict[Edge, Line], width: float) -> str:
    drawn = "".join(
        f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" for (x1, y1), (x2, y2) in lines.values()
    )
    style = f'fill="none" stroke="{_INK}" stroke-width="{width:g}" stroke-linecap="round"'
    return f'<path d="{drawn}" {style}/>'
