"""`requires` and `conflicts`: which flags go together.

What is asked for is a *slot*: a flag, or one field of a map flag, written `arena.size`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ruleengine.resolve.flags.values import same_setting, setting_text, written
from ruleengine.schema.flags import ChoiceFlag, MapFlag, NumberFlag, TermedChoice, Terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruleengine.resolve.flags.values import FlagValue, Setting
    from ruleengine.schema.flags import Flag

Kind: TypeAlias = Literal["requires", "conflicts"]


class Demand(NamedTuple):
    """What a slot, or one value of it, asks of another slot."""

    slot: str
    value: str | None  # the value that asks; nothing when every explicit one does
    kind: Kind
    other: str
    settings: tuple[Setting, ...]  # what `kind` lists for the other slot

    @property
    def is_of_meaning(self) -> bool:
        """Whether it says what a whole flag needs to mean anything, which its default need not."""
        return self.kind == "requires" and self.value is None


class Breach(NamedTuple):
    """A flag that somebody set, though another one is not as it has to be for that."""

    flag: str
    demand: Demand


def breaches(
    flags: Mapping[str, Flag], values: Mapping[str, FlagValue], explicit: Iterable[str]
) -> Iterator[Breach]:
    """Yield what is wrong between flags; one that nobody set asks for nothing.

    Nor does one that is set to its default require anything: it is as if nobody had set it.
    """
    for name in sorted(explicit):
        is_default = has_default(flags[name], values[name])
        for demand in demands(name, flags[name]):
            if is_default and demand.is_of_meaning:
                continue
            if demand.value is not None and demand.value != _text_at(values, demand.slot):
                continue
            is_there = is_among(setting_at(values, demand.other), demand.settings)
            if is_there == (demand.kind == "conflicts"):
                yield Breach(name, demand)


def demands(name: str, flag: Flag) -> Iterator[Demand]:
    """Yield everything that a flag, its choices and its fields ask of others."""
    yield from _listed(name, None, flag)
    for slot, value, terms in terms_of(name, flag):
        yield from _listed(slot, value, terms)


def terms_of(name: str, flag: Flag) -> Iterator[tuple[str, str, Terms]]:
    """Yield what single values ask: slot, value as it is written, terms."""
    if isinstance(flag, ChoiceFlag):
        for choice, said in flag.choices.items():
            if isinstance(said, TermedChoice):
                yield name, choice, said
    if isinstance(flag, NumberFlag):
        for value, terms in flag.terms.items():
            yield name, value, terms
    if isinstance(flag, MapFlag):
        for field, allowed in flag.fields_.items():
            for value, terms in allowed.terms.items():
                yield f"{name}.{field}", value, terms


def setting_at(values: Mapping[str, FlagValue], slot: str) -> object:
    """Return the value of a flag, or of one field of a map flag."""
    name, dot, field = slot.partition(".")
    value = values[name]
    return value[field] if dot and isinstance(value, Mapping) else value


def has_default(flag: Flag, value: FlagValue) -> bool:
    """Return whether a value is the one that the flag has if nobody sets it."""
    return written(value) == written(flag.default)


def is_among(value: object, settings: Iterable[object]) -> bool:
    """Tell whether a value is one of the settings; 1 is not true."""
    return any(same_setting(value, setting) for setting in settings)


def _listed(slot: str, value: str | None, source: Flag | Terms) -> Iterator[Demand]:
    for other, wanted in source.requires.items():
        yield Demand(slot, value, "requires", other, tuple(wanted))
    for other, refused in source.conflicts.items():
        yield Demand(slot, value, "conflicts", other, tuple(refused))


def _text_at(values: Mapping[str, FlagValue], slot: str) -> str:
    value = setting_at(values, slot)
    return setting_text(value) if isinstance(value, str | int) else ""
