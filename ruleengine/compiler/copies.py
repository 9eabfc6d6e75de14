"""How many copies of a row questions need at once: each carries out steps on a copy of its own.

`after`, `afterwards` and `how_often` ask about what would be, and the rules that they come to may
ask in their turn. Nothing comes back to itself, so that the deepest chain is known before anything
is played.
"""

from __future__ import annotations

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.checks.declarations import expressions_in, models_in
from ruleengine.resolve.checks.questions import asked_about
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.steps import Run
from ruleengine.schema.validators import Afterwards


def most_in_a_row(question: tree.Invocation) -> int:
    """Return how many moves ahead `how_often` looks at most."""
    return dict(question.keywords)["at_most"].bounds.high or 0


def copies_needed(resolved: ResolvedRuleset) -> int:
    """Return how many copies there can be at the same time."""
    before: dict[tuple[str, str], int] = {}
    while True:  # procedures may run each other, so that one look need not find everything
        depths = _Depths(resolved, before)
        actions = (depths.of_action(name, afterwards=True) for name in resolved.ruleset.actions)
        deepest = max(depths.of(resolved.ruleset), *actions, 0)
        if depths.known == before:
            return deepest
        before = depths.known


class _Depths:
    """Finds how deep questions go, each name once; of those that come back, what is known."""

    def __init__(self, resolved: ResolvedRuleset, before: dict[tuple[str, str], int]) -> None:
        self._resolved = resolved
        self._before = before
        self.known: dict[tuple[str, str], int] = {}

    def of(self, value: object) -> int:
        """Return how deep the questions go that the steps and expressions in a value ask."""
        checked = self._resolved.checked
        asked = [
            self._of_node(checked[each].root) for each in expressions_in(value) if each in checked
        ]
        run = [
            self._of_name("procedure", model.procedure)
            for model in models_in(value)
            if isinstance(model, Run)
        ]
        return max(*asked, *run, 0, 0)

    def of_action(self, name: str, *, afterwards: bool) -> int:
        """Return how deep the rules of an action ask, with what would be afterwards or without."""
        key = ("action", f"{name} {afterwards}")
        if key not in self.known:
            self.known[key] = self._before.get(key, 0)
            action = self._resolved.ruleset.actions[name]
            ahead = [rule for rule in action.validators if isinstance(rule, Afterwards)]
            at_once = [rule for rule in action.validators if rule not in ahead]
            deepest = self.of([action.operands, action.used, at_once])
            if afterwards and ahead:
                deepest = max(deepest, 1 + self.of([ahead, action.effects]))
            self.known[key] = deepest
        return self.known[key]

    def _of_node(self, node: tree.Resolved) -> int:
        inner = max((self._of_node(part) for part in tree.parts_of(node)), default=0)
        match node:
            case tree.Invocation(function=function) if function.name == "after":
                return 1 + inner
            case tree.Invocation(function=function) if function.name == "how_often":
                return max(inner, most_in_a_row(node) + self._of_moves(node, effects=True))
            case tree.Invocation(function=function) if function.operands:
                return max(inner, self._of_moves(node))
            case tree.Reference() | tree.Lookup():
                return max(inner, self._of_name(node.symbol.role, node.symbol.name))
            case _:
                return inner

    def _of_moves(self, node: tree.Invocation, *, effects: bool = False) -> int:
        """Return how deep the actions ask that a question is about."""
        ruleset, afterwards = self._resolved.ruleset, node.function.name != "attacks"
        asked = asked_about(node, ruleset)
        deepest = [self.of_action(name, afterwards=afterwards) for name in asked]
        if effects:
            deepest += [self.of(ruleset.actions[name].effects) for name in asked]
        return max(deepest)

    def _of_name(self, role: str, name: str) -> int:
        """Return how deep what stands behind a name asks."""
        ruleset = self._resolved.ruleset
        said: dict[str, object] = {
            "condition": ruleset.conditions.get(name),
            "table": ruleset.tables.get(name),
            "procedure": ruleset.procedure_steps.get(name),
        }
        if role not in said:
            return 0
        if (role, name) not in self.known:
            self.known[role, name] = self._before.get((role, name), 0)
            self.known[role, name] = self.of(said[role])
        return self.known[role, name]
