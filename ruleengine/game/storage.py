"""Positions as plain data and as drawn boards, exactly there and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from ruleengine.errors import PositionError
from ruleengine.expressions.problems import did_you_mean
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.start import add_piece, board_rows, empty_state
from ruleengine.pipeline.state import GONE, Event, Frame, Result, State
from ruleengine.resolve.setup import letters_of
from ruleengine.schema.drawing import draw, read_drawing

if TYPE_CHECKING:
    from ruleengine.game.game import Game

_NUMBER_LISTS = (
    "cell",
    "owner",
    "kind",
    "home",
    "seat_no",
    "zone_owner",
    "counters",
    "dice",
    "seat_side",
    "seat_color",
    "side_turns",
)
_NUMBERS = ("phase", "mover", "turn_index", "turn", "ply", "idle_turns")


def draw_board(rules: Rules, state: State) -> str:
    """Return the board as text: letters for pieces, symbols for empty cells of zones."""
    return draw(board_rows(rules, state))


def state_from_drawing(rules: Rules, text: str) -> State:
    """Return a state with the pieces of a drawn board; slots follow the order of cells."""
    grid, names = rules.grid, rules.names
    rows = read_drawing(text)
    if len(rows) != grid.rows or any(len(row) != grid.columns for row in rows):
        size = f"{grid.rows} rows of {grid.columns} cells"
        found = f"{len(rows)} rows of {sorted({len(row) for row in rows})} cells"
        raise PositionError("position/bad-drawing", f"the board has {size}, the drawing {found}")
    letters = letters_of(rules.resolved.ruleset)
    symbols = {"."} | {zone.symbol for zone in grid.zones if zone.symbol}
    state = empty_state(rules)
    for cell, mark in enumerate("".join(rows)):
        if mark in letters:
            owner, kind = letters[mark]
            add_piece(
                rules,
                state,
                cell=cell,
                owner=names.sides.index(owner),
                kind=names.kinds.index(kind),
            )
        elif mark not in symbols:
            known = " ".join(sorted([*letters, *symbols]))
            raise PositionError(
                "position/bad-drawing",
                f"'{mark}' on {grid.places[cell]} is no piece and no symbol; there are: {known}",
            )
    return state


def to_dict(game: Game, state: State) -> dict[str, object]:
    """Return a state as plain data."""
    data: dict[str, object] = {
        "ruleset": game.name,
        "hash": game.hash,
        "board": draw_board(game.rules, state).splitlines(),
    }
    data |= {name: list(getattr(state, name)) for name in _NUMBER_LISTS}
    data["piece_counters"] = [list(values) for values in state.piece_counters]
    data |= {name: getattr(state, name) for name in _NUMBERS}
    data["frames"] = [list(frame) for frame in state.frames]
    data["envs"] = [dict(env) for env in state.envs]
    data["queue"] = [[event.name, dict(event.payload), event.action] for event in state.queue]
    data["action"] = state.action
    result = state.result
    data["result"] = result and {
        "winner": result.winner,
        "reason": result.reason,
        "ending": result.ending,
        "clauses": list(result.clauses),
    }
    return data


def from_dict(game: Game, data: Mapping[str, Any]) -> State:
    """Return the state that `to_dict` gave; PositionError when the data do not fit."""
    if data.get("hash") != game.hash:
        raise PositionError(
            "position/other-ruleset",
            f"the position belongs to '{data.get('ruleset')}' under other rules or flags",
        )
    try:
        state = empty_state(game.rules)
        for name in _NUMBER_LISTS:
            setattr(state, name, [int(value) for value in data[name]])
        for name in _NUMBERS:
            setattr(state, name, int(data[name]))
        per_piece = data["piece_counters"]
        state.piece_counters = [[int(value) for value in values] for values in per_piece]
        state.frames = [Frame(*(int(part) for part in frame)) for frame in data["frames"]]
        state.envs = [dict(env) for env in data["envs"]]
        state.queue = [Event(name, dict(payload), act) for name, payload, act in data["queue"]]
        state.action = data["action"]
        result = data["result"]
        if result is not None:
            state.result = Result(
                result["winner"], result["reason"], result["ending"], tuple(result["clauses"])
            )
        pieces = sorted(range(len(state.cell)))
        for slot in pieces:
            cell = state.cell[slot]
            if cell >= 0:
                state.at[cell] = (*state.at[cell], slot)
        _check_ranges(game.rules, state)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise PositionError("position/bad-value", f"the position cannot be read: {error}") from None
    return state


def _check_ranges(rules: Rules, state: State) -> None:
    """Refuse numbers that stand for nothing."""
    names, fresh = rules.names, empty_state(rules)
    slots = len(state.cell)
    checks = [
        all(GONE <= cell < len(state.at) for cell in state.cell),
        all(len(part) == slots for part in (state.owner, state.kind, state.home, state.seat_no)),
        all(0 <= owner < len(names.sides) for owner in state.owner),
        all(0 <= kind < len(names.kinds) for kind in state.kind),
        all(len(values) == slots for values in state.piece_counters),
        len(state.piece_counters) == len(fresh.piece_counters),
        len(state.zone_owner) == len(fresh.zone_owner),
        len(state.counters) == len(fresh.counters),
        len(state.dice) == len(fresh.dice),
        len(state.seat_side) == len(fresh.seat_side),
        len(state.seat_color) == len(fresh.seat_color),
        len(state.side_turns) == len(fresh.side_turns),
        0 <= state.phase < len(names.phases),
        0 <= state.mover < len(names.sides),
        all(
            0 <= frame.block < len(rules.blocks)
            and 0 <= frame.step < len(rules.blocks[frame.block].steps)
            and 0 <= frame.env < len(state.envs)
            for frame in state.frames[-1:]
        ),
        state.result is not None or bool(state.frames),
    ]
    if not all(checks):
        raise ValueError("a number in it stands for nothing in this ruleset")


def set_counters(rules: Rules, state: State, given: Mapping[str, Any]) -> None:
    """Give counters values: a number, or a number for each side or seat."""
    for name, value in given.items():
        info = rules.counters.get(name)
        if info is None:
            hint = did_you_mean(name, rules.counters) or ""
            raise PositionError(
                "position/bad-value", f"there is no counter '{name}' {hint}".strip()
            )
        if isinstance(value, Mapping):
            for owner, number in value.items():
                state.counters[info.offset + _owner_index(rules, info, owner)] = int(number)
        elif info.count == 1:
            state.counters[info.offset] = int(cast("int", value))
        else:
            raise PositionError(
                "position/bad-value", f"counter '{name}' needs a value for each {info.per}"
            )


def _owner_index(rules: Rules, info: CounterInfo, owner: str) -> int:
    owners = rules.names.sides if info.per == "side" else rules.names.seats
    if info.count == 1 or owner not in owners:
        raise PositionError("position/bad-value", f"counter '{info.name}' has no part '{owner}'")
    return owners.index(owner)
