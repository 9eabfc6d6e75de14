"""What a counted program counts: how often each rule was asked, refused, or did something."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from ruleengine.errors import Span

What = Literal[
    "action", "effect", "step", "branch", "reaction", "ending", "rule", "condition", "row", "skip"
]

DONE: Final = "done"
"""The section of a row that counts what has happened in the game itself."""
ASKED: Final = "asked"
"""The section that counts questions; they are asked on copies of the row as well."""
FIRST: Final = "first"
"""The section of one number that says which side had the first turn."""
MAPS: Final = ("visits", "captures", "strikes")
"""Sections with a number for each cell: where pieces went, were taken, and were aimed at."""


@dataclass(frozen=True)
class Meter:
    """One thing that is counted, in the order of its section."""

    what: What
    part: str
    """What it counts of the rule: "", "then", "else", "asked", "refused"."""
    name: str
    """Where the rule stands and what it says, in the words of the ruleset."""
    span: Span | None
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Metered:
    """Where the counts of a counted program are in its row."""

    done: tuple[Meter, ...]
    asked: tuple[Meter, ...]
    folded: tuple[Meter, ...]
    """Rules that were worked out for every cell beforehand: asked always, never by themselves."""

    @property
    def all(self) -> tuple[Meter, ...]:
        """Everything in the order of the counts: done, only tried out, asked."""
        tried = tuple(replace(meter, part=f"{meter.part} tried".strip()) for meter in self.done)
        return (*self.done, *tried, *self.asked)
