"""What a leak test found, ready to be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt
from typing import Final

from ruleengine.schema.wording import counted

_LAST_MOVES = 3
ENOUGH_PAIRS: Final = 100
"""With so many, a leak that shows in one pair of thirty is missed once in thirty times."""


TO_THE_END: Final = "to the end"
LEAKING: Final = "leaking"
SPLIT: Final = "split"
EARLY: Final[Mapping[str, str]] = {
    "told": "something else was told",
    "come to light": "something hidden came to light",
    "touched": "a move showed what was not the same",
    "released": "drafts that were not the same came to light",
    "moved differently": "a move was seen to be another one",
    "stuck": "a side had no move left",
    "impossible": "a move could not be made in both",
    SPLIT: "what is accepted has split them",
}
"""Why pairs are compared no further although there are more moves, in words."""


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
    """The moves that led there in the one game, without those that others made in secret."""
    secret: tuple[str, str] | None = None
    """What the viewer may not know and the two games differ in; nothing if no rule hides any."""
    after_there: tuple[str, ...] | None = None
    """The moves that led there in the other game, if these are not the same."""

    @property
    def who(self) -> str:
        """Who is told what they may not know."""
        return self.viewer or "somebody who looks on"

    def told(self, moves: Sequence[str]) -> str:
        """Return moves that led there, or that those who made them did so in secret."""
        unheard = f"moves of which {self.who} is not told" if self.ply else "no move"
        return "; ".join(moves) or unheard

    def __str__(self) -> str:
        after = self.told(self.after[-_LAST_MOVES:])
        where = f"at ply {self.ply} ({self.change}, seed {self.seed}, after {after})"
        lines = [f"{self.channel}: {self.who} can tell two games apart {where}"]
        if self.secret is not None:
            lines.append(f"  hidden in the one:   {self.secret[0]}")
            lines.append(f"  hidden in the other: {self.secret[1]}")
        lines.append(f"  given in the one:    {self.here}")
        lines.append(f"  given in the other:  {self.there}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data; what was given is told in words."""
        return {
            "channel": self.channel,
            "seat": self.viewer,
            "ply": self.ply,
            "hidden": None if self.secret is None else list(self.secret),
            "given": [str(self.here), str(self.there)],
            "change": self.change,
            "seed": self.seed,
            "after": list(self.after),
            "after_there": list(self.after if self.after_there is None else self.after_there),
        }


@dataclass
class LeakReport:
    """What a leak test found."""

    ruleset: str
    hides_something: bool
    games: int = 0
    """How many games were played at random, to be held against others."""
    pairs: int = 0
    """How many pairs of games were compared, for one viewer each."""
    moments: int = 0
    """At how many moments they were."""
    changes: Counter[str] = field(default_factory=Counter)
    """The pairs by how the two games differ."""
    ends: Counter[str] = field(default_factory=Counter)
    """The pairs by why they were compared no further."""
    leaks: list[Leak] = field(default_factory=list)
    accepted: Counter[str] = field(default_factory=Counter)
    """How often a channel told something through which the rules tell on purpose."""
    interrupted: bool = False
    """Whether somebody has stopped it before all was compared."""

    @property
    def ok(self) -> bool:
        """Whether nothing has leaked but what is accepted."""
        return not self.leaks

    @property
    def early_ends(self) -> Mapping[str, int]:
        """How many pairs were compared no further, by why in words, most frequent first."""
        ends = self.ends.most_common()
        return {EARLY[why]: count for why, count in ends if why not in {TO_THE_END, LEAKING}}

    @property
    def games_wanted(self) -> int | None:
        """How many games will do, in tens; nothing if these have, or gave no pairs at all.

        Games give more or fewer pairs, so it is half as many again as on the average, and more
        where that average is one of few games.
        """
        if not 0 < self.pairs < ENOUGH_PAIRS:
            return None
        wanted = self.games * ENOUGH_PAIRS / self.pairs * (1.5 + 4 / sqrt(self.games))
        return ceil(wanted / 10) * 10

    @property
    def channels(self) -> set[str]:
        """The channels that leak."""
        return {leak.channel for leak in self.leaks}

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "ruleset": self.ruleset,
            "hides_something": self.hides_something,
            "games": self.games,
            "pairs": self.pairs,
            "moments": self.moments,
            "games_wanted": self.games_wanted,
            "changes": dict(self.changes),
            "ends": dict(self.ends),
            "leaks": [leak.to_dict() for leak in self.leaks],
            "accepted": dict(self.accepted),
            "interrupted": self.interrupted,
        }

    def __str__(self) -> str:
        pairs = counted(self.pairs, "pair of games", "pairs of games")
        head = f"{self.ruleset}: {pairs}, {counted(self.moments, 'moment')}"
        ends = ", ".join(f"{count} {why}" for why, count in self.ends.most_common())
        return "\n".join([f"{head} ({ends})" if ends else head, *map(str, self.leaks)])
