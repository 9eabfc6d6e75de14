"""Edits of inherited lists that miss their list by a slip: in the word of the edit, or in a name.

Told before anything is merged: afterwards such an edit looks like a mapping where a list belongs,
or like something new of which nearly all is missing, and what is said of that leads astray.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleengine.errors import Diagnostic
from ruleengine.expressions.problems import closest, is_one_slip
from ruleengine.schema.wording import LIST_EDITS, shown
from ruleengine.source.document import Map, Seq, Value

if TYPE_CHECKING:
    from collections.abc import Iterable

_OF_LISTS: Final = frozenset({"append", "prepend", "remove", "whole"})
"""Edits that are a list; those that are mappings could as well be something that has a name."""


def misspelt_edit(edit: Map) -> list[Diagnostic]:
    """Return what is wrong with a mapping over an inherited list, if it was meant to edit it."""
    meant = {key: _edit_meant(key, value) for key, value in edit.items()}
    if None in meant.values():
        return []
    return [
        Diagnostic(
            "resolve/bad-list-edit",
            f"{shown(key)} is no edit of the inherited list",
            edit.key_spans[key],
            f"did you mean `{word}`?",
        )
        for key, word in meant.items()
        if key != word
    ]


def edit_of_nothing(key: str, child: Map, names: Iterable[str]) -> list[Diagnostic]:
    """Return that something new edits lists, if an inherited thing is called nearly the same."""
    meant = closest(key, [name for name in names if name not in child])
    if meant is None or not _has_edit(child[key]):
        return []
    message = f"nothing inherited is called {shown(key)}, so it has no list that could be edited"
    hint = f"did you mean `{meant}`?"
    return [Diagnostic("resolve/bad-list-edit", message, child.key_spans[key], hint)]


def _edit_meant(key: str, value: Value) -> str | None:
    """Return the edit that a key is or was most likely meant to be, by its letters and value."""
    if key in LIST_EDITS:
        return key
    # No more than one slip: steps such as `move` and `place` are not far from words of edits.
    alike = (word for word in sorted(LIST_EDITS) if is_one_slip(key, word))
    return next((word for word in alike if _could_be(word, value)), None)


def _could_be(edit: str, value: Value) -> bool:
    if edit == "insert":
        return isinstance(value, Map | Seq)
    return isinstance(value, Seq if edit in _OF_LISTS else Map)


def _has_edit(value: Value) -> bool:
    """Tell whether a list is edited somewhere in a mapping."""
    if not isinstance(value, Map) or not value:
        return False
    if value.keys() <= LIST_EDITS and any(
        edit in _OF_LISTS and isinstance(items, Seq) for edit, items in value.items()
    ):
        return True
    return any(map(_has_edit, value.values()))
