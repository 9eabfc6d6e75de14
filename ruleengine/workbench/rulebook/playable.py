"""What can be played for sure, as far as the rules show without a position."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ruleengine.expressions import resolved as tree
from ruleengine.schema import reach, validators
from ruleengine.schema.expression import Expression
from ruleengine.workbench.rulebook.restrictions import never_refuses
from ruleengine.workbench.rulebook.speech import Speech


def can_always(speech: Speech, actions: Iterable[str]) -> bool:
    """Tell whether one of some actions can be played in every position.

    So it is where nothing can refuse one of them, or only that another of them can be played.
    """
    listed = {*actions}
    declared = (speech.rules.ruleset.actions[name] for name in listed)
    return any(
        not action.used
        and all(_has_a_value(operand) for operand in action.operands.values())
        and all(_lets_pass(speech, rule, listed) for rule in action.validators)
        and not (action.operands and action.validators)  # a value may be refused
        for action in declared
    )


def _has_a_value(operand: reach.Operand) -> bool:
    """Tell whether there is something to name in every position."""
    return isinstance(operand, reach.KindOperand | reach.WordOperand) and operand.named == "always"


def _lets_pass(speech: Speech, rule: validators.Validator, actions: Collection[str]) -> bool:
    """Tell whether a restriction refuses at most where another of some actions can be played."""
    if never_refuses(speech, rule):
        return True
    if not isinstance(rule, validators.Require):
        return False
    match speech.root(rule.require):
        case tree.Inversion(of=of):
            asked = playable_if(of)
            return bool(asked) and asked <= {*actions}
        case _:
            return False


def playable_if(node: tree.Resolved) -> frozenset[str]:
    """Return actions of which the side on turn can play one if a condition holds."""
    match node:
        case tree.Invocation(keywords=(), dice=(), fixed=()) if node.function.name == "can":
            return frozenset(
                arg.symbol.name for arg in node.args if isinstance(arg, tree.Reference)
            )
        case tree.Junction(op="and"):
            return next(filter(None, map(playable_if, node.parts)), frozenset())
        case _:
            return frozenset()


def playable_unless(node: tree.Resolved) -> frozenset[str]:
    """Return actions of which the side on turn can play one if a condition does not hold."""
    match node:
        case tree.Inversion():
            return playable_if(node.of)
        case tree.Junction(op="or"):
            return next(filter(None, map(playable_unless, node.parts)), frozenset())
        case _:
            return frozenset()


def learned(speech: Speech, condition: Expression, *, holds: bool) -> frozenset[str]:
    """Return actions of which one can be played where a condition holds, or does not."""
    root = speech.root(condition)
    return playable_if(root) if holds else playable_unless(root)
