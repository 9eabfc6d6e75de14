"""Edits of items that stand inside of other items: the id of a step in a `then` is enough.

An author who names a step means it to be found, also where the `if` around it has no id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Final, TypeAlias

from ruleengine.source.document import Map, Seq, Text, Value

_BESIDE: Final = ("after", "before")

Edit: TypeAlias = Callable[[Map, Seq], Seq]
"""Returns a list as a mapping edits it."""


def id_of(item: Value) -> str | None:
    """Return the id of an item, if it has one."""
    name = item.get("id") if isinstance(item, Map) else None
    return str(name) if isinstance(name, Text) else None


def ids_inside(value: Value) -> Counter[str]:
    """Return the ids of all items in lists inside of a value, with how often each is there."""
    found: Counter[str] = Counter()
    if isinstance(value, Map):
        for each in value.values():
            found += ids_inside(each)
    elif isinstance(value, Seq):
        for item in value:
            name = id_of(item)
            found += ids_inside(item) + Counter([name] if name is not None else [])
    return found


def edited_names(edit: Map) -> set[str]:
    """Return the ids that an edit speaks of, as far as it has the right form."""
    names: set[str] = set()
    for key in ("remove", "replace", "change"):
        part = edit.get(key)
        if isinstance(part, Map | Seq):
            names.update(map(str, part))
    entries = edit.get("insert")
    for entry in entries if isinstance(entries, Seq) else (entries,):
        names.update(_beside(entry))
    return names


def part_about(edit: Map, names: Collection[str], *, others: bool = False) -> Map:
    """Return the part of an edit that is about some ids, or about all but these."""
    part = Map(edit.span)
    for key, value in edit.items():
        kept = _kept(key, value, lambda about: (not about.isdisjoint(names)) is not others)
        if kept is not None:
            part.put(key, kept, edit.key_spans[key], edit.value_spans[key])
    return part


def _kept(key: str, value: Value, is_meant: Callable[[set[str]], bool]) -> Value | None:
    """Return of one sort of edit what is about the ids that are meant; nothing if it is not."""
    if key == "insert" and isinstance(value, Map):
        return value if is_meant(_beside(value)) else None
    if key in {"insert", "remove"} and isinstance(value, Seq):
        items = Seq(value.span)
        for item, span in zip(value, value.item_spans, strict=True):
            if is_meant(_beside(item) if key == "insert" else {str(item)}):
                items.push(item, span)
        return items
    if key in {"replace", "change"} and isinstance(value, Map):
        named = Map(value.span)
        for name, item in value.items():
            if is_meant({name}):
                named.put(name, item, value.key_spans[name], value.value_spans[name])
        return named
    # `append` and the like are about the list itself, and so is what has the wrong form.
    return value if is_meant(set()) else None


def edited_inside(value: Value, edit: Map, names: Collection[str], apply: Edit) -> Value:
    """Return a value in which the items of these ids are edited, each in the list it stands in."""
    here = ids_inside(value).keys() & set(names)
    if not here:
        return value
    if isinstance(value, Seq):
        # What stands deeper than this list is looked for from here.
        return apply(part_about(edit, here), value)
    if not isinstance(value, Map):
        return value
    changed = Map(value.span)
    for key, item in value.items():
        inner = edited_inside(item, edit, names, apply)
        changed.put(key, inner, value.key_spans[key], value.value_spans[key])
    return changed


def _beside(entry: Value | None) -> set[str]:
    """Return the id beside which something is inserted."""
    keys = entry if isinstance(entry, Map) else {}
    return {str(keys[key]) for key in _BESIDE if key in keys}
