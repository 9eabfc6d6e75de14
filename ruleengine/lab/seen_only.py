"""Whether two readings differ only in what is seen and told, which no blind player can show."""

from __future__ import annotations

import json
from typing import Final

from ruleengine.game.game import Game
from ruleengine.resolve.flag_values import as_plain
from ruleengine.resolve.standalone import standalone_tree
from ruleengine.source.document import Map, Seq, Value

WORDS: Final = (
    "changes only what is seen: players that do not look, such as random ones, cannot show what "
    "it is worth"
)
_NO_RULES: Final = frozenset({"views", "flags", "clauses", "title", "about", "says", "explained"})
_TELLS: Final = "tell"


def is_seen_only(one: Game, other: Game) -> bool:
    """Return whether the rules are the same but for views, and for sentences that are told."""
    return one.hash != other.hash and _played(one) == _played(other)


def _played(game: Game) -> str:
    """Return a text that is the same for games in which the same is played."""
    return json.dumps(_stripped(standalone_tree(game.rules.resolved)), sort_keys=True)


def _stripped(value: Value) -> object:
    if isinstance(value, Map):
        return {key: _stripped(item) for key, item in value.items() if key not in _NO_RULES}
    if isinstance(value, Seq):
        return [_stripped(item) for item in value if not _is_told(item)]
    return as_plain(value)


def _is_told(item: Value) -> bool:
    return isinstance(item, Map) and _TELLS in item
