"""Positions that a side cannot tell from the one it is in, made from what it knows alone.

Whatever is worked out on these tells the side nothing new: two positions that look the same to
it give the same worlds. Pieces that it does not see are not there, numbers that it does not know
are as at the start, and pieces of unknown kind are all of one kind, of each in turn. Where a piece
could stand unseen, there are worlds in which one does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruleengine.pipeline.kept import append_piece
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import GONE, NOBODY, CellId, Draft, SideId, State


def known_worlds(rules: Rules, state: State, side: SideId) -> Iterator[State]:
    """Yield states that a side may take for the one it is in; just that one if all is known."""
    if not rules.hides:
        yield state
        return
    whole = state.copy()
    whole.drafts = ()
    drafts = tuple(_known_draft(draft, side) for draft in state.drafts)
    for number in range(_num_worlds(rules, whole, side)):
        world = _known(rules, whole, side, number)
        world.drafts = tuple(
            draft
            if draft.state is None
            else draft._replace(state=_known(rules, draft.state, side, number))
            for draft in drafts
        )
        yield world


class Worlds:
    """The worlds of a side in one position, each made once, when it is first asked for."""

    def __init__(self, rules: Rules, state: State, side: SideId) -> None:
        self.state = state
        self._coming = known_worlds(rules, state, side)
        self._made: list[State] = []

    def __iter__(self) -> Iterator[State]:
        number = 0
        while number < len(self._made) or self._makes_another():
            yield self._made[number]
            number += 1

    def _makes_another(self) -> bool:
        world = next(self._coming, None)
        self._made += [] if world is None else [world]
        return world is not None


def worlds_with_a_stranger(
    rules: Rules, world: State, side: SideId, cells: Iterable[CellId]
) -> Iterator[State]:
    """Yield worlds in which one more piece stands on one of some cells, unseen by the side."""
    if not rules.sight.hides_pieces:
        return
    others = [other for other in range(len(rules.names.sides)) if other != side]
    others += [NOBODY] if rules.resolved.ruleset.has_neutral else []
    for cell in cells:
        for owner in others:
            for kind in kinds_of(rules, owner):
                made, slot = world.copy(), len(world.cell)
                made.cell.append(GONE)
                made.owner.append(owner)
                made.kind.append(kind)
                made.home.append(cell)
                made.seat_no.append(0)
                for info in rules.kept:
                    if info.per == "piece":
                        append_piece(info, made, kind)
                made.put(slot, cell)
                if not rules.sight.eyes(made, side).sees(slot):
                    yield made


def unseen_cells(rules: Rules, state: State, side: SideId) -> tuple[CellId, ...]:
    """Return the cells of the board that look empty, but on which a piece may stand unseen."""
    if not rules.sight.hides_pieces:
        return ()
    world = _known(rules, state, side, 0)
    return tuple(
        cell
        for cell in rules.grid.cells
        if not world.at[cell]
        and any(True for _ in worlds_with_a_stranger(rules, world, side, (cell,)))
    )


def _known_draft(draft: Draft, side: SideId) -> Draft:
    """Return a draft as a side knows it: of another side's, whether it is done."""
    return draft if draft.side == side else Draft(draft.side, committed=draft.committed)


def _num_worlds(rules: Rules, state: State, side: SideId) -> int:
    if not any("kind" in rule.what for rule in rules.sight.hidden):
        return 1
    return max(len(kinds_of(rules, owner)) for owner in {side, *state.owner})


def kinds_of(rules: Rules, owner: SideId) -> list[int]:
    """Return the kinds that pieces of an owner can be of, as far as everybody knows."""
    name = rules.names.owner(owner)
    kinds = rules.resolved.ruleset.kinds
    own = [n for n, kind in enumerate(rules.names.kinds) if name in kinds[kind].letters]
    return own or [*range(len(kinds))]


def _known(rules: Rules, state: State, side: SideId, number: int) -> State:
    world = state.copy()
    eyes = rules.sight.eyes(state, side)
    for slot in sorted(eyes.unseen()):
        world.put(slot, GONE)
    unknown = eyes.unknown("kind")
    kinds = {owner: kinds_of(rules, owner) for owner in {state.owner[slot] for slot in unknown}}
    for slot in unknown:
        possible = kinds[state.owner[slot]]
        world.kind[slot] = possible[number % len(possible)]
    for slot in eyes.known_in_part():
        world.home[slot] = world.cell[slot]
    for info in rules.kept:
        _forget(info, eyes, world)
    # Which positions have stood is told by what stood in them.
    world.seen, world.first_turn = {}, {}
    return world


def _forget(info: CounterInfo, eyes: Eyes, world: State) -> None:
    """Set a counter or mark back wherever its value is not known."""
    for back in range(info.keep):
        fresh = info.start if back == 0 else info.before
        if info.per == "piece":
            column = world.piece_counters[info.offset + back]
            for slot in eyes.unknown(info.name):
                column[slot] = info.start_of(world.kind[slot]) if back == 0 else fresh
            continue
        for part in range(info.count):
            if not eyes.knows_part(info, part):
                world.counters[info.offset + back * info.count + part] = fresh
