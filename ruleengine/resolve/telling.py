"""By what a move tells a piece from others in the same place: kind, owner, number, or nothing.

A player can name only what they know. Whether they do is for the views to say and may change in
play; but moves have numbers, and lists of moves must tell nothing by their length or order. So it
is settled once for each operand and each choice, and both tiers ask here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.likeness import most_alike
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.expression import Expression
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.views import Hide

NUMBERED: Final = "#"
"""What stands before the number of a piece among those written alike: `b1#2` is the second."""

MOVER: Final = "mover"
"""Who decides about the operands of an action."""


class Telling(NamedTuple):
    """How pieces in one place are told apart in moves."""

    by_owner: bool = False
    """By their owner, where pieces of several owners can be meant."""
    by_kind: bool = True
    """By their kind; without it the place has to do, and the owner is not told either."""
    by_number: bool = False
    """Of those written alike on a cell that is shared, from the second on by a number."""


def telling_of(resolved: ResolvedRuleset, pieces: PieceFilter, decider: str) -> Telling:
    """Return how moves tell pieces apart that fit a filter; `decider` is the side that names them.

    By kind only where it is certain that whoever decides knows the kind; and by number only where
    they know all that is kept of the pieces as well, for of pieces alike not all are listed.
    """
    by_kind = not any(
        _may_hide(resolved, rule, pieces, decider)
        for rule in resolved.ruleset.views
        if not {"kind", "piece"}.isdisjoint(rule.hide)
    )
    knows_all = by_kind and not any(
        _may_hide_what_is_kept(resolved, rule, pieces, decider) for rule in resolved.ruleset.views
    )
    return Telling(pieces.owner is None, by_kind, knows_all and most_alike(resolved) > 1)


def _may_hide_what_is_kept(
    resolved: ResolvedRuleset, rule: Hide, pieces: PieceFilter, decider: str
) -> bool:
    """Return whether a rule may hide a counter or mark by which such pieces differ."""
    ruleset = resolved.ruleset
    counters = {name for name, each in ruleset.counters.items() if each.per == "piece"}
    marks = {name for name, each in ruleset.marks.items() if each.per == "piece"}
    # A mark that is nobody's is not its holder's to know either.
    held = {name for name, each in ruleset.marks.items() if each.holds == "piece"} - marks
    if not held.isdisjoint(rule.hide):
        return True
    is_about = not (counters | marks).isdisjoint(rule.hide)
    return is_about and _may_hide(resolved, rule, pieces, decider)


def _may_hide(resolved: ResolvedRuleset, rule: Hide, pieces: PieceFilter, decider: str) -> bool:
    """Return whether a rule may hide the kind of such a piece from the side that decides."""
    if _places(resolved, pieces).isdisjoint(_places(resolved, rule.of or PieceFilter())):
        return False
    if pieces.owner is None or pieces.owner.text != decider:
        return True  # the pieces may be another side's
    if rule.from_ == "others":
        return False
    if rule.from_ == "everybody":
        return True
    owner = None if rule.of is None or rule.of.owner is None else rule.of.owner.text
    return owner not in resolved.ruleset.sides or owner in rule.from_


def _places(resolved: ResolvedRuleset, pieces: PieceFilter) -> frozenset[int]:
    """Return the places where a piece that fits a filter can be."""
    grid = resolved.grid
    if pieces.in_ is None:
        # By `at` and `where` also a piece off the board may be meant.
        asked = [each for each in (pieces.at, pieces.where) if each is not None]
        zones = (zone for zone in zones_named(resolved, asked) if zone is not None)
        beside = any(grid.zones[grid.zone_id[zone]].off_board for zone in zones)
        anywhere = beside or pieces.at is not None
        return frozenset(range(len(grid.places)) if anywhere else grid.cells)
    named = [*zones_named(resolved, pieces.in_)]
    if None in named:
        return frozenset(range(len(grid.places)))
    return frozenset(
        cell for zone in named if zone is not None for cell in grid.zones[grid.zone_id[zone]].cells
    )


def zones_named(
    resolved: ResolvedRuleset, expressions: Iterable[Expression]
) -> Iterable[str | None]:
    """Yield the zones that expressions name; nothing for one that names none outright.

    A part that play decides about, `part(hand, mover)`, is one of the zone it names.
    """
    for expression in expressions:
        named = [
            node.symbol.name
            for node in tree.walk_resolved(resolved.checked[expression].root)
            if isinstance(node, tree.Reference) and node.symbol.role == "zone"
        ]
        yield from named
        if not named:
            yield None
