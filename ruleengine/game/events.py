"""What happened, in the words of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ruleengine.game.moves.onlooking import Onlooker, may_hear_choice
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import GONE, Event, Slot, State, Value
from ruleengine.program.events import (
    CHOSEN_IN,
    FORMS,
    MORE,
    NOT_FOR_ALL,
    RELEASED,
    SENTENCE,
    UNTOLD,
    WORD,
)

_TOLD_AS: Final = {WORD: "value", SENTENCE: "says"}
HIDDEN: Final = "hidden"
"""The one event that no step does: it is what a seat makes of two looks at the board."""
DETAILS: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    name: tuple(
        tuple(_TOLD_AS.get(key, key) for key in form.keys)
        for form in FORMS
        if form.name == name and UNTOLD.isdisjoint(form.keys)
    )
    for name in dict.fromkeys(form.name for form in FORMS)
    if name not in (RELEASED, MORE)
} | {HIDDEN: (("piece", "from"),)}
"""Everything that can happen, and the details that can be told of it, in their order."""


@dataclass(frozen=True, slots=True)
class GameEvent:
    """One thing that happened; `details` are names and numbers, never internal numbers."""

    name: str
    """What happened, such as `moved`."""
    details: dict[str, str | int | None]
    """What it happened to, by name."""
    place: str | None = field(default=None, compare=False)
    """Where the piece stands after the step, for whoever is told; nothing if it has left."""
    was: str | None = field(default=None, compare=False)
    """What a piece was called that has left the place where it stood before the step."""
    changes: bool = field(default=True, compare=False)
    """Whether anything is another than before: a piece may become what it was already."""

    def __str__(self) -> str:
        parts = " ".join(f"{key}={value}" for key, value in self.details.items())
        return f"{self.name} {parts}".strip()


class Unchanged(NamedTuple):
    """What was the same before all events of a step as after them, although they speak of it."""

    kinds: frozenset[Slot] = frozenset()
    """Pieces that became what they were."""
    zones: frozenset[int] = frozenset()
    """Zones that were claimed for their owner."""


_LEAVING: Final = frozenset({"captured", "removed"})
_ALL_CHANGED: Final = Unchanged()


def describe_events(
    rules: Rules, state: State, events: Iterable[Event], same: Unchanged = _ALL_CHANGED
) -> tuple[GameEvent, ...]:
    """Return events with cells, sides and pieces by name; the referee's."""
    return seen_events(rules.sight.eyes(state, None), None, rules, events, same)


def unchanged(state: State, before: State | None, events: Iterable[Event]) -> Unchanged:
    """Return what events speak of that is as it was before all of them."""
    if before is None:
        return _ALL_CHANGED
    named: dict[str, set[int]] = {"became": set(), "claimed": set()}
    for event in events:
        if event.name in named:
            number = event.payload["piece" if event.name == "became" else "zone"]
            if isinstance(number, int):
                named[event.name].add(number)
    return Unchanged(
        frozenset(
            slot
            for slot in named["became"]
            if slot < len(before.kind) and before.kind[slot] == state.kind[slot]
        ),
        frozenset(
            zone for zone in named["claimed"] if before.zone_owner[zone] == state.zone_owner[zone]
        ),
    )


def seen_events(
    eyes: Eyes,
    before: State | None,
    rules: Rules,
    events: Iterable[Event],
    same: Unchanged = _ALL_CHANGED,
) -> tuple[GameEvent, ...]:
    """Return what somebody may know of events; `same` is what they leave as it was.

    Of a piece that is not seen nothing is told; of one that was not seen in `before`, the state
    the events began with, not where it came from. Of one that has left the game it is told that
    it fell if it was seen there before, and another piece is seen there now.
    """
    earlier = None if before is None else eyes.on(before)
    events = tuple(events)
    onlooker = Onlooker(earlier or eyes, eyes)
    found: list[GameEvent] = []
    for event in events:
        slot = event.payload.get("piece")
        payload = event.payload
        if event.name == "told" and not eyes.hears(payload.get("side")):
            continue
        if NOT_FOR_ALL in payload:
            secret, mover = payload[NOT_FOR_ALL], payload[CHOSEN_IN]
            assert isinstance(secret, int) and isinstance(mover, int)  # noqa: S101, PT018 - numbers
            secrets = rules.secret_choices.secrets[secret]
            if not may_hear_choice(secrets, mover, payload.get("cell"), onlooker, events):
                continue
            payload = {key: value for key, value in payload.items() if key not in UNTOLD}
        known = eyes
        if isinstance(slot, int):
            if earlier is not None and _is_seen_to_fall(event, slot, earlier, eyes):
                known = earlier
            elif not _is_told(event, slot, earlier, eyes):
                continue
            elif _was_unseen(slot, earlier):
                payload = {key: value for key, value in payload.items() if key != "from"}
        details = {key: _describe(rules, known, key, value) for key, value in payload.items()}
        place = _place_now(rules, eyes, slot)
        was = None
        if earlier is not None and isinstance(slot, int) and _has_left(earlier, slot, payload):
            was = str(_describe(rules, earlier, "piece", slot))
        changes = (event.name != "became" or slot not in same.kinds) and (
            event.name != "claimed" or payload["zone"] not in same.zones
        )
        found.append(GameEvent(event.name, details, place, was, changes))
    return tuple(found)


def _place_now(rules: Rules, eyes: Eyes, slot: Value) -> str | None:
    """Return where the piece of an event stands, if it is about one that stands anywhere."""
    if not isinstance(slot, int) or eyes.state.cell[slot] < 0:
        return None
    return rules.place(eyes.state.cell[slot])


def _was_unseen(slot: int, earlier: Eyes | None) -> bool:
    return earlier is not None and slot < len(earlier.state.cell) and not earlier.sees(slot)


def _is_told(event: Event, slot: int, earlier: Eyes | None, now: Eyes) -> bool:
    """Return whether somebody is told what happened to a piece."""
    if not now.sees(slot) or (event.name == "became" and not now.knows("kind", slot)):
        return False
    # Where an unseen piece went before it fell, nobody has seen.
    is_gone = now.state.cell[slot] == GONE
    return not (is_gone and _was_unseen(slot, earlier)) or event.name in _LEAVING


def _is_seen_to_fall(event: Event, slot: int, earlier: Eyes, now: Eyes) -> bool:
    """Return whether a piece falls where it was seen, and another is seen to have come there.

    A view asks where pieces stand: of one that has left the game it may say nothing at all.
    """
    cells = earlier.state.cell
    if event.name not in _LEAVING or slot >= len(cells) or now.state.cell[slot] != GONE:
        return False
    if now.sees(slot):
        return False  # then it is told as everything is that is seen
    stood = event.payload.get("from") == cells[slot] >= 0
    return stood and earlier.sees(slot) and any(map(now.sees, now.state.at[cells[slot]]))


def with_losses(
    eyes: Eyes, before: State | None, rules: Rules, seen: tuple[GameEvent, ...]
) -> tuple[GameEvent, ...]:
    """Return events with the pieces that were seen where none is seen now, and none is told of.

    Nothing but both looks at the board goes into it: which piece was where, and where there is
    one now. Whether it has moved or only lies in the dark, and which steps did it, do not.
    """
    if before is None or not rules.sight.hides_pieces:
        return seen
    earlier = eyes.on(before)
    now = {cell for slot, cell in enumerate(eyes.state.cell) if cell >= 0 and eyes.sees(slot)}
    left = {event.details.get("from") for event in seen}
    gone = [
        (cell, str(_describe(rules, earlier, "piece", slot)))
        for slot, cell in enumerate(earlier.state.cell)
        if cell >= 0 and cell not in now and earlier.sees(slot)
    ]
    lost = [(rules.place(cell), piece) for cell, piece in sorted(gone)]
    told = (GameEvent(HIDDEN, {"piece": p, "from": at}) for at, p in lost if at not in left)
    return (*seen, *told)


def _has_left(earlier: Eyes, slot: int, payload: Mapping[str, Value]) -> bool:
    """Return whether a piece goes from where it was seen, so that what it was is no secret."""
    cells = earlier.state.cell
    return slot < len(cells) and payload.get("from") == cells[slot]


def _describe(rules: Rules, eyes: Eyes, key: str, value: Value) -> str | int | None:
    if isinstance(value, str):
        return value
    if not isinstance(value, int):
        return None
    names = rules.names
    match key:
        case "from" | "to" | "cell":
            return rules.place(value)
        case "piece":
            kind = eyes.state.kind[value]
            known = names.kinds[kind] if eyes.knows("kind", value) else "piece"
            called = rules.piece_names[value : value + 1]
            return " ".join((names.owner(eyes.state.owner[value]), known, *called))
        case "side" | "to_side" | "winner":
            return names.sides[value]
        case "seat":
            return names.seats[value]
        case "color":
            return names.colors[value]
        case "zone":
            return rules.grid.zones[value].name
        case "phase":
            return names.phases[value]
        case _:
            return value
