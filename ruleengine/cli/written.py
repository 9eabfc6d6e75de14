"""Values of flags as they are written in a file."""

from __future__ import annotations

from collections.abc import Mapping

from ruleengine.resolve.flag_values import setting_text


def written(value: object) -> str:
    """Return a value as it is written in a file.

    >>> written({"size": 12, "open": True}), written(["a1", "b1"])
    ('{size: 12, open: true}', '[a1, b1]')
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(each) for each in value) + "]"
    return setting_text(value) if isinstance(value, bool | int) else str(value)
