"""Directions in words: as they are, turned, compared, and as a side sees them.

The last are written `(direction(unit, to) - mover.forward) % 8`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.constants import fold
from ruleengine.workbench.rulebook.direction_names import is_direction
from ruleengine.workbench.rulebook.english import joined
from ruleengine.workbench.rulebook.speech import Speech

EIGHTHS: Final = 8
"""How many directions there are: so much more than a direction is the same one."""
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


_COMPASS: Final = (
    *("up", "up and to the right", "to the right", "down and to the right"),
    *("down", "down and to the left", "to the left", "up and to the left"),
)
_TURNS: Final[Mapping[int, str]] = {
    1: "an eighth of a turn to the right",
    2: "a quarter turn to the right",
    3: "three eighths of a turn to the right",
    5: "three eighths of a turn to the left",
    6: "a quarter turn to the left",
    7: "an eighth of a turn to the left",
}
_HALF: Final = 4


def say_turned(speech: Speech, node: tree.Arithmetic) -> str | None:
    """Return a direction and a turn from there as a direction; nothing where none is meant.

    Where numbers are compared or reckoned with, a sum that may go beyond 7 is none.
    """
    found = _turn(speech, node)
    if found is None or (speech.is_exact and not _is_reduced(node)):
        return None
    base, turn = found
    return _turned(speech.noun(base), turn)


def _turned(words: str, turn: int) -> str:
    """Return the direction that is so many eighths of a turn from another one."""
    if not turn:
        return words
    if turn == _HALF:
        return f"the direction opposite to {words}"
    return f"the direction {_TURNS[turn]} from {words}"


def say_rest(speech: Speech, node: tree.Arithmetic) -> str | None:
    """Return a number that is reckoned from directions and taken round from 8 to 0.

    Nothing where it is more than one direction less another one, or turned by some number.
    """
    if not _is_reduced(node):
        return None
    turn = 0
    added: list[tree.Resolved] = []
    taken: list[tree.Resolved] = []
    for sign, term in _terms(node.left, 1):
        number = fold(term)
        if isinstance(number, int):
            turn += sign * number
        else:
            (added if sign > 0 else taken).append(term)
    added.sort(key=lambda term: not is_direction(term, speech.directions))
    if not added or not is_direction(added[0], speech.directions):
        return None
    match added, taken:
        case [base], [other] if is_direction(other, speech.directions):
            to = _turned(speech.noun(base), turn % EIGHTHS)
            return f"the number of {_CLOCKWISE} from {speech.noun(other)} to {to}"
        case [base, by], [] if not turn:
            words = speech.noun(by).removeprefix("the ")
            by_words = f"({words})" if isinstance(by, tree.Arithmetic) else words
            return f"the direction {by_words} {_CLOCKWISE} from {speech.noun(base)}"
    return None


_CLOCKWISE: Final = "eighths of a turn clockwise"


def followed(speech: Speech, node: tree.Resolved) -> str:
    """Return a direction that is followed, for which numbers beyond 7 and below 0 go round."""
    free = replace(speech, is_exact=False)
    if not isinstance(node, tree.Arithmetic):
        if isinstance(node, tree.Reference) and node.symbol.role == "die":
            speech.remarks.add("directions")
        return free.noun(node)
    said = say_turned(free, node) or say_rest(speech, node)
    if said is None and _is_reduced(node):
        speech.remarks.add("directions")
        return f"({speech.noun(node.left)})"
    if said is None:  # a number is told, and what it means has to be
        speech.remarks.add("directions")
    return said or free.noun(node)


def remark_on_rest(speech: Speech, number: tree.Resolved) -> None:
    """Note that the book has to say what the rest is of a number that may be below 0."""
    is_difference = any(
        isinstance(part, tree.Negation) or (isinstance(part, tree.Arithmetic) and part.op == "-")
        for part in tree.walk_resolved(number)
    )
    if is_difference and (number.bounds.low is None or number.bounds.low < 0):
        speech.remarks.add("rests")


def _is_reduced(node: tree.Resolved) -> bool:
    """Tell whether a number is the rest of a division by 8, and so the number of a direction."""
    return isinstance(node, tree.Arithmetic) and node.op == "%" and fold(node.right) == EIGHTHS


def say_turn(speech: Speech, name: str, amount: tree.Resolved, *, is_added: bool) -> str | None:
    """Return how far a counter that holds a direction is turned; nothing where it is not."""
    if ("counter", name) not in speech.directions:
        return None
    if is_added:
        number = fold(amount)
        turn = number % EIGHTHS if isinstance(number, int) else None
    else:
        found = _turn(speech, amount)
        is_own = found is not None and name in (getattr(found[0], "name", None), _named(found[0]))
        turn = found[1] if found is not None and is_own else None
    if not turn:
        return None
    return "is turned round" if turn == _HALF else f"is turned by {_TURNS[turn]}"


def say_bearing(speech: Speech, number: tree.Resolved) -> str:
    """Return what a direction is set to; of a number also what it means."""
    known = fold(number)
    words = speech.noun(number)
    return f"{words} ({_COMPASS[known % EIGHTHS]})" if isinstance(known, int) else words


def say_direction(speech: Speech, left: tree.Resolved, op: str, right: tree.Resolved) -> str | None:
    """Return a comparison of directions; nothing where something else is compared."""
    negative = op == "!="
    if op in ("==", "!="):
        lines = _line(speech, left), _line(speech, right)
        if lines[0] is not None and lines[1] is not None:
            return f"{lines[0]} and {lines[1]} are {'not ' * negative}parallel"
        known = fold(right)
        if _is_bearing(speech, left) and isinstance(known, int):
            return f"{speech.noun(left)} is {'not ' * negative}{say_bearing(speech, right)}"
    if op == ">=" and fold(right) == 0 and _is_direction(left):
        assert isinstance(left, tree.Invocation)  # noqa: S101 - that was asked
        one, other = (speech.noun(arg) for arg in left.args)
        return f"{one} and {other} lie in line"
    return None


def _is_bearing(speech: Speech, node: tree.Resolved) -> bool:
    """Tell whether a number is a direction, also one that is turned and taken round."""
    is_turned = _is_reduced(node) and _turn(speech, node) is not None
    return is_turned or is_direction(node, speech.directions)


def _line(speech: Speech, node: tree.Resolved) -> str | None:
    """Return the line of which only the direction counts, forward or back."""
    if not (isinstance(node, tree.Arithmetic) and node.op == "%" and fold(node.right) == _LINES):
        return None
    if not _is_direction(node.left):
        return None
    assert isinstance(node.left, tree.Invocation)  # noqa: S101 - that was asked
    one, other = (speech.noun(arg) for arg in node.left.args)
    return f"the line from {one} to {other}"


def _turn(speech: Speech, node: tree.Resolved) -> tuple[tree.Resolved, int] | None:
    """Return a direction and how many eighths of a turn are added to it."""
    if not isinstance(node, tree.Arithmetic):
        return None
    whole = node.left if _is_reduced(node) else node
    base: tree.Resolved | None = None
    turn = 0
    for sign, term in _terms(whole, 1):
        number = fold(term)
        if isinstance(number, int):
            turn += sign * number
        elif sign > 0 and base is None and is_direction(term, speech.directions):
            base = term
        else:
            return None
    return None if base is None else (base, turn % EIGHTHS)


def _named(node: tree.Resolved) -> str | None:
    return node.symbol.name if isinstance(node, tree.Reference) else None


def speaks_of_directions(speech: Speech, node: tree.Resolved) -> bool:
    """Tell whether a number is reckoned from a direction."""
    return any(is_direction(part, speech.directions) for part in tree.walk_resolved(node))


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
        (number - shift + turn) % EIGHTHS
        for number in known
        if isinstance(number, int) and 0 <= number < modulus
        for turn in range(0, EIGHTHS, modulus)
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
    if modulus not in (EIGHTHS, _LINES):
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
