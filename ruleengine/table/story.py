"""What happened, in words, as one seat may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from ruleengine.game.events import GameEvent
from ruleengine.game.game import Game
from ruleengine.game.match import Match, Step
from ruleengine.game.record import Ply
from ruleengine.pipeline.start import UNKNOWN
from ruleengine.pipeline.state import NOBODY
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.wording import possessive
from ruleengine.table.grouping import grouped, is_cell, lies_beside
from ruleengine.table.titles import kind_title, piece_title, seat_title, side_title, titled

_MAX_PLACED: Final = 4  # more pieces that are placed together are only counted

Say: TypeAlias = "Callable[[GameEvent], str]"


def _piece(event: GameEvent, *, is_new: bool = False) -> str:
    """Return what a piece is called; one of nobody has an article instead of an owner."""
    return _named(str(event.details["piece"]), is_new=is_new)


def _named(words: str, *, is_new: bool = False) -> str:
    kind = words.removeprefix(f"{UNOWNED} ")
    if kind == words:
        return words
    return _new(kind) if is_new else f"the {kind}"


def _new(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _moved(event: GameEvent) -> str:
    details = event.details
    if "from" in details:
        return f"{_piece(event)} goes from {details['from']} to {details['to']}"
    return f"{_piece(event)} comes to {details['to']}"


def _with_place(words: str) -> Say:
    def say(event: GameEvent) -> str:
        start = event.details.get("from")
        at = "" if start is None else f" {'on' if is_cell(str(start)) else 'in'} {start}"
        return f"{_named(event.was or str(event.details['piece']))}{at} {words}"

    return say


def _sent(event: GameEvent) -> str:
    start = f" from {event.details['from']}" if "from" in event.details else ""
    piece = _named(event.was or str(event.details["piece"]))
    return f"{piece} goes{start} to {event.details['to']}"


def _at(event: GameEvent) -> str:
    """Return where the piece of an event stands or lies now, if it is still in the game."""
    if event.place is None:
        return ""
    return f" {'in' if lies_beside(event) else 'on'} {event.place}"


def _given(event: GameEvent) -> str:
    return f"the {event.details['kind']}{_at(event)} now belongs to {_owner(event)}"


def _became(event: GameEvent) -> str:
    owner = event.details["owner"]
    whose = "the piece" if owner is None else possessive(str(owner), "piece")
    return f"{whose}{_at(event)} becomes {_new(str(event.details['kind']))}"


def _owner(event: GameEvent) -> str:
    return str(event.details["to_side"] or "nobody")


def _chosen(event: GameEvent) -> str:
    value = _piece(event) if "piece" in event.details else next(iter(event.details.values()))
    return f"{value}{_at(event)} is chosen"


SENTENCES: Final[Mapping[str, Say | None]] = {
    "moved": _moved,
    "captured": _with_place("is captured"),
    "removed": _with_place("leaves the game"),
    "sent": _sent,
    "placed": lambda event: f"{_piece(event, is_new=True)} is placed on {event.details['to']}",
    "given": _given,
    "claimed": lambda event: f"{event.details['zone']} now belongs to {_owner(event)}",
    "became": _became,
    "chosen": _chosen,
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


class Entry(NamedTuple):
    """One ply of the story."""

    seat: str | None
    ply: str
    """The move or the throw as a record has it."""
    text: str
    sentences: tuple[str, ...]
    cells: frozenset[str]
    """The places where something has changed."""

    name: str | None = None
    """What the seat is called."""
    throws: str = ""
    """How the text of a throw begins that is part of a turn: whose it is."""

    def __str__(self) -> str:
        said = f"{self.name or self.seat}: {self.text}" if self.seat is not None else self.text
        return "; ".join((said, *self.sentences))


def story_of(match: Match, seat: str | None) -> Iterator[Entry]:
    """Yield what a seat may know of what the last submission has led to."""
    for step in match.recent:
        if (news := match.heard(step.number, seat)) is not None:
            # Of how chance fell, its events tell enough.
            ply = step.ply if step.ply.seat is None else news.ply
            yield step_entry(match.game, step._replace(ply=ply), news.events)


def step_entry(game: Game, step: Step, events: tuple[GameEvent, ...]) -> Entry:
    """Return a step with what it did, and with who threw and who could not move."""
    entry = entry_of(game, step.ply, events, _side_of(game, step))
    missed = tuple(
        f"{possessive(title, 'turn')} is skipped" if each.skipped else f"{title} cannot move"
        for each in step.idle
        for title in [game.rules.side_title(each.side)]
    )
    entry = entry._replace(sentences=(*entry.sentences, *dict.fromkeys(missed)))
    return entry if step.thrower is None else _thrown(game, step.thrower, entry, events)


def _side_of(game: Game, step: Step) -> str | None:
    """Return the side that has played a ply."""
    if step.ply.seat is None:
        return None
    side = step.position.state.seat_side[game.seats.index(step.ply.seat)]
    return None if side == NOBODY else game.sides[side]


def _thrown(game: Game, side: str, entry: Entry, events: Sequence[GameEvent]) -> Entry:
    """Return how chance fell in the turn of a side."""
    title = side_title(game, side)
    rolled = next((event for event in events if event.name == "rolled"), None)
    if rolled is None:
        return entry._replace(text=possessive(title, entry.text))
    throws = f"{title} {'throw' if title.endswith('s') else 'throws'}"
    die = f" ({entry.text.partition(':')[0]})" if len(game.rules.names.dice) > 1 else ""
    return entry._replace(text=f"{throws} {rolled.details['value']}{die}", throws=throws)


def in_lines(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield entries as they are told: throws of one side that follow each other are one line.

    So is what chance does several times in the same words, such as cards dealt face down.
    """
    yield from (_several(entry, times) for entry, times in _told_alike(_with_throws(entries)))


def _told_alike(entries: Iterable[Entry]) -> Iterator[tuple[Entry, int]]:
    """Yield entries of chance that are told alike as one, with how many they are."""
    for _, group in groupby(entries, key=lambda entry: (entry.seat, str(entry))):
        alike = [*group]
        if alike[0].seat is None and not alike[0].throws:
            yield alike[-1], len(alike)
        else:
            yield from ((entry, 1) for entry in alike)


def _several(entry: Entry, times: int) -> Entry:
    if times == 1:
        return entry
    *first, last = (entry.text, *entry.sentences)
    text, *sentences = (*first, f"{last} ({times} times)")
    return entry._replace(text=text, sentences=tuple(sentences))


def _with_throws(entries: Iterable[Entry]) -> Iterator[Entry]:
    before: Entry | None = None
    for entry in entries:
        if before is not None and entry.throws and not before.sentences:
            more = entry.text.removeprefix(entry.throws).strip()
            if entry.throws == before.throws:
                before = entry._replace(text=f"{before.text}, {more}")
                continue
        if before is not None:
            yield before
        before = entry
    if before is not None:
        yield before


def entry_of(game: Game, ply: Ply, events: tuple[GameEvent, ...], side: str | None = None) -> Entry:
    """Return a ply with what it did; `side` is the one that has played it."""
    words = set(ply.text.replace("-", " ").split())
    # What was and is the same is nothing that has happened.
    events = tuple(event for event in events if event.changes)
    placed = [str(event.details["piece"]) for event in events if event.name == "placed"]
    sentences = [*_counted(game, placed)] if len(placed) > _MAX_PLACED else []
    which: list[str] = []
    together = {} if sentences else _placed_cells(events, words)
    groups = [*grouped(events)]
    turned = _given_cells(each.event for each in groups)
    for event, changes in groups:
        say = SENTENCES[event.name]
        is_counted = (event.name == "placed" and len(placed) > _MAX_PLACED) or (
            event.name == "given" and event.place in turned.get(event.details["to_side"], ())
        )
        is_drawn = ply.seat is None and event.name == "chosen"  # the text itself tells it
        if say is None or is_counted or is_drawn or _is_said(event, words, events):
            continue
        if event.name == "placed" and event.details["piece"] in together:
            cells = together[event.details["piece"]]
            if event.details["to"] == cells[0]:
                sentences.append(say(_on_all(titled(game, event), cells)))
        elif _is_where_said(event, words) or _is_only_stock(game, event, words, side):
            which += _which(game, event, words, side)
        else:
            known = event if "became" in changes else _as_known(event)
            sentences += [say(titled(game, known)), *_changes(game, event, changes)]
    for owner, cells in turned.items():
        title = side_title(game, str(owner or UNOWNED))
        sentences.append(
            f"the pieces on {', '.join(cells[:-1])} and {cells[-1]} now belong to {title}"
        )
    said = _said(ply, events)
    return Entry(
        ply.seat,
        ply.text,
        f"{said} ({', '.join(dict.fromkeys(which))})" if which else said,
        tuple(dict.fromkeys(sentences)) if _is_turned(events) else tuple(sentences),
        frozenset(_changed(events)),
        None if ply.seat not in game.seats else seat_title(game, ply.seat),
    )


def _changes(game: Game, left: GameEvent, changes: Mapping[str, GameEvent]) -> Iterator[str]:
    """Yield what has become of a piece that was just told to leave its place."""
    # Its new kind is told with its new owner; of one that has left the game neither matters.
    change = changes.get("became") or changes.get("given")
    if change is None or change.place is None or _is_at_home(game, change):
        return
    change = titled(game, change)
    where = "there" if left.name == "sent" else f"in {change.place}"
    if not lies_beside(change):
        say = SENTENCES[change.name]
        yield "" if say is None else say(change)
    elif change.name == "became":
        yield f"{where} it becomes {_piece(change, is_new=True)}"
    else:
        yield f"{where} it now belongs to {_owner(change)}"


def _is_at_home(game: Game, change: GameEvent) -> bool:
    """Return whether a piece is given to the side in whose place it lies, which says as much."""
    zone = game.rules.grid.zone_id.get(str(change.place)) if lies_beside(change) else None
    owner = change.details.get("to_side")
    return (
        change.name == "given" and zone is not None and owner == game.rules.grid.zones[zone].owner
    )


def _as_known(event: GameEvent) -> GameEvent:
    """Return an event with the kind of a piece that goes off the board, if it is known by now."""
    if event.name != "sent" or event.was is None:
        return event
    owner, kind, *name = event.was.split(" ", 2)
    now = str(event.details["piece"]).split(" ", 2)[1]
    return replace(event, was=" ".join((owner, now, *name))) if kind == "piece" else event


def _placed_cells(events: Iterable[GameEvent], words: set[str]) -> dict[object, list[str]]:
    """Return the cells where several pieces alike are placed that the move does not name all."""
    cells: dict[object, list[str]] = {}
    for event in events:
        if event.name == "placed":
            cells.setdefault(event.details["piece"], []).append(str(event.details["to"]))
    return {what: on for what, on in cells.items() if len(on) > 1 and not words.issuperset(on)}


def _on_all(event: GameEvent, cells: Sequence[str]) -> GameEvent:
    """Return an event of one piece as one of several alike."""
    return replace(
        event, details=event.details | {"to": f"{', '.join(cells[:-1])} and {cells[-1]}"}
    )


def _given_cells(events: Iterable[GameEvent]) -> dict[object, list[str]]:
    """Return the cells where several pieces change sides, by the side, to be told together."""
    cells: dict[object, list[str]] = {}
    for event in events:
        if event.name == "given" and event.place is not None and is_cell(event.place):
            cells.setdefault(event.details["to_side"], []).append(event.place)
    found = {to: list(dict.fromkeys(each)) for to, each in cells.items()}
    return {to: each for to, each in found.items() if len(each) > 1}


def _is_turned(events: Iterable[GameEvent]) -> bool:
    """Return whether one piece has become something several times; the last is told each time."""
    return sum(event.name == "became" for event in events) > 1


def _counted(game: Game, placed: Sequence[str]) -> Iterator[str]:
    """Yield how many pieces of each side are placed, where they are too many to tell."""
    for owner, many in Counter(piece.partition(" ")[0] for piece in placed).items():
        what = "1 piece" if many == 1 else f"{many} pieces"
        whose = "" if owner == UNOWNED else f" of {side_title(game, owner)}"
        yield f"{what}{whose} {'is' if many == 1 else 'are'} placed"


def _changed(events: Iterable[GameEvent]) -> Iterator[str]:
    """Yield the places where something has changed."""
    for event in events:
        ends = [event.details.get(key) for key in ("from", "to")]
        yield from (str(end) for end in ends if end is not None)
        if event.name in ("given", "became") and event.place is not None:
            yield event.place


def _is_said(event: GameEvent, words: set[str], events: Sequence[GameEvent]) -> bool:
    """Return whether the text of the move, or another event, says all of it already."""
    details = event.details
    if event.name == "chosen":
        told = [str(each.details["piece"]) for each in events if "piece" in each.details]
        (value,) = details.values()
        return not words.isdisjoint((str(value), event.place)) or told.count(str(value)) > 1
    if event.name == "became":
        return words.issuperset((str(details["piece"]).split(" ", 2)[1], str(event.place)))
    # What it was before it became something else is not told of.
    is_new = any(each.name == "became" and each.place == event.place for each in events)
    return event.name in ("moved", "placed") and is_new and _is_where_said(event, words)


def _is_where_said(event: GameEvent, words: set[str]) -> bool:
    """Return whether the text of the move says from where a piece goes, and where to."""
    if event.name not in ("moved", "placed"):
        return False
    ends = [str(event.details[key]) for key in ("from", "to") if key in event.details]
    # A piece beside the board may be written with its kind: `hand.red:man`.
    places = {word.partition(":")[0] for word in words}
    return places.issuperset(ends)


def _is_only_stock(game: Game, event: GameEvent, words: set[str], side: str | None) -> bool:
    """Return whether a piece comes from its own side's stock, and all pieces are alike."""
    grid, details = game.rules.grid, event.details
    if event.name != "moved" or len(game.rules.names.kinds) > 1 or details["to"] not in words:
        return False
    zone = grid.zone_id.get(str(details.get("from")))
    return zone is not None and side is not None and grid.zones[zone].owner == side


def _which(game: Game, event: GameEvent, words: set[str], side: str | None) -> Iterator[str]:
    """Yield which piece has gone where the move says, unless there is nothing more to know."""
    owner, kind, *name = str(event.details["piece"]).split(" ", 2)
    kinds = game.rules.names.kinds
    own = side is None or owner == side
    named = words | {word.partition(":")[2] for word in words}
    is_known = kind not in kinds or len(kinds) == 1 or not named.isdisjoint((kind, *name))
    if not own:
        yield piece_title(game, str(event.details["piece"])).removeprefix(f"{UNOWNED} ")
    elif not is_known:
        yield kind_title(game, kind)


def _said(ply: Ply, events: tuple[GameEvent, ...]) -> str:
    """Return the text of a ply; of how chance fell only what the events tell."""
    if ply.seat is not None:
        return "a move that you do not see" if ply.text == UNKNOWN else ply.text
    name, _, value = ply.text.rpartition(" ")
    told = next((event for event in events if event.name in ("rolled", "chosen")), None)
    if told is None:
        return name.replace("_", " ")
    value, _, _ = value.partition("#")  # which of those alike it was is the referee's business
    place, _, kind = value.partition(":")
    if kind not in str(told.details.get("piece", kind)).split():
        value = place
    return f"{name.replace('_', ' ')}: {value}" if name else value
