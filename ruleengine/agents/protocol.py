"""What a program has to offer to sit at a table."""

from __future__ import annotations

from typing import Protocol

from ruleengine.game.moves.moves import Move
from ruleengine.game.views import View


class Agent(Protocol):
    """Chooses moves; it never sees more than the view of its seat."""

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        """Return one of `moves`, which are all legal and never empty."""
