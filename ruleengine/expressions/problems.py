"""What can be wrong with an expression, and where in its text."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from typing import Final, NamedTuple

from ruleengine.codes import Code
from ruleengine.errors import RuleengineError

_CLOSE: Final = 0.75
"""How alike two words have to be, so that one may be a slip for the other: `right` is none for
`slight`."""


class Problem(NamedTuple):
    """One thing that is wrong; `start` and `end` count characters of the text from 0."""

    code: Code
    message: str
    start: int
    end: int
    hint: str | None = None


class ExpressionError(RuleengineError, ValueError):
    """An expression cannot be used; `problems` says why, sorted by place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        unique = dict.fromkeys(problems)
        self.problems: tuple[Problem, ...] = tuple(
            sorted(unique, key=lambda problem: (problem.start, problem.end, problem.code))
        )
        super().__init__(
            "\n".join(f"{each.start}: {each.code}: {each.message}" for each in self.problems)
        )


def closest(name: str, options: Iterable[str]) -> str | None:
    """Return the option that `name` was most likely meant to be; nothing that is far off.

    >>> closest("Colunm", ["row", "column"])
    'column'
    >>> closest("slight", ["left", "right"]) is None
    True
    """
    by_lower = {option.lower(): option for option in options}
    word = name.lower()
    for found in get_close_matches(word, by_lower, n=len(by_lower) or 1):
        if SequenceMatcher(None, word, found).ratio() >= _CLOSE or is_one_slip(word, found):
            return by_lower[found]
    return None


def is_one_slip(one: str, other: str) -> bool:
    """Tell whether a letter is missing, or another one, or two have changed places.

    So it is, too, if the whole end of a word is missing.
    """
    if len(one) > len(other):
        one, other = other, one
    differs = (n for n, letter in enumerate(one) if letter != other[n])
    same = next(differs, len(one))
    rest, others = one[same:], other[same:]
    if len(one) < len(other):
        return rest in ("", others[1:])
    return rest[1:] == others[1:] or (rest[:2] == others[1::-1] and rest[2:] == others[2:])


def did_you_mean(name: str, options: Iterable[str]) -> str | None:
    """Return a hint that names the closest option, if one is close."""
    option = closest(name, options)
    return f"did you mean `{option}`?" if option else None


def meant_or_listed(name: str, options: Iterable[str]) -> str:
    """Return a hint that names the closest option, or all of them if none is close.

    >>> meant_or_listed("column", ["red", "blue"])
    'there are: red, blue'
    """
    known = list(options)
    listed = f"there are: {', '.join(known)}" if known else "there are none"
    return did_you_mean(name, known) or listed
