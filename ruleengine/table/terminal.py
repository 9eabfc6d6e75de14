"""What a table needs of a terminal: a screen of some size, and somebody who types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ruleengine.table.lines import Line


class Terminal(Protocol):
    """Where people read and type."""

    @property
    def width(self) -> int:
        """How many characters a line has."""

    @property
    def height(self) -> int:
        """How many lines there are."""

    @property
    def is_paged(self) -> bool:
        """Whether somebody reads while it is written, so that long lists have to stop."""

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines."""

    def ask(self, prompt: str, options: Sequence[str] = ()) -> str | None:
        """Return what is typed, or nothing at the end of input; `options` may be completed."""

    def wipe(self) -> None:
        """Leave nothing of what was shown or typed."""
