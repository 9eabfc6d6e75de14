"""Small pieces of English: articles, plurals, lists and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

from ruleengine.schema.sentence import GAP
from ruleengine.schema.wording import a, number_word, plural

_CELLS: Final = re.compile(r"[a-z]{1,2}\d+(?:; |, | and |$)")
_DETERMINED: Final = re.compile(
    r"\b(?:an?|the|my|your|his|her|its|our|their|this|no|any|each|every)\s+$", re.IGNORECASE
)
"""A sentence so far whose next noun has its article.

`that` is not among them: it is far more often a conjunction, as in `it is not so that`.
"""
_ARTICLE: Final = re.compile(r"^(?:a|an|the)\s+")


def counted(number: int, noun: str, several: str | None = None) -> str:
    """Return a number of things.

    >>> counted(0, "cell"), counted(1, "cell"), counted(14, "cell"), counted(2, "ox", "oxen")
    ('no cells', 'one cell', '14 cells', 'two oxen')
    """
    return f"{number_word(number)} {noun if number == 1 else several or plural(noun)}"


def times(number: int) -> str:
    """Return how often.

    >>> times(1), times(2), times(3), times(0)
    ('once', 'twice', 'three times', 'no times')
    """
    return {1: "once", 2: "twice"}.get(number, f"{number_word(number)} times")


def joined(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> joined(["a", "b", "c"]), joined(["a"], "or"), joined(["a", "b"], "or")
    ('a, b and c', 'a', 'a or b')
    """
    listed = list(words)
    if len(listed) <= 1:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {last} {listed[-1]}"


def bare(title: str) -> str:
    """Return a title without its article.

    >>> bare("the table"), bare("luck")
    ('table', 'luck')
    """
    return _ARTICLE.sub("", title)


def put_behind(before: str, noun: str) -> str:
    """Return the beginning of a sentence with a noun behind it, between them one article.

    >>> put_behind("this is a ", "the Attacker"), put_behind("none of ", "the Attackers")
    ('this is an Attacker', 'none of the Attackers')
    >>> put_behind("in the direction ", "the direction of the wind")
    'in the direction of the wind'
    >>> put_behind("it has used the ", "(the number of points on the die)")
    'it has used the (number of points on the die)'
    """
    last = re.search(r"(\w+) $", before)
    if last is not None:  # as in `in the direction` before `the direction of the wind`
        noun = noun.removeprefix(f"the {last[1]} ")
    if not _DETERMINED.search(before):
        return before + noun
    if noun.startswith("("):  # a long one is set apart
        return f"{before}({bare(noun[1:])}"
    noun = bare(noun)
    indefinite = re.search(r"\b([Aa])n?(\s+)$", before)
    if indefinite is None:
        return before + noun
    is_vowel = a(noun).startswith("an ")
    return f"{before[: indefinite.start()]}{indefinite[1]}{'n' * is_vowel}{indefinite[2]}{noun}"


NOT_SO: Final = "it is not so that"
"""What is put before a claim to deny it; right whatever the claim is."""
NEITHER_SO: Final = "it is neither so that"
"""What is put before several claims to deny each of them."""
_VERB: Final = re.compile(r" (is|are|has|have|may|would|could|will|can)(?= )")
_UNSAFE_BEFORE: Final = re.compile(
    r",|\b(?:all|every|each|both|most|some|any|no|none|nobody|nothing|only|few|many|one|two|three"
    r"|four|and|or|not|if|when|while|who|which|that|after|before|there|must|men"
    r"|(?!its\b|his\b|this\b)\w+s)\b(?!')"
)
"""Subjects that a `not` after the verb would not deny, such as `all men`."""
_UNSAFE_AFTER: Final = re.compile(
    r",|\b(?:all|every|both|no|none|nobody|nothing|only|never|and|or|but|not|if|when|unless)\b"
)
_HOLE: Final = re.compile(r"\{\w+\}")
_LIST: Final = re.compile(r" (?:and|or) |, ")
_PAIR_OF_HOLES: Final = re.compile(r"^\{\w+\} and \{\w+\} (?=are )|\([^()]*\)")
_TWO: Final = re.compile(r"^\{?\w+\}? and \{?\w+\}?$")


def opposite(claim: str) -> str:
    """Return that something is not so, in a way that cannot mean anything else.

    >>> opposite("the man is in a row"), opposite("a man of Red stands on a1")
    ('the man is not in a row', 'no man of Red stands on a1')
    >>> opposite("all men of {us} are home"), opposite("{us} is not out")
    ('it is not so that all men of {us} are home', '{us} is out')
    >>> opposite("all are home, or the turn is over")
    'it is not so that (all are home, or the turn is over)'
    >>> opposite("another man has to come in before {man}"), opposite("the man moves on")
    ('no other man has to come in before {man}', 'it is not so that the man moves on')
    """
    for some, none in (("a ", "no "), ("an ", "no "), ("another ", "no other ")):
        for lead in ("", "there is "):
            if claim.startswith(lead + some):
                return lead + none + claim.removeprefix(lead + some)
    found = _VERB.search(claim)
    if found is not None:
        denied = _with_not(claim[: found.start()], found[1], claim[found.end() + 1 :])
        if denied is not None:
            return denied
    return f"{NOT_SO} ({claim})" if is_loose(claim) else f"{NOT_SO} {claim}"


def affirmed(denied: str) -> str | None:
    """Return the claim that a sentence denies as a whole; nothing where it does not.

    >>> affirmed("it is not so that (one rests, or all do)"), affirmed("the king is safe")
    ('one rests, or all do', None)
    """
    if not denied.startswith(f"{NOT_SO} "):
        return None
    claim = denied.removeprefix(f"{NOT_SO} ")
    whole = re.fullmatch(r"\(([^()]*)\)", claim)
    return claim if whole is None else whole[1]


def is_in_brackets(words: str) -> bool:
    """Tell whether words are in parentheses as a whole.

    >>> is_in_brackets("(a (or b))"), is_in_brackets("(a) or (b)"), is_in_brackets("a (or b)")
    (True, False, False)
    """
    depths = accumulate((each == "(") - (each == ")") for each in words)
    return words.startswith("(") and next(
        (at for at, depth in enumerate(depths, start=1) if depth == 0), 0
    ) == len(words)


def is_loose(title: str) -> bool:
    """Tell whether a title is a list or several clauses, so that others beside it would join it.

    >>> is_loose("the board is full, or {us} has moved"), is_loose("{one} and {two} are alike")
    (True, False)
    >>> is_loose("it is not so that (all are home, or one is)"), is_loose("{n}, or 0")
    (False, True)
    """
    return _LIST.search(_PAIR_OF_HOLES.sub("", title)) is not None


def _with_not(subject: str, verb: str, rest: str) -> str | None:
    """Return a claim with its verb denied; nothing where that could mean something else."""
    if _UNSAFE_BEFORE.search(_HOLE.sub("it", subject)) and not (
        verb == "are" and _TWO.match(subject)
    ):
        return None
    if rest.startswith("not ") and verb in ("is", "are", "has", "have", "can"):
        rest = rest.removeprefix("not ")
        return None if _UNSAFE_AFTER.search(rest) else f"{subject} {verb} {rest}"
    if _UNSAFE_AFTER.search(rest):
        return None
    if verb in ("has", "have"):
        if rest.startswith(("a ", "an ")):
            return f"{subject} {verb} no {bare(rest)}"
        if not re.match(r"(been|\w+(ed|en|wn))\b", rest):
            return None
    return f"{subject} cannot {rest}" if verb == "can" else f"{subject} {verb} not {rest}"


_SAID_OF: Final = re.compile(
    r"((?:(?!\b(?:and|or|nor|that|such|which|who|whose|if|either|neither|both|there|is|are)\b)"
    r"[^,;()])+) (is|are) (?!(?:not |neither )?so\b)"
)
"""A plain subject with its verb, at the beginning of a condition."""


_CAN: Final = re.compile(r"([^“”,;()]+) (can|cannot) ([“].*|make any legal move.*)")
"""That a side can or cannot play something."""
_PAIR: Final = 2


_OF_ONE: Final = re.compile(r"((?:an?|the) [^\s,;()]+(?: [^\s,;()]+)?) (is (?!not )\w+)")
"""That something of few words is so: `an old stone is lost`."""


def all_of(claims: Sequence[str]) -> str:
    """Return that several conditions hold, with what they share said once.

    >>> all_of(["*spot* is on the hill", "*spot* is empty"])
    '*spot* is on the hill and is empty'
    >>> all_of(["the man is a king", "the man and the cell are in one row"])
    'the man is a king and the man and the cell are in one row'
    >>> all_of(["you cannot “go”", "Red cannot “go”"]), all_of(["it is a king", "you can “go”"])
    ('neither you nor Red can “go”', 'it is a king and you can “go”')
    >>> all_of(["it is not so that men rest", "it is not so that all are home"])
    'it is neither so that men rest nor so that all are home'
    """
    can = [found for claim in claims if (found := _CAN.fullmatch(claim)) is not None]
    if len(can) == len(claims) == _PAIR and len({found.group(2, 3) for found in can}) == 1:
        one, other = (found[1] for found in can)
        if can[0][2] == "cannot":
            return f"neither {one} nor {other} can {can[0][3]}"
        return f"both {one} and {other} can {can[0][3]}"
    if all(claim.startswith(f"{NOT_SO} ") for claim in claims):
        denied = (each.removeprefix(NOT_SO) for each in claims)
        return f"{NEITHER_SO}{' nor so that'.join(denied)}"
    subject, rests = _of_one_subject(claims)
    if subject is None:
        return joined(claims)
    verb = subject.rpartition(" ")[2]
    return joined([f"{subject} {rests[0]}", *(f"{verb} {rest}" for rest in rests[1:])])


def one_of(claims: Sequence[str]) -> str:
    """Return that one of several conditions holds, with a subject they share said once.

    >>> one_of(["the cell is empty", "the cell is not a swamp"])
    'the cell is either empty or not a swamp'
    >>> one_of(["it is a king", "a man is on its cell"])
    'either it is a king or a man is on its cell'
    >>> one_of(["a stone is lost", "a crystal is lost"])
    'either a stone or a crystal is lost'
    """
    subject, rests = _of_one_subject(claims)
    if subject is None:
        said = [_OF_ONE.fullmatch(claim) for claim in claims]
        if None not in said and len({found[2] for found in said if found}) == 1:
            subjects = joined((found[1] for found in said if found), "or")
            return f"either {subjects} {said[0][2] if said[0] else ''}"
        return f"either {joined(claims, 'or')}"
    return f"{subject} either {joined(rests, 'or')}"


def _of_one_subject(claims: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the subject and verb that conditions share, and what each says; or no subject."""
    found = [_SAID_OF.match(claim) for claim in claims]
    subjects = {None if each is None else each[0].strip() for each in found}
    rests = [_SAID_OF.sub("", claim, count=1) for claim in claims]
    is_plain = not any(re.search(r" (?:is|are|and|or) |^either |^neither ", each) for each in rests)
    return (subjects.pop() if len(subjects) == 1 and is_plain else None), rests


def capital(text: str) -> str:
    """Return a text that begins with a capital letter.

    >>> capital("the table"), capital(""), capital("a1; b2"), capital("a1"), capital("… won")
    ('The table', '', 'a1; b2', 'a1', '… won')
    """
    if _CELLS.match(text):
        return text
    for index, char in enumerate(text):
        if char.isalpha():
            return text[:index] + char.upper() + text[index + 1 :]
        if char.isdigit() or char == GAP:
            break
    return text


_SMALL: Final = frozenset(
    {"a", "an", "the", "you", "your", "go", "do", "nothing", "it", "all", "every", "no"}
    | {"if", "unless", "call", "each", "its", "for", "now", "another", "again", "at"}
)


def uncapital(text: str) -> str:
    """Return a sentence as a part of another one; what may be a name keeps its capital letter.

    >>> uncapital("The turn is over."), uncapital("White wins."), uncapital("*One* goes home.")
    ('the turn is over.', 'White wins.', '*one* goes home.')
    >>> uncapital("For each man, called *one*: *one* goes home.")
    'for each man, called *one*: *one* goes home.'
    """
    word = re.match(r"[A-Za-z]*", text)
    if word is not None and word.group() and word.group().lower() not in _SMALL:
        return text
    for index, char in enumerate(text):
        if char.isalpha():
            return text[:index] + char.lower() + text[index + 1 :]
    return text


def sentence(text: str) -> str:
    """Return a text as a sentence.

    >>> sentence("the die is thrown"), sentence("Who begins?")
    ('The die is thrown.', 'Who begins?')
    """
    text = capital(text.strip())
    return text if text.endswith((".", "?", "!", ":")) else f"{text}."


def spaced(name: str) -> str:
    """Return a name as words.

    >>> spaced("move_and_attack")
    'move and attack'
    """
    return name.replace("_", " ")


def quoted(text: str) -> str:
    """Return a text in quotation marks."""
    return f"\u201c{text}\u201d"
