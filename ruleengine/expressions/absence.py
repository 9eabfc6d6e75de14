"""Which values may turn out to be nothing: everything else can be read without looking first."""

from __future__ import annotations

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
        case tree.MemberOf():
            return node.member.absent or can_be_nothing(node.of, present)
        case tree.CellOf():
            return can_be_nothing(node.piece, present)
        case tree.Negation():
            return can_be_nothing(node.of, present)
        case tree.Arithmetic():
            return can_be_nothing(node.left, present) or can_be_nothing(node.right, present)
        case tree.Invocation() | tree.Lookup() if node.type != "truth":
            return _call_can_be_nothing(node, present)
        case _:
            return False


def _call_can_be_nothing(node: tree.Invocation | tree.Lookup, present: frozenset[str]) -> bool:
    """Return whether a call may give nothing; of nothing, functions count none or give nothing."""
    if isinstance(node, tree.Lookup):
        return node.symbol.absent or any(can_be_nothing(arg, present) for arg in node.args)
    if node.function.name == "count":
        return False
    given = (*node.args, *(value for _, value in node.keywords))
    return node.function.absent or any(can_be_nothing(value, present) for value in given)
