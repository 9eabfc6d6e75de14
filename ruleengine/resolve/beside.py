"""Which places beside the board the rules take pieces from again."""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.resolve.telling import zones_named
from ruleengine.schema import reach, steps
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.step_lists import walk_steps


def places_in_use(resolved: ResolvedRuleset) -> frozenset[str]:
    """Return the places off the board in which a move, a choice or a loop looks for pieces.

    What lies elsewhere, such as among the captured, has left the game, whatever the place is
    called: what is kept of such a piece is of no use to anybody.
    """
    grid = resolved.grid
    beside = {place: zone for place, zone in grid.zone_id.items() if grid.zones[zone].off_board}
    roots: set[str] = set()
    for asked in _filters(resolved):
        for name in zones_named(resolved, asked.in_ or ()):
            if name is None:
                return frozenset(beside)
            roots.add(name.partition(".")[0])
    return frozenset(place for place in beside if place.partition(".")[0] in roots)


def _filters(resolved: ResolvedRuleset) -> Iterator[PieceFilter]:
    """Yield what pieces are looked for in operands, choices and loops."""
    ruleset = resolved.ruleset
    for action in ruleset.actions.values():
        for operand in action.operands.values():
            if isinstance(operand, reach.PieceOperand):
                yield operand.piece
    for step in (step for body in ruleset.step_lists for step in walk_steps(body)):
        spec: object = None
        if isinstance(step, steps.Choose):
            spec = step.choose.among
        elif isinstance(step, steps.ForEach):
            spec = step.for_each.among
        if isinstance(spec, PieceFilter):
            yield spec
