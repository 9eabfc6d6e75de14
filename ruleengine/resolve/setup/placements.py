"""What a setup puts on the board, and the letters that draw it."""

from __future__ import annotations

from typing import NamedTuple

from ruleengine.resolve.board.grid import CellId
from ruleengine.schema.ruleset import Ruleset


class Placement(NamedTuple):
    """One piece of the setup."""

    cell: CellId
    owner: str
    kind: str
    seat_no: int = 0
    counters: tuple[tuple[str, int], ...] = ()
    name: str | None = None


class CellCount(NamedTuple):
    """What a counter of one cell begins with, where the setup says it."""

    cell: CellId
    counter: str
    number: int


class Setup(NamedTuple):
    """All that stands on the board and beside it before the first step."""

    pieces: tuple[Placement, ...] = ()
    counts: tuple[CellCount, ...] = ()


def letters_of(ruleset: Ruleset) -> dict[str, tuple[str, str]]:
    """Return (owner, kind) by the letter that draws such a piece."""
    return {
        letter: (side, name)
        for name, kind in ruleset.kinds.items()
        for side, letter in kind.letters.items()
    }
