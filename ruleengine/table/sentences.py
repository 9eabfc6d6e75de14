"""One sentence for each thing that can happen, as players say it; events come `titled`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from ruleengine.game.events import HIDDEN, GameEvent
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.wording import a, all_of, is_several, possessive

Say: TypeAlias = "Callable[[GameEvent], str]"


def piece_in(event: GameEvent, *, is_new: bool = False) -> str:
    """Return what a piece is called; one of nobody has an article instead of an owner."""
    return _named(str(event.details["piece"]), is_new=is_new)


def _named(words: str, *, is_new: bool = False) -> str:
    kind = words.removeprefix(f"{UNOWNED} ")
    if kind == words:
        return words
    return a(kind) if is_new else f"the {kind}"


def _moved(event: GameEvent) -> str:
    details = event.details
    if "from" in details:
        piece = piece_in(event, is_new=bool(details["is_any"]))
        return f"{piece} goes from {details['from']} to {details['to']}"
    return f"{piece_in(event)} comes to {details['to']}"


def _with_place(words: str) -> Say:
    def say(event: GameEvent) -> str:
        start = event.details.get("from_where")
        at = "" if start is None else f" {start}"
        return f"{_named(event.was or str(event.details['piece']))}{at} {words}"

    return say


def _sent(event: GameEvent) -> str:
    start = f" from {event.details['from']}" if "from" in event.details else ""
    piece = _named(event.was or str(event.details["piece"]))
    return f"{piece} goes{start} to {event.details['to']}"


def several_leave(event: GameEvent, pieces: str, cells: Sequence[str]) -> str:
    """Return that several pieces alike leave their cells; they are called `pieces` together."""
    places = all_of(cells)
    if event.name == "sent":
        return f"{pieces} go from {places} to {event.details['to']}"
    return f"{pieces} on {places} {_SEVERAL[event.name]}"


def several_given(event: GameEvent, cells: Sequence[str]) -> str:
    """Return that several pieces alike change sides; the event is that of the first."""
    return f"the {event.details['kinds']} on {all_of(cells)} now belong to {new_owner(event)}"


def several_placed(event: GameEvent, pieces: str, cells: Sequence[str]) -> str:
    """Return that several pieces alike are placed; they are called `pieces` together."""
    # What comes into the game was not there to be called *the* pieces.
    new = pieces if event.details["owner"] is not None else pieces.removeprefix("the ")
    return f"{new} are placed on {all_of(cells)}"


_SEVERAL: Final = {
    "captured": "are captured",
    "removed": "leave the game",
    HIDDEN: "are out of sight",
}


def _at(event: GameEvent) -> str:
    """Return where the piece of an event stands or lies now, if it is still in the game."""
    return "" if event.place is None else f" {event.details['where']}"


def _given(event: GameEvent) -> str:
    return f"the {event.details['kind']}{_at(event)} now belongs to {new_owner(event)}"


def _claimed(event: GameEvent) -> str:
    zone = str(event.details["zone"])
    return f"{zone} now {'belong' if is_several(zone) else 'belongs'} to {new_owner(event)}"


def _became(event: GameEvent) -> str:
    owner = event.details["owner"]
    whose = "the piece" if owner is None else possessive(str(owner), "piece")
    return f"{whose}{_at(event)} becomes {a(str(event.details['kind']))}"


def new_owner(event: GameEvent) -> str:
    """Return to whom an event gives something."""
    return str(event.details["to_side"] or "nobody")


def _chosen(event: GameEvent) -> str:
    value = piece_in(event) if "piece" in event.details else next(iter(event.details.values()))
    asked = event.details.get("asked")
    if asked is not None:
        return answered(str(asked), str(value))
    return f"{value}{_at(event)} is chosen"


def answered(title: str, value: str) -> str:
    """Return the answer behind what was asked.

    >>> answered("How many go?", "3"), answered("the way", "left")
    ('How many go? 3', 'the way: left')
    """
    return f"{title}{'' if title.endswith('?') else ':'} {value}"


SENTENCES: Final[Mapping[str, Say | None]] = {
    "moved": _moved,
    "captured": _with_place("is captured"),
    "removed": _with_place("leaves the game"),
    "sent": _sent,
    "placed": lambda event: f"{piece_in(event, is_new=True)} is placed on {event.details['to']}",
    "given": _given,
    "claimed": _claimed,
    "became": _became,
    "chosen": _chosen,
    HIDDEN: _with_place("is out of sight"),
    "dropped": lambda event: (
        f"'{event.details['action']}' of {event.details['side']} has become impossible"
    ),
    "told": lambda event: str(event.details["says"]),
    "phase": lambda event: f"now: {event.details['phase']}",
    # The move itself, the panel beside the board or the end says these.
    "rolled": None,
    "committed": None,
    "seated": None,
    "colored": None,
    "turn": None,
    "ended": None,
}
"""Every event by name; nothing where another part of the screen says it."""
