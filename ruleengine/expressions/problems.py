"""What can be wrong with an expression, and where in its text."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from ruleengine.errors import Code, RuleengineError


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
    """Return the option that `name` was most likely meant to be.

    >>> closest("Colunm", ["row", "column"])
    'column'
    """
    by_lower = {option.lower(): option for option in options}
    found = get_close_matches(name.lower(), by_lower, n=1)
    return by_lower[found[0]] if found else None


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
