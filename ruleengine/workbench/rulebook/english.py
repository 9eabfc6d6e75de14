"""Small pieces of English: articles, plurals, lists and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_ARTICLE: Final = re.compile(r"^(?:a|an|the)\s+")


def a(noun: str) -> str:
    """Return a noun with its indefinite article.

    >>> a("entry"), a("unit"), a("step")
    ('an entry', 'a unit', 'a step')
    """
    if not noun or noun.lower().startswith(("a ", "an ", "the ")):
        return noun
    first = noun.lower()
    vowel = first[0] in "aeiou" and not first.startswith(("uni", "one", "eu"))
    return f"an {noun}" if vowel else f"a {noun}"


def plural(noun: str) -> str:
    """Return several of a noun.

    >>> [plural(word) for word in ("man", "Ally", "piece", "ash", "day")]
    ['men', 'Allies', 'pieces', 'ashes', 'days']
    """
    head, of, tail = noun.partition(" of ")
    if of:
        return f"{plural(head)}{of}{tail}"
    if noun.endswith("man"):
        return f"{noun[:-3]}men"
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search(r"(s|x|z|ch|sh)$", noun) else f"{noun}s"


def counted(number: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(0, "cell"), counted(1, "cell"), counted(14, "cell")
    ('no cells', 'one cell', '14 cells')
    """
    return f"{number_word(number)} {noun if number == 1 else plural(noun)}"


def number_word(number: int) -> str:
    """Return a small number in words.

    >>> number_word(3), number_word(40), number_word(-1)
    ('three', '40', '-1')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


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


def capital(text: str) -> str:
    """Return a text that begins with a capital letter.

    >>> capital("the table"), capital("")
    ('The table', '')
    """
    for index, char in enumerate(text):
        if char.isalpha():
            return text[:index] + char.upper() + text[index + 1 :]
        if char.isdigit():
            break
    return text


_SMALL: Final = frozenset(
    {"a", "an", "the", "you", "your", "go", "do", "nothing", "it", "all", "every", "no"}
)


def uncapital(text: str) -> str:
    """Return a sentence as a part of another one; what may be a name keeps its capital letter.

    >>> uncapital("The turn is over."), uncapital("White wins."), uncapital("*One* goes home.")
    ('the turn is over.', 'White wins.', '*one* goes home.')
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
