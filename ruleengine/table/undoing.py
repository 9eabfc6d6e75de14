"""What cannot be undone: once chance has decided or somebody may have learned something."""

from __future__ import annotations

from collections.abc import Sequence

from ruleengine.game.match import Match


def why_not_undone(moments: Sequence[Match]) -> str | None:
    """Return why a match cannot go back to the first of some moments; nothing if it can.

    Where views hide something, no move can: a piece that comes to light is only one way to learn
    of a secret. A sentence, a score, a list of moves or that nothing happens tell of it as well.
    """
    first, last = moments[0], moments[-1]
    plies = last.record().plies[first.num_plies :]
    thrown = [ply.text for ply in plies if ply.seat is None]
    if thrown:
        return f"chance has decided since ({', '.join(thrown)}), and everybody has seen how"
    if any(match.position.in_secret for match in moments[:-1]):
        return "what was handed in in secret has been uncovered"
    if last.game.rules.sight.hidden:
        return "something is hidden in this game, and a move may tell of it"
    return None


def why_not_undone_in_draft(after: Match, seat: str) -> str | None:
    """Return why a seat cannot take back its last moves in secret; nothing if it can.

    Its draft is its own to change, but an answer that the rules gave it there is heard.
    """
    if not after.game.rules.sight.hidden:
        return None
    told = (event for step in after.recent for event in step.position.events_for(seat))
    if any(event.name == "told" for event in told):
        return "you have been told something by it, and something is hidden in this game"
    return None
