"""How often a position has stood: what makes two positions the same, and the table of counts."""

from __future__ import annotations

from hashlib import blake2b

from ruleengine.expressions.resolved import Lookup, Reference, Resolved, walk_resolved
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.seats import seat_to_come
from ruleengine.pipeline.state import GONE, State
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.ruleset import ResolvedRuleset

SINCE = "since_repetition"
"""The name by which expressions read how long ago the position first stood."""
WORDS = frozenset({"repetitions", SINCE})
"""The names by which expressions read what is counted."""


def note_position(rules: Rules, state: State) -> None:
    """Count the position that a turn begins with."""
    key = position_key(rules, state)
    state.repetitions, state.since = _times(state, key, state.turn)
    # New tables: positions before this one share the old.
    state.seen = {**state.seen, key: state.repetitions}
    if rules.dates and key not in state.first_turn:
        state.first_turn = {**state.first_turn, key: state.turn}


def times_with(rules: Rules, state: State) -> tuple[int, int | None]:
    """Return how often a position will have stood if the next turn begins with it, and since when.

    That is in turns since the first time; nothing when it has not stood yet.
    """
    return _times(state, position_key(rules, state), state.turn + 1)


def _times(state: State, key: str, turn: int) -> tuple[int, int | None]:
    first = state.first_turn.get(key)
    return state.seen.get(key, 0) + 1, None if first is None else turn - first


def position_key(rules: Rules, state: State) -> str:
    """Return a digest of what two positions have to share to be the same.

    Pieces that cannot be told apart may change places; what has left the game does not matter.
    """
    counted = [info for info in rules.kept if tells_apart(info)]
    per_piece = [info for info in counted if info.per == "piece"]
    names = rules.piece_names
    pieces = sorted(
        (
            cell,
            state.kind[slot],
            state.owner[slot],
            state.seat_no[slot],
            names[slot] if slot < len(names) else "",
            *(
                _value(info, state, state.piece_counters[info.offset + back][slot])
                for info in per_piece
                for back in range(info.keep)
            ),
        )
        for slot, cell in enumerate(state.cell)
        if cell != GONE
    )
    others = [
        _value(info, state, value)
        for info in counted
        if info.per != "piece"
        for value in state.counters[info.offset : info.offset + info.count * info.keep]
    ]
    next_players = [seat_to_come(state, side) for side in range(len(state.side_turns))]
    turn = (state.phase, state.mover, state.turn_index, next_players)
    whole = (pieces, others, state.zone_owner, *turn)
    return blake2b(repr(whole).encode(), digest_size=16).hexdigest()


def tells_apart(info: CounterInfo) -> bool:
    """Return whether positions that differ only in what is kept are different ones."""
    # A mark that resets with the turn is always the same when a turn begins.
    lasts = info.resets != "turn" if info.holds != "number" else info.resets == "never"
    return info.tells_apart and lasts


def _value(info: CounterInfo, state: State, value: int) -> int:
    """Return a value that says the same in every position: a piece is told by its cell."""
    return state.cell[value] if info.holds == "piece" and value >= 0 else value


def counts_repetitions(resolved: ResolvedRuleset) -> bool:
    """Return whether any rule asks how often, or since when, a position has stood."""
    return any(WORDS & checked.reads("builtin") for checked in resolved.checked.values())


def dates_repetitions(resolved: ResolvedRuleset) -> bool:
    """Return whether any rule asks since when a position has stood."""
    return any(SINCE in checked.reads("builtin") for checked in resolved.checked.values())


def asks_for_repetitions(root: Resolved, resolved: ResolvedRuleset) -> bool:
    """Return whether an expression reads a count, itself or by way of conditions and tables."""
    ruleset = resolved.ruleset
    pending, followed = [root], set[str]()
    while pending:
        for node in walk_resolved(pending.pop()):
            if not isinstance(node, Reference | Lookup):
                continue
            role, name = node.symbol.role, node.symbol.name
            if role == "builtin" and name in WORDS:
                return True
            if role in ("condition", "table") and name not in followed:
                followed.add(name)
                part = ruleset.conditions.get(name) or ruleset.tables.get(name)
                found = [resolved.checked.get(each) for each in expressions_in(part)]
                pending += [each.root for each in found if each is not None]
    return False
