"""Editing an inherited list: `append`, `insert`, `remove` and others instead of a new list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic
from ruleengine.expressions.problems import did_you_mean
from ruleengine.resolve.files.inner_edits import (
    edited_inside,
    edited_names,
    id_of,
    ids_inside,
    part_about,
)
from ruleengine.schema.wording import LIST_EDITS, found, listed
from ruleengine.source.document import Map, Seq, Text, Value

if TYPE_CHECKING:
    from ruleengine.errors import Span


def is_edit(value: Value) -> bool:
    """Tell whether a value would edit a list, if a list is what it stands over."""
    return isinstance(value, Map) and bool(value) and value.keys() <= LIST_EDITS


Over: TypeAlias = Callable[[Map, Map], Map]
"""Lays a mapping over another."""


def edit_list(edit: Map, inherited: Seq, diagnostics: list[Diagnostic], over: Over) -> Seq:
    """Return the inherited list as edited; what cannot be done is added to `diagnostics`."""
    return _Editing(edit, inherited, diagnostics, over).result()


class _Insertion(NamedTuple):
    """Items that stand `before` or `after` one of the inherited list."""

    where: str
    name: str
    items: Seq


class _Editing:
    def __init__(
        self, edit: Map, inherited: Seq, diagnostics: list[Diagnostic], over: Over
    ) -> None:
        self._edit = edit
        self._inherited = inherited
        self._diagnostics = diagnostics
        self._over = over
        self._ids = {name for item in inherited if (name := id_of(item)) is not None}
        self._inner = ids_inside(inherited)

    def result(self) -> Seq:
        if "whole" in self._edit:
            return self._whole()
        self._edit_inside()
        removed = self._removed()
        replaced = self._replaced(removed)
        replaced |= self._changed({*removed, *replaced})
        kept: list[tuple[str | None, Value, Span]] = []
        for item, span in zip(self._inherited, self._inherited.item_spans, strict=True):
            name = id_of(item)
            if name in replaced:
                kept.append((name, *replaced[name]))
            elif name not in removed:
                kept.append((name, item, span))
        taken = {name for _, item, _ in kept if (name := id_of(item)) is not None}
        whole = Seq(self._edit.span)
        first, last = self._listed("prepend"), self._listed("append")
        inserted = self._inserted(removed)
        for items in (first, *(new.items for new in inserted), last):
            self._check_new(items, taken)
        _push_all(whole, first)
        for name, item, span in kept:
            _push_all(whole, *(new.items for new in inserted if new[:2] == ("before", name)))
            whole.push(item, span)
            _push_all(whole, *(new.items for new in inserted if new[:2] == ("after", name)))
        _push_all(whole, last)
        return whole

    def _edit_inside(self) -> None:
        """Do what is about items inside of items, and leave the rest of the edit."""
        names = {
            name
            for name in edited_names(self._edit) - self._ids
            if self._inner[name] == 1  # of several, none is meant more than another
        }
        if not names:
            return
        inherited = Seq(self._inherited.span)
        for item, span in zip(self._inherited, self._inherited.item_spans, strict=True):
            inherited.push(edited_inside(item, self._edit, names, self._edited), span)
        self._inherited = inherited
        self._edit = part_about(self._edit, names, others=True)

    def _edited(self, edit: Map, inner: Seq) -> Seq:
        return edit_list(edit, inner, self._diagnostics, self._over)

    def _whole(self) -> Seq:
        """Return a list that says of itself that nothing inherited stays."""
        for edit in self._edit:
            if edit != "whole":
                message = f"beside `whole` nothing is inherited that `{edit}` could edit"
                hint = "write all items under `whole`, or edit the inherited list without it"
                self._report("resolve/bad-list-edit", message, self._edit.key_spans[edit], hint)
        return self._listed("whole")

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
            self._misshapen("replace", "a mapping from ids to the new items", _as_mapping(items))
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

    def _changed(self, gone: set[str | None]) -> dict[str | None, tuple[Value, Span]]:
        """Return the inherited items over which something is laid, as they are then."""
        changes = self._edit.get("change", Map(self._edit.span))
        if not isinstance(changes, Map):
            wanted = "a mapping from ids to what changes in the items"
            self._misshapen("change", wanted, _as_mapping(changes, "change"))
            return {}
        items = {id_of(item): item for item in self._inherited}
        changed: dict[str | None, tuple[Value, Span]] = {}
        for name, change in changes.items():
            key_span = changes.key_spans[name]
            if not self._is_known(name, key_span):
                continue
            item = items[name]
            if name in gone:
                message = f"the item '{name}' is changed, and removed or replaced as well"
                self._report("resolve/bad-list-edit", message, key_span, "do one of the two")
            elif not isinstance(change, Map) or not isinstance(item, Map) or "pick" in item:
                message = f"what changes in the item '{name}' is a mapping of its keys"
                hint = "put the new item under `replace`"
                self._report("resolve/bad-list-edit", message, changes.value_spans[name], hint)
            else:
                changed[name] = (self._over(change, item), changes.value_spans[name])
        return changed

    def _inserted(self, removed: dict[str, Span]) -> list[_Insertion]:
        """Return what is put beside items of the inherited list."""
        given = self._edit.get("insert", Seq(self._edit.span))
        entries = [(given, self._edit.value_spans.get("insert", self._edit.span))]
        if isinstance(given, Seq):
            entries = [*zip(given, given.item_spans, strict=True)]
        found: list[_Insertion] = []
        for entry, place in entries:
            where = [key for key in ("after", "before") if isinstance(entry, Map) and key in entry]
            if (
                not isinstance(entry, Map)
                or len(where) != 1
                or entry.keys() != {where[0], "items"}
                or not isinstance(entry[where[0]], Text)
                or not isinstance(entry["items"], Seq)
            ):
                message = "what is inserted says where and what: this has another form"
                hint = "write `{after: some_id, items: [...]}`, or `before` instead of `after`"
                self._report("resolve/bad-list-edit", message, place, hint)
                continue
            name, span = str(entry[where[0]]), entry.value_spans[where[0]]
            if not self._is_known(name, span):
                continue
            if name in removed:
                message = f"nothing can stand {where[0]} the item '{name}', which is removed here"
                self._report("resolve/bad-list-edit", message, span, "put it under `replace`")
            found.append(_Insertion(where[0], name, entry["items"]))
        return found

    def _listed(self, edit: str) -> Seq:
        items = self._edit.get(edit, Seq(self._edit.span))
        if not isinstance(items, Seq):
            self._misshapen(edit, "a list of items")
            return Seq(self._edit.span)
        return items

    def _check_new(self, items: Seq, taken: set[str]) -> None:
        """Report items whose id is taken already."""
        for item, span in zip(items, items.item_spans, strict=True):
            name = id_of(item)
            if name in taken:
                message = f"the list already has an item '{name}'"
                hint = f"put it under `replace`, or give it another id than '{name}'"
                self._report("resolve/bad-list-edit", message, span, hint)
            if name is not None:
                taken.add(name)

    def _is_known(self, name: str, span: Span) -> bool:
        if name in self._ids:
            return True
        if self._inner[name] > 1:
            message = f"{self._inner[name]} items inside of the inherited list have the id '{name}'"
            hint = "edit the list that one of them stands in, with `change` of the item around it"
            self._report("resolve/unknown-item", message, span, hint)
            return False
        hint = did_you_mean(name, self._inner) or (
            f"its ids are {listed(sorted(self._inner))}"
            if self._inner
            else "its items have no `id`: write all that there are, under `whole`, or only new "
            "ones, under `prepend` or `append`"
        )
        message = f"the inherited list has no item with the id '{name}'"
        self._report("resolve/unknown-item", message, span, hint)
        return False

    def _misshapen(self, edit: str, wanted: str, hint: str = "") -> None:
        value = self._edit[edit]
        message = f"expected {wanted}, found {found(value)}: this edits the inherited list"
        hint = hint or "to put something else in place of the list, write it under `whole`"
        self._report("resolve/bad-list-edit", message, self._edit.value_spans[edit], hint)

    def _report(self, code: Code, message: str, span: Span, hint: str) -> None:
        self._diagnostics.append(Diagnostic(code, message, span, hint))


def _push_all(whole: Seq, *parts: Seq) -> None:
    for part in parts:
        for item, span in zip(part, part.item_spans, strict=True):
            whole.push(item, span)


def _word(value: Value) -> str:
    return value if isinstance(value, Text) and value.isidentifier() else "some_id"


def _as_mapping(items: Value, edit: str = "replace") -> str:
    """Return how a replacement is written, with the ids of the items that were given."""
    names = [id_of(item) for item in items] if isinstance(items, Seq) else []
    known = next((name for name in names if name is not None), "some_id")
    return f"write the id before each new item: `{edit}: {{{known}: {{...}}}}`"


def _with_id(item: Value, name: str, key_span: Span) -> Value:
    """Return a replacement that still answers to the id, for those who extend this file."""
    if not isinstance(item, Map) or "id" in item or "pick" in item:
        return item
    named = Map(item.span)
    named.put("id", Text(name, key_span), key_span, key_span)
    for key, value in item.items():
        named.put(key, value, item.key_spans[key], item.value_spans[key])
    return named
