"""Sheets: several moves of a seat that are handed in together."""

from __future__ import annotations

from collections.abc import Sequence

from ruleengine.game.moves.moves import Move, Written, text_of
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.position import Position


def commits_again(moves: Sequence[Move | Written], index: int, after: Position) -> bool:
    """Return whether a move is a `commit` at the end of a sheet that says nothing new.

    That is so when the move before it was the last that the seat had, and has committed by
    itself: `after` is the position to which that move has led.
    """
    if not 0 < index == len(moves) - 1:
        return False
    before, last = (text_of(move).strip() for move in moves[index - 1 :])
    return last == COMMIT != before and after.has_committed
