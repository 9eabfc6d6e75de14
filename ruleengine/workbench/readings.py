"""One ruleset under other values of its flags, each made once and quickly.

What two readings have in common is selected, modeled and checked once, so that the twentieth
costs a fraction of the first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias

from ruleengine.errors import RulesetError
from ruleengine.game.game import Game
from ruleengine.pipeline.binding import bind_rules
from ruleengine.resolve.flags.choosing import choose_flags
from ruleengine.resolve.flags.values import as_plain, same_setting, settings, value_fault
from ruleengine.resolve.ruleset import Sharing, resolve_tree
from ruleengine.schema.flags import Flag, NumberFlag
from ruleengine.source.document import Map, Seq

Change: TypeAlias = Mapping[str, object]
"""Values for some flags, by name."""


class Readings:
    """A game, and the same ruleset under other flag values."""

    def __init__(self, game: Game) -> None:
        self.game = game
        resolved = game.rules.resolved
        self.root = resolved.root
        self.flags = resolved.flags
        self._given = {name: resolved.values.values[name] for name in resolved.values.explicit}
        self._sharing = Sharing()
        self._made: dict[str, Game | None] = {}

    def value(self, name: str) -> object:
        """Return the value that a flag has in the game, as plain data."""
        return plain(self.game.flag_values[name])

    def others(self, name: str) -> list[object]:
        """Return the values that a flag could have instead, or some of them if it is open."""
        now = self.value(name)
        return [each for each in known_values(self.flags[name], now) if not same_setting(each, now)]

    def under(self, change: Change) -> Game | None:
        """Return the game with some flags changed; nothing where they do not go together."""
        key = json.dumps(change, sort_keys=True)
        if key not in self._made:
            self._made[key] = self._make(change)
        return self._made[key]

    def _make(self, change: Change) -> Game | None:
        try:
            values = choose_flags(self.flags, self.root, {**self._given, **change})
            resolved = resolve_tree(self.root, self.flags, values, self._sharing)
        except RulesetError:
            return None
        return Game(bind_rules(resolved))


def plain(value: object) -> object:
    """Return the value of a flag as plain data."""
    return as_plain(value) if isinstance(value, Map | Seq) else value


def known_values(flag: Flag, now: object = None) -> tuple[object, ...]:
    """Return the values of a flag; of an open one its samples and, for a number, those next to it.

    The first is the default.
    """
    closed = settings(flag)
    if closed:
        return tuple(sorted(closed, key=lambda each: not same_setting(each, flag.default)))
    found: list[object] = [plain(flag.default)]
    candidates = [plain(each) for each in getattr(flag, "samples", ())]
    if isinstance(flag, NumberFlag) and isinstance(now, int):
        near = (now - 1, now + 1)
        candidates += [each for each in near if value_fault(flag, each) is None]
    for each in candidates:
        if each not in found:
            found.append(each)
    return tuple(found)
