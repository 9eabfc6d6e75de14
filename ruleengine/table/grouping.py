"""Which events belong together: what a piece becomes is told after it has left its place.

A ruleset may change the owner and the kind of a piece before it takes it off the board or after;
players want to hear of the capture first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ruleengine.game.events import GameEvent

_LEAVING: Final = frozenset({"captured", "removed", "sent"})
_CHANGES: Final = frozenset({"given", "became"})


class Group(NamedTuple):
    """An event, and what has become of the piece that it is about, by the name of the event."""

    event: GameEvent
    changes: dict[str, GameEvent]


def grouped(events: Sequence[GameEvent]) -> Iterator[Group]:
    """Yield events in the order in which they are told."""
    groups: list[Group] = []
    waiting: list[GameEvent] = []
    for number, event in enumerate(events):
        if event.name in _LEAVING:
            changes: dict[str, GameEvent] = {}
            for change in [each for each in waiting if _same_piece(each, event)]:
                if changes.setdefault(change.name, change) is change:
                    waiting.remove(change)
            groups.append(Group(event, changes))
        elif event.name not in _CHANGES:
            groups.append(Group(event, {}))
        elif not _added(event, groups):
            if any(e.name in _LEAVING and _same_piece(e, event) for e in events[number + 1 :]):
                waiting.append(event)
            else:
                groups.append(Group(event, {}))
    yield from groups
    yield from (Group(event, {}) for event in waiting)


def _added(change: GameEvent, groups: Sequence[Group]) -> bool:
    """Add a change to the piece that has left its place, if there is one that lacks it."""
    for event, changes in groups:
        leaves = event.name in _LEAVING and _same_piece(event, change)
        if leaves and change.name not in changes:
            changes[change.name] = change
            return True
    return False


def _same_piece(one: GameEvent, two: GameEvent) -> bool:
    """Return whether two events can be about the same piece; those alike are told alike."""
    return one.place == two.place and one.details.get("piece") == two.details.get("piece")
