"""From a name or a path to a game: the place to start reading.

read -> merge -> flags -> resolve -> bind
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike

from ruleengine.errors import ResolveError
from ruleengine.game.game import Game
from ruleengine.pipeline.binding import bind_rules
from ruleengine.resolve.files.overlay import MergedTree, read_tree
from ruleengine.resolve.flags.choosing import choose_flags, read_flags
from ruleengine.resolve.flags.select import check_selections
from ruleengine.resolve.ruleset import resolve_tree


def load(name_or_path: str | PathLike[str], flags: Mapping[str, object] | None = None) -> Game:
    """Return the game of a ruleset or variant, under the flag values given.

    Raises:
        RulesetError: it cannot be used; `.diagnostics` says why, each with its place.
    """
    return game_of(read_tree(name_or_path), flags)


def game_of(tree: MergedTree, flags: Mapping[str, object] | None = None) -> Game:
    """Return the game of a tree that has been read already; otherwise as `load`."""
    declared = read_flags(tree.root)
    misused = check_selections(tree.root, declared)
    if misused:
        raise ResolveError(misused)
    values = choose_flags(declared, tree.root, flags or {})
    return Game(bind_rules(resolve_tree(tree.root, declared, values)))
