"""Drawing on a terminal: colors where there are any, plain text everywhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from ruleengine.game.game import Game
from ruleengine.game.views import View
from ruleengine.schema.fields import parse_cell

_SIDE_STYLES = ("bold cyan", "bold yellow", "bold magenta", "bold green", "bold red", "bold blue")


def console() -> Console:
    """Return the console for stdout.

    Markup and emoji are off: a ruleset may contain brackets and colons of its own.
    """
    return Console(markup=False, emoji=False, highlight=False, soft_wrap=False)


def board(game: Game, drawing: str) -> Text:
    """Return a drawn board with the pieces in the colors of their sides."""
    styles = _styles(game)
    text = Text()
    *rows, labels = drawing.splitlines()
    for row in rows:
        number, _, marks = row.lstrip().partition(" ")
        text.append(row[: len(row) - len(row.lstrip())] + f"{number} ", style="dim")
        for mark in marks:
            text.append(mark, style=styles.get(mark, ""))
        text.append("\n")
    return text.append(labels, style="dim")


def beside(view: View) -> Iterator[str]:
    """Yield a line for each place off the board that holds pieces."""
    places: dict[str, Counter[str]] = {}
    for piece in view.pieces:
        if parse_cell(piece.place, 1) is None:
            what = f"{piece.owner or 'nobody'}'s {piece.kind or 'piece'}"
            places.setdefault(piece.place, Counter())[what] += 1
    for place, pieces in places.items():
        listed = (what if many == 1 else f"{what} ({many})" for what, many in pieces.items())
        yield f"{place}: {', '.join(listed)}"


def _styles(game: Game) -> dict[str, str]:
    ruleset = game.rules.resolved.ruleset
    styles = {zone.symbol: "blue" for zone in ruleset.zones.values() if zone.symbol}
    styles["."] = "dim"
    sides = list(ruleset.sides)
    for kind in ruleset.kinds.values():
        for side, letter in kind.letters.items():
            if side in sides:  # else a piece of nobody, which stays plain
                styles[letter] = _SIDE_STYLES[sides.index(side) % len(_SIDE_STYLES)]
    return styles
