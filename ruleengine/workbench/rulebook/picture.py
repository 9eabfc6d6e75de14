"""The board as a picture: SVG written by hand, which needs nothing but a browser or printer.

Zones are shaded and also hatched or dotted, so that they can be told apart without colors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple

from ruleengine.resolve.grid import Grid, ZoneInfo
from ruleengine.schema.fields import format_cell
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.ruleset import Ruleset

CELL: Final = 40
_MARGIN: Final = 22
_FRAME: Final = 2
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

_SHADES: Final = (
    ("#cfe3ee", "lines"),
    ("#d9d4cb", "cross"),
    ("#e3eccb", "dots"),
    ("#f0ddc6", "back"),
    ("#e6d8ea", "wide"),
    ("#dcebe3", "rings"),
)
"""Color and pattern of zones, in the order of the file."""

_PATTERNS: Final[Mapping[str, str]] = {
    "lines": '<path d="M-2 10 L10 -2 M2 14 L14 2" stroke-width="1"/>',
    "cross": '<path d="M0 0 L12 12 M12 0 L0 12" stroke-width="1"/>',
    "dots": '<circle cx="3" cy="3" r="1"/><circle cx="9" cy="9" r="1"/>',
    "back": '<path d="M-2 2 L10 14 M2 -2 L14 10" stroke-width="1"/>',
    "wide": '<path d="M0 6 H12" stroke-width="1"/>',
    "rings": '<circle cx="6" cy="6" r="3" fill="none" stroke-width="1"/>',
}


class Standing(NamedTuple):
    """A piece on a cell, as it is drawn."""

    cell: int
    letter: str
    owner: str


class Shade(NamedTuple):
    """How a zone is drawn, and what the legend says about it."""

    zone: ZoneInfo
    title: str
    fill: str
    pattern: str


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


def shades_of(grid: Grid, titles: Mapping[str, str]) -> tuple[Shade, ...]:
    """Return the zones that are worth shading; one that covers the board is not."""
    shades: list[Shade] = []
    for zone in grid.zones:
        if "." in zone.name or zone.off_board or not 0 < len(zone.cells) < grid.num_cells:
            continue
        fill, pattern = _SHADES[len(shades) % len(_SHADES)]
        shades.append(Shade(zone, titles[zone.name], fill, pattern))
    return tuple(shades)


def board_svg(
    grid: Grid, palette: Palette, pieces: Iterable[Standing], *, scale: float = 1.0
) -> str:
    """Return the board with its zones, and pieces on it."""
    width = grid.columns * CELL + 2 * _MARGIN
    height = grid.rows * CELL + 2 * _MARGIN
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{round(width * scale)}" role="img" class="board">'
        ),
        *_definitions(palette.shades),
        *_cells(grid, palette),
        *_grid_lines(grid),
        *_labels(grid),
        *(_piece(grid, palette, piece) for piece in pieces),
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


def _cells(grid: Grid, palette: Palette) -> Iterator[str]:
    """Yield a square for each cell, in the shade of the smallest zone it is in.

    Larger zones show as a frame inside the cell, so that no zone is lost under another.
    """
    for cell in range(grid.num_cells):
        x, y = _corner(grid, cell)
        row, column = divmod(cell, grid.columns)
        ground = "#fbf8f1" if (row + column) % 2 else "#f3eee2"
        yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{ground}"/>'
        inside = sorted(
            (shade for shade in palette.shades if cell in shade.zone.cells),
            key=lambda shade: len(shade.zone.cells),
        )
        for depth, shade in enumerate(reversed(inside)):
            inset = 5 * depth
            size = CELL - 2 * inset
            where = f'x="{x + inset}" y="{y + inset}" width="{size}" height="{size}"'
            yield f'<rect {where} fill="{shade.fill}"/>'
            yield f'<rect {where} fill="url(#zone-{shade.pattern})"/>'
            owner = _owner_at(grid, shade.zone, cell)
            if owner is not None:
                yield f'<rect {where} fill="{palette.sides[owner][0]}" fill-opacity=".18"/>'


def _owner_at(grid: Grid, zone: ZoneInfo, cell: int) -> str | None:
    """Return who owns the part of a zone that a cell is in."""
    part = grid.part_at(grid.zone_id[zone.name], cell)
    return zone.owner if part is None else grid.zones[part].owner


def _grid_lines(grid: Grid) -> Iterator[str]:
    right, bottom = _MARGIN + grid.columns * CELL, _MARGIN + grid.rows * CELL
    lines = [f"M{_MARGIN} {_MARGIN + row * CELL}H{right}" for row in range(grid.rows + 1)]
    lines += [
        f"M{_MARGIN + column * CELL} {_MARGIN}V{bottom}" for column in range(grid.columns + 1)
    ]
    yield f'<path d="{"".join(lines)}" stroke="#8d8676" stroke-width="1" fill="none"/>'
    yield (
        f'<rect x="{_MARGIN}" y="{_MARGIN}" width="{right - _MARGIN}" '
        f'height="{bottom - _MARGIN}" fill="none" stroke="#2b2720" stroke-width="{_FRAME}"/>'
    )


def _labels(grid: Grid) -> Iterator[str]:
    style = 'font-size="12" fill="#4a453a" text-anchor="middle" dominant-baseline="central"'
    yield f'<g font-family="Georgia, serif" {style}>'
    half = _MARGIN // 2
    for column in range(grid.columns):
        letter = format_cell(0, column, grid.rows).rstrip("0123456789")
        x = _MARGIN + column * CELL + CELL // 2
        for y in (half, grid.rows * CELL + _MARGIN + half):
            yield f'<text x="{x}" y="{y}">{letter}</text>'
    for row in range(grid.rows):
        y = _MARGIN + row * CELL + CELL // 2
        for x in (half, grid.columns * CELL + _MARGIN + half):
            yield f'<text x="{x}" y="{y}">{grid.rows - row}</text>'
    yield "</g>"


def _piece(grid: Grid, palette: Palette, piece: Standing) -> str:
    x, y = _corner(grid, piece.cell)
    middle = CELL // 2
    return _disc(x + middle, y + middle, 15, piece.letter, palette.sides[piece.owner])


def _disc(x: int, y: int, radius: int, letter: str, colors: tuple[str, str]) -> str:
    fill, ink = colors
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="#1c1c1c" '
        f'stroke-width="1.4"/><text x="{x}" y="{y}" font-family="Helvetica, Arial, sans-serif" '
        f'font-weight="700" font-size="{round(radius * 1.15)}" fill="{ink}" text-anchor="middle" '
        f'dominant-baseline="central">{escape(letter)}</text>'
    )


def _corner(grid: Grid, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, grid.columns)
    return _MARGIN + column * CELL, _MARGIN + row * CELL


def token_svg(letter: str, colors: tuple[str, str]) -> str:
    """Return one piece as it is drawn on the board."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34" width="26" class="token">'
        f"{_disc(17, 17, 15, letter, colors)}</svg>"
    )


def swatch_svg(shade: Shade) -> str:
    """Return the shade of a zone, for the legend."""
    # Patterns are found by their name in the whole page, where the board has defined them.
    size = f'width="{_SWATCH}" height="{_SWATCH}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SWATCH} {_SWATCH}" {size} '
        f'class="swatch"><rect {size} fill="{shade.fill}" stroke="#8d8676"/>'
        f'<rect {size} fill="url(#zone-{shade.pattern})"/></svg>'
    )
