"""Which part of a filter a cell or a piece does not fit, in words for whoever is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ruleengine.expressions.resolved import Junction, Resolved
from ruleengine.expressions.syntax import unparse
from ruleengine.pipeline.expressions import Evaluate, bind_node
from ruleengine.pipeline.filters.selectors import bind_zones
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import eyes_in, sees
from ruleengine.pipeline.state import CellId, Env, State
from ruleengine.pipeline.wording.answers import is_known
from ruleengine.pipeline.wording.claim_words import denial
from ruleengine.pipeline.wording.zone_words import is_open, zone_words
from ruleengine.schema.expression import Expression
from ruleengine.schema.selectors import CellFilter

Obstacle: TypeAlias = Callable[[State, Env, CellId], str | None]
"""What is against a cell or a piece, if that can be said."""


def bind_obstacles(filter_: CellFilter, rules: Rules) -> Obstacle:
    """Return the function that says what is against a cell that does not fit a filter.

    It says nothing of what may depend on secrets: a refusal tells that much at most, and not
    which part of the filter it comes from.
    """
    inside = _bind_zones(filter_.in_, rules, "it is not in", wanted=True)
    outside = _bind_zones(filter_.not_in, rules, "it is in", wanted=False)
    failing, empty = bind_failing(filter_.where, rules), filter_.empty
    denied = bind_denial(filter_.where if _is_plain(filter_, rules) else None, rules)

    def obstacle(state: State, env: Env, cell: CellId) -> str | None:
        found = inside(state, env, cell) or outside(state, env, cell)
        if found is not None:
            return found
        here = state.at[cell]
        if empty and here:
            return "a piece stands there" if any(sees(env, slot) for slot in here) else None
        if empty is False and not here:
            return None if rules.resolved.ruleset.views else "no piece stands there"
        return denied(state, env, cell) or failing(state, env, cell)

    return obstacle


def _is_plain(filter_: CellFilter, rules: Rules) -> bool:
    """Say whether everybody can tell by what a cell fails: by `where`, if by no open zone."""
    zones = (*(filter_.in_ or ()), *(filter_.not_in or ()))
    return filter_.model_fields_set <= {"in_", "not_in", "where"} and all(
        is_open(zone, rules) for zone in zones
    )


def bind_unmet(when: Expression, rules: Rules) -> Callable[[State, Env], str | None]:
    """Return the function that says which part of a condition does not hold, if it has words.

    Of a part that rests on secrets it says nothing, except to the referee.
    """
    asked = _parts(when, rules)

    def unmet(state: State, env: Env) -> str | None:
        is_told = eyes_in(env) is None
        for part, holds, may_be_told in asked:
            if (is_told or may_be_told) and not holds(state, env):
                return denial(part, rules, state, env)
        return None

    return unmet


def bind_denial(where: Expression | None, rules: Rules) -> Obstacle:
    """Return the function that says in words that the only part of a condition is not met.

    It does so whatever the part rests on: it is for where nothing else can be the reason.
    """
    asked = [] if where is None else _parts(where, rules)
    if len(asked) != 1:
        return lambda *_: None
    ((part, holds, _),) = asked

    def failing(state: State, env: Env, it: int) -> str | None:
        env = {**env, "it": it}
        return None if holds(state, env) else denial(part, rules, state, env)

    return failing


def _parts(condition: Expression, rules: Rules) -> list[tuple[Resolved, Evaluate, bool]]:
    """Return what has to hold together, each with whether everybody may know about it."""
    root = rules.resolved.checked[condition].root
    parts = root.parts if isinstance(root, Junction) and root.op == "and" else (root,)
    return [(part, bind_node(part, rules), is_known(part, rules)) for part in parts]


def bind_failing(where: Expression | None, rules: Rules) -> Obstacle:
    """Return the function that says which part of a condition something does not meet.

    Of a part that rests on secrets it says nothing, except to the referee.
    """
    if where is None:
        return lambda *_: None
    asked = _parts(where, rules)

    def failing(state: State, env: Env, it: int) -> str | None:
        is_told = eyes_in(env) is None
        env = {**env, "it": it}
        for part, holds, may_be_told in asked:
            if (is_told or may_be_told) and not holds(state, env):
                words = denial(part, rules, state, env)
                return words or f"this does not hold: {unparse(part.node)}"
        return None

    return failing


def _bind_zones(
    zones: list[Expression] | None, rules: Rules, lead: str, *, wanted: bool
) -> Obstacle:
    cells = bind_zones(zones, rules)
    if zones is None or cells is None or not all(is_open(zone, rules) for zone in zones):
        return lambda *_: None
    words = zone_words(zones, rules)

    def obstacle(state: State, env: Env, cell: CellId) -> str | None:
        if (cell in cells(state, env)) is wanted:
            return None
        titles = words(state, env)
        return f"{lead} {titles}" if titles else None

    return obstacle
