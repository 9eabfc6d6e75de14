"""What cannot be undone: once chance has decided or somebody may have learned something."""

from __future__ import annotations

from collections.abc import Sequence

from ruleengine.game.match import Match
from ruleengine.table.entries import Entry, in_lines


def why_not_undone(moments: Sequence[Match], entries: Sequence[Entry]) -> str | None:
    """Return why a match cannot go back to the first of some moments; nothing if it can.

    `entries` are what the seat that asks was told since then: of how chance fell nothing else
    may be said, for not everybody has to know. Where views hide something, no move can be taken
    back: a piece that comes to light is only one way to learn of a secret. A sentence, a score, a
    list of moves or that nothing happens tell of it as well.
    """
    first, last = moments[0], moments[-1]
    told = [entry for entry in entries if entry.seat is None and entry.ply]
    if told:
        thrown = ", ".join(entry.text for entry in in_lines(told))
        seen = _seen_by_all(last, first.num_plies)
        who = "everybody has seen how" if seen else "somebody may have seen how"
        return f"chance has decided since ({thrown}), and {who}"
    if any(match.position.in_secret for match in moments[:-1]):
        return "what was handed in in secret has been uncovered"
    if last.game.rules.sight.hidden:
        return "something is hidden in this game, and a move may tell of it"
    return None


def _seen_by_all(match: Match, since: int) -> bool:
    """Return whether everybody was told how chance fell in the plies from a number on."""
    readers = (None, *match.game.seats)
    return all(
        ply.seat is not None or all(match.told(number, reader) == ply for reader in readers)
        for number, ply in enumerate(match.record().plies[since:], since)
    )


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
