"""Calls of tables, replaced by what the table says where that is always its first row.

A table of one row is a name for an expression. Written in its place, the expression is asked
without the names of the table being bound first, and what is never nothing at the call need not
be looked at in the row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.asked import asked_names_in, gives_asked_names
from ruleengine.pipeline.rules import Rules
from ruleengine.resolve.constants import fold
from ruleengine.schema.expression import Expression

MOST_PARTS: Final = 120
"""A call whose expression would be longer stays a call."""


def inlined(node: tree.Resolved, rules: Rules) -> tree.Resolved:
    """Return an expression without calls of tables that always answer with their first row."""
    if not any(isinstance(each, tree.Lookup) for each in tree.walk_resolved(node)):
        return node
    return _inlined(node, rules)


def constant(expression: Expression, rules: Rules) -> int | bool | None:
    """Return the value of an expression that is the same in every position, if it is one."""
    return fold(inlined(rules.resolved.checked[expression].root, rules))


def _inlined(node: tree.Resolved, rules: Rules) -> tree.Resolved:
    node = tree.with_parts(node, lambda part: _inlined(part, rules))
    if not isinstance(node, tree.Lookup) or node.symbol.role != "table":
        return node
    first = rules.resolved.ruleset.tables[node.symbol.name].rows[0]
    if first.when is not None:
        return node
    if any(isinstance(arg, tree.Literal) and arg.value is None for arg in node.args):
        return node  # `nothing` has no attributes; the name that stands for it in the row has
    row = _inlined(rules.resolved.checked[first.value].root, rules)
    if any(map(asked_names_in, node.args)) and gives_asked_names(row):
        return node  # `it` would be another one in the row than at the call, and so `before`
    if _asks_elsewhere(row) and not all(map(_is_settled, node.args)):
        return node  # what is given is found at the call, not in the position asked about
    names = (each.name for each in node.symbol.given)
    spelled = _put_in(row, dict(zip(names, node.args, strict=True)))
    long = sum(1 for _ in tree.walk_resolved(spelled)) > MOST_PARTS
    return node if long else spelled


def _put_in(node: tree.Resolved, given: Mapping[str, tree.Resolved]) -> tree.Resolved:
    if isinstance(node, tree.Reference) and node.symbol.role == "local":
        return given.get(node.symbol.name, node)
    return tree.with_parts(node, lambda part: _put_in(part, given))


def _asks_elsewhere(row: tree.Resolved) -> bool:
    """Return whether a row puts a question to another position than the one at the call."""
    return any(
        isinstance(each, tree.Invocation) and each.function.question
        for each in tree.walk_resolved(row)
    )


def _is_settled(arg: tree.Resolved) -> bool:
    """Return whether a value is the same in every position: a literal or a name for a value."""
    return isinstance(arg, tree.Literal) or (
        isinstance(arg, tree.Reference) and arg.symbol.role == "local"
    )
