"""Which flag values an error comes from, when it does not come up with the chosen ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ruleengine.errors import Diagnostic, RulesetError
from ruleengine.resolve.flags.choosing import FlagValues
from ruleengine.resolve.flags.rules import setting_at
from ruleengine.resolve.flags.values import FlagValue, complete, setting_text
from ruleengine.resolve.ruleset import Sharing, resolve_tree
from ruleengine.schema.flags import Flag, MapFlag
from ruleengine.source.document import Map

_MAX_EXPLAINED = 10
"""Finding the flags takes a resolution for each; beyond so many errors nobody reads on."""


class FlagBlame:
    """Finds the few flags that an error depends on, by setting the others back one by one."""

    def __init__(
        self, root: Map, flags: Mapping[str, Flag], chosen: FlagValues, sharing: Sharing
    ) -> None:
        self._root = root
        self._flags = flags
        self._chosen = chosen
        self._sharing = sharing
        self._num_explained = 0

    def explain(self, error: Diagnostic, values: FlagValues) -> Diagnostic:
        """Return the error with the flag values that it needs, if it needs any."""
        different = [slot for slot in self._slots() if self._is_changed(slot, values.values)]
        if not different or self._num_explained >= _MAX_EXPLAINED:
            return error
        self._num_explained += 1
        needed = dict(values.values)
        for slot in different:
            without = self._set_back(slot, needed)
            if self._comes_up(error, FlagValues(without, values.explicit)):
                needed = without
        left = [slot for slot in different if self._is_changed(slot, needed)]
        if not left:
            return error
        shown = ", ".join(f"{slot}: {_shown(setting_at(needed, slot))}" for slot in left)
        return replace(error, message=f"{error.message} (with {shown})")

    def _slots(self) -> Iterator[str]:
        """Yield what can be set back by itself: flags, and the fields of maps."""
        for name, flag in self._flags.items():
            if isinstance(flag, MapFlag):
                yield from (f"{name}.{field}" for field in flag.fields_)
            else:
                yield name

    def _is_changed(self, slot: str, values: Mapping[str, FlagValue]) -> bool:
        return setting_at(values, slot) != setting_at(self._chosen.values, slot)

    def _set_back(self, slot: str, values: dict[str, FlagValue]) -> dict[str, FlagValue]:
        name, dot, field = slot.partition(".")
        before, now = self._chosen.values[name], values[name]
        if dot and isinstance(now, Map):
            base = setting_at(self._chosen.values, slot)
            return values | {name: complete(self._flags[name], {field: base}, now.span, now)}
        return values | {name: before}

    def _comes_up(self, error: Diagnostic, values: FlagValues) -> bool:
        try:
            resolve_tree(self._root, self._flags, values, self._sharing)
        except RulesetError as found:
            return any(
                (each.span, each.code, each.message) == (error.span, error.code, error.message)
                for each in found.diagnostics
            )
        return False


def _shown(value: object) -> str:
    """Return a value as it is written in a file."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return setting_text(value) if isinstance(value, str | int) else str(value)
