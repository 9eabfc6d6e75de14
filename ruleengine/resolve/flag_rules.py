"""`requires` and `conflicts`: which flags go together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ruleengine.resolve.flag_values import same_setting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ruleengine.resolve.flag_values import FlagValue, Setting
    from ruleengine.schema.flags import Flag


@dataclass(frozen=True)
class Breach:
    """A flag that somebody set, though another one is not as it has to be for that."""

    flag: str
    kind: Literal["requires", "conflicts"]
    other: str
    settings: tuple[Setting, ...]  # what `kind` lists for the other flag


def breaches(
    flags: Mapping[str, Flag], values: Mapping[str, FlagValue], explicit: Iterable[str]
) -> Iterator[Breach]:
    """Yield what is wrong between flags; one that nobody set asks for nothing."""
    for name in sorted(explicit):
        flag = flags[name]
        for other, wanted in flag.requires.items():
            if not is_among(values[other], wanted):
                yield Breach(name, "requires", other, tuple(wanted))
        for other, refused in flag.conflicts.items():
            if is_among(values[other], refused):
                yield Breach(name, "conflicts", other, tuple(refused))


def is_among(value: object, settings: Iterable[Setting]) -> bool:
    """Tell whether a value is one of the settings; 1 is not true."""
    return any(same_setting(value, setting) for setting in settings)
