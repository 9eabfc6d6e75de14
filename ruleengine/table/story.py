"""What happened, in words, as one seat may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from ruleengine.game.events import GameEvent
from ruleengine.game.match import Match
from ruleengine.game.record import Ply
from ruleengine.schema.fields import parse_cell

_ROWS: Final = 99  # of any board: only whether it is a cell at all is asked

_MAX_PLACED: Final = 4  # more pieces that are placed together are only counted

Details: TypeAlias = "Mapping[str, str | int | None]"


def _moved(details: Details) -> str:
    if "from" in details:
        return f"{details['piece']} goes from {details['from']} to {details['to']}"
    return f"{details['piece']} comes to {details['to']}"


def _with_place(words: str) -> Callable[[Details], str]:
    def say(details: Details) -> str:
        on = f" on {details['from']}" if "from" in details else ""
        return f"{details['piece']}{on} {words}"

    return say


def _owner(details: Details) -> str:
    return str(details["to_side"] or "nobody")


SENTENCES: Final[Mapping[str, Callable[[Details], str] | None]] = {
    "moved": _moved,
    "captured": _with_place("is captured"),
    "removed": _with_place("leaves the game"),
    "sent": _with_place("is taken off the board"),
    "placed": lambda details: f"{details['piece']} is placed on {details['to']}",
    "given": lambda details: f"{details['piece']} now belongs to {_owner(details)}",
    "claimed": lambda details: f"{details['zone']} now belongs to {_owner(details)}",
    "became": lambda details: f"now it is {details['piece']}",
    "dropped": lambda details: f"an order of {details['side']} comes to nothing",
    "phase": lambda details: f"now: {str(details['phase']).replace('_', ' ')}",
    # The move itself, the panel beside the board or the end says these.
    "rolled": None,
    "chosen": None,
    "committed": None,
    "seated": None,
    "colored": None,
    "turn": None,
    "ended": None,
}
"""Every event by name; nothing where another part of the screen says it."""


class Entry(NamedTuple):
    """One ply of the story."""

    seat: str | None
    ply: str
    """The move or the throw as a record has it."""
    text: str
    sentences: tuple[str, ...]
    cells: frozenset[str]
    """The places where something has changed."""

    def __str__(self) -> str:
        said = f"{self.seat}: {self.text}" if self.seat is not None else self.text
        return "; ".join((said, *self.sentences))


def story_of(match: Match, seat: str | None) -> Iterator[Entry]:
    """Yield what a seat may know of what the last submission has led to."""
    for step in match.recent:
        if match.is_seen(step.number, seat):
            yield entry_of(step.ply, step.position.events_for(seat))


def entry_of(ply: Ply, events: tuple[GameEvent, ...]) -> Entry:
    """Return a ply with what it did."""
    words = set(ply.text.replace("-", " ").split())
    placed = sum(event.name == "placed" for event in events)
    sentences = [f"{placed} pieces are placed"] if placed > _MAX_PLACED else []
    for event in events:
        say = SENTENCES[event.name]
        is_counted = event.name == "placed" and placed > _MAX_PLACED
        if say is not None and not is_counted and not _is_said(event, words):
            sentences.append(say(event.details))
    cells = {
        str(event.details[key])
        for event in events
        for key in ("from", "to")
        if event.details.get(key) is not None
    }
    return Entry(ply.seat, ply.text, _said(ply, events), tuple(sentences), frozenset(cells))


def _is_said(event: GameEvent, words: set[str]) -> bool:
    """Return whether the text of the move says it already."""
    if event.name not in ("moved", "placed"):
        return False
    ends = [str(event.details[key]) for key in ("from", "to") if key in event.details]
    # Whoever comes from beside the board could come from nowhere else.
    return all(end in words or parse_cell(end, _ROWS) is None for end in ends)


def _said(ply: Ply, events: tuple[GameEvent, ...]) -> str:
    """Return the text of a ply; of how chance fell only what the events tell."""
    if ply.seat is not None:
        return ply.text
    name, _, value = ply.text.rpartition(" ")
    told = next((event for event in events if event.name in ("rolled", "chosen")), None)
    if told is None:
        return name.replace("_", " ")
    place, _, kind = value.partition(":")
    if kind.partition("#")[0] not in str(told.details.get("piece", kind)).split():
        value = place.partition("#")[0]
    return f"{name.replace('_', ' ')}: {value}" if name else value
