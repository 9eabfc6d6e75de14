"""Compares a position with what a scenario expects of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from ruleengine.errors import InvalidMoveError
from ruleengine.expressions.problems import did_you_mean
from ruleengine.game.kept_names import NOTHING, kept_of_piece, piece_name
from ruleengine.game.outcome import Outcome
from ruleengine.game.position import Position
from ruleengine.game.views import View
from ruleengine.schema.drawing import draw, read_drawing
from ruleengine.schema.fields import parse_cell
from ruleengine.workbench.scenario_model import (
    NONE,
    Among,
    AmongMoves,
    CounterValue,
    Expectation,
    MarkValue,
    OutcomeExpectation,
)

EMPTY = "empty"
"""Written for a cell on which no piece stands."""


def mismatches(position: Position, expected: Expectation) -> Iterator[str]:
    """Yield one sentence for each thing that is not as expected, expected against actual."""
    for name, check in _CHECKS.items():
        wanted = getattr(expected, name)
        if wanted is not None:
            yield from check(position, wanted)


def _view(position: Position) -> View:
    # Scenarios are about the rules and not about who knows what; all of this is public.
    return position.view(position.game.seats[0])


def _differ(what: str, expected: object, actual: object) -> Iterator[str]:
    if expected != actual:
        yield f"{what}: expected {_shown(expected)}, found {_shown(actual)}"


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value) or "nothing"
    return "nothing" if value is None else str(value)


def _same_items(what: str, expected: Iterable[str], actual: Iterable[str]) -> Iterator[str]:
    wanted, there = list(expected), list(actual)
    missing = [item for item in wanted if item not in there]
    surplus = [item for item in there if item not in wanted]
    if missing:
        yield f"{what}: expected, but not there: {', '.join(missing)}"
    if surplus:
        yield f"{what}: there, but not expected: {', '.join(surplus)}"


def _legal(position: Position, expected: Sequence[str] | AmongMoves) -> Iterator[str]:
    legal = position.legal_moves()
    texts = [move.text for move in legal]
    if not isinstance(expected, AmongMoves):
        yield from _same_items("legal", expected, texts)
        return
    for text in expected.includes:
        if text not in texts:
            yield f"legal: '{text}' is expected, but not there{_listed(texts)}"
    for text in expected.excludes:
        if text in texts:
            yield f"legal: '{text}' is there, but not expected"
        else:
            yield from _is_move(position, text)
    if expected.count is not None:
        yield from _differ("number of legal moves", expected.count, len(legal))
    if expected.actions is not None:
        names = list(dict.fromkeys(move.name for move in legal))
        yield from _same_items("actions with a legal move", expected.actions, names)


def _is_move(position: Position, text: str) -> Iterator[str]:
    """Complain about a text that could never be a move: its absence would prove nothing."""
    try:
        position.parse_move(text)
    except InvalidMoveError as error:
        if error.code == "move/malformed":
            yield f"legal: {error.message}, so that it says nothing to exclude it"


def _listed(texts: Sequence[str]) -> str:
    longest = 12
    more = f" and {len(texts) - longest} more" if len(texts) > longest else ""
    return f"; there are: {', '.join(texts[:longest])}{more}" if texts else "; there are none"


def _choice(position: Position, expected: Sequence[str]) -> Iterator[str]:
    options = position.legal_moves()
    actions = position.game.rules.actions
    if not options or any(move.name in actions for move in options):
        yield f"choice: expected a choice between {_shown(expected)}, but none is open"
        return
    yield from _differ("choice", list(expected), [move.text for move in options])


def _chance(position: Position, expected: Sequence[str] | str) -> Iterator[str]:
    actual = None if position.chance is None else [outcome.text for outcome in position.chance]
    wanted = None if expected == NONE else list(expected)
    yield from _differ("chance", wanted, actual)


def _board(position: Position, expected: str) -> Iterator[str]:
    wanted, actual = read_drawing(expected), read_drawing(position.drawing)
    if wanted == actual:
        return
    if [len(row) for row in wanted] == [len(row) for row in actual]:
        yield f"board: expected\n{draw(wanted)}"
    else:
        yield "board: the expected board has another size"


def _cells(position: Position, expected: Mapping[str, str]) -> Iterator[str]:
    rows = read_drawing(position.drawing)
    pieces = {piece.place for piece in _view(position).pieces}
    for name, mark in expected.items():
        place = parse_cell(name, len(rows))
        if place is None or not (0 <= place[0] < len(rows) and place[1] < len(rows[0])):
            yield f"cells: there is no cell '{name}'"
            continue
        actual = rows[place[0]][place[1]] if name in pieces else EMPTY
        yield from _differ(name, mark, actual)


def _pieces(position: Position, expected: Mapping[str, int]) -> Iterator[str]:
    places = set(position.game.rules.grid.places[: position.game.rules.num_cells])
    counts = dict.fromkeys(position.game.sides, 0)
    for piece in _view(position).pieces:
        counts[piece.owner] += piece.place in places
    yield from _by_name("pieces", "side", expected, counts)


def _counters(position: Position, expected: Mapping[str, CounterValue]) -> Iterator[str]:
    actual: dict[str, object] = {**_view(position).counters, **_per_piece(position, "counters")}
    for name, value in expected.items():
        there = actual.get(name)
        if isinstance(value, dict) and isinstance(there, dict):
            yield from _by_name(f"counter '{name}'", "part", value, there)
        else:
            yield from _by_name("counters", "counter", {name: value}, actual)


def _marks(position: Position, expected: Mapping[str, MarkValue]) -> Iterator[str]:
    actual: dict[str, object] = {**_view(position).marks, **_per_piece(position, "marks")}
    for name, value in expected.items():
        there = actual.get(name)
        if isinstance(value, dict) and isinstance(there, dict):
            shown = {owner: held or NOTHING for owner, held in there.items()}
            yield from _by_name(f"mark '{name}'", "part", value, shown)
        else:
            shown = {each: held or NOTHING for each, held in actual.items()}
            yield from _by_name("marks", "mark", {name: value}, shown)


def _per_piece(
    position: Position, section: Literal["counters", "marks"]
) -> dict[str, dict[str, int | str | None]]:
    """Return what is kept per piece: by name, and then by the cell of the piece."""
    rules, state = position.game.rules, position.state
    infos = rules.counters if section == "counters" else rules.marks
    found: dict[str, dict[str, int | str | None]] = {
        name: {} for name, info in infos.items() if info.per == "piece"
    }
    if found:
        for slot in reversed(range(len(state.cell))):
            kept = kept_of_piece(rules, state, slot)
            for name, values in found.items():
                values[piece_name(rules, state, slot)] = kept[name]
    return found


def _by_name(
    what: str, noun: str, expected: Mapping[str, object], actual: Mapping[str, object]
) -> Iterator[str]:
    """Compare those entries that are named."""
    for name, value in expected.items():
        if name in actual:
            yield from _differ(f"{what} of '{name}'", value, actual[name])
        else:
            hint = did_you_mean(name, actual) or f"there are: {', '.join(actual)}"
            yield f"{what}: there is no {noun} '{name}'; {hint}"


def _events(position: Position, expected: Sequence[str] | Among) -> Iterator[str]:
    events = position.events
    if not isinstance(expected, Among):
        texts = [
            str(event) if " " in wanted else event.name
            for event, wanted in zip(events, expected, strict=False)
        ]
        texts += [event.name for event in events[len(expected) :]]
        yield from _differ("events", list(expected), texts)
        return
    there = {event.name for event in events} | {str(event) for event in events}
    listed = "; ".join(str(event) for event in events) or "nothing"
    for text in expected.includes:
        if text not in there:
            yield f"events: '{text}' is expected, but there is only: {listed}"
    for text in expected.excludes:
        if text in there:
            yield f"events: '{text}' happened, but is not expected"


def _outcome(position: Position, expected: OutcomeExpectation | str) -> Iterator[str]:
    actual = position.outcome
    if not isinstance(expected, OutcomeExpectation):
        if actual is not None:
            yield f"outcome: expected that the game goes on, found {_ended(actual)}"
        return
    if actual is None:
        wanted = "a draw" if expected.draw else f"that '{expected.winner}' wins"
        if expected.void:
            wanted = "that the game is void"
        yield f"outcome: expected {wanted}, but the game goes on"
        return
    yield from _differ("winner", expected.winner, actual.winner)
    yield from _differ("void", bool(expected.void), actual.void)
    if expected.seats is not None:
        yield from _differ("winning seats", expected.seats, list(actual.winning_seats))
    if expected.ending is not None:
        yield from _differ("ending", expected.ending, actual.ending)
    if expected.reason is not None:
        yield from _differ("reason", expected.reason, actual.reason)


def _ended(outcome: Outcome) -> str:
    result = "a draw" if outcome.is_draw else f"a win of '{outcome.winner}'"
    if outcome.void:
        result = "a void game"
    return f"{result} by '{outcome.ending}'"


_CHECKS: dict[str, Callable[..., Iterator[str]]] = {
    "legal": _legal,
    "choice": _choice,
    "chance": _chance,
    "actors": lambda position, seats: _differ("actors", seats, list(position.actors)),
    "mover": lambda position, side: _differ("mover", side, _view(position).mover),
    "turn": lambda position, number: _differ("turn", number, _view(position).turn),
    "board": _board,
    "cells": _cells,
    "pieces": _pieces,
    "counters": _counters,
    "marks": _marks,
    "zone_owners": lambda position, owners: _by_name(
        "zone_owners", "zone", owners, _view(position).zone_owners
    ),
    "sides": lambda position, sides: _by_name("sides", "seat", sides, _view(position).sides),
    "colors": lambda position, colors: _by_name("colors", "seat", colors, _view(position).colors),
    "events": _events,
    "outcome": _outcome,
}
"""How each key of an expectation is compared; a test holds the keys against the model."""
