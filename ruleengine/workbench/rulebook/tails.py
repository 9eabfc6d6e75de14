"""What is said of pieces and cells after the noun: where they are, and what they are like."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.workbench.rulebook.speech import IT, YOU, Speech

Tail = Callable[[Speech, tree.Resolved], str]


def tails_of(
    speech: Speech, parts: Mapping[str, tree.Resolved], table: Mapping[str, Tail], *, several: bool
) -> list[str]:
    """Return what is said after the noun, in the order of the table."""
    words = [say(speech, parts[key]) for key, say in table.items() if key in parts]
    inner = speech.knowing({"it": IT})
    if "through" in parts:
        words.append(f"in which each is such that {inner.clause(parts['through'])}")
    if "where" in parts:
        words.append(such_that(inner.clause(parts["where"]), several=several))
    return words


def such_that(clause: str, *, several: bool) -> str:
    """Return what pieces or cells have to be like, in as few words as will do.

    >>> such_that("it is not a king", several=False), such_that("its cell is empty", several=True)
    ('that is not a king', 'each such that its cell is empty')
    """
    if several:
        return f"each such that {clause}"
    if clause.startswith("it is "):
        return f"that is {clause.removeprefix('it is ')}"
    if clause.startswith("its ") and not re.search(r" (and|or|if) ", clause):
        return f"whose {clause.removeprefix('its ')}"
    return f"such that {clause}"


def _between(speech: Speech, ends: tree.Resolved) -> str:
    one, other = (speech.noun(item) for item in items(ends))
    return f"strictly between {one} and {other}"


def _commanded(speech: Speech, seat: tree.Resolved) -> str:
    who = speech.noun(seat)
    return "that you command" if who == YOU else f"that {who} commands"


PIECE_TAILS: Final[Mapping[str, Tail]] = {
    "in": lambda speech, zone: f"in {speech.noun(zone)}",
    "at": lambda speech, cell: f"on {speech.noun(cell)}",
    "between": _between,
    "linked": lambda speech, spot: f"linked by a chain of such pieces to {speech.noun(spot)}",
    "in_row": lambda speech, number: f"in an unbroken row of at least {speech.noun(number)}",
    "seat": _commanded,
}
"""What a description of pieces says, besides owner, kind, `through` and `where`."""
CELL_TAILS: Final[Mapping[str, Tail]] = {
    "in": lambda speech, zone: f"in {speech.noun(zone)}",
    "not_in": lambda speech, zone: f"outside {speech.noun(zone)}",
    "linked": lambda speech, spot: f"linked by a chain of such cells to {speech.noun(spot)}",
}
"""What a description of cells says, besides `empty`, `through` and `where`."""


def items(node: tree.Resolved) -> tuple[tree.Resolved, ...]:
    """Return the items of a list, or what stands alone as the only one."""
    return node.items if isinstance(node, tree.Group) else (node,)
