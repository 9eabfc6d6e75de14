"""What follows from what a side knows, whatever the rest may be.

A value is worked out on a state in which everything that the side does not know refuses to be
read. Where nothing of that is read, the value is the same in every position that the side could
be in. Where a kind is read, each kind that it could be is tried; where anything else is, or too
much of it, the value is not known. Nothing of this depends on what the side does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Never, SupportsIndex, TypeVar, cast, overload

from ruleengine.game.known_worlds import (
    kinds_of,
    known_worlds,
    unseen_cells,
    worlds_with_a_stranger,
)
from ruleengine.pipeline.kept import append_piece
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import GONE, NOBODY, CellId, SideId, Slot, State

T = TypeVar("T")
_MOST_TRIED: Final = 256
"""How often a value is worked out before it is given up; a dozen kinds of two pieces are fewer."""


@dataclass(frozen=True)
class Followed(Generic[T]):
    """What a value comes to, if that follows from what is known."""

    is_known: bool
    value: T | None = None


class _InDoubtError(Exception):
    """Something was read that is not known: the kind of a piece, or, without a slot, the rest."""

    def __init__(self, slot: Slot | None = None) -> None:
        super().__init__()
        self.slot = slot


class WhatFollows:
    """What is the same in every state that a side may take for the one it is in."""

    def __init__(self, rules: Rules, state: State, side: SideId) -> None:
        self._rules = rules
        self._kinds: dict[Slot, list[int]] = {}
        self._state = next(known_worlds(rules, state, side))
        if rules.hides:
            self._put_doubts(rules.sight.eyes(state, side), state, side)

    def of(self, value: Callable[[State], T]) -> Followed[T]:
        """Return what a value comes to."""
        found: list[T] = []
        waiting: list[dict[Slot, int]] = [{}]
        for _ in range(_MOST_TRIED):
            if not waiting:
                return Followed(is_known=True, value=found[0])
            taken = waiting.pop()
            try:
                found.append(value(self._taking(taken)))
            except _InDoubtError as doubt:
                if doubt.slot is None:
                    break
                waiting += [{**taken, doubt.slot: kind} for kind in self._kinds[doubt.slot]]
            if found and found[-1] != found[0]:
                break
        return Followed(is_known=False)

    def _taking(self, kinds: Mapping[Slot, int]) -> State:
        """Return the state in which some pieces are of these kinds."""
        if not kinds:
            return self._state
        state = self._state.copy()
        for slot, kind in kinds.items():
            state.kind[slot] = kind
        return state

    def _put_doubts(self, eyes: Eyes, state: State, side: SideId) -> None:
        """Let everything refuse to be read that a side does not know."""
        rules, world, unseen = self._rules, self._state, eyes.unseen()
        self._kinds = {
            slot: kinds_of(rules, state.owner[slot]) for slot in eyes.unknown("kind") - unseen
        }
        world.kind = _Doubtful(world.kind, {slot: slot for slot in self._kinds})
        world.home = _Doubtful(world.home, dict.fromkeys(eyes.known_in_part()))
        for info in rules.kept:
            self._doubt_kept(info, eyes)
        # What stood before is forgotten in worlds; how often that was is not known either.
        world.seen = world.first_turn = _Forgotten()
        if rules.sight.hides_pieces:
            world.at = _Doubtful(world.at, dict.fromkeys(self._unseen_cells(eyes, state, side)))
            self._doubt_all_of(unseen)
            owners = range(-rules.resolved.ruleset.has_neutral, len(rules.names.sides))
            self._add_strangers([each for each in owners if not eyes.knows_of("piece", each)])

    def _unseen_cells(self, eyes: Eyes, state: State, side: SideId) -> Collection[CellId]:
        """Return the cells on which a piece may stand unseen, also beside another one."""
        rules = self._rules
        if side == NOBODY or not eyes.knows_of("piece", side):
            return rules.grid.cells
        found = unseen_cells(rules, state, side)
        if not rules.tells_sharing:
            return found
        taken = [cell for cell in rules.grid.cells if self._state.at[cell]]
        return {*found, *(each for each in taken if self._hides(each, side))}

    def _hides(self, cell: CellId, side: SideId) -> bool:
        made = worlds_with_a_stranger(self._rules, self._state, side, (cell,))
        return next(made, None) is not None

    def _doubt_kept(self, info: CounterInfo, eyes: Eyes) -> None:
        world = self._state
        if info.per == "piece":
            doubts = dict.fromkeys(eyes.unknown(info.name) - eyes.unseen())
            for back in range(info.keep):
                at = info.offset + back
                world.piece_counters[at] = _Doubtful(world.piece_counters[at], doubts)
            return
        parts = [part for part in range(info.count) if not eyes.knows_part(info, part)]
        doubts = {
            info.offset + back * info.count + part: None
            for back in range(info.keep)
            for part in parts
        }
        world.counters = _Doubtful(world.counters, doubts)

    def _add_strangers(self, owners: Iterable[SideId]) -> None:
        """Add a piece of each of these owners that could be anywhere and anything.

        Whatever asks more of a piece than whose it is would depend on those that are not seen.
        """
        rules, world = self._rules, self._state
        before = len(world.cell)
        for owner in owners:
            world.cell.append(GONE)
            world.owner.append(owner)
            world.kind.append(0)
            world.home.append(GONE)
            world.seat_no.append(0)
            for info in rules.kept:
                if info.per == "piece":
                    append_piece(info, world, 0)
        self._doubt_all_of(range(before, len(world.cell)))

    def _doubt_all_of(self, slots: Iterable[Slot]) -> None:
        """Let nothing be known of some pieces but whose they are."""
        world, doubts = self._state, dict.fromkeys(slots)
        for slot in doubts:
            world.cell[slot] = cast("CellId", _ANYWHERE)
        columns = (world.kind, world.home, world.seat_no, *world.piece_counters)
        world.kind, world.home, world.seat_no, *kept = (
            _Doubtful(column, doubts) for column in columns
        )
        world.piece_counters = [*kept]


class _Doubtful(list[T]):
    """A column of a state; some of its entries are not known until something is put there."""

    def __init__(self, entries: Iterable[T], doubts: Mapping[int, Slot | None]) -> None:
        super().__init__(_plain(entries))
        earlier = entries.doubts if isinstance(entries, _Doubtful) else {}
        self.doubts: dict[int, Slot | None] = {**earlier, **doubts}

    @overload
    def __getitem__(self, index: SupportsIndex) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> T | list[T]:
        if isinstance(index, slice):
            if index == slice(None):
                return _Doubtful(self, {})
            return [self[number] for number in range(*index.indices(len(self)))]
        number = index.__index__()
        number += len(self) if number < 0 else 0
        if number in self.doubts:
            raise _InDoubtError(self.doubts[number])
        return super().__getitem__(number)

    def __setitem__(self, index: Any, value: Any) -> None:  # noqa: ANN401 - as a list has it
        self.doubts.pop(index, None)
        super().__setitem__(index, value)

    def __iter__(self) -> Iterator[T]:
        return (self[number] for number in range(len(self)))

    def __contains__(self, value: object) -> bool:
        return any(value == each for each in self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # as a list has none


def _plain(entries: Iterable[T]) -> Iterator[T]:
    """Yield the entries of a column, also those that are not known."""
    return list.__iter__(entries) if isinstance(entries, list) else iter(entries)


class _Forgotten(Mapping[str, int]):
    """How often each position has stood: nobody can tell."""

    def __getitem__(self, key: str) -> int:
        raise _InDoubtError

    def __iter__(self) -> Iterator[str]:
        raise _InDoubtError

    def __len__(self) -> int:
        raise _InDoubtError


class _Anywhere:
    """The place of a piece that could be anywhere: it cannot be compared, nor reckoned with."""

    def _refuse(self, *_others: object) -> Never:
        raise _InDoubtError

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __hash__ = __index__ = __int__ = __bool__ = __neg__ = __abs__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refuse


_ANYWHERE: Final = _Anywhere()
