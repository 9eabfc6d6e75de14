"""What every command prints with: diagnostics to stderr, data as JSON, nothing that garbles."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

from ruleengine.errors import Diagnostic, Span, render
from ruleengine.resolve.files.library import shipped_names, shown_name
from ruleengine.source.document import SourceDoc

_MAX_ALIKE: Final = 10
_MAX_EXCERPT: Final = 300  # a caret under a longer line helps nobody


def report(
    diagnostics: Iterable[Diagnostic], documents: Mapping[str, SourceDoc] | None = None
) -> None:
    """Print diagnostics to stderr, each with the line it is about.

    Of many with the same code the first are printed, and how many more there are: one cause, such
    as a letter in a list that is used throughout, can be complained of a hundred times.
    """
    told: Counter[str] = Counter()
    for diagnostic in diagnostics:
        told[diagnostic.code] += 1
        if told[diagnostic.code] <= _MAX_ALIKE:
            complain(render(diagnostic, _source_line(diagnostic.span, documents or {})))
    for code, number in told.items():
        if number > _MAX_ALIKE:
            complain(f"... and {number - _MAX_ALIKE} more of {code}")


def complain(text: str) -> None:
    """Print a message to stderr."""
    sys.stdout.flush()
    sys.stderr.write(f"{printable(text)}\n")
    sys.stderr.flush()


def say(text: str = "") -> None:
    """Print a line, or several, to stdout."""
    sys.stdout.write(f"{printable(text)}\n")


def say_json(data: object) -> None:
    """Print plain data as JSON to stdout."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def printable(text: str) -> str:
    """Return the text with a mark for each character that could steer a terminal."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(char if char.isprintable() or char in "\n\t" else "\ufffd" for char in text)


def _source_line(span: Span | None, documents: Mapping[str, SourceDoc]) -> str | None:
    if span is None:
        return None
    document = documents.get(span.file)
    line = document.line(span.line) if document else _line_on_disk(span)
    return line if line is not None and len(line) <= _MAX_EXCERPT else None


def _line_on_disk(span: Span) -> str | None:
    """Return a line of a file that could not be read as a document."""
    shipped = (path for path in shipped_names().values() if shown_name(path) == span.file)
    path = next(shipped, Path(span.file))
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            lines = islice(file, span.line - 1, span.line)
            return next((line.rstrip("\r\n") for line in lines), None)
    except (OSError, ValueError):  # the diagnostic itself says that it cannot be read
        return None
