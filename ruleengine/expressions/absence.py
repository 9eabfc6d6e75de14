"""Which values may turn out to be nothing: everything else can be read without looking first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleengine.expressions import resolved as tree


def can_be_nothing(node: tree.Resolved, present: frozenset[str] = frozenset()) -> bool:
    """Return whether a value may turn out to be absent, the local names in `present` being there.

    Conditions are never absent, with one exception: an attribute that is true or false, of a
    piece that is not there, is nothing and counts as false.
    """
    match node:
        case tree.Literal():
            return node.value is None
        case tree.Reference():
            return node.symbol.absent and node.symbol.name not in present
        case tree.MemberOf() if (node.of.type, node.name) == ("piece", "cell"):
            return _may_be_gone(node.of) or can_be_nothing(node.of, present)
        case tree.MemberOf():
            return node.member.absent or can_be_nothing(node.of, present)
        case tree.CellOf():
            return _may_be_gone(node.piece) or can_be_nothing(node.piece, present)
        case tree.Negation():
            return can_be_nothing(node.of, present)
        case tree.Arithmetic():
            return can_be_nothing(node.left, present) or can_be_nothing(node.right, present)
        case tree.Invocation() | tree.Lookup() if node.type != "truth":
            return _call_can_be_nothing(node, present)
        case _:
            return False


def there_if(condition: tree.Resolved) -> tuple[frozenset[str], frozenset[str]]:
    """Return the local names that stand for something if a condition holds, and if it does not."""
    match condition:
        case tree.Inversion():
            holds, fails = there_if(condition.of)
            return fails, holds
        case tree.Junction(op="and"):
            return frozenset[str]().union(*(there_if(part)[0] for part in condition.parts)), _NONE
        case tree.Junction():
            return _NONE, frozenset[str]().union(*(there_if(part)[1] for part in condition.parts))
        case tree.Comparison(left=tree.Reference() as left, right=tree.Literal(value=None)):
            is_asked = left.symbol.role == "local" and condition.op in ("==", "!=")
            known = frozenset([left.symbol.name] if is_asked else [])
            return (known, _NONE) if condition.op == "!=" else (_NONE, known)
        case _:
            return _NONE, _NONE


_NONE: Final[frozenset[str]] = frozenset()


def is_nobody(node: tree.Resolved) -> bool:
    """Return whether a value is the word `nobody`, which as an owner means that there is none."""
    return (
        isinstance(node, tree.Reference)
        and node.symbol.role == "builtin"
        and node.symbol.name == "nobody"
    )


def _may_be_gone(piece: tree.Resolved) -> bool:
    """Return whether a piece may have left the game, so that it has no cell."""
    if isinstance(piece, tree.Reference):
        return not piece.symbol.there
    # What a function finds, it finds somewhere.
    return not isinstance(piece, tree.Invocation) or piece.function.name == "past"


def _call_can_be_nothing(node: tree.Invocation | tree.Lookup, present: frozenset[str]) -> bool:
    """Return whether a call may give nothing; of nothing, functions count none or give nothing."""
    if isinstance(node, tree.Lookup):
        return node.symbol.absent or any(can_be_nothing(arg, present) for arg in node.args)
    if node.function.counts:
        return False
    given = values_given(node)
    return node.function.absent or any(can_be_nothing(value, present) for value in given)


def values_given(node: tree.Invocation) -> Iterator[tree.Resolved]:
    """Yield what a function is given once; what is asked of each piece or cell is not."""
    function = node.function
    for parameter, value in zip(function.parameters(len(node.args)), node.args, strict=True):
        if parameter.it is None:
            yield value
    asked = {parameter.name for parameter in function.keywords if parameter.it is not None}
    for name, value in node.keywords:
        if name not in asked:
            yield value
    for _, value in node.fixed:
        yield value
