"""The board as a picture: SVG written by hand, which needs nothing but a browser or printer.

Zones are shaded and also hatched or dotted, so that they can be told apart without colors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot
from typing import Final, NamedTuple

from ruleengine.resolve.board.grid import Grid, ZoneInfo
from ruleengine.schema.board import Zone
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.ruleset import Ruleset
from ruleengine.workbench.rulebook.picture_edges import (
    HOLE_FILL,
    frame_of,
    holes_in,
    label_on_plate,
    zone_edges,
)
from ruleengine.workbench.rulebook.picture_layout import CELL, MARGIN, PLATE_LETTER, Layout

_DISC: Final = 15
"""The radius of a piece."""
_TIP, _TIP_BEGINS, _TIP_HALF = 22.0, 10.0, 10.0
"""How far from the middle the mark ends that shows where a piece looks, and how wide it is."""
_IN_DISC: Final = 3
"""How many letters of a name have room in the disc of a free point."""
_PLATE_SIZE: Final = 11
"""How large a letter is on the plate with a name."""
_LEAST_WIDTH, _LEAST_HEIGHT, _LARGEST_SCALE = 340, 420, 2.0
"""A board that is smaller is drawn larger, until it has the one or the other."""
_SWATCH: Final = 16

_KNOWN_COLORS: Final[Mapping[str, tuple[str, str]]] = {
    "white": ("#fdfdfb", "#1c1c1c"),
    "light": ("#fbf3e2", "#3a2a18"),
    "black": ("#262626", "#ffffff"),
    "dark": ("#4b2e1e", "#fff6ea"),
    "red": ("#b3261e", "#ffffff"),
    "blue": ("#1f5fa8", "#ffffff"),
    "green": ("#2f7d3b", "#ffffff"),
    "yellow": ("#f2cf3b", "#2b2300"),
    "silver": ("#c9ced6", "#20242a"),
    "gold": ("#d9a92b", "#2b1f00"),
}
"""Fill and ink of sides that are called after a color."""
_COLORS: Final = (
    ("#8c2f23", "#ffffff"),
    ("#22466e", "#ffffff"),
    ("#356b3a", "#ffffff"),
    ("#6a3f7d", "#ffffff"),
    ("#8a6a16", "#ffffff"),
    ("#2b6f74", "#ffffff"),
)
_NEUTRAL: Final = ("#8a8a86", "#ffffff")

_SHADES: Final = ("#cfe3ee", "#d9d4cb", "#e3eccb", "#f0ddc6", "#e6d8ea", "#dcebe3")
"""Colors of zones, in the order of the file."""

_GROUND: Final = "#fbf8f1"
_STEP: Final = 5
"""How far the edge of a zone is drawn inside of that of a larger one on the same cell."""
_DEEPEST: Final = 18
"""How far inside of a cell the smallest of many zones may begin, so that some of it is seen."""
_TINT: Final = ' fill-opacity=".3"'
"""How strong the color of its owner is on a cell."""
_PATTERNS: Final[Mapping[str, str]] = {
    "lines": '<path d="M-2 10 L10 -2 M2 14 L14 2" stroke-width="1"/>',
    "cross": '<path d="M0 0 L12 12 M12 0 L0 12" stroke-width="1"/>',
    "dots": '<circle cx="3" cy="3" r="1"/><circle cx="9" cy="9" r="1"/>',
    "back": '<path d="M-2 2 L10 14 M2 -2 L14 10" stroke-width="1"/>',
    "wide": '<path d="M0 6 H12" stroke-width="1"/>',
    "rings": '<circle cx="6" cy="6" r="3" fill="none" stroke-width="1"/>',
}


class Standing(NamedTuple):
    """A piece on a cell, or several, as they are drawn; or a number that is kept of the cell."""

    cell: int
    letter: str
    """Of several pieces the letters of all, such as `5w`."""
    owner: str | None
    """Nothing where no piece stands there."""
    looks: tuple[int, int] | None = None
    """The step over rows and columns in the direction in which a piece looks."""


class Shade(NamedTuple):
    """How a zone is drawn, and what the legend says about it."""

    zone: ZoneInfo
    title: str
    fill: str
    pattern: str
    owners: tuple[str, ...] = ()
    """The sides that own cells of it, which are drawn in their colors instead of its own."""
    label: str = ""
    """What is written on it where there are more zones than patterns to tell them by."""


@dataclass(frozen=True)
class Palette:
    """The colors of sides and zones of one ruleset."""

    sides: Mapping[str, tuple[str, str]]
    shades: tuple[Shade, ...]


def side_colors(ruleset: Ruleset) -> dict[str, tuple[str, str]]:
    """Return fill and ink for the pieces of each side, after its name if that is a color."""
    free = list(_COLORS)
    colors: dict[str, tuple[str, str]] = {}
    for name, side in ruleset.sides.items():
        words = (name.lower(), (side.title or "").lower())
        known = next((_KNOWN_COLORS[word] for word in words if word in _KNOWN_COLORS), None)
        colors[name] = known or (free.pop(0) if free else _NEUTRAL)
    return {**colors, UNOWNED: _NEUTRAL}


def drawn_names(name: str, zone: Zone) -> Iterator[str]:
    """Yield what of a zone is drawn by itself: the zone, and the parts with a symbol of their own.

    Where all parts have one, nothing is left of the zone.
    """
    parts = zone.parts or {}
    apart = [f"{name}.{part}" for part, each in parts.items() if each.symbol is not None]
    if not parts or len(apart) < len(parts):
        yield name
    yield from apart


def shades_of(grid: Grid, titles: Mapping[str, str]) -> tuple[Shade, ...]:
    """Return the zones that are worth shading among those that have titles here.

    One that covers the board is not, nor one that is made of others, which are shaded themselves;
    but any of which the drawing in text shows the symbol is, so that the legend explains it.
    """
    shades: list[Shade] = []
    zones = [zone for zone in grid.zones if zone.name in titles and not zone.off_board]
    small = [zone for zone in zones if 0 < len(zone.cells) < len(grid.cells)]
    for zone in zones:
        inner = [each.cells for each in small if {*each.cells} < {*zone.cells}]
        is_told = {*zone.cells} == {cell for cells in inner for cell in cells}
        is_drawn = any(grid.ground[cell] == zone.symbol for cell in zone.cells)
        if not is_drawn and (is_told or zone not in small):
            continue
        fill, pattern = _shade(len(shades))
        owners = dict.fromkeys(_owner_at(grid, zone, cell) for cell in zone.cells)
        owned = tuple(owner for owner in owners if owner is not None)
        shades.append(Shade(zone, titles[zone.name], fill, pattern, owned))
    is_divided = len(shades) > len(_PATTERNS) and grid.joined is None
    return tuple(_labelled(shades) if is_divided else shades)


def _labelled(shades: Sequence[Shade]) -> Iterator[Shade]:
    """Yield zones with what is written on each: its symbol, or a number where that is shared."""
    symbols = Counter(shade.zone.symbol for shade in shades)
    for number, shade in enumerate(shades, start=1):
        symbol = shade.zone.symbol
        is_own = symbol is not None and symbols[symbol] == 1
        yield shade._replace(label=symbol if symbol is not None and is_own else str(number))


def _shade(number: int) -> tuple[str, str]:
    """Return a color and a pattern; where the colors begin anew, each has another pattern."""
    patterns = tuple(_PATTERNS)
    begun_anew, at = divmod(number, len(_SHADES))
    return _SHADES[at], patterns[(at + begun_anew) % len(patterns)]


def _scale(width: int, height: int) -> float:
    """Return how many times a board is drawn as large, so that a small one can be read."""
    return max(1.0, min(_LARGEST_SCALE, _LEAST_WIDTH / width, _LEAST_HEIGHT / height))


def board_svg(
    grid: Grid,
    palette: Palette,
    pieces: Iterable[Standing],
    *,
    label: str,
    scale: float | None = None,
) -> str:
    """Return the board with its zones, and pieces on it; the label is for those who hear it.

    Without a scale it is as large as it has to be to be read.
    """
    layout = Layout(grid)
    left, top, width, height = layout.view
    scale = _scale(width, height) if scale is None else scale
    standing = tuple(pieces)
    filled = frozenset(piece.cell for piece in standing)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
            f'width="{round(width * scale)}" role="img" aria-label="{escape(label)}" '
            'class="board">'
        ),
        *_definitions(palette.shades),
        *holes_in(layout),
        *_cells(layout, palette),
        *frame_of(layout),
        *_labels(layout),
        *zone_edges(layout, [(s.label, s.zone.cells) for s in palette.shades if s.label]),
        *(_piece(layout, palette, piece) for piece in standing),
        *_names_at_cells(layout, filled),
        "</svg>",
    ]
    return "".join(parts)


def _definitions(shades: Sequence[Shade]) -> Iterator[str]:
    yield "<defs>"
    for pattern in dict.fromkeys(shade.pattern for shade in shades):
        yield (
            f'<pattern id="zone-{pattern}" width="12" height="12" patternUnits="userSpaceOnUse" '
            f'stroke="#00000038" fill="#00000038">{_PATTERNS[pattern]}</pattern>'
        )
    yield "</defs>"


def _cells(layout: Layout, palette: Palette) -> Iterator[str]:
    """Yield each cell in the shades of the zones it is in, the smallest zone in the middle."""
    grid = layout.grid
    for cell in grid.cells:
        row, column = divmod(cell, grid.columns)
        ground = _GROUND if layout.slant or (row + column) % 2 else "#f3eee2"
        if grid.joined is None:
            yield _polygon(layout.outline(cell), ground)
        inside = sorted(
            (shade for shade in palette.shades if cell in shade.zone.cells),
            key=lambda shade: -len(shade.zone.cells),
        )
        step = min(_STEP, _DEEPEST / max(len(inside), 1))
        for depth, shade in enumerate(inside):
            points = layout.outline(cell, step * depth)
            owner = _owner_at(grid, shade.zone, cell)
            if owner is None:
                yield _polygon(points, shade.fill)
            else:
                yield _polygon(points, _GROUND)
                yield _polygon(points, palette.sides[owner][0], _TINT)
            yield _polygon(points, f"url(#zone-{shade.pattern})")
        if grid.joined is None:
            line = ' stroke="#8d8676" stroke-width="1"'
            yield _polygon(layout.outline(cell), "none", line)
    if grid.joined is not None:
        yield from _lines(layout, grid.joined)


def _lines(layout: Layout, joined: Mapping[tuple[int, tuple[int, int]], int]) -> Iterator[str]:
    """Yield the lines between points, each once, and the points."""
    yield '<g stroke="#2b2720" stroke-width="2" stroke-linecap="round">'
    for (cell, step), other in joined.items():
        if step > (0, 0):
            (x1, y1), (x2, y2) = layout.center(cell), layout.center(other)
            yield f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'
    yield "</g>"
    for cell in layout.grid.cells:
        x, y = layout.center(cell)
        yield f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="#2b2720"/>'


def _polygon(points: str, fill: str, more: str = "") -> str:
    return f'<polygon points="{points}" fill="{fill}"{more}/>'


def _owner_at(grid: Grid, zone: ZoneInfo, cell: int) -> str | None:
    """Return who owns the part of a zone that a cell is in."""
    part = grid.part_at(grid.zone_id[zone.name], cell)
    return zone.owner if part is None else grid.zones[part].owner


def _labels(layout: Layout) -> Iterator[str]:
    names = layout.grid.names
    if not names.row_labels:
        return
    if layout.is_ragged:
        yield from _labels_at_cells(layout)
        return
    grid = layout.grid
    style = 'font-size="12" fill="#4a453a" text-anchor="middle" dominant-baseline="central"'
    yield f'<g font-family="Georgia, serif" {style}>'
    away = (CELL + MARGIN) / 2
    for column in range(grid.columns):
        letter = names.column_labels[column]
        for row, offset in ((0, -away), (grid.rows - 1, away)):
            x, y = layout.center(row * grid.columns + column)
            yield _label(x, y + offset, letter)
    for row in range(grid.rows):
        for column, offset in ((0, -away), (grid.columns - 1, away)):
            x, y = layout.center(row * grid.columns + column)
            yield _label(x + offset, y, names.row_labels[row])
    yield "</g>"


def _labels_at_cells(layout: Layout) -> Iterator[str]:
    """Yield the number of each row at its first cell, and the letter of each column at its lowest.

    Labels at the other ends as well would meet in the holes between them.
    """
    grid = layout.grid
    style = 'font-size="11" fill="#4a453a" text-anchor="middle" dominant-baseline="central"'
    yield f'<g font-family="Georgia, serif" {style}>'
    away = (CELL + MARGIN) / 2 - 2
    lowest = {cell % grid.columns: cell for cell in grid.cells}
    first = {cell // grid.columns: cell for cell in reversed(grid.cells)}
    for column, cell in lowest.items():
        x, y = layout.center(cell)
        letter = grid.names.column_labels[column]
        # On a slant it stands in line with its column, where the next cell of it would be.
        yield _label(x + (layout.slant * away * 1.15), y + away, letter)
    for row, cell in first.items():
        x, y = layout.center(cell)
        yield _label(x - away, y, grid.names.row_labels[row])
    yield "</g>"


def _names_at_cells(layout: Layout, filled: Collection[int]) -> Iterator[str]:
    """Yield the name of each cell, where names have no columns and rows.

    A free point has its name in a disc or on a plate, and one on which something stands below
    that, on a plate that covers the lines. Names of other cells are above what stands there, where
    a halo keeps off what is drawn below the name.
    """
    grid = layout.grid
    if grid.names.row_labels:
        return
    style = 'fill="#2b2720" text-anchor="middle" dominant-baseline="central"'
    halo = f'paint-order="stroke" stroke="{_GROUND}" stroke-width="3" stroke-linejoin="round"'
    yield f'<g font-family="Helvetica, Arial, sans-serif" {style}>'
    for cell in grid.cells:
        (x, y), name = layout.center(cell), grid.places[cell]
        if grid.joined is not None:
            yield _name_of_point(layout, cell, name, is_free=cell not in filled)
            continue
        size = min(10, 1.6 * CELL / len(name))
        across, up = (0, CELL / 2 - 4) if layout.slant else (size * 0.3 * len(name) - 18, 14)
        yield _name(x + across, y - up, name, size, halo)
    yield "</g>"


def _name_of_point(layout: Layout, cell: int, name: str, *, is_free: bool) -> str:
    x, y = layout.center(cell)
    edge = f'fill="{_GROUND}" stroke="#2b2720"'
    if is_free and len(name) <= _IN_DISC:
        disc = f'<circle cx="{x:g}" cy="{y:g}" r="11" {edge} stroke-width="1.4"/>'
        return disc + _name(x, y, name, min(12, 34 / len(name)))
    wide, tall = PLATE_LETTER * len(name) + 6, _PLATE_SIZE + 3
    y += 0 if is_free else _DISC + 2 + tall / 2
    plate = (
        f'<rect x="{x - wide / 2:.1f}" y="{y - tall / 2:.1f}" width="{wide:.1f}" '
        f'height="{tall:.1f}" rx="3" {edge} stroke-width="{1.4 if is_free else 0.6}"/>'
    )
    return plate + _name(x, y, name, _PLATE_SIZE)


def _name(x: float, y: float, text: str, size: float, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.3g}" {more}>{text}</text>'


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}">{text}</text>'


def _piece(layout: Layout, palette: Palette, piece: Standing) -> str:
    x, y = layout.center(piece.cell)
    if piece.owner is None:
        return _symbol(x, y, piece.letter)
    mark = "" if piece.looks is None else _looking(x, y, *layout.away(*piece.looks))
    return mark + _disc(x, y, _DISC, piece.letter, palette.sides[piece.owner])


def _looking(x: float, y: float, across: float, down: float) -> str:
    """Return a mark behind the disc of a piece, of which a tip at its edge is seen."""
    size = hypot(across, down)
    ahead, aside = (across / size, down / size), (-down / size, across / size)
    at = ((_TIP, 0), (_TIP_BEGINS, _TIP_HALF), (_TIP_BEGINS, -_TIP_HALF))
    points = " ".join(
        f"{x + far * ahead[0] + off * aside[0]:.1f},{y + far * ahead[1] + off * aside[1]:.1f}"
        for far, off in at
    )
    return f'<polygon class="looks" points="{points}" fill="#1c1c1c"/>'


def _symbol(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="Georgia, serif" font-size="15" fill="#2b2720" '
        f'text-anchor="middle" dominant-baseline="central">{escape(text)}</text>'
    )


def _disc(x: float, y: float, radius: int, letter: str, colors: tuple[str, str]) -> str:
    fill, ink = colors
    size = round(radius * (1.15 if len(letter) == 1 else 1.9 / len(letter)))
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{fill}" stroke="#1c1c1c" '
        f'stroke-width="1.4"/><text x="{x:g}" y="{y:g}" font-family="Helvetica, Arial, sans-serif" '
        f'font-weight="700" font-size="{size}" fill="{ink}" text-anchor="middle" '
        f'dominant-baseline="central">{escape(letter)}</text>'
    )


def token_svg(letter: str, colors: tuple[str, str]) -> str:
    """Return one piece as it is drawn on the board."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34" width="26" class="token">'
        f"{_disc(17, 17, 15, letter, colors)}</svg>"
    )


def symbol_svg(symbol: str) -> str:
    """Return the symbol of a mark as it is drawn on the board."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22" width="22" class="token">'
        f"{_symbol(11, 11, symbol)}</svg>"
    )


def swatch_svg(shade: Shade, palette: Palette) -> str:
    """Return the shade of a zone, for the legend: in the colors of all who own a part of it."""
    # Patterns are found by their name in the whole page, where the board has defined them.
    size = f'width="{_SWATCH}" height="{_SWATCH}"'
    wide = _SWATCH / max(len(shade.owners), 1)
    tints = "".join(
        f'<rect x="{wide * number:g}" width="{wide:g}" height="{_SWATCH}" '
        f'fill="{palette.sides[owner][0]}"{_TINT}/>'
        for number, owner in enumerate(shade.owners)
    )
    ground = _GROUND if shade.owners else shade.fill
    label = label_on_plate(_SWATCH / 2, _SWATCH / 2, shade.label) if shade.label else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SWATCH} {_SWATCH}" {size} '
        f'class="swatch"><rect {size} fill="{ground}"/>{tints}'
        f'<rect {size} fill="url(#zone-{shade.pattern})" stroke="#8d8676"/>{label}</svg>'
    )


def hole_svg() -> str:
    """Return a hole between cells as it is drawn, for the legend."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SWATCH} {_SWATCH}" '
        f'width="{_SWATCH}" height="{_SWATCH}" class="swatch">'
        f'<rect width="{_SWATCH}" height="{_SWATCH}" fill="{HOLE_FILL}"/></svg>'
    )
