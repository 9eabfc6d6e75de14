"""Conditions that fail because there is nothing to ask: they say little, and may say it wrongly.

"The enemy there is too strong" is worded for a cell on which an enemy stands. Where nobody does,
its condition fails as well, because nothing is weaker than nothing; but what it says is not so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from ruleengine.errors import Reason
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import can_be_nothing, values_given
from ruleengine.pipeline.expressions import Evaluate, bind_node
from ruleengine.pipeline.inlining import inlined
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, State
from ruleengine.schema.expression import Expression

Test: TypeAlias = Callable[[State, Env], bool]


def bind_groundless(expression: Expression, rules: Rules) -> Test:
    """Return the function that tells whether a condition that fails had nothing to ask about."""
    return _bind(inlined(rules.resolved.checked[expression].root, rules), rules) or _never


def or_held(told: Iterable[Reason], held: list[Reason]) -> Iterator[Reason]:
    """Yield what is told, and only if that is nothing what was held back meanwhile."""
    is_silent = True
    for reason in told:
        is_silent = False
        yield reason
    if is_silent:
        yield from held


def _never(_state: State, _env: Env) -> bool:
    return False


def _bind(node: tree.Resolved, rules: Rules) -> Test | None:
    """Return the test of a condition that fails, or nothing if it always has something to ask."""
    match node:
        case tree.Junction(parts=parts):
            tests = [(bind_node(part, rules), _bind(part, rules) or _never) for part in parts]
            if all(test is _never for _, test in tests):
                return None
            return lambda state, env: _is_without_ground(tests, state, env)
        case tree.Comparison() | tree.OneOf(negated=False) | tree.Inside(negated=False):
            return _any_missing(_asked_about(node), rules)
        case tree.MemberOf() | tree.Lookup():
            return _any_missing(_asked_about(node), rules)
        case _:
            # What a `not` denies holds; that is something.
            return None


def _is_without_ground(tests: list[tuple[Evaluate, Test]], state: State, env: Env) -> bool:
    """Return whether every part that fails does so because there is nothing to ask."""
    return all(test(state, env) for part, test in tests if not part(state, env))


def _any_missing(nodes: Iterable[tree.Resolved], rules: Rules) -> Test | None:
    missing = [bind_node(node, rules) for node in nodes if can_be_nothing(node)]
    if not missing:
        return None
    return lambda state, env: any(each(state, env) is None for each in missing)


def _asked_about(node: tree.Resolved) -> Iterator[tree.Resolved]:
    """Yield what the parts of a condition are asked of: without it there is no answer.

    A value that is compared may well be nothing, such as a mark that is not set.
    """
    match node:
        case tree.Comparison():
            parts = [node.left, node.right]
        case tree.OneOf():
            parts = [node.value]
        case tree.Inside():
            parts = [node.cell]
        case _:
            parts = [*_needed_by(node)]
            yield from parts
    for part in parts:
        yield from _asked_about(part)


def _needed_by(node: tree.Resolved) -> Iterator[tree.Resolved]:
    """Yield the parts of a value that it has to have to be one."""
    match node:
        case tree.MemberOf(of=of) | tree.Negation(of=of) | tree.CellOf(piece=of):
            yield of
        case tree.Arithmetic():
            yield from (node.left, node.right)
        case tree.Lookup():
            yield from node.args
        case tree.Invocation() if not node.function.counts:
            yield from values_given(node)
        case _:
            pass
