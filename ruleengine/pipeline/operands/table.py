"""The one table of operands: which class plays which model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleengine.pipeline.filters.twins import bind_twins
from ruleengine.pipeline.operands import cell as cell_operands
from ruleengine.pipeline.operands import value as value_operands
from ruleengine.pipeline.operands.line import LineChoice
from ruleengine.pipeline.operands.operand import Operand, Sometimes
from ruleengine.pipeline.operands.piece import PieceChoice
from ruleengine.pipeline.rules import Rules
from ruleengine.schema import reach
from ruleengine.schema.ruleset import Action

OPERANDS: dict[type[Any], Callable[..., Operand]] = {
    reach.PieceOperand: PieceChoice,
    reach.LineOperand: LineChoice,
    reach.LeapOperand: cell_operands.LeapChoice,
    reach.RouteOperand: cell_operands.RouteChoice,
    reach.CellOperand: cell_operands.CellChoice,
    reach.AnyOfOperand: cell_operands.AnyOfChoice,
    reach.KindOperand: value_operands.KindChoice,
    reach.NumberOperand: value_operands.NumberChoice,
    reach.WordOperand: value_operands.WordChoice,
}


def bind_operand(name: str, action: Action, rules: Rules) -> Operand:
    """Return an operand of an action that is ready to be asked."""
    operand = action.operands[name]
    bound = OPERANDS[type(operand)](name, operand, rules)
    if isinstance(bound, PieceChoice):
        bound.twin_of = bind_twins(rules, name, action)
    return bound if operand.when is None else Sometimes(bound, operand.when, rules)
