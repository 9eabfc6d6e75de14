"""Directions as a side sees them: `(direction(unit, to) - mover.forward) % 8`, put in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.workbench.rulebook.english import joined
from ruleengine.workbench.rulebook.speech import Speech

_EIGHTHS: Final = 8
_LINES: Final = 4
_WAYS: Final = (
    *("straight ahead", "slanting ahead to the right", "to the right"),
    *("slanting back to the right", "straight back", "slanting back to the left"),
    *("to the left", "slanting ahead to the left"),
)
_GROUPS: Final[Mapping[frozenset[int], str]] = {
    frozenset({1, 7}): "slanting ahead",
    frozenset({3, 5}): "slanting back",
    frozenset({2, 6}): "sideways",
    frozenset({0, 1, 7}): "ahead, straight or slanting,",
    frozenset({3, 4, 5}): "back, straight or slanting,",
}


def say_heading(
    speech: Speech, value: tree.Resolved, numbers: Iterable[tree.Resolved], *, is_out: bool
) -> str | None:
    """Return that a direction, less the way in which a side goes forward, is one of some numbers.

    Nothing when that is not what is asked.
    """
    found = _reckoned(value)
    known = [fold(number) for number in numbers]
    if found is None or not all(isinstance(number, int) for number in known):
        return None
    line, side, shift, modulus = found
    ways = {
        (number - shift + turn) % _EIGHTHS
        for number in known
        if isinstance(number, int) and 0 <= number < modulus
        for turn in range(0, _EIGHTHS, modulus)
    }
    if not ways:
        return None
    where = _GROUPS.get(frozenset(ways)) or joined((_WAYS[way] for way in sorted(ways)), "or")
    one, other = (speech.noun(arg) for arg in line.args)
    who = speech.noun(side)
    verb = "does not lie" if is_out else "lies"
    return f"{other} {verb} {where} from {one} as {who} {speech.verb(who, 'see')} it"


def _reckoned(
    value: tree.Resolved,
) -> tuple[tree.Invocation, tree.Resolved, int, int] | None:
    """Return the direction, the side whose forward is taken away, what is added, and the divisor.

    Nothing where something else is reckoned.
    """
    if not (isinstance(value, tree.Arithmetic) and value.op == "%"):
        return None
    modulus = fold(value.right)
    if modulus not in (_EIGHTHS, _LINES):
        return None
    line: tree.Invocation | None = None
    side: tree.Resolved | None = None
    shift = 0
    for sign, term in _terms(value.left, 1):
        number = fold(term)
        if isinstance(number, int):
            shift += sign * number
        elif sign > 0 and line is None and _is_direction(term):
            assert isinstance(term, tree.Invocation)  # noqa: S101 - that was asked
            line = term
        elif sign < 0 and side is None and _is_forward(term):
            assert isinstance(term, tree.MemberOf)  # noqa: S101 - that was asked
            side = term.of
        else:
            return None
    if line is None or side is None:
        return None
    return line, side, shift, int(modulus)


def _terms(node: tree.Resolved, sign: int) -> Iterator[tuple[int, tree.Resolved]]:
    """Yield what is added up, and whether it is taken away."""
    if isinstance(node, tree.Arithmetic) and node.op in "+-" and fold(node) is None:
        yield from _terms(node.left, sign)
        yield from _terms(node.right, sign if node.op == "+" else -sign)
    else:
        yield sign, node


def _is_direction(node: tree.Resolved) -> bool:
    return isinstance(node, tree.Invocation) and node.function.name == "direction"


def _is_forward(node: tree.Resolved) -> bool:
    return isinstance(node, tree.MemberOf) and node.name == "forward"
