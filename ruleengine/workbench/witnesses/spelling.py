"""How a ruleset under flag values is written in one word: `NAME@flag=value,flag=value`."""

from __future__ import annotations

from ruleengine.game.game import Game
from ruleengine.game.loading import game_of
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.resolve.flags.choosing import parse_overrides, read_flags


def split_spelling(text: str) -> tuple[str, list[str]]:
    """Return the name or path, and the flag values as they are written.

    >>> split_spelling("raid@size={rows: 3, columns: 4},dice=two")
    ('raid', ['size={rows: 3, columns: 4}', 'dice=two'])
    """
    name, at, rest = text.partition("@")
    if not at or "=" not in rest:
        return text, []
    parts: list[str] = [""]
    depth = 0
    for mark in rest:
        depth += (mark in "{[") - (mark in "}]")
        if mark == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += mark
    return name, [part.strip() for part in parts if part.strip()]


def game_spelled(text: str, more: tuple[str, ...] = ()) -> Game:
    """Return the game that is written so, with more flag values; RulesetError if there is none."""
    name, written = split_spelling(text)
    tree = read_tree(name)
    return game_of(tree, parse_overrides(read_flags(tree.root), (*written, *more)))
