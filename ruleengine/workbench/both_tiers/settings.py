"""A ruleset under every two values of its flags together, a setting at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruleengine.game.game import Game
from ruleengine.pipeline.binding import bind_rules
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.resolve.flags.choosing import FlagValues, choose_flags, read_flags
from ruleengine.resolve.flags.pairwise import pairwise
from ruleengine.resolve.flags.values import as_plain
from ruleengine.resolve.ruleset import resolve_tree
from ruleengine.source.document import Map, Seq


class Setting(NamedTuple):
    """A game under one choice of flags."""

    game: Game
    changed: dict[str, object]
    """The flags that are not as the ruleset has them."""


def flag_settings(name: str) -> Iterator[Setting]:
    """Yield a game for each setting."""
    root = read_tree(name).root
    flags = read_flags(root)
    base = choose_flags(flags, root, {})
    for values in pairwise(flags, base):
        game = Game(bind_rules(resolve_tree(root, flags, values)))
        yield Setting(game, _changed(values, base))


def _changed(values: FlagValues, base: FlagValues) -> dict[str, object]:
    return {
        name: as_plain(value) if isinstance(value, Map | Seq) else value
        for name, value in values.values.items()
        if value != base.values[name]
    }
