"""Which flag values an error comes from, when it does not come up with the chosen ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleengine.errors import Diagnostic, RulesetError
from ruleengine.resolve.flag_values import setting_text
from ruleengine.resolve.flags import FlagValues
from ruleengine.resolve.ruleset import resolve_tree
from ruleengine.schema.flags import Flag
from ruleengine.source.document import Map

_MAX_EXPLAINED = 10
"""Finding the flags takes a resolution for each; beyond so many errors nobody reads on."""


class FlagBlame:
    """Finds the few flags that an error depends on, by setting the others back one by one."""

    def __init__(self, root: Map, flags: Mapping[str, Flag], chosen: FlagValues) -> None:
        self._root = root
        self._flags = flags
        self._chosen = chosen
        self._num_explained = 0

    def explain(self, error: Diagnostic, values: FlagValues) -> Diagnostic:
        """Return the error with the flag values that it needs, if it needs any."""
        different = [
            name
            for name, value in values.values.items()
            if value != self._chosen.values[name] and not isinstance(value, dict | list)
        ]
        if not different or self._num_explained >= _MAX_EXPLAINED:
            return error
        self._num_explained += 1
        needed = dict(values.values)
        for name in different:
            now, needed[name] = needed[name], self._chosen.values[name]
            if not self._comes_up(error, FlagValues(needed, values.explicit)):
                needed[name] = now
        left = [name for name in different if needed[name] != self._chosen.values[name]]
        if not left:
            return error
        shown = ", ".join(f"{name}: {setting_text(needed[name])}" for name in left)  # type: ignore[arg-type]  # containers are left out above
        return replace(error, message=f"{error.message} (with {shown})")

    def _comes_up(self, error: Diagnostic, values: FlagValues) -> bool:
        try:
            resolve_tree(self._root, self._flags, values)
        except RulesetError as found:
            return any(
                (each.span, each.code, each.message) == (error.span, error.code, error.message)
                for each in found.diagnostics
            )
        return False
