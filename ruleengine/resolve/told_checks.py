"""Sentences that tell values must not tell what is hidden from the player who reads them.

Where a ruleset hides something, a refusal may tell only what the player has named, what lies on
the table for everybody, and what follows from these by geometry and arithmetic. So it need not be
worked out at play what a number would give away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ruleengine.errors import Diagnostic
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.check import Checked
from ruleengine.resolve.places import place_in
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Action, Ruleset
from ruleengine.schema.sentence import told_in
from ruleengine.schema.validators import Rule

_GEOMETRY: Final = frozenset(
    {
        "abs",
        "adjacent",
        "beyond",
        "cell_at",
        "direction",
        "distance",
        "left",
        "lies_between",
        "manhattan",
        "max",
        "min",
        "neighbors",
        "next_cell",
        "nth_cell",
        "past",
        "place_in",
        "same_column",
        "same_diagonal",
        "same_row",
        "steps_between",
        "used",
    }
)
"""Functions that tell nothing beyond what they are given."""
_OPEN: Final = frozenset(
    {"cell", "home", "row", "column", "owner", "opponent", "forward", "next", "side"}
)
"""Attributes of what a player has named that everybody sees."""


def hidden_told(
    rule: Rule, action: Action, ruleset: Ruleset, checked: Mapping[Expression, Checked]
) -> Iterator[Diagnostic]:
    """Yield each value in a sentence that could tell what somebody may not know."""
    if not ruleset.views:
        return
    secret = {name for view in ruleset.views for name in view.hide}
    secret |= {name for name, operand in action.operands.items() if operand.named == "never"}
    for expression in told_in(rule.says):
        found = checked.get(expression)
        if found is None or all(_is_open(n, secret) for n in tree.walk_resolved(found.root)):
            continue
        yield Diagnostic(
            "resolve/bad-view",
            f"'{expression}' could tell a player what `views` hides",
            place_in(ruleset, expression, 0, len(expression.text)),
            "tell what the player has named, distances, dice, or what is not hidden",
        )


def _is_open(node: tree.Resolved, secret: set[str]) -> bool:
    match node:
        case tree.Reference():
            return node.symbol.role not in ("condition", "table") and (
                node.symbol.name not in secret
            )
        case tree.MemberOf():
            tells_kind = node.of.type != "cell" and "kind" in secret
            return node.name in _OPEN or (node.name not in secret and not tells_kind)
        case tree.Invocation():
            return node.function.name in _GEOMETRY
        case tree.Lookup():
            return False
        case _:
            return True
