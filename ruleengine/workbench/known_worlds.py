"""Positions that a side cannot tell from the one it is in, made from what it knows alone.

Whatever is worked out on these tells the side nothing new: two positions that look the same to
it give the same worlds. Pieces that it does not see are not there, numbers that it does not know
are as at the start, and pieces of unknown kind are all of one kind, of each in turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.game.game import Game
from ruleengine.game.position import Position
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import GONE, Draft, SideId, Slot, State


def known_worlds(position: Position, seat: str) -> Iterator[State]:
    """Yield states that the seat may take for the one it is in; just that one if all is known."""
    game, whole = position.game, position.state
    if not game.rules.hides:
        yield whole
        return
    side = whole.seat_side[game.seats.index(seat)]
    drafts = tuple(_known_draft(draft, side) for draft in whole.drafts)
    whole.drafts = ()
    for number in range(_num_worlds(game, whole, side)):
        world = _known(game, whole, side, number)
        world.drafts = tuple(
            draft
            if draft.state is None
            else draft._replace(state=_known(game, draft.state, side, number))
            for draft in drafts
        )
        yield world


def _known_draft(draft: Draft, side: SideId) -> Draft:
    """Return a draft as a side knows it: of another side's, whether it is done."""
    return draft if draft.side == side else Draft(draft.side, committed=draft.committed)


def _num_worlds(game: Game, state: State, side: SideId) -> int:
    if not any("kind" in rule.what for rule in game.rules.sight.hidden):
        return 1
    return max(len(_kinds_of(game.rules, owner)) for owner in {side, *state.owner})


def _kinds_of(rules: Rules, owner: SideId) -> list[int]:
    """Return the kinds that pieces of an owner can be of, as far as everybody knows."""
    name = rules.names.owner(owner)
    kinds = rules.resolved.ruleset.kinds
    own = [n for n, kind in enumerate(rules.names.kinds) if name in kinds[kind].letters]
    return own or [*range(len(kinds))]


def _known(game: Game, state: State, side: SideId, number: int) -> State:
    rules, world = game.rules, state.copy()
    eyes = rules.sight.eyes(state, side)
    for slot in range(len(state.cell)):
        if not eyes.sees(slot):
            world.put(slot, GONE)
        if not eyes.knows("kind", slot):
            kinds = _kinds_of(rules, state.owner[slot])
            world.kind[slot] = kinds[number % len(kinds)]
        if not eyes.knows_all(slot):
            world.home[slot] = world.cell[slot]
    for info in rules.kept:
        _forget(info, eyes, world)
    world.seen = {}  # which positions have stood is told by what stood in them
    return world


def _forget(info: CounterInfo, eyes: Eyes, world: State) -> None:
    """Set a counter or mark back wherever its value is not known."""
    for back in range(info.keep):
        fresh = info.start if back == 0 else info.before
        if info.per == "piece":
            column = world.piece_counters[info.offset + back]
            for slot in _unknown(info, eyes, len(column)):
                column[slot] = info.start_of(world.kind[slot]) if back == 0 else fresh
            continue
        for part in range(info.count):
            if not eyes.knows_part(info, part):
                world.counters[info.offset + back * info.count + part] = fresh


def _unknown(info: CounterInfo, eyes: Eyes, slots: int) -> Iterator[Slot]:
    return (slot for slot in range(slots) if not eyes.knows(info.name, slot))
