"""What happened, in words, as one seat may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from ruleengine.game.events import GameEvent
from ruleengine.game.game import Game
from ruleengine.game.match import Match, Step
from ruleengine.game.record import Ply
from ruleengine.schema.pieces import UNOWNED
from ruleengine.table.grouping import grouped, is_cell, lies_beside

_MAX_PLACED: Final = 4  # more pieces that are placed together are only counted

Say: TypeAlias = "Callable[[GameEvent], str]"


def _piece(event: GameEvent, *, is_new: bool = False) -> str:
    """Return what a piece is called; one of nobody has an article instead of an owner."""
    return _named(str(event.details["piece"]), is_new=is_new)


def _named(words: str, *, is_new: bool = False) -> str:
    kind = words.removeprefix(f"{UNOWNED} ")
    if kind == words:
        return words
    article = ("an" if kind[0] in "aeiou" else "a") if is_new else "the"
    return f"{article} {kind.replace('_', ' ')}"


def _moved(event: GameEvent) -> str:
    details = event.details
    if "from" in details:
        return f"{_piece(event)} goes from {details['from']} to {details['to']}"
    return f"{_piece(event)} comes to {details['to']}"


def _with_place(words: str) -> Say:
    def say(event: GameEvent) -> str:
        on = f" on {event.details['from']}" if "from" in event.details else ""
        return f"{_named(event.was or str(event.details['piece']))}{on} {words}"

    return say


def _now(verb: str) -> Say:
    """Return how to tell what has become of a piece, by the place where it stands."""

    def say(event: GameEvent) -> str:
        if "to_side" in event.details:
            return f"the {_without_owner(event)}{_at(event)} {verb} {_owner(event)}"
        return f"the piece{_at(event)} {verb} {_piece(event, is_new=True)}"

    return say


def _at(event: GameEvent) -> str:
    """Return where the piece of an event stands or lies now, if it is still in the game."""
    if event.place is None:
        return ""
    return f" {'in' if lies_beside(event) else 'on'} {event.place}"


def _without_owner(event: GameEvent) -> str:
    return str(event.details["piece"]).partition(" ")[2]


def _owner(event: GameEvent) -> str:
    return str(event.details["to_side"] or "nobody")


def _chosen(event: GameEvent) -> str:
    value = _piece(event) if "piece" in event.details else next(iter(event.details.values()))
    return f"{value}{_at(event)} is chosen"


SENTENCES: Final[Mapping[str, Say | None]] = {
    "moved": _moved,
    "captured": _with_place("is captured"),
    "removed": _with_place("leaves the game"),
    "sent": _with_place("is taken off the board"),
    "placed": lambda event: f"{_piece(event, is_new=True)} is placed on {event.details['to']}",
    "given": _now("now belongs to"),
    "claimed": lambda event: f"{event.details['zone']} now belongs to {_owner(event)}",
    "became": _now("becomes"),
    "chosen": _chosen,
    "dropped": lambda event: (
        f"'{event.details['action']}' of {event.details['side']} has become impossible"
    ),
    "phase": lambda event: f"now: {str(event.details['phase']).replace('_', ' ')}",
    # The move itself, the panel beside the board or the end says these.
    "rolled": None,
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
            yield entry_of(match.game, told_of(match, step, seat), step.position.events_for(seat))


def told_of(match: Match, step: Step, seat: str | None) -> Ply:
    """Return a ply as a seat is told of it; of how chance fell, its events tell enough."""
    return step.ply if step.ply.seat is None else match.told(step.number, seat)


def entry_of(game: Game, ply: Ply, events: tuple[GameEvent, ...]) -> Entry:
    """Return a ply with what it did."""
    words = set(ply.text.replace("-", " ").split())
    placed = [str(event.details["piece"]) for event in events if event.name == "placed"]
    sentences = [*_counted(placed)] if len(placed) > _MAX_PLACED else []
    for event, changes in grouped(events):
        say = SENTENCES[event.name]
        is_counted = event.name == "placed" and len(placed) > _MAX_PLACED
        is_drawn = ply.seat is None and event.name == "chosen"  # the text itself tells it
        if (
            say is not None
            and not is_counted
            and not is_drawn
            and not _is_said(game, event, words, events)
        ):
            sentences += [say(event), *_changes(changes)]
    return Entry(
        ply.seat, ply.text, _said(ply, events), tuple(sentences), frozenset(_changed(events))
    )


def _changes(changes: Mapping[str, GameEvent]) -> Iterator[str]:
    """Yield what has become of a piece that was just told to leave its place."""
    # Its new kind is told with its new owner; of one that has left the game neither matters.
    change = changes.get("became") or changes.get("given")
    if change is None or change.place is None:
        return
    if not lies_beside(change):
        say = SENTENCES[change.name]
        yield "" if say is None else say(change)
    elif change.name == "became":
        yield f"in {change.place} it becomes {_piece(change, is_new=True)}"
    else:
        yield f"in {change.place} it now belongs to {_owner(change)}"


def _counted(placed: Sequence[str]) -> Iterator[str]:
    """Yield how many pieces of each side are placed, where they are too many to tell."""
    for owner, many in Counter(piece.partition(" ")[0] for piece in placed).items():
        what = "1 piece" if many == 1 else f"{many} pieces"
        whose = "" if owner == UNOWNED else f" of {owner}"
        yield f"{what}{whose} {'is' if many == 1 else 'are'} placed"


def _changed(events: Iterable[GameEvent]) -> Iterator[str]:
    """Yield the places where something has changed."""
    for event in events:
        ends = [event.details.get(key) for key in ("from", "to")]
        yield from (str(end) for end in ends if end is not None)
        if event.name in ("given", "became") and event.place is not None:
            yield event.place


def _is_said(game: Game, event: GameEvent, words: set[str], events: Sequence[GameEvent]) -> bool:
    """Return whether the text of the move, or another event, says it already."""
    details = event.details
    if event.name == "chosen":
        told = [str(each.details["piece"]) for each in events if "piece" in each.details]
        (value,) = details.values()
        return not words.isdisjoint((str(value), event.place)) or told.count(str(value)) > 1
    if event.name not in ("moved", "placed"):
        return False
    kinds = game.rules.names.kinds
    ends = [str(details[key]) for key in ("from", "to") if key in details]
    cells = [end for end in ends if is_cell(end)]
    _, kind, *name = str(details["piece"]).split(" ", 2)
    # Of a piece that was there before, its cell tells which one it is, if all are alike.
    is_alike = len(kinds) == 1 and len(cells) > 1
    # What it was before it became something else is not told of.
    is_new = any(each.name == "became" and each.place == event.place for each in events)
    is_known = kind not in kinds or is_alike or is_new or not words.isdisjoint((kind, *name))
    return is_known and words.issuperset(cells)


def _said(ply: Ply, events: tuple[GameEvent, ...]) -> str:
    """Return the text of a ply; of how chance fell only what the events tell."""
    if ply.seat is not None:
        return ply.text
    name, _, value = ply.text.rpartition(" ")
    told = next((event for event in events if event.name in ("rolled", "chosen")), None)
    if told is None:
        return name.replace("_", " ")
    value, _, _ = value.partition("#")  # which of those alike it was is the referee's business
    place, _, kind = value.partition(":")
    if kind not in str(told.details.get("piece", kind)).split():
        value = place
    return f"{name.replace('_', ' ')}: {value}" if name else value
