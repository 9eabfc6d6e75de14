"""Pieces on one cell that nothing tells apart: the first of them stands for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, Slot, State
from ruleengine.resolve.likeness import has_twins, homes_matter, pieces_before
from ruleengine.schema.ruleset import Action

TwinOf: TypeAlias = Callable[[State, Env, Slot], Slot | None]


def has_none(_state: State, _env: Env, _slot: Slot) -> Slot | None:
    """Return that a piece has no twin."""
    return None


def bind_twins(rules: Rules, name: str, action: Action) -> TwinOf:
    """Return the function that gives the first piece that a piece is the twin of.

    Twins have the same kind, owner and seat and all that is kept of them is the same. A piece that
    has a name, that a mark holds or that was named before in the same move has no twin.
    """
    if not has_twins(rules.resolved):
        return has_none
    return _Twins(rules, pieces_before(name, action)).first_of


class _Twins:
    """Tells pieces apart for one operand."""

    def __init__(self, rules: Rules, named: Sequence[str]) -> None:
        self._named = named
        self._num_cells, self._num_named = rules.num_cells, len(rules.piece_names)
        self._marks = [info for info in rules.marks.values() if info.holds == "piece"]
        self._by_home = homes_matter(rules.resolved)

    def first_of(self, state: State, env: Env, slot: Slot) -> Slot | None:
        """Return the first twin of a piece, if there is one before it."""
        cell = state.cell[slot]
        if not 0 <= cell < self._num_cells or state.at[cell][0] == slot:
            return None
        if slot < self._num_named or self._is_held(state, env, slot):
            return None
        alike = (
            other
            for other in state.at[cell]
            if self._num_named <= other < slot
            and self._are_alike(state, other, slot)
            and not self._is_held(state, env, other)
        )
        return next(alike, None)

    def _is_held(self, state: State, env: Env, slot: Slot) -> bool:
        """Return whether a mark holds a piece, or it has been named before."""
        if any(env.get(name) == slot for name in self._named):
            return True
        for info in self._marks:
            if info.per == "piece":
                held = state.piece_counters[info.offset : info.offset + info.keep]
                if any(slot in values for values in held):
                    return True
            elif slot in state.counters[info.offset : info.offset + info.count * info.keep]:
                return True
        return False

    def _are_alike(self, state: State, one: Slot, two: Slot) -> bool:
        homes = (state.home,) if self._by_home else ()
        kept = (state.owner, state.kind, state.seat_no, *state.piece_counters, *homes)
        return all(values[one] == values[two] for values in kept)
