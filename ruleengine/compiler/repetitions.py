"""What makes two positions the same, as a table for the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.compiler.assembler import Tail
from ruleengine.expressions.resolved import Lookup, Reference, Resolved, walk_resolved
from ruleengine.resolve.checks.declarations import expressions_in, models_in
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema import steps
from ruleengine.schema.pieces import Counter, Marker
from ruleengine.schema.validators import Afterwards

if TYPE_CHECKING:
    from ruleengine.compiler.context import Context, CounterPlace

_WORDS = frozenset({"repetitions", "since_repetition"})

POSITIONS = "positions"
"""The section of the row that remembers them."""


def asks_for_repetitions(root: Resolved, resolved: ResolvedRuleset) -> bool:
    """Return whether an expression reads a count, itself or by way of conditions and tables."""
    ruleset = resolved.ruleset
    pending, followed = [root], set[str]()
    while pending:
        for node in walk_resolved(pending.pop()):
            if not isinstance(node, Reference | Lookup):
                continue
            role, name = node.symbol.role, node.symbol.name
            if role == "builtin" and name in _WORDS:
                return True
            if role in ("condition", "table") and name not in followed:
                followed.add(name)
                part = ruleset.conditions.get(name) or ruleset.tables.get(name)
                found = [resolved.checked.get(each) for each in expressions_in(part)]
                pending += [each.root for each in found if each is not None]
    return False


def asks_ahead(resolved: ResolvedRuleset) -> bool:
    """Return whether a rule asks for the count of a position that does not stand yet."""
    models = models_in(resolved.ruleset)
    ahead = {model.afterwards for model in models if isinstance(model, Afterwards)}
    return any(
        asks_for_repetitions(checked.root, resolved)
        for expression, checked in resolved.checked.items()
        if expression in ahead or "after" in checked.functions
    )


def describe_positions(context: Context) -> int | None:
    """Return the table that says what is compared; nothing when no rule asks for it.

    64 bits stand for a position, so that two different ones are taken for the same once in ages.
    """
    resolved, layout = context.resolved, context.layout
    if not any(_WORDS & checked.reads("builtin") for checked in resolved.checked.values()):
        return None
    ruleset = resolved.ruleset
    declared: dict[str, Counter | Marker] = {**ruleset.counters, **ruleset.marks}
    places = [place for place in context.kept if _tells_apart(declared[place.name])]

    def is_piece(place: CounterPlace) -> int:
        mark = declared[place.name]
        return int(isinstance(mark, Marker) and mark.holds == "piece")

    per_piece = [
        number
        for place in places
        if place.per == "piece"
        for back in range(place.keep)
        for number in (place.offset + back * place.count, is_piece(place))
    ]
    others = [
        number
        for place in places
        if place.per != "piece"
        for number in (place.offset, place.count * place.keep, is_piece(place))
    ]
    others += [layout.at("zone_owner"), layout.sections["zone_owner"][1], 0]
    names = [piece.name for piece in resolved.setup if piece.name is not None]
    numbers = [number + 1 if number < len(names) else 0 for number in range(layout.max_pieces)]
    return context.asm.linked_table(
        [
            Tail(layout, POSITIONS, 2 + 2 * context.max_positions),
            context.max_positions,
            int(_nobody_comes_back(context)),
            context.asm.table(numbers),
            len(per_piece) // 2,
            len(others) // 3,
            layout.num_sides,
            *per_piece,
            *others,
        ]
    )


def _tells_apart(declared: Counter | Marker) -> bool:
    if isinstance(declared, Counter):
        return declared.tells_apart and declared.resets == "never"
    # A mark that resets with the turn is always the same when a turn begins.
    return declared.tells_apart and declared.resets != "turn"


def _nobody_comes_back(context: Context) -> bool:
    """Return whether a piece that has left the game is out of it for good."""
    ruleset = context.resolved.ruleset
    remembered = any(mark.holds == "piece" for mark in ruleset.marks.values())
    places = any(isinstance(model, steps.Place) for model in models_in(ruleset))
    return not remembered and not places
