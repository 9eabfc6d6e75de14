"""Whether rules can tell pieces apart of which everything that is kept is the same.

Of several such pieces on one cell one stands for all, so that one move is listed and not as many
as there are pieces. Both tiers ask here what the rules look at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import steps
from ruleengine.schema.reach import PieceOperand
from ruleengine.schema.ruleset import Action, Ruleset
from ruleengine.schema.step_lists import walk_steps

_FIRST_OF_SEVERAL = frozenset({"first_in_line", "first_piece", "piece_at"})
"""Functions that take one of several pieces, however alike they are."""


MOST_ALIKE: Final = 4
"""How many pieces of one cell that are written alike have moves with numbers of their own."""
_TWO: Final = 2
_MAKES_MORE: Final = (steps.Place, steps.Become, steps.Give)


def most_alike(resolved: ResolvedRuleset) -> int:
    """Return up to which number moves of pieces written alike on one cell are numbered apart.

    One is enough where boards are not shared, and where all such pieces are alike in all.
    """
    ruleset = resolved.ruleset
    if not ruleset.board.shared or not _can_differ(resolved):
        return 1
    # Two pieces named in one move would have sixteen times as many moves.
    most = MOST_ALIKE if max(map(_num_pieces, ruleset.actions.values()), default=0) < _TWO else _TWO
    if any(isinstance(step, _MAKES_MORE) for step in _steps(ruleset)):
        return most
    counts = Counter((piece.owner, piece.kind) for piece in resolved.setup)
    return max(_TWO, min(most, max(counts.values(), default=0)))


def _can_differ(resolved: ResolvedRuleset) -> bool:
    """Return whether moves may list several pieces of one kind and owner that share a cell."""
    ruleset = resolved.ruleset
    kept = any(counter.per == "piece" for counter in ruleset.counters.values())
    kept |= any(mark.per == "piece" for mark in ruleset.marks.values())
    held = any(mark.holds == "piece" for mark in ruleset.marks.values())
    asked = any(
        isinstance(step, steps.Choose) and step.choose.among is not None for step in _steps(ruleset)
    )
    named = any(_num_pieces(action) >= _TWO for action in ruleset.actions.values())
    teams = any(len(side.seats or ()) > 1 for side in ruleset.sides.values())
    return (
        kept or held or asked or named or teams or homes_matter(resolved) or not has_twins(resolved)
    )


def _num_pieces(action: Action) -> int:
    """Return how many pieces a move of an action names or finds."""
    return sum(isinstance(each, PieceOperand) for each in action.operands.values())


def _steps(ruleset: Ruleset) -> Iterator[steps.Step]:
    return (step for body in ruleset.step_lists for step in walk_steps(body))


def has_twins(resolved: ResolvedRuleset) -> bool:
    """Return whether of pieces alike on one cell the first stands for all, named or found."""
    return not _order_matters(resolved)


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
