"""Editing an inherited list: `append`, `prepend`, `remove` and `replace` instead of a new list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.errors import Code, Diagnostic
from ruleengine.expressions.problems import did_you_mean
from ruleengine.schema.wording import LIST_EDITS, found, listed
from ruleengine.source.document import Map, Seq, Text, Value

if TYPE_CHECKING:
    from ruleengine.errors import Span


def is_edit(value: Value) -> bool:
    """Tell whether a value would edit a list, if a list is what it stands over."""
    return isinstance(value, Map) and bool(value) and value.keys() <= LIST_EDITS


def edit_list(edit: Map, inherited: Seq, diagnostics: list[Diagnostic]) -> Seq:
    """Return the inherited list as edited; what cannot be done is added to `diagnostics`."""
    return _Editing(edit, inherited, diagnostics).result()


class _Editing:
    def __init__(self, edit: Map, inherited: Seq, diagnostics: list[Diagnostic]) -> None:
        self._edit = edit
        self._inherited = inherited
        self._diagnostics = diagnostics
        self._ids = {name for item in inherited if (name := _id_of(item)) is not None}

    def result(self) -> Seq:
        removed = self._removed()
        replaced = self._replaced(removed)
        kept = Seq(self._edit.span)
        for item, span in zip(self._inherited, self._inherited.item_spans, strict=True):
            name = _id_of(item)
            if name in replaced:
                kept.push(*replaced[name])
            elif name not in removed:
                kept.push(item, span)
        taken = {name for item in kept if (name := _id_of(item)) is not None}
        whole = Seq(self._edit.span)
        before, after = self._added("prepend", taken), self._added("append", taken)
        for part in (before, kept, after):
            for item, span in zip(part, part.item_spans, strict=True):
                whole.push(item, span)
        return whole

    def _removed(self) -> dict[str, Span]:
        names = self._edit.get("remove", Seq(self._edit.span))
        if not isinstance(names, Seq):
            self._misshapen("remove", f"a list of ids, such as `remove: [{_word(names)}]`")
            return {}
        removed: dict[str, Span] = {}
        for name, span in zip(names, names.item_spans, strict=True):
            if self._is_known(str(name), span):
                removed[str(name)] = span
        return removed

    def _replaced(self, removed: dict[str, Span]) -> dict[str | None, tuple[Value, Span]]:
        items = self._edit.get("replace", Map(self._edit.span))
        if not isinstance(items, Map):
            self._misshapen("replace", "a mapping from ids to the new items")
            return {}
        replaced: dict[str | None, tuple[Value, Span]] = {}
        for name, item in items.items():
            key_span = items.key_spans[name]
            if not self._is_known(name, key_span):
                continue
            if name in removed:
                message = f"the item '{name}' is both removed and replaced"
                self._report("resolve/bad-list-edit", message, key_span, "do one of the two")
            replaced[name] = (_with_id(item, name, key_span), items.value_spans[name])
        return replaced

    def _added(self, edit: str, taken: set[str]) -> Seq:
        items = self._edit.get(edit, Seq(self._edit.span))
        if not isinstance(items, Seq):
            self._misshapen(edit, "a list of items")
            return Seq(self._edit.span)
        for item, span in zip(items, items.item_spans, strict=True):
            name = _id_of(item)
            if name in taken:
                message = f"the list already has an item '{name}'"
                hint = f"put it under `replace`, or give it another id than '{name}'"
                self._report("resolve/bad-list-edit", message, span, hint)
            if name is not None:
                taken.add(name)
        return items

    def _is_known(self, name: str, span: Span) -> bool:
        if name in self._ids:
            return True
        hint = did_you_mean(name, self._ids) or (
            f"its ids are {listed(sorted(self._ids))}"
            if self._ids
            else "its items have no `id`, so write the whole list"
        )
        message = f"the inherited list has no item with the id '{name}'"
        self._report("resolve/unknown-item", message, span, hint)
        return False

    def _misshapen(self, edit: str, wanted: str) -> None:
        value = self._edit[edit]
        message = f"expected {wanted}, found {found(value)}: this edits the inherited list"
        hint = "to put something else in place of the list, write it as a list"
        self._report("resolve/bad-list-edit", message, self._edit.value_spans[edit], hint)

    def _report(self, code: Code, message: str, span: Span, hint: str) -> None:
        self._diagnostics.append(Diagnostic(code, message, span, hint))


def _id_of(item: Value) -> str | None:
    name = item.get("id") if isinstance(item, Map) else None
    return str(name) if isinstance(name, Text) else None


def _word(value: Value) -> str:
    return value if isinstance(value, Text) and value.isidentifier() else "some_id"


def _with_id(item: Value, name: str, key_span: Span) -> Value:
    """Return a replacement that still answers to the id, for those who extend this file."""
    if not isinstance(item, Map) or "id" in item or "pick" in item:
        return item
    named = Map(item.span)
    named.put("id", Text(name, key_span), key_span, key_span)
    for key, value in item.items():
        named.put(key, value, item.key_spans[key], item.value_spans[key])
    return named
