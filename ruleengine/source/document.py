"""The document tree: plain values that remember where in the file they were written.

`Map`, `Seq` and `Text` are a dict, a list and a str with spans; numbers, booleans and null are
plain, and their spans are kept by the container they stand in. A tree is not changed once it is
read: a value that the file names twice (anchor and alias) is one object in two places.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple, Self, TypeAlias

from ruleengine.errors import Span

Value: TypeAlias = "Map | Seq | Text | int | float | bool | None"

# (offset in the string, line, column) of the first character of each written line
Rows: TypeAlias = tuple[tuple[int, int, int], ...]

_NUM_QUOTES = {None: 0, "'": 1, '"': 1}


class Text(str):
    """A string scalar with its place; `style` is None (plain), `'`, `"`, `|` or `>`.

    `rows` places the lines of a text written over several lines; without it only the place of
    the whole text is known.
    """

    __slots__ = ("rows", "span", "style")

    rows: Rows
    span: Span
    style: str | None

    def __new__(cls, value: str, span: Span, style: str | None = None, rows: Rows = ()) -> Self:
        """Make a text; the arguments are its attributes."""
        self = str.__new__(cls, value)
        self.span = span
        self.style = style
        self.rows = rows
        return self

    def __reduce__(self) -> tuple[type[Text], tuple[str, Span, str | None, Rows]]:
        return Text, (str(self), self.span, self.style, self.rows)

    def at(self, start: int, end: int) -> Span:
        """Return the place of characters [start, end), or of all of it where that is unknown.

        >>> Text("a + b", Span("f", 3, 7, 3, 14), '"').at(2, 3)
        Span(file='f', line=3, col=10, end_line=3, end_col=11)
        """
        start = min(max(start, 0), len(self))
        end = min(max(end, start), len(self))
        rows = self.rows or self._single_row()
        if not rows:
            return self.span
        line, col = _position(rows, start)
        if start == end:
            return Span(self.span.file, line, col, line, col)
        end_line, end_col = _position(rows, end - 1)
        return Span(self.span.file, line, col, end_line, end_col + 1)

    def _single_row(self) -> Rows:
        span = self.span
        quotes = _NUM_QUOTES.get(self.style)
        if quotes is None or span.line != span.end_line:
            return ()
        # An escape is always longer than what it stands for, so equal widths mean there is none.
        if span.end_col - span.col != len(self) + 2 * quotes:
            return ()
        return ((0, span.line, span.col + quotes),)


def _position(rows: Rows, offset: int) -> tuple[int, int]:
    first, line, col = rows[max(bisect_right(rows, offset, key=lambda row: row[0]) - 1, 0)]
    return line, col + offset - first


class Map(dict[str, Value]):
    """A mapping with the place of each key and value."""

    __slots__ = ("key_spans", "span", "value_spans")

    span: Span
    key_spans: dict[str, Span]
    value_spans: dict[str, Span]

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span
        self.key_spans = {}
        self.value_spans = {}

    def put(self, key: str, value: Value, key_span: Span, value_span: Span) -> None:
        """Set `key` to `value`, with the places of both."""
        self[key] = value
        self.key_spans[key] = key_span
        self.value_spans[key] = value_span


class Seq(list[Value]):
    """A list with the place of each item."""

    __slots__ = ("item_spans", "span")

    span: Span
    item_spans: list[Span]

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span
        self.item_spans = []

    def push(self, value: Value, span: Span) -> None:
        """Append `value`, with its place."""
        self.append(value)
        self.item_spans.append(span)


def child_span(container: Map | Seq, key: str | int) -> Span:
    """Return the place of the value at a key or index, or of the container if it has none."""
    if isinstance(container, Map):
        return container.value_spans.get(str(key), container.span)
    if isinstance(key, int) and 0 <= key < len(container.item_spans):
        return container.item_spans[key]
    return container.span


class SourceDoc(NamedTuple):
    """One file as read: its name, its lines without line breaks, and its tree."""

    name: str
    lines: tuple[str, ...]
    root: Map

    def line(self, number: int) -> str | None:
        """Return the line with this number, counted from 1, or None if there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else None
