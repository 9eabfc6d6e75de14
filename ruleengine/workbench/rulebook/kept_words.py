"""Words for what is kept besides the pieces: tallies and notes, and for whom."""

from __future__ import annotations

import re
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.workbench.rulebook.english import quoted, spaced
from ruleengine.workbench.rulebook.speech import YOU, Speech


def tally(speech: Speech, name: str, owner: str | None) -> str:
    """Return a counter as a noun, for whom it is kept."""
    owner = _owner(speech, speech.rules.ruleset.counters[name].per, owner)
    tail = f"tally of {speech.counter(name)}"
    return f"the {tail}" if owner is None else speech.possessive(owner, tail)


def note(speech: Speech, name: str, owner: str | None) -> str:
    """Return a mark as a noun, for whom it is kept; what holds a word is as good as the word."""
    title, mark = speech.mark(name), speech.rules.ruleset.marks[name]
    if mark.type == "word":
        owner, title = _owner(speech, mark.per, owner), title.removeprefix("the ")
        return f"the {title}" if owner is None else speech.possessive(owner, title)
    whose = _owner(speech, mark.per, owner)
    if mark.type == "kind" and whose is not None and not title.startswith("the "):
        return speech.possessive(whose, title)
    if not title.startswith("the ") or (whose is not None and _SAYS_MORE.search(title)):
        return what_is_noted(speech, name, owner)
    return title if whose is None else f"{title} noted for {whose}"


_SAYS_MORE: Final = re.compile(r" (?:that|which|who|whose|where|when|in which|to which) ")
"""A title with a clause of its own, which `noted for` would be taken for a part of."""


def what_is_noted(speech: Speech, name: str, owner: str | None) -> str:
    """Return a mark by what it holds: `the kind noted as “the next one”`."""
    return f"the {speech.rules.ruleset.marks[name].type} {_noted_as(speech, name, owner)}"


def noted(speech: Speech, name: str, owner: str | None, what: str) -> str:
    """Return that something is what a mark holds."""
    return f"{what} {speech.be(what)} {_noted_as(speech, name, owner)}"


def _noted_as(speech: Speech, name: str, owner: str | None) -> str:
    mark = speech.rules.ruleset.marks[name]
    owner = _owner(speech, mark.per, owner)
    whom = "" if owner is None else f" for {owner}"
    return f"noted{whom} as {quoted(mark.title or spaced(name))}"


def _owner(speech: Speech, per: str, owner: str | None) -> str | None:
    """Return for whom something is kept: the side on turn, or its player, where nobody is said."""
    if owner is None and per in ("side", "seat"):
        return speech.mover if per == "side" else player(speech)
    return owner


def player(speech: Speech) -> str:
    """Return what the player on turn is called."""
    return YOU if speech.is_to_mover else "the player on turn"


def found_kind(speech: Speech, node: tree.Resolved) -> str:
    """Return a kind that rules find, as it is said behind `of`.

    What is noted or looked up may be called as a piece is, as `the tower that has to move`; then
    it has to be said that a kind is meant.
    """
    marks = speech.rules.ruleset.marks
    match node:
        case tree.MemberOf(name="kind"):
            return speech.noun(node)
        case tree.Reference() if node.symbol.role == "mark":
            return what_is_noted(speech, node.symbol.name, None)
        case tree.MemberOf() if node.name in marks:
            return what_is_noted(speech, node.name, speech.noun(node.of))
    said = speech.noun(node)
    if isinstance(node, tree.Lookup) and not said.startswith("the kind "):
        return f"this kind ({said})"
    return f"the kind {said.removeprefix('the ').removeprefix('kind ')}"
