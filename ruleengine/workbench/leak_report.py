"""What a leak test found, ready to be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

_LAST_MOVES = 3


@dataclass(frozen=True)
class Leak:
    """Something that tells somebody what they may not know."""

    channel: str
    viewer: str | None
    """The seat; nothing for one who only looks on."""
    ply: int
    here: object
    there: object
    change: str
    """How the two games differ."""
    seed: int
    after: tuple[str, ...]
    """The moves that led there, without those in question that were made in secret."""

    def __str__(self) -> str:
        who = self.viewer or "somebody who looks on"
        after = ", ".join(self.after[-_LAST_MOVES:]) or "no move"
        return (
            f"{self.channel}: {who} can tell two games apart at ply {self.ply}"
            f" ({self.change}, seed {self.seed}, after {after})\n"
            f"  in the one:   {self.here}\n"
            f"  in the other: {self.there}"
        )


@dataclass
class LeakReport:
    """What a leak test found."""

    ruleset: str
    hides_something: bool
    pairs: int = 0
    """How many pairs of games were compared, for one viewer each."""
    moments: int = 0
    """At how many moments they were."""
    changes: Counter[str] = field(default_factory=Counter)
    """The pairs by how the two games differ."""
    ends: Counter[str] = field(default_factory=Counter)
    """The pairs by why they were compared no further."""
    leaks: list[Leak] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing has leaked."""
        return not self.leaks

    @property
    def channels(self) -> set[str]:
        """The channels that leak."""
        return {leak.channel for leak in self.leaks}

    def __str__(self) -> str:
        head = f"{self.ruleset}: {self.pairs} pairs of games, {self.moments} moments"
        ends = ", ".join(f"{count} {why}" for why, count in self.ends.most_common())
        return "\n".join([f"{head} ({ends})" if ends else head, *map(str, self.leaks)])
