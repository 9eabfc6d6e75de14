"""How many moves could follow each other: each is made on a copy, and the next asked of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruleengine.expressions import resolved as tree
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.expressions import Evaluate, bind_node
from ruleengine.pipeline.operands.operand import OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, State
from ruleengine.resolve.checks.questions import asked_about


def bind_how_often(node: tree.Invocation, rules: Rules) -> Evaluate:
    """Bind the question how often some actions could be taken one after the other."""
    named = asked_about(node, rules.resolved.ruleset)
    given = dict(node.keywords)
    most = bind_node(given["at_most"], rules)
    side = bind_node(given["side"], rules) if "side" in given else None
    operands = [(name, bind_node(value, rules)) for name, value in node.fixed]

    def how_often(state: State, env: Env) -> int:
        actions = [rules.actions[name] for name in named]
        fixed = {name: value(state, env) for name, value in operands}
        probe = state
        if side is not None:
            probe = state.copy()
            probe.mover = side(state, env)
        return _in_a_row(rules, probe, actions, fixed, most(state, env))

    return how_often


def _in_a_row(
    rules: Rules,
    state: State,
    actions: Sequence[BoundAction],
    fixed: Mapping[str, OperandValue],
    most: int,
) -> int:
    best = 0
    if most <= 0:
        return best
    for action in actions:
        for values in action.legal_with(state, fixed):
            before, names = state.copy(), action.env_for(values)
            action.use_up(before, names)
            after = rules.run_aside(before, action.effects, names, counts=False)
            best = max(best, 1 + _in_a_row(rules, after, actions, fixed, most - 1))
            if best == most:
                return best
    return best
