"""How a ruleset under flag values is written in one word: `NAME@flag=value,flag=value`."""

from __future__ import annotations

from ruleengine.errors import Diagnostic, ResolveError, RulesetError
from ruleengine.game.game import Game
from ruleengine.game.loading import game_of
from ruleengine.resolve.flags import parse_override, read_flags
from ruleengine.resolve.overlay import read_tree


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
    declared = read_flags(tree.root)
    values: dict[str, object] = {}
    problems: list[Diagnostic] = []
    for each in (*written, *more):
        try:
            flag, value = parse_override(declared, each)
        except RulesetError as error:
            problems += error.diagnostics
        else:
            values[flag] = value
    if problems:
        raise ResolveError(problems)
    return game_of(tree, values)
