"""What players call things, where a ruleset has a name for them that reads like code."""

from __future__ import annotations

import re

from ruleengine.game.game import Game
from ruleengine.table.story import Entry


def kind_title(game: Game, kind: str) -> str:
    """Return what players call a kind."""
    return game.rules.resolved.ruleset.kinds[kind].title or kind.replace("_", " ")


def titled(game: Game, entry: Entry) -> Entry:
    """Return an entry of the story with the titles of kinds in its sentences.

    The text of the move stays as it is written, for whoever wants to type it.
    """
    titles = {kind: kind_title(game, kind) for kind in game.rules.names.kinds}
    # A place off the board may have a part that is called like a kind.
    named = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, titles))})(?![\w.])")
    said = (named.sub(lambda found: titles[found[1]], text) for text in entry.sentences)
    return entry._replace(sentences=tuple(said))


def head_of(game: Game, head: str, *, is_whole: bool) -> str:
    """Return what stands before the numbers of moves in a list: an action, and maybe a piece.

    An action that is titled like its name is written in words, and can be typed so. Another
    title is long more often than not, and stands only behind what is the whole move.
    """
    name, space, rest = head.partition(" ")
    title = _title(game, name)
    if title is not None and _is_spelled(name, title):
        return f"{title}{space}{rest}"
    return f"{head} ({title})" if is_whole and title not in (None, name) else head


def as_named(game: Game, text: str) -> str:
    """Return the text of a move with the name of its action, if the action is put in words."""
    actions = game.rules.resolved.ruleset.actions
    for name in sorted(actions, key=len, reverse=True):
        title = _title(game, name)
        if title is not None and "_" in name and _is_spelled(name, title):
            found = re.match(rf"{re.escape(title)}(?=\s|$)", text, re.IGNORECASE)
            if found is not None:
                return name + text[found.end() :]
    return text


def _title(game: Game, action: str) -> str | None:
    spec = game.rules.resolved.ruleset.actions.get(action)
    return spec.title if spec is not None else None


def _is_spelled(name: str, title: str) -> bool:
    return title.lower() == name.lower().replace("_", " ")
