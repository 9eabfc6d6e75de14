"""Compares a position with what a scenario expects of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from ruleengine.expressions.problems import meant_or_listed
from ruleengine.game.kept.counters_and_marks import NOTHING, all_told, kept_of_piece, piece_name
from ruleengine.game.kept.drawn import LEFT
from ruleengine.game.outcome import Outcome
from ruleengine.game.position import Position
from ruleengine.game.views import View
from ruleengine.pipeline.state import GONE
from ruleengine.schema.pieces import UNOWNED
from ruleengine.workbench.cases.comparing import (
    boards_differ,
    cells_differ,
    differ,
    differ_by_name,
    moves_differ,
    of_several,
    shown,
)
from ruleengine.workbench.cases.event_expectations import events_differ
from ruleengine.workbench.cases.expectation_model import (
    NONE,
    AmongMoves,
    CounterValue,
    Expectation,
    MarkValue,
    OutcomeExpectation,
    ViewExpectation,
)
from ruleengine.workbench.cases.expected_falls import chance_differs
from ruleengine.workbench.cases.expected_moves import as_listed, still_there
from ruleengine.workbench.cases.view_expectations import off_board_differs, view_mismatches


def mismatches(position: Position, expected: Expectation) -> Iterator[str]:
    """Yield one sentence for each thing that is not as expected, expected against actual."""
    for name, check in _CHECKS.items():
        wanted = getattr(expected, name)
        if wanted is not None:
            yield from check(position, wanted)


def _view(position: Position) -> View:
    # Scenarios are about the rules; who may know what is asked for by `view`.
    return position.full_view()


def _legal(position: Position, expected: Sequence[str] | AmongMoves) -> Iterator[str]:
    legal = position.legal_moves()
    yield from moves_differ(legal, as_listed(position, legal, expected))
    yield from still_there(position, legal, expected)


def _choice(position: Position, expected: Sequence[str] | str) -> Iterator[str]:
    options = position.legal_moves()
    actions = position.game.rules.actions
    is_open = any(move.values and move.name not in actions for move in options)
    if expected == NONE:
        if is_open:
            between = shown([move.text for move in options])
            yield f"choice: expected none, but one is open, between {between}"
        return
    if not is_open:
        yield f"choice: expected a choice between {shown(expected)}, but none is open"
        return
    declines = [f"; '{move.text}' declines" for move in options if move.values == (None,)]
    for said in differ("choice", list(expected), [move.text for move in options]):
        yield said + "".join(declines)


def _phase(position: Position, expected: str) -> Iterator[str]:
    phases = position.game.rules.names.phases
    if expected not in phases:
        yield f"phase: there is no phase '{expected}'; {meant_or_listed(expected, phases)}"
        return
    yield from differ("phase", expected, _view(position).phase)


def _pieces(position: Position, expected: Mapping[str, int]) -> Iterator[str]:
    places = set(position.game.rules.grid.places[: position.game.rules.num_cells])
    counts = dict.fromkeys((*position.game.sides, UNOWNED), 0)
    for piece in _view(position).pieces:
        counts[piece.owner] += piece.place in places
    yield from differ_by_name("pieces", "side", expected, counts)


def _at(position: Position, expected: Mapping[str, str]) -> Iterator[str]:
    rules, cells = position.game.rules, position.state.cell
    actual = {
        name: LEFT if cells[slot] == GONE else rules.place(cells[slot])
        for slot, name in enumerate(rules.piece_names)
    }
    yield from differ_by_name("place", "piece", expected, actual)


def _counters(position: Position, expected: Mapping[str, CounterValue]) -> Iterator[str]:
    actual = _kept(position, "counters")
    for name, value in expected.items():
        there = actual.get(name)
        if isinstance(value, dict) and isinstance(there, dict):
            yield from differ_by_name(f"counter '{name}'", "part", value, there)
        else:
            yield from differ_by_name("counters", "counter", {name: value}, actual)


def _marks(position: Position, expected: Mapping[str, MarkValue]) -> Iterator[str]:
    actual = _kept(position, "marks")
    for name, value in expected.items():
        there = actual.get(name)
        if isinstance(value, dict) and isinstance(there, dict):
            shown = {owner: held or NOTHING for owner, held in there.items()}
            yield from differ_by_name(f"mark '{name}'", "part", value, shown)
        else:
            shown = {each: held or NOTHING for each, held in actual.items()}
            yield from differ_by_name("marks", "mark", {name: value}, shown)


def _kept(position: Position, section: Literal["counters", "marks"]) -> dict[str, object]:
    """Return what counters stand at, or what marks hold: by name, and then for each."""
    view, rules = _view(position), position.game.rules
    found = view.counters if section == "counters" else view.marks
    return {**all_told(rules, found), **_per_piece(position, section)}


def _per_piece(
    position: Position, section: Literal["counters", "marks"]
) -> dict[str, dict[str, object]]:
    """Return what is kept per piece: by name, and then by the name or the cell of the piece.

    Of several pieces on one cell it is a list.
    """
    rules, state = position.game.rules, position.state
    infos = rules.counters if section == "counters" else rules.marks
    found: dict[str, dict[str, object]] = {
        name: {} for name, info in infos.items() if info.per == "piece"
    }
    if found:
        eyes = rules.sight.eyes(state, None)
        for slot in reversed(range(len(state.cell))):
            kept = kept_of_piece(rules, eyes, slot)
            for name in kept.keys() & found.keys():
                values = found[name]
                values[piece_name(rules, state, slot)] = kept[name]
                if state.cell[slot] != GONE:  # one without a name needs the place for itself
                    values.setdefault(rules.place(state.cell[slot]), kept[name])
        pieces = _view(position).pieces
        for name, values in found.items():
            values.update(of_several(position.game, pieces, name))
    return found


def _zone_owners(position: Position, expected: Mapping[str, str]) -> Iterator[str]:
    owners = _view(position).zone_owners
    actual = {zone: owner or UNOWNED for zone, owner in owners.items()}
    yield from differ_by_name("zone_owners", "zone", expected, actual)


def _outcome(position: Position, expected: OutcomeExpectation | str) -> Iterator[str]:
    actual = position.outcome
    if not isinstance(expected, OutcomeExpectation):
        if actual is not None:
            yield f"outcome: expected that the game goes on, found {_ended(actual)}"
        return
    if actual is None:
        yield f"outcome: expected {_wanted(expected)}, but the game goes on"
        return
    if expected.says_who_won:
        yield from _winners(expected, actual)
        yield from differ("void", bool(expected.void), actual.void)
    if expected.seats is not None:
        yield from differ("winning seats", expected.seats, list(actual.winning_seats))
    if expected.ending is not None:
        yield from differ("ending", expected.ending, actual.ending)
    if expected.worth is not None:
        yield from differ("worth", expected.worth, actual.worth)
    if expected.reason is not None:
        yield from differ("reason", expected.reason, actual.reason)


def _seen(position: Position, expected: Sequence[ViewExpectation]) -> Iterator[str]:
    for each in expected:
        if each.of is not None:
            position.game.check_seat(each.of)
        view = position.view(each.of)
        wanted = each
        if each.of is not None and each.legal is not None:
            legal = as_listed(position, view.legal_moves, each.legal, each.of)
            wanted = each.model_copy(update={"legal": legal})
        wrong = [*view_mismatches(position.game, view, wanted)]
        if each.of is not None and each.legal is not None:
            wrong += still_there(position, view.legal_moves, each.legal, each.of)
        for message in wrong:
            yield f"view of {each.of or 'everybody'}: {message}"


def _winners(expected: OutcomeExpectation, actual: Outcome) -> Iterator[str]:
    """Compare who won; several are in no order."""
    winner = None if expected.winner == UNOWNED else expected.winner
    if expected.winners is None and len(actual.winners) <= 1:
        yield from differ("winner", winner or UNOWNED, actual.winner or UNOWNED)
        return
    alone = [] if winner is None else [winner]
    yield from differ("winners", sorted(expected.winners or alone), sorted(actual.winners))


def _wanted(expected: OutcomeExpectation) -> str:
    if expected.winners is not None:
        return f"that {_listed(expected.winners)} win together"
    if expected.winner is not None:
        who = UNOWNED if expected.winner == UNOWNED else f"'{expected.winner}'"
        return f"that {who} wins"
    if expected.says_who_won:
        return "that the game is void" if expected.void else "a draw"
    if expected.ending is not None:
        return f"that the game ends by '{expected.ending}'"
    return "that the game is over"


def _listed(sides: Sequence[str]) -> str:
    return ", ".join(f"'{side}'" for side in sides)


def _ended(outcome: Outcome) -> str:
    result = "a draw" if outcome.is_draw else f"a win of '{outcome.winner}'"
    if outcome.is_draw and any(score < 0 for score in outcome.by_side.values()):
        result = "a game that nobody has won"
    if len(outcome.winners) > 1:
        result = f"a win of {_listed(outcome.winners)} together"
    if outcome.void:
        result = "a void game"
    return f"{result} by '{outcome.ending}'"


_CHECKS: dict[str, Callable[..., Iterator[str]]] = {
    "legal": _legal,
    "choice": _choice,
    "chance": chance_differs,
    "actors": lambda position, seats: differ("actors", seats, list(position.actors)),
    "mover": lambda position, side: differ("mover", side, _view(position).mover),
    "phase": _phase,
    "turn": lambda position, number: differ("turn", number, _view(position).turn),
    "board": lambda position, board: boards_differ(position.game, _view(position), board),
    "cells": lambda position, cells: cells_differ(position.game, _view(position), cells),
    "pieces": _pieces,
    "off_board": lambda position, pieces: off_board_differs(position.game, _view(position), pieces),
    "at": _at,
    "counters": _counters,
    "marks": _marks,
    "zone_owners": _zone_owners,
    "sides": lambda position, sides: differ_by_name("sides", "seat", sides, _view(position).sides),
    "colors": lambda position, colors: differ_by_name(
        "colors", "seat", colors, _view(position).colors
    ),
    "events": lambda position, events: events_differ(position.game.rules, position.events, events),
    "outcome": _outcome,
    "view": _seen,
}
"""How each key of an expectation is compared; a test holds the keys against the model."""
