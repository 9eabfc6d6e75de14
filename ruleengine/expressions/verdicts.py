"""Find comparisons whose answer is known without looking at any position."""

from __future__ import annotations

from typing import Final

from ruleengine.expressions import bounds
from ruleengine.expressions.absence import can_be_nothing
from ruleengine.expressions.problems import Problem, did_you_mean
from ruleengine.expressions.resolved import (
    Arithmetic,
    ComparisonOp,
    Invocation,
    Literal,
    Lookup,
    MemberOf,
    Negation,
    Reference,
    Resolved,
    Word,
    walk_resolved,
)
from ruleengine.expressions.syntax import Node, unparse
from ruleengine.expressions.types import Role, Symbol

# A name in one of these roles always stands for the same thing.
_FIXED: frozenset[Role] = frozenset(
    {"side", "seat", "kind", "zone", "color", "phase", "action", "procedure"}
)


MOST_IN_A_ROW: Final = 20
"""How many moves ahead `how_often` may look."""


def judge_comparison(
    node: Node, op: ComparisonOp, left: Resolved, right: Resolved
) -> Problem | None:
    """Return the problem of a comparison that is always true or never true."""
    answer = _equality(left, right) if op in ("==", "!=") else _order(op, left, right)
    if answer is None or (answer and (_may_be_absent(left) or _may_be_absent(right))):
        return None
    if op == "!=":
        answer = not answer
    if isinstance(left, Word) or isinstance(right, Word):
        value, word = (left, right) if isinstance(right, Word) else (right, left)
        reason = f"'{unparse(value.node)}' is never '{unparse(word.node)}', so "
        hint = _choices_hint(value, word)
    else:
        reason = _reason(left, right)
        hint = "drop it: it decides nothing" if answer else "compare with a value it can have"
    if answer:
        message = f"{reason}'{unparse(node)}' is always true"
        return Problem("expression/always-true", message, node.start, node.end, hint)
    message = f"{reason}'{unparse(node)}' is never true"
    return Problem("expression/never-true", message, node.start, node.end, hint)


def judge_item(value: Resolved, item: Resolved) -> Problem | None:
    """Return the problem of a list item that the value never equals, or always does."""
    answer = _equality(value, item)
    if answer is None or (answer and (_may_be_absent(value) or _may_be_absent(item))):
        return None
    node = item.node
    shown, listed = unparse(value.node), unparse(node)
    if answer:
        message, hint = f"'{shown}' is always '{listed}'", "drop the condition: it decides nothing"
        return Problem("expression/always-true", message, node.start, node.end, hint)
    message = f"{_reason(value, item)}'{shown}' is never '{listed}'"
    hint = (
        _choices_hint(value, item) if isinstance(item, Word) else f"drop '{listed}' from the list"
    )
    return Problem("expression/never-true", message, node.start, node.end, hint)


def judge_face(die: Symbol, face: Resolved) -> Problem | None:
    """Return the problem of a value that a die never shows."""
    faces = die.bounds
    if is_tunable(face) or bounds.verdict("==", faces, face.bounds) is not False:
        return None
    message = f"'{die.name}' is {faces}, never {face.bounds}"
    hint = f"give a value that '{die.name}' can show, or `any`"
    return Problem("expression/never-true", message, face.node.start, face.node.end, hint)


def judge_past(value: Resolved, back: Resolved) -> Problem | None:
    """Return the problem of a question about an earlier value that is never remembered."""
    if "any" in (value.type, back.type):
        return None
    node, keep = value.node, remembered(value)
    if keep == 0:
        message = f"'{unparse(node)}' is neither a counter nor a mark, so it has no earlier value"
        hint = "name a counter or a mark, such as `unit.was`"
        return Problem("expression/wrong-type", message, node.start, node.end, hint)
    low = back.bounds.low
    if low is None or low < keep or is_tunable(back):
        return None
    what = "its present value" if keep == 1 else f"its last {keep} values"
    changes = f"{low} change{'s' * (low != 1)}"
    message = f"'{unparse(node)}' remembers only {what}, so there is none {changes} ago"
    hint = f"declare it with `keep: {low + 1}`"
    return Problem("expression/wrong-arguments", message, back.node.start, back.node.end, hint)


def judge_chain(most: Resolved) -> Problem | None:
    """Return what is wrong with how far ahead a question looks: every move multiplies the work."""
    high = most.bounds.high
    if most.type != "number" or (high is not None and high <= MOST_IN_A_ROW):
        return None
    can_be = "has no largest value" if high is None else f"can be {high}"
    return Problem(
        "expression/wrong-arguments",
        f"'at_most' {can_be}, and {MOST_IN_A_ROW} moves are the most that are looked ahead",
        most.node.start,
        most.node.end,
        f"write a number, or `min({MOST_IN_A_ROW}, ...)`",
    )


def remembered(value: Resolved) -> int:
    """Return how many of its values are remembered; 0 if it is neither counter nor mark."""
    if isinstance(value, MemberOf):
        return value.member.keep
    if isinstance(value, Reference) and value.symbol.role in ("counter", "mark"):
        return value.symbol.keep
    return 0


def choices_of(value: Resolved) -> tuple[str, ...]:
    """Return the words that a value of type word can be; empty when they are not known."""
    if isinstance(value, MemberOf):
        return value.member.choices
    if isinstance(value, Invocation):  # an earlier value is one of those that the present can be
        return choices_of(value.args[0]) if value.type == "word" else ()
    return value.symbol.choices if isinstance(value, Reference | Lookup) else ()


def is_tunable(value: Resolved) -> bool:
    """Return whether another reading of a flag may make the value another one."""
    # A constant comes from a flag: with another reading of it the answer may differ,
    # so the author is not at fault for comparing it. The rows of a table and the attributes
    # of kinds may depend on flags too, and variants give other ones.
    return _ends_with_attribute(value) or any(
        (isinstance(part, Reference) and (part.symbol.role == "constant" or part.symbol.tunable))
        or (isinstance(part, Lookup) and part.type == "number")
        for part in walk_resolved(value)
    )


def _ends_with_attribute(value: Resolved) -> bool:
    """Return whether the ends of a number are those of an attribute; a count has others."""
    match value:
        case MemberOf():
            return bool(value.member.by_kind)
        case Negation():
            return _ends_with_attribute(value.of)
        case Arithmetic():
            return _ends_with_attribute(value.left) or _ends_with_attribute(value.right)
        case Invocation():
            return any(_ends_with_attribute(arg) for arg in value.args)
        case _:
            return False


def _may_be_absent(value: Resolved) -> bool:
    # An attribute of nothing is nothing, which equals no number and has no order.
    return can_be_nothing(value) or any(isinstance(part, MemberOf) for part in walk_resolved(value))


def _order(op: ComparisonOp, left: Resolved, right: Resolved) -> bool | None:
    if is_tunable(left) or is_tunable(right):
        return None
    return bounds.verdict(op, left.bounds, right.bounds)


def _equality(left: Resolved, right: Resolved) -> bool | None:
    """Return whether the two are always (True) or never (False) equal."""
    if is_tunable(left) or is_tunable(right):
        return None
    if left.type == "number" and right.type == "number":
        return bounds.verdict("==", left.bounds, right.bounds)
    match left, right:
        case Literal(), Literal():
            return left.value == right.value
        case Reference(), Reference() if left.symbol.role in _FIXED and right.symbol.role in _FIXED:
            return left.symbol == right.symbol
        case (value, Word(word=word)) | (Word(word=word), value):
            choices = choices_of(value)
            return False if choices and word not in choices else None
        case _:
            return None


def _choices_hint(value: Resolved, word: Resolved) -> str:
    choices = choices_of(value)
    return did_you_mean(unparse(word.node), choices) or f"its choices are {', '.join(choices)}"


def _reason(left: Resolved, right: Resolved) -> str:
    """Say what is known of each side that is not a plain number."""
    known = [
        f"'{unparse(side.node)}' is {side.bounds}"
        for side in (left, right)
        if side.type == "number" and unparse(side.node) != str(side.bounds)
    ]
    return f"{' and '.join(known)}, so " if known else ""
