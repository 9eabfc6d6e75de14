"""Comparisons of numbers that read better than value, verb, value: of rests, dice, repetitions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.workbench.rulebook import headings, table_words
from ruleengine.workbench.rulebook.english import times
from ruleengine.workbench.rulebook.speech import Speech

COMPARISONS: Final[Mapping[str, str]] = {
    "==": "exactly",
    "!=": "not",
    "<": "less than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
}


def about_rest(speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved) -> str | None:
    """Return that a number is even or odd, or what is left over when it is divided."""
    divisor, rest = (
        fold(each) if isinstance(each, tree.Resolved) else None
        for each in (left.right if isinstance(left, tree.Arithmetic) else None, right)
    )
    if not isinstance(left, tree.Arithmetic) or (left.op, op) not in (("%", "=="), ("%", "!=")):
        return None
    if divisor is None or rest is None:
        return None
    if headings.say_rest(speech, left) is not None:
        return None
    headings.remark_on_rest(speech, left.left)
    words = table_words.in_brackets(speech, left.left)
    if divisor == _TWO and rest in (0, 1):
        return f"{words} is {'even' if (rest == 0) is (op == '==') else 'odd'}"
    leaves = "leaves" if op == "==" else "does not leave"
    return f"{words} divided by {divisor} {leaves} a rest of {rest}"


_TWO: Final = 2


def about_throw(speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved) -> str | None:
    """Return what a die shows, as it has been thrown."""
    if not (isinstance(left, tree.Reference) and left.symbol.role == "die"):
        return None
    if isinstance(right, tree.Reference) and right.symbol.role == "die":
        return _about_two_throws(speech, left.symbol.name, op, right.symbol.name)
    die, number = speech.die(left.symbol.name), speech.noun(right)
    if op == "!=":
        return f"{die} does not show {number}"
    how = "" if op == "==" else f"{COMPARISONS[op]} "
    return f"{die} shows {how}{number}"


def _about_two_throws(speech: Speech, one: str, op: str, other: str) -> str:
    if op in ("==", "!="):
        shown = "the same number" if op == "==" else "different numbers"
        return f"{speech.dice([one, other])} show {shown}"
    than = {">=": "at least as much as", "<=": "at most as much as"}.get(op, COMPARISONS[op])
    return f"{speech.die(one)} shows {than} {speech.die(other)}"


def about_repetitions(speech: Speech, op: str, right: tree.Resolved) -> str:
    """Return how often the position has come up."""
    position = "the position with the same side on turn has come up"
    low, high = right.bounds
    if low is None or low != high:
        often = f"{speech.noun(right)} times"
    elif (op, low) in {("==", 1), ("<", 2), ("<=", 1)}:
        return f"{position} for the first time"
    else:
        often = times(low)
    how = {"==": "exactly", "!=": "not exactly"}.get(op, COMPARISONS[op])
    return f"{position} {how} {often}"
