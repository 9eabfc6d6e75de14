"""Let agents play a match to its end."""

from __future__ import annotations

from collections.abc import Mapping

from ruleengine.agents.protocol import Agent
from ruleengine.game.kept.record import Record
from ruleengine.game.match import Match


def play_out(match: Match, agents: Mapping[str, Agent]) -> Record:
    """Ask the agents in turn until the match is over, and return the record.

    An agent that answers with a move it was not offered is refused like anybody else.
    """
    while not match.is_over:
        seat = match.actors[0]
        view = match.view(seat)
        match.submit(seat, agents[seat].choose(view, view.legal_moves))
    return match.record()
