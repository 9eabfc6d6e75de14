"""Where a name is known that an expression cannot use: what to write instead."""

from __future__ import annotations

from typing import Final

from ruleengine.expressions.chain_names import BEFORE
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import Counter, Marker
from ruleengine.schema.ruleset import Action, Ruleset
from ruleengine.schema.step_lists import walk_steps
from ruleengine.schema.steps import Tell
from ruleengine.schema.wording import listed

_EVERYBODY: Final = frozenset({"everybody", "everyone", "all"})
"""What `from` of a view says, or could; a side is none of them."""


def where_known(ruleset: Ruleset, name: str, expression: Expression) -> str | None:
    """Return how a name that is not known in an expression could be used; nothing if nowhere."""
    return (
        _in_one_place(ruleset, name, expression)
        or _of_something(ruleset, name)
        or _in_actions(ruleset, name, expression)
    )


def _in_one_place(ruleset: Ruleset, name: str, expression: Expression) -> str | None:
    """Return what to do about words that mean something in one place alone."""
    if name == BEFORE:
        return (
            f"'{name}' is known only in `through`, beside `linked` and without `in_row`: there it "
            "is the cell before `it` in the chain"
        )
    if name in _EVERYBODY and _is_told_by(ruleset, expression):
        return "leave `who` out: then everybody is told"
    return None


def _of_something(ruleset: Ruleset, name: str) -> str | None:
    """Return how to ask for what pieces or cells have."""
    kept: dict[str, Counter | Marker] = {**ruleset.counters, **ruleset.marks}
    if name in kept and kept[name].per == "piece":
        counted = f", or all of them together: `sum(it.{name}, owner=mover)`"
        return (
            f"'{name}' is kept per piece: name the piece before it, such as `it.{name}` in a "
            f"`where`{counted if name in ruleset.counters else ''}"
        )
    if name in kept and kept[name].per == "cell":
        counted = f", or all of them together: `sum_cells(it.{name})`"
        return (
            f"'{name}' is kept per cell: name the cell before it, such as `to.{name}` or "
            f"`unit.cell.{name}`{counted if name in ruleset.counters else ''}"
        )
    if any(name in kind.attributes for kind in ruleset.kinds.values()):
        return f"'{name}' is an attribute of pieces: name the piece before it, such as `it.{name}`"
    return None


def _in_actions(ruleset: Ruleset, name: str, expression: Expression) -> str | None:
    """Return where the operands of actions are known that are called so."""
    owners = [owner for owner, action in ruleset.actions.items() if name in action.operands]
    for owner in owners:
        if expression in set(expressions_in(ruleset.actions[owner])):
            return _inside(ruleset.actions[owner], name, expression)
    if not owners:
        return None
    actions = "action" if len(owners) == 1 else "actions"
    inside = f"the {actions} {listed(owners)}"
    for noun, section in (("table", ruleset.tables), ("procedure", ruleset.procedures)):
        if expression in set(expressions_in(section)):
            return (
                f"'{name}' is known only inside {inside}: let the {noun} be given it, under `given`"
            )
    return f"'{name}' is known only inside {inside}"


def _inside(action: Action, name: str, expression: Expression) -> str | None:
    """Return why an operand is not known in an expression of its own action."""
    for operand, model in action.operands.items():
        if expression not in set(expressions_in(model)):
            continue
        if operand == name:
            return (
                f"'{name}' is what is being looked for here: put a rule about it under "
                f"`validators`, such as `require`"
            )
        if _is_written_before(action, name, operand):
            return (
                f"'{name}' is named after '{operand}', since inherited operands keep their order: "
                f"put this rule under `validators`"
            )
        return (
            f"'{name}' is named after '{operand}': put it before, or this rule under `validators`"
        )
    return None


def _is_written_before(action: Action, name: str, operand: str) -> bool:
    """Tell whether a file writes an operand before one that it comes after: both are inherited."""
    first = action.place_of_key("operands", name)
    second = action.place_of_key("operands", operand)
    if first is None or second is None or first.file != second.file:
        return False
    return (first.line, first.col) < (second.line, second.col)


def _is_told_by(ruleset: Ruleset, expression: Expression) -> bool:
    """Tell whether an expression says whom a step tells something."""
    steps = (step for body in ruleset.step_lists for step in walk_steps(body))
    return any(isinstance(step, Tell) and step.who is expression for step in steps)
