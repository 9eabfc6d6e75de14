"""Words for what tables of a ruleset answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.schema.tables import TableRow
from ruleengine.workbench.rulebook.english import (
    bare,
    is_in_brackets,
    is_loose,
    joined,
    opposite,
    put_behind,
    quoted,
    spaced,
)
from ruleengine.workbench.rulebook.speech import IT, MOVER, YOU, Speech, called, local_name

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


def said_as(speech: Speech, node: tree.Resolved) -> tree.Resolved:
    """Return what is said of a value: the only row of a table where it has no other words."""
    while isinstance(node, tree.Lookup):
        row = only_row(speech, node.symbol.name)
        if row is None:
            return node
        node = speech.root(row.value)
    return node


ROUNDED: Final = ", rounded down"
"""What is said after a division; what follows would be taken to be rounded as well."""


def set_apart(speech: Speech, node: tree.Resolved, mark: str = "") -> str:
    """Return a value as a part of more, in parentheses where its title would run into the rest.

    Beside a verb a list is in order, so that only what has a `mark` in it is set apart.
    """
    said, words = said_as(speech, node), speech.noun(node)
    if isinstance(said, tree.Arithmetic) and words.endswith(ROUNDED):
        return f"({words})"
    if not isinstance(said, tree.Lookup):
        return words
    title = speech.rules.ruleset.tables[said.symbol.name].title or ""
    return f"({words})" if is_loose(title) and mark in title else words


def in_brackets(speech: Speech, node: tree.Resolved) -> str:
    """Return a value, in parentheses where it is reckoned and other words are beside it."""
    words = set_apart(speech, node, ",")
    is_reckoned = isinstance(said_as(speech, node), tree.Arithmetic) and fold(node) is None
    return f"({words})" if is_reckoned and not is_in_brackets(words) else words


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
    said = _called(speech, call, is_denied=answer == "no")
    if said is not None:
        return said
    name = quoted(spaced(call.symbol.name))
    tail = f" for {joined(speech.noun(arg) for arg in call.args)}" if call.args else ""
    return f"{name} answers {answer}{tail}"


def _called(speech: Speech, call: tree.Lookup, *, is_denied: bool = False) -> str | None:
    """Return the title of a table with what it is called with; nothing where it has none."""
    table = speech.rules.ruleset.tables[call.symbol.name]
    title = table.title
    if title is None:
        return None
    if is_denied:
        title = table.denied or opposite(title)
    title = _as_a_number(title)
    names = [each.name for each in call.symbol.given]
    words = [
        _argument(speech, arg, is_inside=not re.match(rf"\{{{name}\}}|.*\{{{name}\}}$", title))
        for name, arg in zip(names, call.args, strict=True)
    ]
    words = [
        bare(each) if f"kind {{{name}}}" in title else _as_a_piece(title, name, arg, each)
        for name, arg, each in zip(names, call.args, words, strict=True)
    ]
    said = filled_for(speech, title, zip(names, words, strict=True))
    besides = [
        _beside(speech, name, arg)
        for name, arg in zip(names, call.args, strict=True)
        if (call.symbol.name, name) in speech.unsaid
    ]
    return f"{said} (with {joined(besides, 'and')})" if besides else said


_HOW_MANY: Final = re.compile(
    r"^how many (?!(?:is|are|was|were|has|have|had|can|could|may|will|would|do|does|of)\b)"
)
"""How the title of a table may ask for a number that a sentence speaks of."""
_DOING: Final = re.compile(
    r"^(how many (?:(?:\w|\{\w+\})+ )*?(?:\w+[^\Wsui]s|men|women|people|children)"
    r"(?: (?:of|in|on|at|around|beside|between|behind|from|to|with|and)"
    r" (?:(?:the|a|an) \w+|\{\w+\}))*) "
    r"(?!(?:about|above|across|after|ahead|along|alone|apart|around|as|at|away|before|behind|below"
    r"|beside|between|beyond|by|for|from|has|in|inside|into|is|left|less|lost|more|near|next|of|off"
    r"|on|onto|or|and|out|outside|over|per|still|than|that|there|to|together|toward|towards|under"
    r"|until|who|which|whose|with|within|without"
    r"|the|a|an|each|every|all|any|some|no|it|its|you|your|they|their|he|she|his|her|this"
    r"|\w+(?:[^s]s|ed|ing))\b)(?=[a-z])"
)
"""A question whose noun has its verb right behind it: `how many men stand in {zone}`."""


def _as_a_number(title: str) -> str:
    """Return a title that asks how many as what it asks for.

    >>> _as_a_number("how many men of {us} stand in {zone}"), _as_a_number("how far {man} can go")
    ('the number of men of {us} that stand in {zone}', 'how far {man} can go')
    >>> _as_a_number("how many {fare} fares {who} has"), _as_a_number("how many men in {zone}")
    ('the number of {fare} fares {who} has', 'the number of men in {zone}')
    """
    return _HOW_MANY.sub("the number of ", _DOING.sub(r"\1 that ", title))


def _as_a_piece(title: str, name: str, kind: tree.Resolved, words: str) -> str:
    """Return a kind that is somebody's, or is found, as it is said behind an article.

    A king is a kind, so that a title may say `a {kind}`; of the unit's kind there are pieces.
    """
    is_named = isinstance(kind, tree.Reference) and kind.symbol.role in ("kind", "local")
    if kind.type != "kind" or is_named or not re.search(rf"\b{_SOME} {{{name}}}", title):
        return words
    return f"piece of {words}"


def _beside(speech: Speech, name: str, arg: tree.Resolved) -> str:
    """Return what a table is called with, beside a title that does not speak of it."""
    if local_name(arg) == name:  # it is passed on
        return called(name) if arg.type == "truth" else speech.noun(arg).removeprefix("the ")
    known = fold(arg)
    words = ("yes" if known else "no") if isinstance(known, bool) else speech.noun(arg)
    return f"{called(name)}: {words}"


_LONG: Final = 7
"""An argument of more words is set apart from the title that it stands in."""


def _argument(speech: Speech, arg: tree.Resolved, *, is_inside: bool) -> str:
    """Return the words for what a table is called with; where a cell is meant, that is said."""
    words = set_apart(speech, arg, ",")
    if isinstance(arg, tree.CellOf):
        return speech.possessive(words, "cell")
    if _is_kind(arg):
        return bare(words)
    if _is_number(arg) or _is_word(arg):
        return words.removeprefix("the ")
    is_reckoned = isinstance(arg, tree.Arithmetic) and not words.isdecimal()
    is_reckoned = is_reckoned and not words.startswith("the direction ")
    is_long = is_inside and len(words.split()) > _LONG
    is_apart = words != speech.noun(arg)
    return f"({words})" if (is_reckoned or is_long) and not is_apart else words


def _is_number(arg: tree.Resolved) -> bool:
    """Tell whether a name stands for a number, which takes no article: `in direction *way*`."""
    is_local = isinstance(arg, tree.Reference) and arg.symbol.role == "local"
    return is_local and arg.type == "number"


def _is_word(arg: tree.Resolved) -> bool:
    """Tell whether a name stands for a word, which takes none either: `two *metal* coins`."""
    return local_name(arg) is not None and arg.type == "word"


def _is_kind(arg: tree.Resolved) -> bool:
    """Tell whether a kind is named, which is its title alone: a title says `a {kind}` itself."""
    is_name = isinstance(arg, tree.Reference) and arg.symbol.role in ("kind", "local")
    return is_name and arg.type == "kind"


def put_in(speech: Speech, args: Iterable[tree.Resolved]) -> list[str]:
    """Return the words for what is put into the title of a procedure."""
    return [_put(speech, arg) for arg in args]


def _put(speech: Speech, arg: tree.Resolved) -> str:
    """Return the words for what stands in a title; where a cell is meant, that is said."""
    if isinstance(arg, tree.CellOf):
        return speech.spot(arg)
    if _is_kind(arg):
        return bare(speech.noun(arg))
    if _is_number(arg) or _is_word(arg):
        return speech.noun(arg).removeprefix("the ")
    return set_apart(speech, arg, ",")


def put_into(
    speech: Speech, title: str, names: Iterable[str], args: Iterable[tree.Resolved]
) -> list[tuple[str, str]]:
    """Return the names in the title of a procedure with the words that are put there for them.

    A number that is reckoned is set apart from what follows, as `dice` in `{us} throws {n} dice`.
    """
    args = tuple(args)
    return [
        (name, f"({words})")
        if _would_run_on(speech, arg, words) and re.search(rf"\{{{name}\}}(?![,.;:]|$)", title)
        else (name, words)
        for name, arg, words in zip(names, args, put_in(speech, args), strict=True)
    ]


def _would_run_on(speech: Speech, arg: tree.Resolved, words: str) -> bool:
    """Tell whether what follows would be taken for a part of the last number of several."""
    said = said_as(speech, arg)
    is_reckoned = isinstance(said, tree.Arithmetic) or ends_in_list(said)
    # What is one number as it is told, as `7` or the direction that is opposite, has no last one.
    is_one = fold(said) is not None or words.startswith("the direction ")
    return is_reckoned and not is_one and not is_in_brackets(words)


def ends_in_list(node: tree.Resolved) -> bool:
    """Tell whether the words for a number end in a list, which what follows would join."""
    return isinstance(node, tree.Invocation) and node.function.name in ("min", "max", "abs")


def filled_for(speech: Speech, title: str, words: Iterable[tuple[str, str]] = ()) -> str:
    """Return a title with words for the names in it, and for the side on turn where it is named.

    Authors write `the side on turn`; whoever that is may be addressed, or have moved already.
    """
    given = [("mover", speech.mover), *words]
    title = title.replace(MOVER, "{mover}")
    for name, word in given:
        if word != YOU and speech.is_several(word):
            title = _for_several(title, f"{{{name}}}")
    return filled(title, given)


def filled(title: str, words: Iterable[tuple[str, str]]) -> str:
    """Return a title with words for the names in it.

    Titles are written for a side that is spoken of. Where the reader is addressed, they are
    turned round.

    >>> filled("the path of {us}", [("us", "White")]), filled("the path of {us}", [("us", "you")])
    ('the path of White', 'your path')
    >>> filled("the number of men of {us}", [("us", "you")])
    'the number of your men'
    >>> filled("the number of fresh young men of {us}", [("us", "you")])
    'the number of your fresh young men'
    >>> filled("a man of {us} stands here", [("us", "you")])
    'a man of yours stands here'
    >>> filled("the rows ahead of {us}", [("us", "you")])
    'the rows ahead of you'
    >>> filled("in neither home nor store of {us}", [("us", "you")])
    'in neither home nor store of you'
    >>> filled("{us} has moved", [("us", "you")]), filled("{us} owns {us}'s home", [("us", "you")])
    ('you have moved', 'you own your home')
    >>> filled("the group of {one} is free", [("one", "it")])
    'its group is free'
    """
    for name, word in words:
        hole = f"{{{name}}}"
        if word == IT:
            title = re.sub(rf"\bthe ({_WITH_MORE}\w+) of {re.escape(hole)}", r"its \1", title)
            title = re.sub(rf"\bof {_SEVERAL} of {re.escape(hole)}", r"of its \1", title)
        title = _addressed(title, hole) if word == YOU else _insert(title, hole, word)
    return title


_PLAIN_VERBS: Final = {"is": "are", "has": "have", "does": "do", "was": "were"}
_PREPOSITIONS: Final = r"(?:of|than|against|for|to|by|from|on|in|at|with) "
_SOME: Final = r"(?:an?|no|any|one|two|three|four|each|every|some|another|other|more|most)"
_OWNED: Final = (
    r"(?!(?:all|any|both|each|either|neither|none|one|some)\b)"
    r"(?!(?:ahead|because|front|inside|instead|left|out|outside|right|side|top)\b)\w+"
)
"""A thing that can be somebody's: neither a word for one of several nor a part of a preposition."""
_WITH_MORE: Final = (
    r"(?:(?!(?:an?|no|any|one|two|three|four|each|every|some|all|both|either|neither|none|more|most"
    r"|and|or|but|nor|that|which|who|whose|when|if|the|their|its|is|are|has|have|can|not|it"
    r"|about|above|across|after|against|ahead|along|around|at|before|behind|below|beneath|beside"
    r"|between|beyond|by|for|from|in|inside|into|near|of|off|on|onto|opposite|outside|over|past"
    r"|round|than|through|to|towards?|under|upon|via|with|within|without|\w+ing|\w+s|\w*men)\b)"
    r"\w+ ){0,2}"
)
"""Words that say more of a thing, as in `new men`; in `men beside stones` there are two things."""
_SEVERAL: Final = rf"({_WITH_MORE}(?:\w+s and )?(?:\w+s|\w*men))"
"""Things of which there are several, and which can be somebody's."""
_UNCHANGED: Final = frozenset({"can", "cannot", "may", "must", "could", "would", "will", "had"})


def _for_several(title: str, hole: str) -> str:
    """Return a title whose verbs go with a hole that stands for several.

    >>> _for_several("{us} has moved, or {us} waits for the foe of {us} is late", "{us}")
    '{us} have moved, or {us} wait for the foe of {us} is late'
    """
    here = re.escape(hole)
    title = re.sub(rf"(^|\b(?:that|when|if|and|or|,) ?)({here}) ([a-z]+)\b", _they_do, title)
    auxiliaries = "|".join(_PLAIN_VERBS)
    return re.sub(rf"\b((?!{_PREPOSITIONS})\w+ )({here}) ({auxiliaries})\b", _they_do, title)


def _they_do(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]} {_plain_verb(found[3])}"


def _addressed(title: str, hole: str) -> str:
    """Return a title in which a hole stands for the reader."""
    here = re.escape(hole)
    title = re.sub(rf"{here}'s\b", "your", title)
    title = re.sub(
        rf"\b(the|all) ((?:\w+ (?:and |or )?|{_WITH_MORE})?{_OWNED}) of {here}", _your, title
    )
    title = re.sub(rf"\bof {_SEVERAL} of {here}", r"of your \1", title)
    title = re.sub(rf"\b({_SOME} (?:\w+ |{_WITH_MORE})?{_OWNED}) of {here}", r"\1 of yours", title)
    title = re.sub(rf"(^|\b(?:that|when|if|and|or|,) ?){here} ([a-z]+)\b", _you_do, title)
    auxiliaries = "|".join(_PLAIN_VERBS)
    title = re.sub(rf"\b((?!{_PREPOSITIONS})\w+ ){here} ({auxiliaries})\b", _you_do, title)
    return title.replace(hole, YOU)


def _your(found: re.Match[str]) -> str:
    return f"{'all ' if found[1] == 'all' else ''}your {found[2]}"


def _you_do(found: re.Match[str]) -> str:
    """Return the reader as a subject, with the verb that goes with it."""
    return f"{found[1]}{YOU} {_plain_verb(found[2])}"


def _plain_verb(verb: str) -> str:
    """Return a verb as it goes with the reader, and with several."""
    if verb in _PLAIN_VERBS:
        return _PLAIN_VERBS[verb]
    if verb in _UNCHANGED:
        return verb
    verb = re.sub(r"ies$", "y", verb)
    verb = re.sub(r"(?<=ss|sh|ch)es$|(?<=[xo])es$", "", verb)
    return re.sub(r"(?<![su])s$", "", verb)


def _insert(title: str, hole: str, word: str) -> str:
    """Return a title with a word in place of a hole, which may have its article already."""
    first, *rest = title.split(hole)
    is_tally = "tally of" in word and not word.startswith("the direction ")
    for part in rest:
        given = "given by " if is_tally and first.endswith("direction ") else ""
        if given or word.startswith(
            "the direction "
        ):  # what is reckoned is no name of a direction, which stands without an article
            first = re.sub(r"\bin direction $", "in the direction ", first)
        first = put_behind(first, f"{given}{word}") + part
    return first
