"""What a flag can be set to: checks and conversions of single values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from ruleengine.expressions.numbers import MAX_NUMBER
from ruleengine.schema.flags import (
    BooleanFlag,
    ChoiceFlag,
    Flag,
    ListFlag,
    MapFlag,
    NumberFlag,
    NumberRange,
    Range,
    TableFlag,
)
from ruleengine.schema.wording import any_of, found, listed
from ruleengine.source.document import Map, Seq, Text, Value

if TYPE_CHECKING:
    from ruleengine.errors import Span

Setting: TypeAlias = str | int | bool
FlagValue: TypeAlias = str | int | bool | Map | Seq


def settings(flag: Flag) -> tuple[Setting, ...]:
    """Return everything a flag can be set to; nothing when that is left open."""
    match flag:
        case ChoiceFlag():
            return tuple(flag.choices)
        case BooleanFlag():
            return (True, False)
        case NumberFlag():
            return tuple(flag.values or ())
        case _:
            return ()


def setting_text(setting: Setting) -> str:
    """Return a setting as it is written in a file.

    >>> setting_text(True), setting_text(2), setting_text("random")
    ('true', '2', 'random')
    """
    return str(setting).lower() if isinstance(setting, bool) else str(setting)


def same_setting(one: object, other: object) -> bool:
    """Tell whether two settings are the same; 1 and true are not."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def value_fault(flag: Flag, value: object) -> str | None:
    """Return what is wrong with a value for the flag, in words, or nothing if it is right.

    A value for a map flag may leave fields out, or be one value that all fields can have.
    """
    match flag:
        case ChoiceFlag():
            fits = isinstance(value, str) and value in flag.choices
            return None if fits else _wanted(listed(flag.choices, last="or"), value)
        case BooleanFlag():
            return None if isinstance(value, bool) else _wanted("true or false", value)
        case NumberFlag():
            return _range_fault(flag, value)
        case MapFlag():
            return _map_fault(flag, value)
        case TableFlag():
            return _table_fault(flag, value)
        case ListFlag():
            return None if isinstance(value, list | tuple) else _wanted("a list", value)


def value_text_fault(allowed: Range, text: str) -> str | None:
    """Return what is wrong with a value that is written as a key, such as `"4"`."""
    candidates: tuple[Setting, ...] = (text, int(text)) if _is_number(text) else (text,)
    faults = [_range_fault(allowed, each) for each in candidates]
    return faults[-1] if all(faults) else None


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def in_own_case(flag: Flag, value: object) -> object:
    """Return a value in which the fields of a map are called as the flag calls them.

    Whoever sets flags from outside may write `SIZE` for `size`, as rulebooks do.
    """
    if not isinstance(flag, MapFlag) or not isinstance(value, Mapping):
        return value

    def own(name: str) -> str:
        low = name.lower()
        return low if low in flag.fields_ and low not in value else name

    return {own(str(name)): each for name, each in value.items()}


def complete(flag: Flag, value: object, span: Span, now: FlagValue | None = None) -> FlagValue:
    """Return a right value in the form it is kept in; parts without a place get `span`.

    What a map leaves out is as in `now`, or else as in its default; so is what a table leaves
    out if `now` is given. One value for a map is that of all its fields.
    """
    if isinstance(flag, MapFlag) and not isinstance(value, Mapping):
        value = dict.fromkeys(flag.fields_, value)
    base = flag.default if now is None and isinstance(flag, MapFlag) else now
    tree = as_tree(value, span)
    if isinstance(tree, Map) and isinstance(base, Mapping):
        return _over(as_tree(base, span), tree)
    if isinstance(tree, Map | Seq | bool | int):
        return tree
    return str(tree)


def _over(base: Value, tree: Map) -> Map:
    merged = Map(tree.span)
    for source in (base, tree):
        if isinstance(source, Map):
            for key, value in source.items():
                merged.put(key, value, source.key_spans[key], source.value_spans[key])
    return merged


def as_tree(value: object, span: Span) -> Value:
    """Return plain data as a tree; what is one already stays as it is."""
    if isinstance(value, Map | Seq | Text | bool | int | float) or value is None:
        return value
    if isinstance(value, Mapping):
        tree = Map(span)
        for key, item in value.items():
            tree.put(str(key), as_tree(item, span), span, span)
        return tree
    if isinstance(value, list | tuple):
        sequence = Seq(span)
        for item in value:
            sequence.push(as_tree(item, span), span)
        return sequence
    return Text(str(value), span)


def written(value: object) -> str:
    """Return any value of a flag as it is written in a file.

    >>> written({"size": 12, "open": True}), written(["a1", "b1"])
    ('{size: 12, open: true}', '[a1, b1]')
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(each) for each in value) + "]"
    return setting_text(value) if isinstance(value, bool | int) else str(value)


def as_plain(value: Value) -> object:
    """Return a tree as plain data, without places."""
    if isinstance(value, Map):
        return {key: as_plain(item) for key, item in value.items()}
    if isinstance(value, Seq):
        return [as_plain(item) for item in value]
    return str(value) if isinstance(value, Text) else value


def _wanted(words: str, value: object) -> str:
    return f"expected {words}, found {found(value)}"


def _range_fault(allowed: Range | NumberRange | NumberFlag, value: object) -> str | None:
    if allowed.values is not None:
        if any(same_setting(value, each) for each in allowed.values):
            return None
        words = (f"'{each}'" if isinstance(each, str) else str(each) for each in allowed.values)
        return _wanted(any_of(words), value)
    if not isinstance(value, int) or isinstance(value, bool):
        return _wanted("a whole number", value)
    low = -MAX_NUMBER if allowed.at_least is None else allowed.at_least
    high = MAX_NUMBER if allowed.at_most is None else allowed.at_most
    if value < low:
        return _wanted(f"at least {low}", value)
    return _wanted(f"at most {high}", value) if value > high else None


def _map_fault(flag: MapFlag, value: object) -> str | None:
    if not isinstance(value, Mapping):
        for_all = not any(_range_fault(each, value) for each in flag.fields_.values())
        return None if for_all else _wanted("a mapping", value)
    for name, item in value.items():
        if name not in flag.fields_:
            return f"there is no field '{name}', only {listed(flag.fields_)}"
        if fault := _range_fault(flag.fields_[name], item):
            return f"field '{name}': {fault}"
    return None


def _table_fault(flag: TableFlag, value: object) -> str | None:
    if not isinstance(value, Mapping):
        return _wanted("a mapping", value)
    faults = ((name, _range_fault(flag.entries, item)) for name, item in value.items())
    return next((f"entry '{name}': {fault}" for name, fault in faults if fault), None)
