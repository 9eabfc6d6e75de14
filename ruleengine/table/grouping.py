"""Which events belong together: what a piece becomes is told after it has left its place.

A ruleset may change the owner and the kind of a piece before it takes it off the board or after;
players want to hear of the capture first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

from ruleengine.game.events import HIDDEN, GameEvent
from ruleengine.game.game import Game
from ruleengine.table.titles import is_cell

_OWNER_AND_KIND: Final = 2  # words; a name would be a third
_LEAVING: Final = frozenset({"captured", "removed", "sent"})
_NOT_THERE: Final = _LEAVING | {HIDDEN}
_CHANGES: Final = frozenset({"given", "became"})


class Group(NamedTuple):
    """An event, and what has become of the piece that it is about, by the name of the event."""

    event: GameEvent
    changes: dict[str, GameEvent]
    together: tuple[str, ...] = ()
    """The cells that several pieces alike leave in the same way, if there are several."""


def grouped(events: Sequence[GameEvent]) -> Iterator[Group]:
    """Yield events in the order in which they are told."""
    events = _gifts_behind_moves(events)
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


def _gifts_behind_moves(events: Sequence[GameEvent]) -> Sequence[GameEvent]:
    """Return events with what is given before it moves told when it has come there.

    An event says where its piece stands when all is done.
    """
    behind: dict[int, list[GameEvent]] = {}
    put_off: set[int] = set()
    for number, event in enumerate(events):
        if event.name == "given":
            later = range(number + 1, len(events))
            moves = [
                n for n in later if events[n].name == "moved" and _same_piece(events[n], event)
            ]
            if moves:
                behind.setdefault(moves[-1], []).append(event)
                put_off.add(number)
    return [
        each
        for number, event in enumerate(events)
        for each in (*([] if number in put_off else [event]), *behind.get(number, ()))
    ]


def leaving_together(game: Game, groups: Iterable[Group]) -> Iterator[Group]:
    """Yield groups; of pieces alike that leave one after the other, the first stands for all."""
    for leaves, run in groupby(groups, key=partial(_leaves_a_cell, game)):
        if not leaves:
            yield from run
            continue
        alike: dict[tuple[object, ...], list[Group]] = {}
        for group in run:
            event = group.event
            alike.setdefault((event.name, left_by(event), event.details.get("to")), []).append(
                group
            )
        for first, *others in alike.values():
            cells = [str(each.event.details["from"]) for each in (first, *others)]
            yield first._replace(together=tuple(dict.fromkeys(cells))) if others else first


def left_by(event: GameEvent) -> str:
    """Return the piece that leaves its place, as it was by then: owner, kind and maybe a name."""
    return event.was or str(event.details.get("piece"))


def _leaves_a_cell(game: Game, group: Group) -> bool:
    """Return whether a piece without a name leaves a cell of the board, and is nothing else now."""
    event = group.event
    start = event.details.get("from")
    return (
        event.name in _NOT_THERE
        and not group.changes
        and start is not None
        and is_cell(game, str(start))
        and len(left_by(event).split()) == _OWNER_AND_KIND
    )


def _added(change: GameEvent, groups: Sequence[Group]) -> bool:
    """Add a change to the piece that has left its place, if there is one that lacks it."""
    for event, changes, _ in groups:
        leaves = event.name in _LEAVING and _same_piece(event, change)
        if leaves and change.name not in changes:
            changes[change.name] = change
            return True
    return False


def _same_piece(one: GameEvent, two: GameEvent) -> bool:
    """Return whether two events can be about the same piece; those alike are told alike."""
    return one.place == two.place and one.details.get("piece") == two.details.get("piece")
