"""How many moves have to be looked for before a comparison is answered, however many there are.

`how_often(attempt, at_most=4) >= best` is true once `best` moves are found, so that nobody has to
know whether there are more.
"""

from __future__ import annotations

from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.bounds import UNBOUNDED
from ruleengine.expressions.functions import FUNCTIONS

_AS_MANY_DECIDE: Final = frozenset({(">=", "left"), ("<", "left"), ("<=", "right"), (">", "right")})
"""Where as many moves as the other number decide; everywhere else it takes one more."""


def with_enough(node: tree.Comparison) -> tree.Comparison:
    """Return a comparison in which `how_often` looks for no more moves than decide it."""
    return node._replace(
        left=_bounded(node.left, node.right, as_many=(node.op, "left") in _AS_MANY_DECIDE),
        right=_bounded(node.right, node.left, as_many=(node.op, "right") in _AS_MANY_DECIDE),
    )


def _bounded(side: tree.Resolved, other: tree.Resolved, *, as_many: bool) -> tree.Resolved:
    if not isinstance(side, tree.Invocation) or side.function.name != "how_often":
        return side
    if other.type != "number" or _asks(other):
        return side  # the other number is worked out twice: that has to be cheap
    enough = other
    if not as_many:
        one = tree.Literal(other.node, "number", 1)
        enough = tree.Arithmetic(other.node, UNBOUNDED, "+", other, one)
    keywords = dict(side.keywords)
    most = keywords["at_most"]
    keywords["at_most"] = tree.Invocation(
        most.node, "number", most.bounds, FUNCTIONS["min"], (most, enough), (), ()
    )
    return side._replace(keywords=tuple(keywords.items()))


def _asks(node: tree.Resolved) -> bool:
    """Return whether a number depends on questions, which may take long."""
    return any(
        isinstance(each, tree.Lookup)
        or (isinstance(each, tree.Invocation) and each.function.question)
        for each in tree.walk_resolved(node)
    )
