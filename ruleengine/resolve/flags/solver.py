"""Finds settings of the flags that respect what flags ask of each other.

What is narrowed down are slots: flags, and the fields of map flags by names such as `arena.size`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ruleengine.resolve.flags.choosing import FlagValues
from ruleengine.resolve.flags.rules import Demand, demands, has_default, is_among, setting_at
from ruleengine.resolve.flags.values import (
    FlagValue,
    complete,
    same_setting,
    setting_text,
    settings,
)
from ruleengine.schema.flags import MapFlag, NumberFlag
from ruleengine.source.document import Map

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from ruleengine.schema.flags import Flag

Allowed: TypeAlias = dict[str, tuple[FlagValue, ...]]


class Solver:
    """Narrows down what each slot may be.

    A flag that has its base value and is not explicit asks for nothing, so the base value is
    taken whenever it is allowed. All other flags are explicit, and what they require or refuse
    narrows other slots down further. Only where single values ask for something is there a
    search: a flag with such values is settled on one of them, the base value first.
    """

    def __init__(self, flags: Mapping[str, Flag], base: FlagValues) -> None:
        self._flags = flags
        self._base = base
        self._demands = {name: tuple(demands(name, flag)) for name, flag in flags.items()}
        self._domains = {slot: self._domain(slot) for slot in self._slots()}
        self._slots_of: dict[str, list[str]] = {}
        for slot in self._domains:
            self._slots_of.setdefault(slot.partition(".")[0], []).append(slot)
        self._off_default = {
            name for name in base.explicit if not has_default(flags[name], base.values[name])
        }
        self._kept_explicit = [each for name in base.explicit for each in self._slots_of[name]]
        self._asking = {
            slot for name, asked in self._demands.items() if asked for slot in self._slots_of[name]
        }
        self._split = {
            each.slot: None for asked in self._demands.values() for each in asked if each.value
        }

    def domain(self, slot: str) -> tuple[FlagValue, ...]:
        """Return what a slot may be; of an open one the values that the ruleset speaks of."""
        return self._domains[slot]

    def narrow(self, allowed: Allowed, wanted: Mapping[str, Iterable[FlagValue]]) -> Allowed | None:
        """Return `allowed` with `wanted` and all that follows from it, or None if impossible.

        `allowed` is empty, or comes from here, so that what follows from it is in it already.
        """
        narrowed = dict(allowed)
        for slot, each in wanted.items():
            narrowed[slot] = both(narrowed.get(slot, self._domains[slot]), tuple(each))
        return self._settle(narrowed, wanted.keys() if allowed else {*wanted, *self._kept_explicit})

    def assignment(self, allowed: Allowed) -> FlagValues:
        """Return the values that are nearest to the base."""
        values = dict(self._base.values)
        changed = set()
        for slot, each in allowed.items():
            if is_among(setting_at(values, slot), each):
                continue
            name, dot, field = slot.partition(".")
            changed.add(name)
            now = values[name]
            if dot and isinstance(now, Map):
                values[name] = complete(self._flags[name], {field: each[0]}, now.span, now)
            else:
                values[name] = each[0]
        return FlagValues(values, self._base.explicit | changed)

    def _settle(self, allowed: Allowed, changed: Collection[str]) -> Allowed | None:
        narrowed = self._follow(allowed, changed)
        if narrowed is None:
            return None
        for slot in self._split:
            each = narrowed.get(slot, self._domains[slot])
            if len(each) == 1 or not self._is_explicit(slot, narrowed):
                continue
            ordered = sorted(each, key=lambda value: not self._is_base(slot, value))
            tried = (self._settle({**narrowed, slot: (value,)}, (slot,)) for value in ordered)
            return next((settled for settled in tried if settled is not None), None)
        return narrowed

    def _follow(self, allowed: Allowed, changed: Collection[str]) -> Allowed | None:
        """Return `allowed` with all that follows from slots, as long as nothing is guessed."""
        narrowed = dict(allowed)
        if not all(narrowed.values()):
            return None
        # Most flags ask for nothing, and there is nothing to follow from them.
        pending = self._asking.intersection(changed)
        while pending:
            slot = pending.pop()
            if not self._is_explicit(slot, narrowed):
                continue
            for demand in self._asked_by(slot, narrowed):
                before = narrowed.get(demand.other, self._domains[demand.other])
                after = _met(demand, before)
                if len(after) < len(before):
                    narrowed[demand.other] = after
                    if not after:
                        return None
                    if demand.other in self._asking:
                        pending.add(demand.other)
        return narrowed

    def _asked_by(self, slot: str, allowed: Allowed) -> Iterator[Demand]:
        """Yield what a flag asks that is explicit; single values only once they are settled on."""
        name = slot.partition(".")[0]
        for demand in self._demands[name]:
            if demand.value is None:
                if not demand.is_of_meaning or self._is_off_default(slot, allowed):
                    yield demand
                continue
            each = allowed.get(demand.slot, self._domains[demand.slot])
            if len(each) == 1 and _is_text(each[0], demand.value):
                yield demand

    def _is_explicit(self, slot: str, allowed: Allowed) -> bool:
        return slot.partition(".")[0] in self._base.explicit or self._is_changed(slot, allowed)

    def _is_off_default(self, slot: str, allowed: Allowed) -> bool:
        return slot.partition(".")[0] in self._off_default or self._is_changed(slot, allowed)

    def _is_changed(self, slot: str, allowed: Allowed) -> bool:
        return any(
            each in allowed and not is_among(setting_at(self._base.values, each), allowed[each])
            for each in self._slots_of[slot.partition(".")[0]]
        )

    def _is_base(self, slot: str, value: FlagValue) -> bool:
        return same_setting(setting_at(self._base.values, slot), value)

    def _slots(self) -> Iterator[str]:
        for name, flag in self._flags.items():
            yield name
            if isinstance(flag, MapFlag):
                for field in flag.fields_:
                    yield f"{name}.{field}"

    def _domain(self, slot: str) -> tuple[FlagValue, ...]:
        name, dot, field = slot.partition(".")
        flag = self._flags[name]
        now = setting_at(self._base.values, slot)
        if isinstance(flag, MapFlag) and dot:
            known: Iterable[object] = flag.fields_[field].values or (
                sample[field] for sample in flag.samples
            )
        elif settings(flag):
            return settings(flag)
        else:
            known = getattr(flag, "samples", ())
        asked = (
            value
            for each in self._demands.values()
            for demand in each
            if demand.other == slot and demand.kind == "requires"
            for value in demand.settings
        )
        number = isinstance(flag, NumberFlag) or dot
        found: list[FlagValue] = []
        for value in (now, *known, *(asked if number else ())):
            if not is_among(value, found):
                found.append(value)
        return tuple(found)


def both(one: tuple[FlagValue, ...], other: tuple[FlagValue, ...]) -> tuple[FlagValue, ...]:
    """Return the values that are in both."""
    return tuple(value for value in one if is_among(value, other))


def _met(demand: Demand, values: tuple[FlagValue, ...]) -> tuple[FlagValue, ...]:
    """Return the values with which a demand is met."""
    wanted = demand.kind == "requires"
    return tuple(value for value in values if is_among(value, demand.settings) == wanted)


def _is_text(value: FlagValue, text: str) -> bool:
    return isinstance(value, str | int) and setting_text(value) == text
