"""Compares what a seat sees with what a scenario expects it to see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ruleengine.game.game import Game
from ruleengine.game.kept.counters_and_marks import NOTHING, all_told
from ruleengine.game.kept.drawn import EMPTY, spelled_out
from ruleengine.game.views import View
from ruleengine.schema.pieces import UNOWNED
from ruleengine.workbench.cases.comparing import (
    boards_differ,
    cells_differ,
    differ,
    differ_by_name,
    may_have,
    moves_differ,
    of_several,
    shown,
    unknown,
)
from ruleengine.workbench.cases.event_expectations import events_differ
from ruleengine.workbench.cases.expectation_model import ViewExpectation

HIDDEN = "hidden"
"""Written for the kind of a piece, or the part of a counter or mark, that a seat may not know."""


def view_mismatches(game: Game, view: View, expected: ViewExpectation) -> Iterator[str]:
    """Yield one sentence for each thing that a seat does not see as expected."""
    for name, check in CHECKS.items():
        wanted = getattr(expected, name)
        if wanted is not None:
            yield from check(game, view, wanted)


def _pieces(game: Game, view: View, expected: Mapping[str, int]) -> Iterator[str]:
    counts = dict.fromkeys((*game.sides, UNOWNED), 0)
    for piece in view.pieces:
        counts[piece.owner] += game.rules.grid.cell_id(piece.place) is not None
    yield from differ_by_name("pieces", "side", expected, counts)


def _at(_game: Game, view: View, expected: Mapping[str, str]) -> Iterator[str]:
    places = {piece.name: piece.place for piece in view.pieces if piece.name is not None}
    yield from differ_by_name("place", "piece", expected, places)


def _kinds(game: Game, view: View, expected: Mapping[str, str]) -> Iterator[str]:
    kinds = {piece.place: piece.kind or HIDDEN for piece in view.pieces}
    for cell, kind in expected.items():
        if cell in game.rules.grid.places:
            yield from differ(f"kind on {cell}", kind, kinds.get(cell, EMPTY))
        else:
            yield f"kinds: there is no cell '{cell}'"


def off_board_differs(
    game: Game, view: View, expected: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Yield what lies in places off the board otherwise than expected."""
    there = lying_beside(game, view)
    for place, pieces in expected.items():
        if place not in there:
            yield unknown("off_board", "place off the board", place, there)
            continue
        yield from differ(f"pieces in '{place}'", sorted(spelled_out(pieces)), there[place])


def lying_beside(game: Game, view: View) -> dict[str, list[str]]:
    """Return the pieces that are seen in each place off the board, by side and kind."""
    there: dict[str, list[str]] = {
        place: [] for place in game.rules.grid.places[game.rules.num_cells :]
    }
    for piece in view.pieces:
        if piece.place in there:
            there[piece.place].append(f"{piece.owner} {piece.kind or HIDDEN}")
    return {place: sorted(pieces) for place, pieces in there.items()}


def _kept(game: Game, view: View, expected: Mapping[str, object]) -> Iterator[str]:
    kept = kept_by_name(game, view)
    for name, value in expected.items():
        there = kept.get(name)
        if isinstance(value, dict) and isinstance(there, dict):
            yield from differ_by_name(f"'{name}'", "part", value, there)
        else:
            yield from differ_by_name("seen", "counter or mark", {name: value}, kept)


def _hidden(game: Game, view: View, expected: Sequence[str]) -> Iterator[str]:
    kept = kept_by_name(game, view)
    known = (*game.rules.counters, *game.rules.marks)
    for name in expected:
        if name not in known:
            yield unknown("hidden", "counter or mark", name, known)
        elif not _is_hidden(kept.get(name)):
            yield f"'{name}' is expected to be hidden, found {shown(kept[name])}"


def _is_hidden(kept: object) -> bool:
    """Tell whether nothing is seen of a counter or mark."""
    parts = kept.values() if isinstance(kept, dict) else () if kept is None else (kept,)
    return all(part == HIDDEN for part in parts)


def kept_by_name(game: Game, view: View) -> dict[str, object]:
    """Return the counters and marks of a view; those of pieces by their cells and names.

    A part of a side, a seat or a piece that is not seen is `hidden`.
    """
    owners = {"side": game.rules.names.sides, "seat": game.rules.names.seats}
    per = {info.name: info.per for info in game.rules.kept}
    kept: dict[str, object] = {}
    for name, value in all_told(game.rules, {**view.counters, **view.marks}).items():
        if isinstance(value, dict):
            parts = dict.fromkeys(owners.get(per[name], ()), HIDDEN)
            kept[name] = parts | {owner: _held(each) for owner, each in value.items()}
        else:
            kept[name] = _held(value)
    of_pieces: dict[str, dict[str, object]] = {
        name: {} for piece in view.pieces for name in piece.counters
    }
    for piece in view.pieces:
        for name, values in of_pieces.items():
            if not may_have(game, piece.kind, name):
                continue
            held = _held(piece.counters[name]) if name in piece.counters else HIDDEN
            values[piece.place] = held
            if piece.name is not None:
                values[piece.name] = held
    for name, values in of_pieces.items():
        several = of_several(game, view.pieces, name, unseen=HIDDEN)
        values.update((place, [_held(each) for each in held]) for place, held in several.items())
    return {**kept, **of_pieces}


def _held(value: object) -> object:
    return NOTHING if value is None else value


CHECKS: dict[str, Callable[..., Iterator[str]]] = {
    "board": boards_differ,
    "cells": cells_differ,
    "pieces": _pieces,
    "at": _at,
    "kinds": _kinds,
    "off_board": off_board_differs,
    "counters": _kept,
    "marks": _kept,
    "hidden": _hidden,
    "legal": lambda _game, view, legal: moves_differ(view.legal_moves, legal),
    "events": lambda game, view, events: events_differ(game.rules, view.events, events),
}
"""How each key is compared; a test holds the keys against the model."""
