"""The bar that shows how far games are: how many, how fast, and how long it will take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console


class Pace:
    """How fast games are played; those that were there from an earlier run do not count."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, what: str = "games") -> None:
        self._clock = clock
        self._what = what
        self._began = clock()
        self._told = self._began
        self._played = self._done = self._total = 0

    def note(self, done: int, total: int) -> None:
        """Take in that so many games of so many are there."""
        self._told = self._clock()
        if total == self._total:
            self._played += done - self._done
        self._done, self._total = done, total

    @property
    def rate(self) -> str:
        """Games in a second, or in whatever time there is at least one.

        >>> pace = Pace(iter([0.0, 0.0, 30.0]).__next__)
        >>> pace.note(0, 10), pace.note(5, 10), pace.rate
        (None, None, '10 games/min')
        """
        each = self._each()
        if each is None:
            return ""
        for unit, seconds in (("s", 1), ("min", 60), ("h", 3600)):
            number = seconds / each
            if number >= 1 or unit == "h":
                break
        shown = f"{number:,.1f}" if number < 10 else f"{number:,.0f}"  # noqa: PLR2004 - two digits
        return f"{shown} {self._what}/{unit}"

    @property
    def left(self) -> str:
        """The time that the rest will take, if it goes on like this."""
        each = self._each()
        if each is None:
            return ""
        seconds = (self._total - self._done) * each - (self._clock() - self._told)
        return f"{timedelta(seconds=max(0, round(seconds)))} left"

    def _each(self) -> float | None:
        """Return the seconds that a game takes."""
        took = self._told - self._began
        return took / self._played if self._played and took > 0 else None


@contextmanager
def progress_bar(what: str = "games") -> Iterator[Callable[[int, int], None]]:
    """Show how far games, or what else is counted, are on stderr, with rate and time left."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.progress import (  # noqa: PLC0415 - only where there is something to see
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
    )
    from rich.text import Text  # noqa: PLC0415 - the same

    class Speed(ProgressColumn):
        """Rate and time left; the time goes down between two chunks too."""

        def render(self, task: Task) -> Text:
            del task
            return Text("  ".join(part for part in (pace.rate, pace.left) if part))

    pace = Pace(what=what)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), Speed())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(what, total=None)

        def show(done: int, total: int) -> None:
            pace.note(done, total)
            progress.update(bar, completed=done, total=total)

        yield show
