"""Tables of figures that can be read in every window: side by side, or below each other.

A number that is cut off is a wrong number. Where a window is too narrow for a table, each of its
rows is written out with the names of the columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

_GAP: Final = 2
_BROKEN: Final = re.compile(r"=\n\s*")
"""Where a cell goes on below between the name of a flag and its value."""
_NARROWEST: Final = 16  # characters of words; in fewer every line holds one word
_SHARE: Final = 0.6  # of the width of numbers that may go on below: two lines, not four


def table(*columns: str, title: str | None = None) -> Table:
    """Return a table whose columns have these names.

    A column whose name begins with `>` holds numbers, set to the right and on one line; one that
    begins with `|` stays on one line as well; others go on below where there is little room.
    """
    made = Table(
        box=None, padding=(0, _GAP, 0, 0), title=title, title_justify="left", title_style="bold"
    )
    for column in columns:
        justify: Literal["left", "right"] = "right" if column.startswith(">") else "left"
        made.add_column(column.lstrip(">|"), justify=justify, no_wrap=column[:1] in (">", "|"))
    return made


def fitted(made: Table, width: int) -> RenderableType:
    """Return a table as it is, or with each row written out where the window is too narrow."""
    if sum(map(_narrowest, made.columns)) <= width:
        return made
    parts: list[RenderableType] = [Text(str(made.title), style="bold")] if made.title else []
    names = [str(column.header) for column in made.columns]
    for cells in zip(*(column.cells for column in made.columns), strict=True):
        first, *rest = (" ".join(_BROKEN.sub("=", str(cell)).split()) for cell in cells)
        said = [
            " ".join(part for part in (name, cell) if part)
            for name, cell in zip(names[1:], rest, strict=True)
            if cell
        ]
        lines = "\n".join(_packed(said, width - _GAP))
        parts += [Text(first), Padding(Text(lines), (0, 0, 0, _GAP), expand=False)]
    return Group(*parts)


def _packed(said: Iterable[str], width: int) -> Iterator[str]:
    """Yield lines of as many parts as fit, so that no number is torn from its interval."""
    line = ""
    for part in said:
        if line and len(line) + len(part) + 3 > width:
            yield f"{line};"
            line = part
        else:
            line = f"{line}; {part}" if line else part
    if line:
        yield line


def table_width(made: Table) -> int:
    """Return how wide a table is when nothing in it goes on below."""
    return sum(max(map(len, _lines(column)), default=0) + _GAP for column in made.columns)


def _narrowest(column: Column) -> int:
    """Return in how many characters a column can still be read."""
    lines = _lines(column)
    whole = max(map(len, lines), default=0)
    if column.no_wrap:
        return whole + _GAP
    word = max((len(word) for line in lines for word in line.split()), default=0)
    least = round(_SHARE * whole) if column.justify == "right" else min(whole, _NARROWEST)
    return max(word, least) + _GAP


def _lines(column: Column) -> list[str]:
    cells: Iterable[object] = (column.header, *column.cells)
    return [line for cell in cells for line in str(cell).split("\n")]
