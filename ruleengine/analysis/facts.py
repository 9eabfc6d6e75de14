"""What can come about in some game of a ruleset, as far as it is known.

Facts only ever grow while they are collected, and what is not known counts as possible: a
warning that rests on them is right, and some that would be right are not given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ruleengine.expressions.bounds import Bounds
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import CellId


class Facts:
    """Where pieces can stand, which actions can be legal, which values counters can have."""

    def __init__(self, rules: Rules) -> None:
        names = rules.names
        self._rules = rules
        self._setup = [
            (piece.cell, names.owner_id(piece.owner), names.kinds.index(piece.kind))
            for piece in rules.resolved.setup
        ]
        self.standing: set[CellId] = {cell for cell, _, _ in self._setup}
        self.kinds: set[int] = {kind for _, _, kind in self._setup}
        self.possible: set[str] = set()  # actions that some position allows
        self.counters: dict[str, Bounds] = {
            name: Bounds(info.start, info.start) for name, info in rules.counters.items()
        }
        told = {name for piece in rules.resolved.setup for name, _ in piece.counters}
        told |= {each.counter for each in rules.resolved.setup_counts}
        self.counters |= dict.fromkeys(told, Bounds())
        self.may_shrink = False  # a piece can leave the board, its side or its kind
        self.may_grow = False  # a piece can appear, or come to another side or kind
        self.zones_change_hands = False
        self._anything = False
        self._frontier: set[CellId] = set()

    @contextmanager
    def anything(self, frontier: set[CellId]) -> Iterator[None]:
        """Take everything for possible for a while, to find what geometry alone allows.

        The pieces that move are those on the cells of `frontier`.
        """
        self._anything, self._frontier = True, frontier
        try:
            yield
        finally:
            self._anything = False

    def can_stand(self, cell: CellId) -> bool:
        """Return whether a piece can ever stand on a cell."""
        return self._anything or cell in self.standing

    def standing_in(self, cells: Iterable[CellId]) -> list[CellId]:
        """Return those of the cells on which a piece can ever stand."""
        standing = self._frontier if self._anything else self.standing
        return [cell for cell in cells if cell in standing]

    def counter(self, name: str) -> Bounds:
        """Return what a counter can be."""
        return Bounds() if self._anything else self.counters[name]

    def is_possible(self, action: str) -> bool:
        """Return whether some position allows the action."""
        return self._anything or action in self.possible

    def has_kind(self, kind: int) -> bool:
        """Return whether there can be a piece of a kind."""
        return self._anything or kind in self.kinds

    def zone_owner(self, zone: int) -> int | None:
        """Return the side that owns a zone for ever, or None when that is not known."""
        owner = self._rules.grid.zones[zone].owner
        if self.zones_change_hands or owner is None:
            return None
        return self._rules.names.sides.index(owner)

    def count(
        self, owner: int | None, kinds: set[int] | None, cells: frozenset[CellId] | None
    ) -> Bounds:
        """Return how many pieces can fit a filter; None leaves that part of it open."""
        if self._anything:
            return Bounds(0)
        if cells is not None:
            return Bounds(0, None if any(cell in self.standing for cell in cells) else 0)
        now = sum(
            (owner is None or side == owner) and (kinds is None or kind in kinds)
            for _, side, kind in self._setup
        )
        return Bounds(0 if self.may_shrink else now, None if self.may_grow else now)
