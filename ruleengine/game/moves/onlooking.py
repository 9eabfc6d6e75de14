"""What somebody has seen of a move or a choice: the board before and after, and what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ruleengine.pipeline.operands.operand import OperandValue
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import GONE, Event, SideId, Slot, Value
from ruleengine.resolve.checks.choice_secrets import Secret
from ruleengine.resolve.checks.told_checks import KIND

_COMING: Final = frozenset({"moved", "placed"})
_GOING: Final = _COMING | {"captured", "removed", "sent"}


class Onlooker(NamedTuple):
    """The eyes of somebody before and after a move."""

    before: Eyes
    after: Eyes

    def knows(self, what: str, slot: Slot) -> bool:
        """Return whether they know something of a piece, or have come to know it by the move."""
        old, new = self.before.state, self.after.state
        if slot < len(old.cell) and self.before.knows(what, slot):
            return True
        is_same = slot >= len(old.kind) or old.kind[slot] == new.kind[slot]
        stays = slot < len(new.cell) and new.cell[slot] != GONE
        return is_same and stays and self.after.knows(what, slot)

    def may_be_told(self, slot: Slot) -> bool:
        """Return whether the kind by which a piece is told from others there tells nothing new.

        On a cell it tells that another of the same owner is not of this kind.
        """
        state = self.before.state
        here = state.at[state.cell[slot]] if state.cell[slot] != GONE else ()
        owner = state.owner[slot]
        return self.knows(KIND, slot) and all(
            self.knows(KIND, other) for other in here if state.owner[other] == owner
        )

    def may_be_told_which(self, slot: Slot, kept: Iterable[str]) -> bool:
        """Return whether the number by which a piece is told from others tells nothing new.

        It says that it differs in something from those before it.
        """
        state = self.before.state
        cell = state.cell[slot]
        here = state.at[cell] if cell != GONE else (slot,)
        return all(self.knows(name, other) for name in kept for other in here)


class Way(NamedTuple):
    """One end of the way of a piece, as an onlooker saw it."""

    ends: tuple[tuple[str, OperandValue], ...]
    is_seen: bool


def ways_of(happened: Iterable[Event], onlooker: Onlooker) -> Iterator[Way]:
    """Yield where pieces came to and went from, and whether an onlooker saw them there."""
    old, new = onlooker.before, onlooker.after
    for event in happened:
        slot = event.payload.get("piece")
        if event.name not in _GOING or not isinstance(slot, int):
            continue
        was = old.state.cell[slot] if slot < len(old.state.cell) else GONE
        # Of a piece that has left since, what was seen of it before is all that is known.
        seen_at_last = (old if new.state.cell[slot] == GONE != was else new).sees(slot)
        for key in ("from", "to"):
            cell = event.payload.get(key)
            stood = key == "from" and cell == was != GONE
            is_seen = old.sees(slot) if stood else seen_at_last
            if isinstance(cell, int) and is_seen:
                yield Way((("cell", cell), ("piece", slot)), is_seen=True)
            elif isinstance(cell, int) and event.name in _COMING:
                yield Way((("cell", cell),), is_seen=False)


def may_hear_choice(
    secrets: frozenset[Secret],
    mover: SideId,
    cell: Value,
    onlooker: Onlooker,
    happened: Iterable[Event],
) -> bool:
    """Return whether somebody may hear how a choice was settled that tells of something hidden.

    Who sees a piece come to the cell that was chosen knows as much. What is made of the choice
    later is not known yet, so that all counts that could be hidden then.
    """
    if isinstance(cell, int):
        seen = {way.is_seen for way in ways_of(happened, onlooker) if ("cell", cell) in way.ends}
        if seen:
            return seen == {True}
    return onlooker.after.may_hear(secrets, mover)
