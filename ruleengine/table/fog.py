"""Cells that a seat does not see, told apart on the board from those that it sees to be empty."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import ShownBoard
from ruleengine.game.views import View
from ruleengine.schema.drawn_frame import EMPTY

_MARKS: Final = "~:%#*+=-"  # the first that means nothing else on the board
_NO_MARK: Final = " "


def with_fog(game: Game, view: View, shown: ShownBoard) -> ShownBoard:
    """Return a board on which empty cells that are not seen are drawn unlike those that are.

    Those of a zone with a symbol keep it, and are named beside the board. Where none of the cells
    that look empty is seen, or all are, there is nothing to tell apart.
    """
    grid, unseen = game.rules.grid, frozenset(view.unseen)
    places = [
        [grid.places[row * grid.columns + column] for column in range(len(marks))]
        for row, marks in enumerate(shown.cells)
    ]
    drawn = [
        list(zip(marks, row, strict=True)) for marks, row in zip(shown.cells, places, strict=True)
    ]
    symbols = {zone.symbol for zone in grid.zones if zone.symbol}
    ground = {place for row in drawn for mark, place in row if mark in symbols}
    empty = {place for row in drawn for mark, place in row if mark == EMPTY}
    if empty | ground <= unseen or unseen.isdisjoint(empty | ground):
        return shown
    listed = ", ".join(place for place in grid.places if place in ground & unseen)
    also = (f"not seen {'either' if empty & unseen else 'now'}: {listed}",) if listed else ()
    if empty.isdisjoint(unseen):
        return replace(shown, key=(*shown.key, *also))
    used = {letter for row in shown.cells for mark in row for letter in mark}
    fog = next((mark for mark in _MARKS if mark not in used), _NO_MARK)
    cells = [
        [fog if mark == EMPTY and place in unseen else mark for mark, place in row] for row in drawn
    ]
    return replace(shown, cells=cells, key=(*shown.key, f"{fog} is a cell that is not seen", *also))
