"""Cells that a seat does not see, told apart on the board from those that it sees to be empty."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import ShownBoard
from ruleengine.game.views import View
from ruleengine.schema.drawn_frame import EMPTY
from ruleengine.schema.wording import all_of

_MARKS: Final = "~:%#*+=-"  # the first that means nothing else on the board
_NO_MARK: Final = " "
_VIEWER: Final = "viewer"
A_FOG: Final = "a cell that is not seen"


def with_fog(game: Game, view: View, shown: ShownBoard) -> ShownBoard:
    """Return a board on which empty cells that are not seen are drawn unlike those that are.

    Those of a zone with a symbol keep it, and are named beside the board. Where none of the cells
    that look empty is ever seen, or all are now, there is nothing to tell apart.
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
    if unseen.isdisjoint(empty | ground) or (empty | ground <= unseen and not has_fog(game)):
        return shown
    listed = _listed(game, ground & unseen)
    also = (f"not seen {'either' if empty & unseen else 'now'}: {listed}",) if listed else ()
    if empty.isdisjoint(unseen):
        return replace(shown, key=(*shown.key, *also))
    fog = fog_mark(game, {letter for row in shown.cells for mark in row for letter in mark})
    cells = [
        [fog if mark == EMPTY and place in unseen else mark for mark, place in row] for row in drawn
    ]
    return replace(shown, cells=cells, key=(*shown.key, f"{fog} is {A_FOG}", *also))


def has_fog(game: Game) -> bool:
    """Return whether what is on a cell may be seen or not, as it depends on who looks.

    Where pieces are hidden however the viewer stands, no empty cell is ever known to be empty.
    """
    resolved = game.rules.resolved
    asked = (
        rule.of.where
        for rule in resolved.ruleset.views
        if "piece" in rule.hide and rule.of is not None
    )
    return any(
        isinstance(node, tree.Reference) and node.symbol.name == _VIEWER
        for where in asked
        if where is not None
        for node in tree.walk_resolved(resolved.checked[where].root)
    )


def fog_mark(game: Game, drawn: Collection[str] = ()) -> str:
    """Return the mark of a cell that is not seen: the first that means nothing else in the game."""
    ruleset = game.rules.resolved.ruleset
    used = {mark.symbol for mark in ruleset.marks.values()}
    used |= {zone.symbol for zone in game.rules.grid.zones}
    used |= {letter for kind in ruleset.kinds.values() for letter in kind.letters.values()}
    used |= {side.cover for side in ruleset.sides.values()}
    return next((mark for mark in _MARKS if mark not in used and mark not in drawn), _NO_MARK)


def _listed(game: Game, cells: Collection[str]) -> str:
    """Return cells as a list, in which whole rows, and then whole columns, are told as such."""
    grid = game.rules.grid
    wanted = {cell for cell in grid.cells if grid.places[cell] in cells}
    left = wanted
    told: list[str] = []
    rows = [
        [*range(start, start + grid.columns)] for start in range(0, grid.num_cells, grid.columns)
    ]
    labels = grid.names.row_labels, grid.names.column_labels
    # From the bottom and from the left, as the cells are counted.
    lines = ("row", labels[0][::-1], rows[::-1]), ("column", labels[1], [*zip(*rows, strict=True)])
    for noun, names, each in lines:
        whole = {
            name: own
            for name, line in zip(names, each, strict=False)
            if len(own := {*line} - {*grid.holes}) > 1 and own <= wanted and own & left
        }
        if whole:
            told.append(f"{noun}{'s' * (len(whole) > 1)} {all_of(whole)}")
            left = left.difference(*whole.values())
    return ", ".join([*told, *(grid.places[cell] for cell in sorted(left))])
