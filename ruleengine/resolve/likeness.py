"""Whether rules can tell pieces apart of which everything that is kept is the same.

Of several such pieces on one cell one stands for all, so that one move is listed and not as many
as there are pieces. Both tiers ask here what the rules look at.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.reach import PieceOperand
from ruleengine.schema.ruleset import Action

_FIRST_OF_SEVERAL = frozenset({"first_in_line", "first_piece", "piece_at"})
"""Functions that take one of several pieces, however alike they are."""


def has_twins(resolved: ResolvedRuleset, action: Action) -> bool:
    """Return whether of pieces alike that an action may name on one cell the first stands for all.

    Where rules find operands that nobody names, several pieces that fit are several, however alike.
    """
    finds = any(operand.named == "never" for operand in action.operands.values())
    return not finds and not _order_matters(resolved)


def pieces_before(name: str, action: Action) -> list[str]:
    """Return the operands that are pieces and are named before another one."""
    names = list(action.operands)
    before = names[: names.index(name)]
    return [each for each in before if isinstance(action.operands[each], PieceOperand)]


def homes_matter(resolved: ResolvedRuleset) -> bool:
    """Return whether some rule asks where a piece began."""
    return any(
        isinstance(node, tree.MemberOf) and (node.of.type, node.name) == ("piece", "home")
        for node in _nodes(resolved)
    )


def _order_matters(resolved: ResolvedRuleset) -> bool:
    """Return whether some rule asks if a piece is the one that a function or table finds.

    Of pieces alike it finds the first in the game, so that such a rule tells them apart.
    """
    return any(
        any(_finds_first(side) for side in sides)
        for node in _nodes(resolved)
        for sides in _compared(node)
    )


def _compared(node: tree.Resolved) -> Iterator[tuple[tree.Resolved, ...]]:
    match node:
        case tree.Comparison(left=left, right=right) if left.type == right.type == "piece":
            yield left, right
        case tree.OneOf(value=value, items=items) if value.type == "piece":
            yield value, *items
        case _:
            pass


def _finds_first(node: tree.Resolved) -> bool:
    return isinstance(node, tree.Lookup) or (
        isinstance(node, tree.Invocation) and node.function.name in _FIRST_OF_SEVERAL
    )


def _nodes(resolved: ResolvedRuleset) -> Iterator[tree.Resolved]:
    for checked in resolved.checked.values():
        yield from tree.walk_resolved(checked.root)
