"""How a position came about in its turn, for whoever has to begin that turn again."""

from __future__ import annotations

from dataclasses import fields
from typing import NamedTuple

from ruleengine.pipeline.flow import Run
from ruleengine.pipeline.state import State

_OF_FLOW = frozenset(
    {
        "frames",
        "envs",
        "queue",
        "action",
        "drafts",
        "idle_turns",
        "seen",
        "repetitions",
        "first_turn",
        "since",
    }
)
"""What beginning with the steps of a turn changes by itself."""


class Taken(NamedTuple):
    """What was decided: a move or an outcome of chance, by its name and its numbers."""

    name: str
    values: tuple[int | str | None, ...]


class TurnSoFar(NamedTuple):
    """What a turn began with, before its steps, and what has been decided in it since.

    A phase that runs once counts as a turn. The state is shared, and not to be changed.
    """

    begun: State
    taken: tuple[Taken, ...] = ()

    def shows_in(self, state: State) -> bool:
        """Return whether a state itself says what its turn began with: nothing has changed."""
        return not self.taken and all(
            getattr(self.begun, each.name) == getattr(state, each.name)
            for each in fields(State)
            if each.name not in _OF_FLOW
        )


def turn_so_far(run: Run, before: TurnSoFar | None = None, *taken: Taken) -> TurnSoFar | None:
    """Return how a position that has just come about did so; nothing if that is not known.

    Without `taken` it was a move of a submission, which may still be a secret.
    """
    if run.begun is not None:
        return TurnSoFar(run.begun)
    if before is None or not taken:
        return None
    return TurnSoFar(before.begun, (*before.taken, *taken))
