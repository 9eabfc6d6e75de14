"""What a ruleset says of sides that the flags leave out.

A side under `only` is not there for some values of the flags. Its letters and its place in the
order of turns go with it, so that they need not be said anew for every number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from ruleengine.errors import Span
from ruleengine.source.document import Map, Seq, Value

_BRANCHING: Final = frozenset({"pick", "only"})

Kept: TypeAlias = "dict[tuple[int, tuple[object, ...]], tuple[Value, Span] | None]"
"""Parts that were changed before; the same part is the same object each time."""


def without_absent_sides(root: Map, chosen: Map, kept: Kept) -> Map:
    """Return a selected tree that speaks only of sides that are there."""
    sides = chosen.get("sides")
    present = set(sides) if isinstance(sides, Map) else set()
    absent = frozenset(_declared(root.get("sides"))) - present
    if not absent:
        return chosen
    pruning = _Pruning(absent, kept)
    result = Map(chosen.span)
    for key, value in chosen.items():
        pruned = {"kinds": pruning.kinds, "phases": pruning.phases}.get(key, _as_it_is)(value)
        result.put(key, pruned, chosen.key_spans[key], chosen.value_spans[key])
    return result


def _as_it_is(value: Value) -> Value:
    return value


def _declared(sides: Value) -> Iterator[str]:
    """Yield the sides that there are under some values of the flags."""
    if not isinstance(sides, Map):
        return
    if "pick" not in sides:
        yield from (name for name in sides if name not in _BRANCHING)
        return
    for key, branch in sides.items():
        if key not in _BRANCHING:
            yield from _declared(branch)


class _Pruning:
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
        if not isinstance(value, Seq) or self._absent.isdisjoint(map(str, value)):
            return value
        rest = Seq(value.span)
        for side, span in zip(value, value.item_spans, strict=True):
            if side not in self._absent:
                rest.push(side, span)
        return rest


def _with_key(section: Map, key: str, prune: Callable[[Value], Value]) -> Map:
    changed = Map(section.span)
    for name, entry in section.items():
        pruned = entry
        if isinstance(entry, Map) and key in entry and prune(entry[key]) is not entry[key]:
            pruned = Map(entry.span)
            for each, value in entry.items():
                new = prune(value) if each == key else value
                pruned.put(each, new, entry.key_spans[each], entry.value_spans[each])
        changed.put(name, pruned, section.key_spans[name], section.value_spans[name])
    return changed
