"""Which part of a filter a cell or a piece does not fit, in words for whoever is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from ruleengine.expressions.resolved import (
    Invocation,
    Junction,
    Reference,
    Resolved,
    walk_resolved,
)
from ruleengine.expressions.syntax import unparse
from ruleengine.pipeline.answers import is_known
from ruleengine.pipeline.expressions import bind, bind_node
from ruleengine.pipeline.operands import zone_title
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.selectors import bind_zones
from ruleengine.pipeline.sight import eyes_in, sees
from ruleengine.pipeline.state import CellId, Env, State
from ruleengine.schema.expression import Expression
from ruleengine.schema.selectors import CellFilter

Obstacle: TypeAlias = Callable[[State, Env, CellId], str | None]
"""What is against a cell or a piece, if that can be said."""

_OPEN_ROLES: Final = frozenset({"zone", "side", "cell", "constant"})
_OPEN_BUILTINS: Final = frozenset({"mover", "opponent"})
_OPEN_FUNCTIONS: Final = frozenset({"part", "zone_of"})
_ARTICLE: Final = re.compile(r"^(?:an?|the) ")


def bind_obstacles(filter_: CellFilter, rules: Rules) -> Obstacle:
    """Return the function that says what is against a cell that does not fit a filter.

    It says nothing of what may depend on secrets: a refusal tells that much at most, and not
    which part of the filter it comes from.
    """
    inside = _bind_zones(filter_.in_, rules, "it is not in", wanted=True)
    outside = _bind_zones(filter_.not_in, rules, "it is in", wanted=False)
    failing, empty = bind_failing(filter_.where, rules), filter_.empty

    def obstacle(state: State, env: Env, cell: CellId) -> str | None:
        found = inside(state, env, cell) or outside(state, env, cell)
        if found is not None:
            return found
        here = state.at[cell]
        if empty and here:
            return "a piece stands there" if any(sees(env, slot) for slot in here) else None
        if empty is False and not here:
            return None if rules.resolved.ruleset.views else "no piece stands there"
        return failing(state, env, cell)

    return obstacle


def bind_failing(where: Expression | None, rules: Rules) -> Obstacle:
    """Return the function that says which part of a condition something does not meet.

    Of a part that rests on secrets it says nothing, except to the referee.
    """
    if where is None:
        return lambda *_: None
    root = _root(where, rules)
    parts = root.parts if isinstance(root, Junction) and root.op == "and" else (root,)
    asked = [(unparse(p.node), bind_node(p, rules), is_known(p, rules)) for p in parts]

    def failing(state: State, env: Env, it: int) -> str | None:
        is_told = eyes_in(env) is None
        env = {**env, "it": it}
        for text, holds, is_open in asked:
            if (is_told or is_open) and not holds(state, env):
                return f"this does not hold: {text}"
        return None

    return failing


def _bind_zones(
    zones: list[Expression] | None, rules: Rules, lead: str, *, wanted: bool
) -> Obstacle:
    cells = bind_zones(zones, rules)
    if zones is None or cells is None or not all(_is_open(_root(z, rules), rules) for z in zones):
        return lambda *_: None
    values = [bind(zone, rules) for zone in zones]

    def obstacle(state: State, env: Env, cell: CellId) -> str | None:
        if (cell in cells(state, env)) is wanted:
            return None
        named = [value(state, env) for value in values]
        names = [rules.grid.zones[each].name for each in named if each is not None]
        titles = dict.fromkeys(_title(name, rules) for name in names)
        return f"{lead} {' or '.join(titles)}" if titles else None

    return obstacle


def _title(name: str, rules: Rules) -> str:
    """Return what a zone is called; a part without a title is called by the side it is for."""
    ruleset = rules.resolved.ruleset
    whole, _, part = name.partition(".")
    declared = (ruleset.zones[whole].parts or {}).get(part)
    side = ruleset.sides.get(declared.owner or "") if declared and not declared.title else None
    if declared is None or side is None:
        return zone_title(name, rules)
    return f"the {_ARTICLE.sub('', zone_title(whole, rules))} of {side.title or declared.owner}"


def _root(expression: Expression, rules: Rules) -> Resolved:
    return rules.resolved.checked[expression].root


def _is_open(root: Resolved, rules: Rules) -> bool:
    """Tell whether everybody knows which zone is meant, whatever is hidden."""
    if not rules.resolved.ruleset.views:
        return True
    return all(_is_open_part(node) for node in walk_resolved(root))


def _is_open_part(node: Resolved) -> bool:
    match node:
        case Reference(symbol=symbol):
            return symbol.role in _OPEN_ROLES or symbol.name in _OPEN_BUILTINS
        case Invocation(function=function):
            return function.name in _OPEN_FUNCTIONS
        case _:
            return False
