"""Merging trees: a child over what it extends, and several parents side by side.

A key that a child removes stays in the tree as a mark until `without_marks`, so that a sibling
which still has the key can be told from one that never had it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, TypeGuard

from ruleengine.errors import Diagnostic, Span
from ruleengine.resolve.files.list_edits import edit_list, is_edit
from ruleengine.resolve.files.misspelt_edits import edit_of_nothing, misspelt_edit
from ruleengine.schema.procedures import Procedure
from ruleengine.schema.wording import TEXT_WITH_COMMA, is_rest_of_a_text, shown
from ruleengine.source.document import Map, Seq, Text, Value

if TYPE_CHECKING:
    from collections.abc import Mapping


_SHORT_IN: Final = ("procedures",)
"""The section in which a list of steps may stand for the mapping that has them under `steps`."""

_OF_PROCEDURES: Final = frozenset(Procedure.model_fields)


class Removed(Text):
    """The mark of a key that a file has removed; its span is where."""

    __slots__ = ()


class ReplacedList(NamedTuple):
    """A list that a file has written in the place of an inherited one."""

    path: tuple[str, ...]
    span: Span
    """The key of the list."""
    inherited: Seq
    written: Seq


@dataclass
class Merger:
    """Merges trees and collects what does not fit.

    `ancestors` names for each file the files it extends, directly or not.
    """

    ancestors: Mapping[str, frozenset[str]]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    replaced: list[ReplacedList] = field(default_factory=list)

    def over(self, child: Map, base: Map, path: tuple[str, ...] = ()) -> Map:
        """Return `base` with everything that `child` says put over it."""
        merged = Map(child.span)
        for key in _order(child, base):
            if key not in child:
                _copy(base, key, merged)
                continue
            inherited = base.get(key)
            if inherited is None:
                self.diagnostics += edit_of_nothing(key, child, base)
            value = self._value_over(child, inherited, (*path, key))
            merged.put(key, value, child.key_spans[key], child.value_spans[key])
        return merged

    def _value_over(self, child: Map, inherited: Value, path: tuple[str, ...]) -> Value:
        key = path[-1]
        value = child[key]
        if path[:-1] == _SHORT_IN:
            value, inherited = _both_long(value, inherited)
        if value is None:
            if inherited is None or isinstance(inherited, Removed):
                message = f"'{key}' is removed here, but nothing of this name is inherited"
                hint = "delete the line, or check the spelling of the key"
                if is_rest_of_a_text(key):
                    message = f"{shown(key)} is a key without a value here, and none is inherited"
                    hint = TEXT_WITH_COMMA
                span = child.key_spans[key]
                self.diagnostics.append(
                    Diagnostic("resolve/nothing-to-remove", message, span, hint)
                )
            return Removed("", child.value_spans[key])
        if is_edit(value) and isinstance(value, Map) and isinstance(inherited, Seq):
            return edit_list(value, inherited, self.diagnostics, self._item_over)
        if is_plain(value):
            if isinstance(inherited, Seq):
                self.diagnostics += misspelt_edit(value)
            return self.over(value, inherited if is_plain(inherited) else Map(value.span), path)
        if isinstance(value, Seq) and isinstance(inherited, Seq):
            self.replaced.append(ReplacedList(path, child.key_spans[key], inherited, value))
        return value

    def _item_over(self, change: Map, item: Map) -> Map:
        """Return an item of a list with what changes in it; no sibling asks for its marks."""
        return without_marks(self.over(change, item))

    def join(self, left: Map, right: Map, child: Map) -> Map:
        """Return two parents as one; what they disagree on, `child` has to decide."""
        return self._join(left, right, child, _extends_span(child))

    def _join(self, left: Map, right: Map, child: Value, extends: Span) -> Map:
        joined = Map(left.span)
        for key in (*left, *(key for key in right if key not in left)):
            if key not in right or key not in left:
                _copy(left if key in left else right, key, joined)
                continue
            one, other = left[key], right[key]
            said = child.get(key) if is_plain(child) else None
            decided = is_plain(child) and key in child and not is_plain(said)
            if is_edit(said) and isinstance(said, Map) and "whole" in said:
                decided = True  # nothing of either stays
            elif isinstance(one, Seq) and isinstance(other, Seq) and is_edit(said):
                decided = False  # an edit does not say which of the two lists it edits
            if is_plain(one) and is_plain(other) and not decided:
                value = self._join(one, other, said, extends)
                joined.put(key, value, left.key_spans[key], left.value_spans[key])
                continue
            if not decided and not self._agree(left, right, key):
                self._disagree(left, right, key, extends)
            _copy(right if self._right_wins(left, right, key) else left, key, joined)
        return joined

    def _agree(self, left: Map, right: Map, key: str) -> bool:
        return (
            same(left[key], right[key])
            or self._beats(left, right, key)
            or self._beats(right, left, key)
        )

    def _right_wins(self, left: Map, right: Map, key: str) -> bool:
        # When neither wins the child decides, or an error is on its way; a value is better than
        # a mark then, since the child may remove the key itself.
        return self._beats(right, left, key) or (
            isinstance(left[key], Removed) and not self._beats(left, right, key)
        )

    def _beats(self, winner: Map, loser: Map, key: str) -> bool:
        """Tell whether all of one value was written over files that the other comes from."""
        above = files_of(loser[key], loser.value_spans[key])
        below = files_of(winner[key], winner.value_spans[key])
        return all(above <= self.ancestors.get(file, frozenset()) for file in below)

    def _disagree(self, left: Map, right: Map, key: str, extends: Span) -> None:
        places = (left.value_spans[key], right.value_spans[key])
        self.diagnostics.append(
            Diagnostic(
                "resolve/parents-disagree",
                f"{places[0].file} and {places[1].file} say different things about '{key}'",
                extends,
                f"say here what '{key}' is to be, or remove it with `{key}: null`",
                places,
            )
        )


def _both_long(value: Value, inherited: Value) -> tuple[Value, Value]:
    """Return a procedure and the inherited one both in the long form, where one edits the other.

    A child need not know in which form its parent was written.
    """
    if is_edit(value) and is_plain(inherited) and "steps" in inherited:
        return _with_steps(value), inherited
    if is_plain(value) and value.keys() <= _OF_PROCEDURES and isinstance(inherited, Seq):
        return value, _with_steps(inherited)
    return value, inherited


def _with_steps(steps: Value) -> Map:
    """Return the long form of a procedure that is written as its steps, or as their edit."""
    assert isinstance(steps, Map | Seq)  # noqa: S101 - callers have looked
    whole = Map(steps.span)
    whole.put("steps", steps, steps.span, steps.span)
    return whole


def is_plain(value: Value) -> TypeGuard[Map]:
    """Tell whether a value is a mapping that merges key by key; a choice by flag does not."""
    return isinstance(value, Map) and "pick" not in value and "value_of" not in value


def same(one: Value, other: Value) -> bool:
    """Tell whether two values say the same; 1 and true, though equal in Python, do not."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Map) and isinstance(other, Map):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, Seq) and isinstance(other, Seq):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def without_marks(tree: Map) -> Map:
    """Return the tree without the marks of removed keys; what has none is shared."""
    changed = False
    clean = Map(tree.span)
    for key, value in tree.items():
        if isinstance(value, Removed):
            changed = True
            continue
        kept = without_marks(value) if is_plain(value) else value
        changed = changed or kept is not value
        clean.put(key, kept, tree.key_spans[key], tree.value_spans[key])
    return clean if changed else tree


def _order(child: Map, base: Map) -> list[str]:
    """Return the keys of both: new ones right before the inherited key they are written before.

    Inherited keys keep their order, whatever the child writes of them, and new keys with no
    inherited one after them come last. It matters where a later key may speak of an earlier
    one, as operands do. A key that a parent has taken out is new.
    """
    before: dict[str, list[str]] = {}
    new: list[str] = []
    for key in child:
        if key not in base or isinstance(base[key], Removed):
            new.append(key)
        else:
            before[key] = new
            new = []
    order: list[str] = []
    for key in base:
        if key not in child or key in before:
            order += [*before.get(key, ()), key]
    return order + new


def _copy(source: Map, key: str, target: Map) -> None:
    target.put(key, source[key], source.key_spans[key], source.value_spans[key])


def files_of(value: Value, span: Span) -> frozenset[str]:
    """Return the files that say something about a value; a list is said as a whole."""
    if not is_plain(value) or not value:
        return frozenset({span.file})
    parts = (files_of(value[key], value.value_spans[key]) for key in value)
    return frozenset().union(*parts)


def _extends_span(child: Map) -> Span:
    return child.value_spans.get("extends", child.span)
