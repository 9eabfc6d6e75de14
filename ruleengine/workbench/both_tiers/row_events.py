"""What the kernel tells of a step, as events, and who is told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import GONE, NOBODY, Event, Value
from ruleengine.pipeline.wording.told import word_of
from ruleengine.program.events import FORMS, MORE, RELEASED, SENTENCE, WORD
from ruleengine.program.layout import ABSENT_NUMBER
from ruleengine.program.program import Program, Spoken

_MAY_BE_NOBODY = frozenset({"side", "to_side", "winner"})


def events_of(rules: Rules, program: Program, told: Sequence[tuple[int, ...]]) -> list[Event]:
    """Return what was told as events, with what nobody is told; see `public`."""
    words = {number: word for word, number in program.words.items()}
    found: list[Event] = []
    for place, (form, *numbers) in enumerate(told):
        name, keys = FORMS[form]
        if name == MORE:
            continue  # told with the sentence before it
        payload: dict[str, Value] = {}
        for key, number in zip(keys, numbers, strict=False):
            if key == WORD:
                payload["value"] = words[number]
            elif key == SENTENCE:
                values = [value for _, value, *_ in told[place + 1 :]]
                payload["says"] = _said(rules, words, program.sentences[number], values)
            elif key == "action":
                payload[key] = program.actions[number]
            else:
                payload[key] = None if key in _MAY_BE_NOBODY and number < 0 else number
        found.append(Event(name, payload, None))
    return found


def _said(rules: Rules, words: Mapping[int, str], spoken: Spoken, values: Sequence[int]) -> str:
    """Return a sentence with the values that were told after it."""
    parts, following = [], iter(values)
    for type_, text in spoken:
        if type_ is None:
            parts.append(text)
            continue
        value = next(following)
        if value == (ABSENT_NUMBER if type_ == "number" else -1):
            parts.append("nothing")
        else:
            parts.append(word_of(rules, type_, words[value] if type_ == "word" else value))
    return "".join(parts)


def public(events: Sequence[Event]) -> list[Event]:
    """Return what really happened, without what is only written down to work things out."""
    return [event for event in events if event.name != RELEASED]


class Told:
    """What each side is told of a step; under NOBODY stands what those are told not named."""

    def __init__(self) -> None:
        self._by_side: dict[int, list[Event]] = {NOBODY: []}

    def to(self, side: int) -> list[Event]:
        """Return what a side is told."""
        return self._by_side.get(side, self._by_side[NOBODY])

    def openly(self, events: list[Event]) -> None:
        """Tell everybody everything."""
        self._by_side = {NOBODY: public(events)}

    def secretly(self, side: int, events: list[Event]) -> None:
        """Tell one side what it did; for the others nothing has happened since."""
        self._by_side = {**self._by_side, side: public(events)}

    def committed(
        self, side: int, events: list[Event], before: list[int], num_cells: int
    ) -> list[Event]:
        """Tell that a side has committed; with the last everybody learns what has changed, not how.

        `before` are the cells of the pieces before the step. Return what has happened: the last
        move of a draft, which commits by itself, counts only as long as there are drafts.
        """
        names = [event.name for event in events]
        own = events[: names.index("committed")]
        if RELEASED not in names:
            self.openly(events[len(own) :])
            if own:
                self._by_side[side] = public(events)
            return events
        events, names = events[len(own) :], names[len(own) :]
        place = names.index(RELEASED)
        carried_out, later = events[1:place], public(events[place + 1 :])
        changed = _changes(before, _cells_after(before, carried_out), num_cells)
        said = [event for event in carried_out if event.name == "told"]
        open_ = [*public(events[:1]), *changed, *said]
        self._by_side = {NOBODY: [*open_, *later]}
        left_out = [event for event in carried_out if event.name == "dropped"]
        for each in {event.payload["side"] for event in left_out}:
            dropped = [event for event in left_out if event.payload["side"] == each]
            assert isinstance(each, int)  # noqa: S101 - sides are numbers
            self._by_side[each] = [*open_, *dropped, *later]
        return events


def _cells_after(before: Sequence[int], events: Sequence[Event]) -> list[int]:
    """Return the cells of the pieces after some events."""
    cells = list(before)
    for event in events:
        slot = event.payload.get("piece")
        if not isinstance(slot, int) or event.name in ("given", "became"):
            continue
        to = event.payload.get("to", GONE)
        assert isinstance(to, int)  # noqa: S101 - cells are numbers
        cells += [GONE] * (slot + 1 - len(cells))
        cells[slot] = to
    return cells


def _changes(before: Sequence[int], after: Sequence[int], num_cells: int) -> list[Event]:
    """Return where pieces have come to and gone from, by the cells they are on now."""
    found: list[tuple[int, int, int, Event]] = []
    for slot, to in enumerate(after):
        start = before[slot] if slot < len(before) else GONE
        if to == start:
            continue
        payload: dict[str, Value] = {"piece": slot}
        name = "placed" if start == GONE else "removed" if to == GONE else "moved"
        if start != GONE:
            payload["from"] = start
        if to != GONE:
            payload["to"] = to
        if to >= num_cells and start != GONE:
            name = "sent"
        found.append((to, start, slot, Event(name, payload, None)))
    return [event for *_, event in sorted(found, key=lambda each: each[:3])]
