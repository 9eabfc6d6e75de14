"""Positions as plain data and as drawn boards, exactly there and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ruleengine.errors import PositionError
from ruleengine.expressions.numbers import held
from ruleengine.game.turn_so_far import Taken, TurnSoFar
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.start import board_rows, empty_state
from ruleengine.pipeline.state import GONE, NOBODY, Done, Draft, Event, Frame, Result, State
from ruleengine.pipeline.steps.submission import Submit
from ruleengine.schema.drawn_frame import draw

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


def draw_board(rules: Rules, state: State, eyes: Eyes | None = None) -> str:
    """Return the board as text: letters for pieces, symbols for empty cells of zones.

    With `eyes`, as these see it.
    """
    return draw(board_rows(rules, state, eyes), rules.grid.frame)


def to_dict(game: Game, state: State, so_far: TurnSoFar | None) -> dict[str, object]:
    """Return a state as plain data, with its turn so far where the state does not show it."""
    data = {
        "ruleset": game.name,
        "hash": game.hash,
        "board": draw_board(game.rules, state).splitlines(),
        **_to_dict(state),
    }
    if so_far is not None and not so_far.shows_in(state):
        taken = [[each.name, list(each.values)] for each in so_far.taken]
        data["turn_so_far"] = {"begun": _to_dict(so_far.begun), "taken": taken}
    return data


def _to_dict(state: State) -> dict[str, object]:
    data: dict[str, object] = {}
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
        "void": result.void,
        "worth": result.worth,
        **({"together": list(result.together)} if result.together else {}),
    }
    if state.seen:
        data["seen"] = dict(state.seen)
        data["repetitions"] = state.repetitions
    if state.first_turn:
        data["first_turn"] = dict(state.first_turn)
        data["since"] = state.since
    if state.drafts:
        data["drafts"] = [
            {
                "side": draft.side,
                "state": None if draft.state is None else _to_dict(draft.state),
                "moves": [[done.action, list(done.values), *done[2:]] for done in draft.moves],
                "committed": draft.committed,
            }
            for draft in state.drafts
        ]
    return data


def from_dict(game: Game, data: Mapping[str, Any]) -> tuple[State, TurnSoFar | None]:
    """Return the state that `to_dict` gave, and its turn so far, if that was given as well.

    PositionError when the data do not fit.
    """
    if data.get("hash") != game.hash:
        raise PositionError(
            "position/other-ruleset",
            f"the position belongs to '{data.get('ruleset')}' under other rules or flags",
        )
    try:
        state = _from_dict(game.rules, data)
        fits = _submits(game.rules, state) == bool(state.drafts)
        so_far = _so_far(game.rules, data["turn_so_far"]) if "turn_so_far" in data else None
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise PositionError("position/bad-value", f"the position cannot be read: {error}") from None
    if not fits:
        message = "what the sides have submitted so far does not fit where play stands"
        raise PositionError("position/bad-value", message)
    return state, so_far


def _so_far(rules: Rules, data: Mapping[str, Any]) -> TurnSoFar:
    taken = [
        Taken(str(name), tuple(_value(value) for value in values)) for name, values in data["taken"]
    ]
    return TurnSoFar(_from_dict(rules, data["begun"], waits=False), tuple(taken))


def _submits(rules: Rules, state: State) -> bool:
    """Return whether play stands at a submission."""
    if not state.frames:
        return False
    frame = state.frames[-1]
    return isinstance(rules.blocks[frame.block].steps[frame.step], Submit)


def _from_dict(rules: Rules, data: Mapping[str, Any], *, waits: bool = True) -> State:
    state = empty_state(rules)
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
            result["winner"],
            result["reason"],
            result["ending"],
            tuple(result["clauses"]),
            bool(result["void"]),
            int(result.get("worth", 1)),
            tuple(int(side) for side in result.get("together", ())),
        )
    pieces = sorted(range(len(state.cell)))
    for slot in pieces:
        cell = state.cell[slot]
        if cell >= 0:
            state.at[cell] = (*state.at[cell], slot)
    if rules.repeats and "seen" in data:
        state.seen = {str(key): int(times) for key, times in data["seen"].items()}
        state.repetitions = int(data["repetitions"])
    if rules.dates and "first_turn" in data:
        state.first_turn = {str(key): int(turn) for key, turn in data["first_turn"].items()}
        state.since = None if data["since"] is None else int(data["since"])
    if "drafts" in data:
        state.drafts = tuple(_draft(rules, draft) for draft in data["drafts"])
    _check_ranges(rules, state)
    if waits and state.result is None and not state.frames:
        raise ValueError("nothing in it is left to be done")
    return state


def _draft(rules: Rules, data: Mapping[str, Any]) -> Draft:
    moves = [
        Done(action, tuple(_value(value) for value in values), int(before), int(after))
        for action, values, before, after in data["moves"]
    ]
    for done in moves:
        if len(rules.actions[done.action].operands) != len(done.values):
            raise ValueError("a move in it has not the values of its action")
    state = None if data["state"] is None else _from_dict(rules, data["state"])
    return Draft(int(data["side"]), state, tuple(moves), bool(data["committed"]))


def _value(value: object) -> int | str | None:
    if value is not None and not isinstance(value, int | str):
        raise ValueError("a value in it is neither a number nor a word")
    return value


def _reckoned(state: State) -> Iterator[int]:
    """Yield all numbers that rules can reckon with."""
    yield from (state.turn, state.ply, *state.counters, *state.dice)
    for values in state.piece_counters:
        yield from values
    for env in state.envs:
        yield from (value for value in env.values() if isinstance(value, int))


def _check_ranges(rules: Rules, state: State) -> None:
    """Refuse numbers that stand for nothing."""
    names, fresh = rules.names, empty_state(rules)
    slots = len(state.cell)
    first_owner = NOBODY if rules.resolved.ruleset.has_neutral else 0
    checks = [
        all(GONE <= cell < len(state.at) for cell in state.cell),
        slots >= len(rules.piece_names),
        all(len(part) == slots for part in (state.owner, state.kind, state.home, state.seat_no)),
        all(first_owner <= owner < len(names.sides) for owner in state.owner),
        all(0 <= kind < len(names.kinds) for kind in state.kind),
        all(len(values) == slots for values in state.piece_counters),
        len(state.piece_counters) == len(fresh.piece_counters),
        len(state.zone_owner) == len(fresh.zone_owner),
        len(state.counters) == len(fresh.counters),
        len(state.dice) == len(fresh.dice),
        len(state.seat_side) == len(fresh.seat_side),
        len(state.seat_color) == len(fresh.seat_color),
        len(state.side_turns) == len(fresh.side_turns),
        all(held(value) == value for value in _reckoned(state)),
        0 <= state.phase < len(names.phases),
        0 <= state.mover < len(names.sides),
        all(
            0 <= frame.block < len(rules.blocks)
            and 0 <= frame.step < len(rules.blocks[frame.block].steps)
            and 0 <= frame.env < len(state.envs)
            for frame in state.frames[-1:]
        ),
        all(_fits(rules, state, info) for info in rules.marks.values()),
        all(0 <= draft.side < len(names.sides) for draft in state.drafts),
        all(draft.state is None or not draft.state.drafts for draft in state.drafts),
    ]
    if not all(checks):
        raise ValueError("a number in it stands for nothing in this ruleset")


def _fits(rules: Rules, state: State, info: CounterInfo) -> bool:
    """Return whether every value of a mark stands for something, or is nothing."""
    names = rules.names
    numbers = {
        "cell": range(len(state.at)),
        "piece": range(len(state.cell)),
        "side": range(len(names.sides)),
        "seat": range(len(names.seats)),
        "kind": range(len(names.kinds)),
        "word": [names.words.index(word) for word in info.words],
    }[info.holds]
    known = {NOBODY, *numbers}
    if info.per == "piece":
        columns = state.piece_counters[info.offset : info.offset + info.keep]
        return all(value in known for column in columns for value in column)
    values = state.counters[info.offset : info.offset + info.count * info.keep]
    return all(value in known for value in values)
