"""Whether two readings differ only in what is seen and told, which no blind player can show."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Final

from ruleengine.analysis.unused_check import unspoken
from ruleengine.game.game import Game
from ruleengine.resolve.flag_values import as_plain
from ruleengine.resolve.standalone import standalone_tree
from ruleengine.source.document import Map, Seq, Value

WORDS: Final = (
    "changes only what is seen: players that do not look, such as random ones, cannot show what "
    "it is worth"
)
_NO_SECTIONS: Final = frozenset({"views", "flags", "clauses"})
_NO_RULES: Final[Mapping[str, tuple[type, ...]]] = {
    "clauses": (str, Seq),
    "title": (str,),
    "about": (str,),
    "says": (str,),
    "explained": (bool,),
}
"""Keys that play does not follow, with what stands behind them: a counter may be called `title`."""
_TELLS: Final = "tell"


def is_seen_only(one: Game, other: Game) -> bool:
    """Return whether the rules are the same but for views, and for sentences that are told.

    What only views ask for, such as a table that says who sees whom, belongs to them.
    """
    return one.hash != other.hash and _played(one) == _played(other)


def _played(game: Game) -> str:
    """Return a text that is the same for games in which the same is played."""
    tree = standalone_tree(game.rules.resolved)
    unplayed = unspoken(tree, but_by_views=True)
    rules = {
        key: _without(_stripped(item), unplayed.get(key, ()))
        for key, item in tree.items()
        if key not in _NO_SECTIONS
    }
    return json.dumps({key: rules[key] for key in rules if key not in _NO_RULES})


def _without(section: object, names: Collection[str]) -> object:
    if not names or not isinstance(section, dict):
        return section
    return {name: item for name, item in section.items() if name not in names}


def _stripped(value: Value) -> object:
    if isinstance(value, Map):
        return {
            key: _stripped(item)
            for key, item in value.items()
            if not isinstance(item, _NO_RULES.get(key, ()))
        }
    if isinstance(value, Seq):
        return [_stripped(item) for item in value if not _is_told(item)]
    return as_plain(value)


def _is_told(item: Value) -> bool:
    return isinstance(item, Map) and _TELLS in item
