"""Where parser events stand in the file, and where the lines of a long text stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from yaml.events import ScalarEvent

from ruleengine.errors import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yaml.error import Mark
    from yaml.events import CollectionStartEvent, Event

    from ruleengine.source.document import Rows

LINE_BREAK: Final = re.compile(r"\r\n|\r|\n")

_PROPERTIES: Final = re.compile(r"(?:[&!]\S*|#[^\r\n]*|\s+)*")
_BLOCK_HEADER: Final = re.compile(r"[|>][-+0-9]*")


class Places:
    """Turns the marks of one file into spans."""

    def __init__(self, text: str, name: str, lines: Sequence[str]) -> None:
        self._text = text
        self._name = name
        self._lines = lines

    def span(self, event: Event) -> Span:
        """Return the place of a scalar or alias, without anchor, tag and trailing blank lines."""
        start: Mark = event.start_mark  # type: ignore[assignment]  # see _marks; here time counts
        end: Mark = event.end_mark  # type: ignore[assignment]
        line, col, end_line, end_col = start.line, start.column, end.line, end.column
        if isinstance(event, ScalarEvent):
            if event.anchor is not None or event.tag is not None:
                line, col = self._after_properties(event)
            if event.style in {"|", ">"}:
                end_line, end_col = self._end_of_block(line, col, end.line - (end.column == 0))
        return Span(self._name, line + 1, col + 1, end_line + 1, end_col + 1)

    def first_char(self, event: Event) -> Span:
        """Return the place of the first character of an event, anchor and tag included."""
        line, col = _marks(event)[0].line + 1, _marks(event)[0].column + 1
        return Span(self._name, line, col, line, col + 1)

    def start(self, event: CollectionStartEvent) -> tuple[int, int]:
        """Return line and column at which a container begins, after anchor and tag."""
        if event.anchor is None and event.tag is None:
            mark: Mark = event.start_mark  # type: ignore[assignment]
            return mark.line + 1, mark.column + 1
        line, col = self._after_properties(event)
        return line + 1, col + 1

    def container(self, start: tuple[int, int], last: Span, closing: Event) -> Span:
        """Return the place of a container from its start, its last child and its closing event."""
        before, after = _marks(closing)
        if before.index != after.index:
            return Span(self._name, *start, after.line + 1, after.column + 1)
        # Without a closing bracket the event stands at the start of whatever comes next.
        return Span(self._name, *start, last.end_line, last.end_col)

    def rows(self, value: str, span: Span, style: str | None) -> Rows:
        """Return where each line of a text over several lines is written, if that is simple.

        Folding keeps every character only where single line breaks become spaces; a text with
        escapes, blank lines or deeper lines inside has no rows.
        """
        if span.line == span.end_line:
            return ()
        if style == "|":
            return self._literal_rows(value, span)
        written = self._lines[span.line - 1 : span.end_line]
        places = [(line, 0, len(text)) for line, text in enumerate(written, start=span.line)]
        if style == ">":
            del places[0]
            value = value.rstrip("\n")
        else:
            quotes = 0 if style is None else 1
            places[0] = (span.line, span.col - 1 + quotes, len(written[0]))
            places[-1] = (span.end_line, 0, span.end_col - 1 - quotes)
        rows: list[tuple[int, int, int]] = []
        offset = 0
        for line, start, end in places:
            piece = self._lines[line - 1][start:end]
            words = piece.strip(" \t")
            if not value.startswith(words, offset):
                return ()
            rows.append((offset, line, start + len(piece) - len(piece.lstrip(" \t")) + 1))
            offset += len(words) + 1
        if offset != len(value) + 1 or any(value[row[0] - 1] != " " for row in rows[1:]):
            return ()
        return tuple(rows)

    def _literal_rows(self, value: str, span: Span) -> Rows:
        rows: list[tuple[int, int, int]] = []
        offset = 0
        for line, words in enumerate(value.split("\n"), start=span.line + 1):
            if line > span.end_line:
                break
            # What the line has before the words is its indentation; blank lines may have less.
            indent = max(0, len(self._lines[line - 1]) - len(words))
            rows.append((offset, line, indent + 1 if words else 1))
            offset += len(words) + 1
        return tuple(rows)

    def _after_properties(self, event: Event) -> tuple[int, int]:
        """Return where a value begins that has `&name` or `!tag` before it."""
        start, end = _marks(event)
        found = _PROPERTIES.match(self._text, start.index, end.index)
        before = LINE_BREAK.split(found.group() if found else "")
        if len(before) == 1:
            return start.line, start.column + len(before[0])
        return start.line + len(before) - 1, len(before[-1])

    def _end_of_block(self, header: int, col: int, last: int) -> tuple[int, int]:
        while last > header and not self._lines[last].strip():
            last -= 1
        if last > header:
            return last, len(self._lines[last])
        found = _BLOCK_HEADER.match(self._lines[header], col)
        return header, found.end() if found else col + 1


def _marks(event: Event) -> tuple[Mark, Mark]:
    # Both parsers set marks on every event; the type stubs allow for events made by hand.
    return cast("Mark", event.start_mark), cast("Mark", event.end_mark)
