"""Moves and chance outcomes, their text, and the numbers that stand for them in learning code."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One decision of one seat: an action with its operands, or the answer to a choice.

    Two moves are equal when their texts are. Moves sort as `legal_moves` lists them.
    """

    order: tuple[int, ...] = field(compare=True, repr=False)
    text: str
    name: str = field(compare=False)
    """The action, or the name of the choice."""
    values: tuple[int | str | None, ...] = field(compare=False, repr=False)
    """Operands or option as numbers; None declines."""

    def __str__(self) -> str:
        return self.text


def leading_on(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return those moves of a submission that bring its end nearer, for whoever plays at random.

    These are `commit` and the moves of the first action that has any; an action that takes back
    what another did is written after it.
    """
    return tuple(move for move in moves if move.name in (moves[0].name, "commit"))


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """One way in which chance may fall."""

    text: str
    name: str
    value: int | str
    probability: Fraction

    def __str__(self) -> str:
        return self.text
