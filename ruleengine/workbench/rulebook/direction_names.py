"""Which counters and local names of a ruleset hold directions, as far as its rules show it.

A direction is a number like any other. One is meant where cells are looked for in it, where it is
compared with one, and wherever a value comes from that is used so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import steps

DirectionName: TypeAlias = tuple[str, str]
"""What a name is the name of, `counter` or `local`, and the name."""
_LOOKING = ("next_cell", "first_in_line")


def direction_names(rules: ResolvedRuleset) -> frozenset[DirectionName]:
    """Return the counters and local names that hold directions."""
    roots = [checked.root for checked in rules.checked.values()]
    nodes = [node for root in roots for node in tree.walk_resolved(root)]
    models = list(models_in(rules.ruleset))
    found: set[DirectionName] = set()
    while True:  # a name may be found to hold one by what another name is used for
        known = len(found)
        for node in nodes:
            found.update(_used(node, found))
        for model in models:
            found.update(_kept(rules, model, found))
        if len(found) == known:
            return frozenset(found)


def is_direction(node: tree.Resolved, names: frozenset[DirectionName] | set[DirectionName]) -> bool:
    """Tell whether a number is a direction."""
    match node:
        case tree.Invocation():
            return node.function.name == "direction"
        case tree.MemberOf():
            return node.name == "forward" or ("counter", node.name) in names
        case tree.Reference():
            return (node.symbol.role, node.symbol.name) in names
    return False


def _used(node: tree.Resolved, found: set[DirectionName]) -> Iterator[DirectionName]:
    """Yield the names that an expression uses as directions."""
    match node:
        case tree.Invocation() if node.function.name in _LOOKING:
            yield from _carriers(node.args[1])
        case tree.Lookup():
            for given, arg in zip(node.symbol.given, node.args, strict=True):
                if ("local", given.name) in found:
                    yield from _carriers(arg)
        case tree.Comparison() if node.op in ("==", "!="):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if is_direction(one, found):
                    yield from _carriers(other)


def _kept(
    rules: ResolvedRuleset, model: object, found: set[DirectionName]
) -> Iterator[DirectionName]:
    """Yield the names that a step gives a direction, or takes one from."""
    match model:
        case steps.Set():
            role, values = "counter", model.set
        case steps.Let():
            role, values = "local", model.let
        case steps.Run():
            role, values = "local", model.values
        case _:
            return
    for name, value in values.items():
        root = rules.checked[value].root
        if root.type != "number":
            continue
        if is_direction(root, found):
            yield role, name
        if (role, name) in found:
            yield from _carriers(root)


def _carriers(node: tree.Resolved) -> Iterator[DirectionName]:
    """Yield the names that a direction is reckoned from."""
    match node:
        case tree.Arithmetic() if node.op in "+-%":
            yield from _carriers(node.left)
        case tree.MemberOf() if node.type == "number" and node.name != "forward":
            yield "counter", node.name
        case tree.Reference() if node.symbol.role in ("counter", "local"):
            yield node.symbol.role, node.symbol.name
