"""What zones are called in refusals, also those that play decides about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ruleengine.expressions.resolved import Invocation, Reference, Resolved, walk_resolved
from ruleengine.pipeline.expressions import bind
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, State
from ruleengine.schema.expression import Expression

_OPEN_ROLES: Final = frozenset({"zone", "side", "cell", "constant"})
_OPEN_BUILTINS: Final = frozenset({"mover", "opponent"})
_OPEN_FUNCTIONS: Final = frozenset({"part", "zone_of"})


def zone_words(zones: Sequence[Expression], rules: Rules) -> Callable[[State, Env], str]:
    """Return the function that says what players call some zones: "Red's yard or the bar".

    Where it may depend on secrets which part of a zone is meant, the whole zone is named.
    """
    open_ = [is_open(zone, rules) for zone in zones]
    values = [bind(zone, rules) for zone in zones]
    wholes = [_named(zone, rules) for zone in zones]

    def words(state: State, env: Env) -> str:
        found: list[str] = []
        for is_known, value, whole in zip(open_, values, wholes, strict=True):
            zone = value(state, env) if is_known else None
            found += whole if not is_known else () if zone is None else (_title(zone, rules),)
        return " or ".join(dict.fromkeys(found))

    return words


def is_open(zone: Expression, rules: Rules) -> bool:
    """Tell whether everybody knows which zone is meant, whatever is hidden."""
    if not rules.resolved.ruleset.views:
        return True
    return all(_is_open_part(node) for node in walk_resolved(rules.resolved.checked[zone].root))


def _is_open_part(node: Resolved) -> bool:
    match node:
        case Reference(symbol=symbol):
            return symbol.role in _OPEN_ROLES or symbol.name in _OPEN_BUILTINS
        case Invocation(function=function):
            return function.name in _OPEN_FUNCTIONS
        case _:
            return False


def _named(zone: Expression, rules: Rules) -> tuple[str, ...]:
    """Return the titles of the zones that an expression names."""
    return tuple(
        _title(rules.symbol_id(node.symbol), rules)
        for node in walk_resolved(rules.resolved.checked[zone].root)
        if isinstance(node, Reference) and node.symbol.role == "zone"
    )


def _title(zone: int, rules: Rules) -> str:
    return rules.grid.zones[zone].title
