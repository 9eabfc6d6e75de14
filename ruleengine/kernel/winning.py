"""Who has won, as rows have it; `program.winners` says how several are one number."""

from __future__ import annotations

from ruleengine.kernel.access import inlined


@inlined
def has_won(winner: int, side: int) -> bool:
    """Return whether a side has won, alone or with others."""
    return winner == side or (winner < -1 and side >= 0 and ((-2 - winner) >> side) & 1 == 1)
