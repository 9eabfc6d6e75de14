"""What a ruleset says of sides and actions that the flags leave out.

A side or an action under `only` is not there for some values of the flags. The letters of a side
and its place in the order of turns go with it, and an action leaves the lists from which one is
chosen, so that these need not be said anew for every choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from ruleengine.errors import Span
from ruleengine.source.document import Map, Seq, Value

_BRANCHING: Final = frozenset({"pick", "only"})
_CHOSEN_FROM: Final = frozenset({"act", "submit"})
_SECTIONS_WITH_STEPS: Final = ("phases", "procedures", "actions", "reactions")

Kept: TypeAlias = "dict[tuple[int, tuple[object, ...]], tuple[Value, Span] | None]"
"""Parts that were changed before; the same part is the same object each time."""


def without_absent(root: Map, chosen: Map, kept: Kept) -> Map:
    """Return a selected tree that speaks only of sides and actions that are there."""
    if sides := _absent(root, chosen, "sides"):
        pruned = _AbsentSides(sides, kept)
        chosen = _changed(chosen, {"kinds": pruned.kinds, "phases": pruned.phases})
    if actions := _absent(root, chosen, "actions"):
        prune = _AbsentActions(actions, kept).section
        chosen = _changed(chosen, dict.fromkeys(_SECTIONS_WITH_STEPS, prune))
    return chosen


def left_out(root: Map, chosen: Map, name: str) -> Span | None:
    """Return where something is declared that the flags leave out, whatever it is."""
    for section, entries in root.items():
        if section in chosen and name in _absent(root, chosen, section):
            return _place(entries, name)
    return None


def _place(section: Value, name: str) -> Span | None:
    """Return where a section, or one of its branches, declares a name."""
    if not isinstance(section, Map):
        return None
    if name in section:
        return section.key_spans[name]
    found = (_place(branch, name) for branch in section.values())
    return next((place for place in found if place), None)


def _absent(root: Map, chosen: Map, section: str) -> frozenset[str]:
    """Return the names of a section that are there only under other values of the flags."""
    entries = chosen.get(section)
    present = set(entries) if isinstance(entries, Map) else set()
    return frozenset(_declared(root.get(section))) - present


def _declared(section: Value) -> Iterator[str]:
    """Yield the names that there are under some values of the flags."""
    if not isinstance(section, Map):
        return
    if "pick" not in section:
        yield from (name for name in section if name not in _BRANCHING)
        return
    for key, branch in section.items():
        if key not in _BRANCHING:
            yield from _declared(branch)


def _changed(values: Map, changes: Mapping[str, Callable[[Value], Value]]) -> Map:
    """Return a mapping in which some values are changed; itself if none is another by it."""
    new = {key: change(values[key]) for key, change in changes.items() if key in values}
    if all(value is values[key] for key, value in new.items()):
        return values
    result = Map(values.span)
    for key, value in values.items():
        result.put(key, new.get(key, value), values.key_spans[key], values.value_spans[key])
    return result


def _without(names: Seq, absent: frozenset[str]) -> Seq:
    """Return a list without some names; itself if it has none of them."""
    if absent.isdisjoint(map(str, names)):
        return names
    rest = Seq(names.span)
    for name, span in zip(names, names.item_spans, strict=True):
        if name not in absent:
            rest.push(name, span)
    return rest


class _AbsentActions:
    """Actions to be left out of the steps that offer them, and what was left out before."""

    def __init__(self, absent: frozenset[str], kept: Kept) -> None:
        self._absent = absent
        self._kept = kept
        self._tag = ("absent actions", *sorted(absent))

    def section(self, value: Value) -> Value:
        """Return a section whose steps do not offer what is not there."""
        if not isinstance(value, Map):
            return value
        key = (id(value), self._tag)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = (self._pruned(value), value.span)
        return found[0]

    def _pruned(self, value: Value) -> Value:
        if isinstance(value, Seq):
            return self._items(value)
        if not isinstance(value, Map):
            return value
        return _changed(
            value, {key: self._names if key in _CHOSEN_FROM else self._pruned for key in value}
        )

    def _items(self, value: Seq) -> Seq:
        pruned = [self._pruned(item) for item in value]
        if all(new is old for new, old in zip(pruned, value, strict=True)):
            return value
        result = Seq(value.span)
        for item, span in zip(pruned, value.item_spans, strict=True):
            result.push(item, span)
        return result

    def _names(self, value: Value) -> Value:
        """Return a list of actions; one of which nothing would be left is left to be refused."""
        rest = _without(value, self._absent) if isinstance(value, Seq) else value
        return rest or value


class _AbsentSides:
    """Sides to be left out, and what was left out before."""

    def __init__(self, absent: frozenset[str], kept: Kept) -> None:
        self._absent = absent
        self._kept = kept

    def kinds(self, value: Value) -> Value:
        """Return kinds without the letters of sides that are not there."""
        return self._each(value, "letters", self._letters)

    def phases(self, value: Value) -> Value:
        """Return phases without the turns of sides that are not there."""
        return self._each(value, "turns", self._turns)

    def _each(self, value: Value, key: str, prune: Callable[[Value], Value]) -> Value:
        """Return a section in which one key of every entry is changed."""
        if not isinstance(value, Map):
            return value
        return self._once(value, lambda: _with_key(value, key, prune))

    def _once(self, value: Map, change: Callable[[], Map]) -> Value:
        key = (id(value), ("absent", *sorted(self._absent)))
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = (change(), value.span)
        return found[0]

    def _letters(self, value: Value) -> Value:
        if not isinstance(value, Map) or self._absent.isdisjoint(value):
            return value
        rest = Map(value.span)
        for side, letter in value.items():
            if side not in self._absent:
                rest.put(side, letter, value.key_spans[side], value.value_spans[side])
        return rest

    def _turns(self, value: Value) -> Value:
        return _without(value, self._absent) if isinstance(value, Seq) else value


def _with_key(section: Map, key: str, prune: Callable[[Value], Value]) -> Map:
    def entry(value: Value) -> Value:
        return _changed(value, {key: prune}) if isinstance(value, Map) else value

    return _changed(section, dict.fromkeys(section, entry))
