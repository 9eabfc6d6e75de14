"""Words for what tables of a ruleset answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.schema.expression import Expression
from ruleengine.schema.tables import Table, TableRow
from ruleengine.workbench.rulebook.english import joined, opposite, put_behind, quoted, spaced
from ruleengine.workbench.rulebook.speech import IT, YOU, Speech

_SHORT: Final = 12
"""The answer of a table with more parts than this is told in one place only."""


def only_row(speech: Speech, name: str) -> TableRow | None:
    """Return the row of a table that has but one short answer, to be said in place of it.

    One that speaks of `it` is never said elsewhere, where `it` may be something else; and what
    has a title is called by it.
    """
    if speech.rules.ruleset.tables[name].title is not None:
        return None
    return single_row(speech, name)


def live_rows(table: Table, settled: Callable[[Expression | None], bool | None]) -> list[TableRow]:
    """Return the rows of a table that can answer; the last of them answers all that is left."""
    live = []
    for row in table.rows:
        known = settled(row.when)
        if known is not False:
            live.append(row)
        if known:
            break
    return live


def single_row(speech: Speech, name: str) -> TableRow | None:
    """Return the row of a table that has but one short answer."""
    first = speech.rules.ruleset.tables[name].rows[0]
    if first.when is not None:
        return None
    parts = list(tree.walk_resolved(speech.root(first.value)))
    is_about_it = any(isinstance(p, tree.Reference) and p.symbol.name == IT for p in parts)
    return None if is_about_it or len(parts) > _SHORT else first


def inside_table(speech: Speech, call: tree.Lookup) -> Speech:
    """Return a speech for the rows of a table, with what it is called with for its names."""
    names = (each.name for each in call.symbol.given)
    return speech.knowing(dict(zip(names, (speech.noun(arg) for arg in call.args), strict=True)))


def call_words(speech: Speech, call: tree.Lookup) -> str:
    """Return the words for what a table answers."""
    said = _called(speech, call)
    if said is not None:
        return said
    name = quoted(spaced(call.symbol.name))
    if not call.args:
        return f"the answer of {name}"
    return f"the answer of {name} for {joined(speech.noun(arg) for arg in call.args)}"


def answers(speech: Speech, call: tree.Lookup, answer: str) -> str:
    """Return that a table answers so."""
    said = _called(speech, call)
    if said is not None:
        return said if answer == "yes" else opposite(said)
    name = quoted(spaced(call.symbol.name))
    tail = f" for {joined(speech.noun(arg) for arg in call.args)}" if call.args else ""
    return f"{name} answers {answer}{tail}"


def _called(speech: Speech, call: tree.Lookup) -> str | None:
    """Return the title of a table with what it is called with; nothing where it has none."""
    title = speech.rules.ruleset.tables[call.symbol.name].title
    if title is None:
        return None
    names = [each.name for each in call.symbol.given]
    words = (_argument(speech, arg) for arg in call.args)
    return filled(title, zip(names, words, strict=True), speech.mover_words)


def _argument(speech: Speech, arg: tree.Resolved) -> str:
    """Return the words for what a table is called with; where a cell is meant, that is said."""
    words = speech.noun(arg)
    return speech.possessive(words, "cell") if isinstance(arg, tree.CellOf) else words


def filled(title: str, words: Iterable[tuple[str, str]], mover: str = "the side on turn") -> str:
    """Return a title with words for the names in it.

    Titles are written for a side that is spoken of. Where the reader is addressed, they are
    turned round if that is easy; otherwise they speak of the side on turn.

    >>> filled("the path of {us}", [("us", "White")]), filled("the path of {us}", [("us", "you")])
    ('the path of White', 'your path')
    >>> filled("a man of {us} stands here", [("us", "you")])
    'a man of yours stands here'
    >>> filled("{us} has moved", [("us", "you")])
    'the side on turn has moved'
    >>> filled("the group of {one} is free", [("one", "it")])
    'its group is free'
    """
    for name, word in words:
        hole = f"{{{name}}}"
        if word == IT:
            title = re.sub(rf"\bthe (\w+) of {re.escape(hole)}", r"its \1", title)
        if word != YOU:
            title = _insert(title, hole, word)
            continue
        if title.startswith("the ") and title.endswith(f" of {hole}"):
            title = f"your {title.removeprefix('the ').removesuffix(f' of {hole}')}"
        title = re.sub(rf"\b(an?|no|any) (\w+) of {re.escape(hole)}", r"\1 \2 of yours", title)
        title = _insert(title, hole, mover)
    return title


def _insert(title: str, hole: str, word: str) -> str:
    """Return a title with a word in place of a hole, which may have its article already."""
    first, *rest = title.split(hole)
    for part in rest:
        first = put_behind(first, word) + part
    return first
