"""What cannot be undone: once chance has decided or a secret is out, everybody knows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ruleengine.game.match import Match
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import Slot, State


def why_not_undone(moments: Sequence[Match]) -> str | None:
    """Return why a match cannot go back to the first of some moments; nothing if it can."""
    first, last = moments[0], moments[-1]
    plies = last.record().plies[first.num_plies :]
    thrown = [ply.text for ply in plies if ply.seat is None]
    if thrown:
        return f"chance has decided since ({', '.join(thrown)}), and everybody has seen how"
    rules = last.game.rules
    if not rules.hides:
        return None
    if any(match.position.in_secret for match in moments[:-1]):
        return "what was handed in in secret has been uncovered"
    if rules.sight.hides_pieces:
        return "pieces are hidden in this game, and a move may show where none of them stand"
    for before, after in pairwise(moments):
        if any(_is_shown(rules, before.position.state, after.position.state)):
            return "it has shown something of a piece whose kind is hidden"
    return None


def _is_shown(rules: Rules, before: State, after: State) -> Iterator[bool]:
    """Yield, for what each side did not know, whether something of it has become known."""
    for side in range(len(rules.names.sides)):
        eyes, later = rules.sight.eyes(before, side), rules.sight.eyes(after, side)
        for slot in range(len(before.cell)):
            known = _known(eyes, slot)
            if not all(known):
                yield known != _known(later, slot)
                yield before.cell[slot] != after.cell[slot]
                yield before.owner[slot] != after.owner[slot]
        yield _parts(rules, eyes) != _parts(rules, later)


def _known(eyes: Eyes, slot: Slot) -> tuple[bool, ...]:
    return (eyes.sees(slot), eyes.knows("kind", slot), eyes.knows_all(slot))


def _parts(rules: Rules, eyes: Eyes) -> list[bool]:
    """Return which counters and marks of the game, the sides and the seats are known."""
    return [
        eyes.knows_part(info, owner)
        for info in rules.kept
        if info.per != "piece"
        for owner in range(info.count)
    ]
