"""Sentences that an author lets the referee say, with words for the values that they tell."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.schema.expression import Expression
from ruleengine.schema.sentence import GAP, Parts
from ruleengine.workbench.rulebook.document import plain
from ruleengine.workbench.rulebook.english import put_behind
from ruleengine.workbench.rulebook.phrases import MEMBER_WORDS
from ruleengine.workbench.rulebook.speech import Speech, local_name


def said_words(speech: Speech, parts: Parts) -> str:
    """Return a sentence with words for the values that it tells.

    It is told with the names of sides in it, whoever hears it, so that it addresses nobody.
    """
    speech = replace(speech, is_to_mover=False)
    following = [each if isinstance(each, str) else "" for each in (*parts[1:], "")]
    has_gap = any(
        _is_open_number(speech, part, after)
        for part, after in zip(parts, following, strict=True)
        if not isinstance(part, str)
    )
    said = own = ""
    for part, after in zip(parts, following, strict=True):
        if isinstance(part, str):
            said, own = said + part, own + part
        else:
            value = speech.root(part)
            is_said = _is_said(speech, value, said, own)
            said = said + GAP if is_said else _told(speech, value, said, after, has_gap=has_gap)
    return said


def _is_open_number(speech: Speech, part: Expression, after: str) -> bool:
    """Tell whether a number has no words of its own where it stands, so that a gap is left."""
    value = speech.root(part)
    return value.type == "number" and _told(speech, value, "", after) == GAP


def _told(
    speech: Speech,
    value: tree.Resolved,
    before: str,
    after: str,
    *,
    has_gap: bool = False,
) -> str:
    """Return a sentence so far with what stands for a value; it may have its article already.

    Where a gap stands for a number, it does so for all: of two that are compared, the second would
    be told in words and the first not.
    """
    if _has_no_words(speech, value) or _is_repeated(speech, value, after):
        return before + GAP
    if value.type == "number":
        is_open = has_gap and fold(value) is None
        return before + (GAP if is_open else _met_again(_number(speech, value, after), before))
    return put_behind(before, _met_again(speech.noun(value), before))


def _has_no_words(speech: Speech, value: tree.Resolved) -> bool:
    """Tell whether the words for a value would say what the sentence says around it.

    A note has a title for what it is noted for, as `the man to move` in `the {next} has to move`;
    and a name stands for a number or a kind as in `{black} black` and `all {what}`.
    """
    ruleset = speech.rules.ruleset
    match value:
        case tree.Reference():
            is_named = value.symbol.role == "local" and value.type in ("number", "kind")
            return is_named or value.symbol.role == "mark"
        case tree.MemberOf():
            return value.name in ruleset.marks.keys() - MEMBER_WORDS.keys()
        case _:
            return False


def _is_said(speech: Speech, value: tree.Resolved, before: str, own: str) -> bool:
    """Tell whether the author's own words name what a name stands for, before it is told.

    So it is in `nothing is in the pit on {pit}`.
    """
    if local_name(value) is None:
        return False
    return plain(_met_again(speech.noun(value), before)) in own


def _is_repeated(speech: Speech, value: tree.Resolved, after: str) -> bool:
    """Tell whether the noun behind a name is that name again, as in `no {ticket} ticket`."""
    if local_name(value) is None:
        return False
    words = map(_stem, _WORD.findall(plain(speech.noun(value))))
    return not _nouns_behind(after).isdisjoint(words)


def _met_again(words: str, before: str) -> str:
    """Return words in which a side that the sentence has spoken of is that one.

    >>> _met_again("a side's opponent", "a side beats "), _met_again("a side", "now ")
    ("that side's opponent", 'a side')
    """
    return re.sub(r"\ba side\b", "that side", words) if "a side" in before else words


_MOST_WORDS: Final = 16
"""What takes more words than this would hide the sentence that it stands in."""


def _number(speech: Speech, value: tree.Resolved, after: str) -> str:
    """Return what stands for a number: itself where it is known, or what it is the number of.

    That is set apart, since a number may have its noun behind it, as in `{n} cells`. Where the
    sentence itself says what is counted, as `{seeds(us)} seeds`, a gap reads better.
    """
    known = fold(value)
    if known is not None:
        return str(known)
    words = speech.noun(value)
    nouns = _nouns_behind(after)
    if nouns & set(map(_stem, _WORD.findall(words))) or len(words.split()) > _MOST_WORDS:
        return GAP
    # It stands in a sentence that may be quoted itself.
    return f"({words.translate(_INNER)})"


_INNER: Final = str.maketrans("\u201c\u201d", "\u2018\u2019")
_WORD: Final = re.compile(r"\w+")


def _nouns_behind(after: str) -> set[str]:
    return set(map(_stem, re.findall(r"^ (\w+)", after)))


def _stem(word: str) -> str:
    return word.lower().removesuffix("s")
