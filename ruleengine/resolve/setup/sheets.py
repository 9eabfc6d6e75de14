"""Ready sheets: from a drawing or a list to the kinds and cells of each side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, Span
from ruleengine.resolve.board.grid import CellId, Grid
from ruleengine.resolve.board.shapes import drawn_place
from ruleengine.resolve.checks.declarations import unknown_name
from ruleengine.schema import reach
from ruleengine.schema.drawing import read_drawing
from ruleengine.schema.drawn_frame import HOLE
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.sheets import ReadySheet, SheetPut
from ruleengine.schema.wording import counted, listed


class SheetMove(NamedTuple):
    """One move of a sheet."""

    kind: str
    cell: CellId


class SheetMoves(NamedTuple):
    """A sheet as one side hands it in."""

    moves: tuple[SheetMove, ...]
    """The moves as they are drawn, in that order; none if they are written out."""
    spots: tuple[CellId, ...] | None
    """The cells over which lots spread the kinds; None if each comes where it is drawn."""
    texts: tuple[str, ...] = ()
    """The moves as they are written, if they are written out."""


Sheets: TypeAlias = Mapping[str, Mapping[str, SheetMoves]]
"""Each sheet, by its name and by side."""

_COMMIT: Final = "commit"
_NO_COMMIT: Final = "leave it out: a sheet is only the moves, and whoever hands it in is done"

_CELLS = (
    reach.CellOperand,
    reach.LineOperand,
    reach.LeapOperand,
    reach.RouteOperand,
    reach.AnyOfOperand,
)


_SIDEWAYS: Final = ("left", "right")


def place_sheets(ruleset: Ruleset, grid: Grid) -> tuple[Sheets, list[Diagnostic]]:
    """Return the moves of the ready sheets and what is wrong with them."""
    problems: list[Diagnostic] = []
    sheets: dict[str, Mapping[str, SheetMoves]] = {}
    for name, sheet in ruleset.sheets.items():
        found = [*_references(sheet, ruleset)]
        if not found:
            read = _READERS[sheet.moves_key]
            written = read(sheet, ruleset, grid)
            by_side, found = written.by_side(), written.problems
            if sheet.over is not None and not found:
                lots = _Lots(sheet, ruleset, grid)
                by_side = {side: lots.spread(side, moves) for side, moves in by_side.items()}
                found = lots.problems
            sheets[name] = by_side
        problems += found
    return sheets, problems


def _references(sheet: ReadySheet, ruleset: Ruleset) -> Iterator[Diagnostic]:
    for index, side in enumerate(sheet.for_ or ruleset.sides):
        place = sheet.span if sheet.for_ is None else sheet.place_of("for", index)
        if side not in ruleset.sides:
            yield unknown_name("side", side, ruleset.sides, place)
        elif ruleset.sides[side].forward in _SIDEWAYS and sheet.moves is None:
            message = f"side '{side}' looks sideways, so a drawing has no place at its edge"
            hint = f"leave '{side}' out under `for`, or write the moves out under `moves`"
            yield Diagnostic("resolve/bad-sheet", message, place, hint)
        elif sheet.moves is not None and _is_across(ruleset, sheet, side):
            message = f"side '{side}' looks across the way that the moves are written for"
            hint = f"write a sheet of its own `for: [{side}]`, or leave `forward` out"
            yield Diagnostic("resolve/bad-sheet", message, place, hint)
    if sheet.action is None:
        for index, move in enumerate(sheet.moves or ()):
            word = move.split()[0] if move.split() else ""
            if word not in ruleset.actions:
                place = sheet.place_of("moves", index)
                problem = unknown_name("action", word, ruleset.actions, place)
                yield replace(problem, hint=_NO_COMMIT) if word == _COMMIT else problem
        return
    action = ruleset.actions.get(sheet.action)
    place = sheet.place_of("action")
    if action is None:
        yield unknown_name("action", sheet.action, ruleset.actions, place)
        return
    kinds = [o for o in action.operands.values() if isinstance(o, reach.KindOperand)]
    cells = [o for o in action.operands.values() if isinstance(o, _CELLS)]
    if len(action.operands) != len(kinds) + len(cells) or (len(kinds), len(cells)) != (1, 1):
        message = f"the action '{sheet.action}' has to name one kind and one cell, nothing else"
        hint = "write the moves out under `moves`, which can be of any action"
        yield Diagnostic("resolve/bad-sheet", message, place, hint)


def _is_across(ruleset: Ruleset, sheet: ReadySheet, side: str) -> bool:
    """Return whether a side looks at a right angle to the first, whose moves are written."""
    first = ruleset.sides.get((sheet.for_ or [*ruleset.sides])[0])
    ways = [each.forward for each in (first, ruleset.sides[side]) if each is not None]
    return None not in ways and len({way in _SIDEWAYS for way in ways}) > 1


def _is_turned(ruleset: Ruleset, sides: Sequence[str], side: str) -> bool:
    """Return whether a side sees the board turned round."""
    forward = ruleset.sides[side].forward
    if forward is not None or side == sides[0]:
        return forward in ("down", "left")
    return not _is_turned(ruleset, sides, sides[0])


def _as_seen(ruleset: Ruleset, grid: Grid, sides: Sequence[str], cell: CellId, side: str) -> CellId:
    """Return the cell that is to a side what the given one is to the first side."""
    first, own = (_is_turned(ruleset, sides, each) for each in (sides[0], side))
    return cell if first == own else grid.num_cells - 1 - cell


def _zone_of(
    ruleset: Ruleset, grid: Grid, sides: Sequence[str], name: str, side: str
) -> list[CellId]:
    """Return the cells of a zone as a side has them; none unless all are on the board."""
    zone = grid.zones[grid.zone_id[name]]
    parts = [grid.zones[each] for each in zone.parts]
    owned = any(each.owner is not None for each in parts)
    zones = [each for each in parts if each.owner == side] if owned else [zone]
    cells = sorted(cell for zone in zones for cell in zone.cells)
    if not cells or cells[-1] >= grid.num_cells:
        return []
    return cells if owned else [_as_seen(ruleset, grid, sides, cell, side) for cell in cells]


class _Lots:
    """The zone over which lots spread the pieces of one sheet."""

    def __init__(self, sheet: ReadySheet, ruleset: Ruleset, grid: Grid) -> None:
        self._name, self._place = sheet.over or "", sheet.place_of("over")
        self._ruleset, self._grid = ruleset, grid
        self._sides = sheet.for_ or [*ruleset.sides]
        self.problems: list[Diagnostic] = []
        if self._name not in grid.zone_id:
            self.problems.append(unknown_name("zone", self._name, grid.zone_id, self._place))

    def spread(self, side: str, found: SheetMoves) -> SheetMoves:
        """Return the moves of a side with the cells of the zone to be spread over."""
        if self.problems:
            return found
        cells = _zone_of(self._ruleset, self._grid, self._sides, self._name, side)
        if len(cells) < len(found.moves):
            message = (
                f"zone '{self._name}' has {counted(len(cells), 'cell')} on the board for side "
                f"'{side}', too few for {counted(len(found.moves), 'piece')}"
            )
            hint = "name another zone, or draw fewer pieces"
            self.problems.append(Diagnostic("resolve/bad-sheet", message, self._place, hint))
        return found._replace(spots=tuple(cells))


class _Writing:
    """The sheet whose moves are written out."""

    def __init__(self, sheet: ReadySheet, ruleset: Ruleset, grid: Grid) -> None:
        self._sheet = sheet
        self._ruleset = ruleset
        self._grid = grid
        self._sides = sheet.for_ or [*ruleset.sides]
        self.problems: list[Diagnostic] = []

    def by_side(self) -> dict[str, SheetMoves]:
        """Return the moves for each side, in the order of the list."""
        return {side: self._of(side) for side in self._sides}

    def _of(self, side: str) -> SheetMoves:
        places = self._places(side)
        texts: list[str] = []
        for move in self._sheet.moves or ():
            action, *rest = move.split()
            words = re.split(r"([\s:-]+)", " ".join(rest))
            texts.append(f"{action} {''.join(places.get(word, word) for word in words)}".strip())
        return SheetMoves((), None, tuple(texts))

    def _places(self, side: str) -> dict[str, str]:
        """Return what the places of the first side are to another one."""
        grid, first = self._grid, self._sides[0]
        found: dict[str, str] = {}
        if _is_turned(self._ruleset, self._sides, first) != _is_turned(
            self._ruleset, self._sides, side
        ):
            last = grid.num_cells - 1
            found |= {grid.places[cell]: grid.places[last - cell] for cell in grid.cells}
        for zone in grid.zones:
            owned = {grid.zones[part].owner: grid.zones[part].name for part in zone.parts}
            if first in owned and side in owned:
                found[owned[first]] = owned[side]
        return found


class _Listing:
    """The sheet whose moves are listed by kinds and cells."""

    def __init__(self, sheet: ReadySheet, ruleset: Ruleset, grid: Grid) -> None:
        self._sheet = sheet
        self._ruleset = ruleset
        self._grid = grid
        self._sides = sheet.for_ or [*ruleset.sides]
        self.problems: list[Diagnostic] = []
        self._check_kinds()

    def by_side(self) -> dict[str, SheetMoves]:
        """Return the moves for each side, in the order of the list."""
        return {side: self._of(side) for side in self._sides}

    def _of(self, side: str) -> SheetMoves:
        moves = tuple(
            SheetMove(part.kind, cell)
            for part in self._sheet.put or ()
            for cell in (self._named(part, side) if part.zone is None else self._zone(part, side))
        )
        return SheetMoves(moves, tuple(m.cell for m in moves) if self._sheet.shuffled else None)

    def _check_kinds(self) -> None:
        first = self._sides[0]
        for part in self._sheet.put or ():
            kind, place = self._ruleset.kinds.get(part.kind), part.place_of("kind")
            if kind is None:
                self.problems.append(unknown_name("kind", part.kind, self._ruleset.kinds, place))
            elif first not in kind.letters:
                message = f"kind '{part.kind}' has no letter for side '{first}'"
                hint = f"add `{first}:` to the `letters` of '{part.kind}'"
                self._report("resolve/no-letter", message, place, hint)

    def _named(self, part: SheetPut, side: str) -> Iterator[CellId]:
        """Yield cells that are named, as a side has them."""
        for index, name in enumerate(part.at or ()):
            cell = self._grid.cell_id(name)
            if cell is not None:
                yield self._as_seen(cell, side)
            elif side == self._sides[0]:
                hint = self._grid.names.hint(name)
                place = part.place_of("at", index)
                self._report("resolve/unknown-cell", f"the board has no cell '{name}'", place, hint)

    def _zone(self, part: SheetPut, side: str) -> list[CellId]:
        """Return the cells of a zone, as a side has them."""
        name, place = part.zone or "", part.place_of("zone")
        if name not in self._grid.zone_id:
            if side == self._sides[0]:
                self.problems.append(unknown_name("zone", name, self._grid.zone_id, place))
            return []
        cells = _zone_of(self._ruleset, self._grid, self._sides, name, side)
        if not cells:
            message = f"zone '{name}' has no cells on the board for side '{side}'"
            self._report("resolve/bad-sheet", message, place, "name another zone, or cells")
        return cells

    def _as_seen(self, cell: CellId, side: str) -> CellId:
        return _as_seen(self._ruleset, self._grid, self._sides, cell, side)

    def _report(self, code: Code, message: str, place: Span | None, hint: str) -> None:
        self.problems.append(Diagnostic(code, message, place, hint))


class _Drawing:
    """The drawing of one sheet."""

    def __init__(self, sheet: ReadySheet, ruleset: Ruleset, grid: Grid) -> None:
        self._sheet = sheet
        self._ruleset = ruleset
        self._grid = grid
        self._drawn = sheet.drawn or ""
        self._sides = sheet.for_ or [*ruleset.sides]
        self._rows = read_drawing(self._drawn, grid.frame)
        self.problems: list[Diagnostic] = []
        self._open: list[tuple[int, int]] = []
        self._marks = [*self._read()]

    def by_side(self) -> dict[str, SheetMoves]:
        """Return the moves for each side, in the order of the drawing."""
        return {side: self._of(side) for side in self._sides}

    def _of(self, side: str) -> SheetMoves:
        moves = tuple(SheetMove(kind, self._cell(side, *at)) for kind, *at in self._marks)
        if not self._sheet.shuffled:
            return SheetMoves(moves, None)
        drawn = (move.cell for move in moves)
        return SheetMoves(moves, (*drawn, *(self._cell(side, *at) for at in self._open)))

    def _read(self) -> Iterator[tuple[str, int, int]]:
        """Yield the kind, row and column of every letter."""
        rows, grid = self._rows, self._grid
        widths = [number for number, row in enumerate(rows) if len(row) != grid.columns]
        if not rows or len(rows) > grid.rows or widths:
            size = f"up to {grid.rows} rows of {grid.columns} cells"
            message, hint = f"the drawing does not fit: it can have {size}", "draw each cell once"
            row = widths[0] if widths else None
            place = self._place(row)
            self._report("resolve/bad-drawing", message, place, hint)
            return
        first = self._sides[0]
        letters = {
            kind.letters[first]: name
            for name, kind in self._ruleset.kinds.items()
            if first in kind.letters
        }
        empty = {
            ".",
            *([HOLE] if grid.holes else []),
            *(zone.symbol for zone in grid.zones if zone.symbol is not None),
        }
        for row, marks in enumerate(rows):
            for column, mark in enumerate(marks):
                if mark in letters:
                    yield letters[mark], row, column
                elif mark == ".":
                    self._open.append((row, column))
                elif mark not in empty:
                    empty.add(mark)  # one mistake, however often it was drawn
                    message = f"'{mark}' draws no kind of piece of side '{first}'"
                    hint = f"what can be drawn is {listed(sorted([*letters, '.']))}"
                    place = self._place(row, column)
                    self._report("resolve/bad-drawing", message, place, hint)

    def _place(self, row: int | None, column: int | None = None) -> Span | None:
        return drawn_place(self._sheet, self._drawn, row, column, frame=self._grid.frame)

    def _cell(self, side: str, row: int, column: int) -> CellId:
        """Return the cell of a mark for a side: the lowest row of the drawing is its edge."""
        grid = self._grid
        if _is_turned(self._ruleset, self._sides, side):
            return (len(self._rows) - 1 - row) * grid.columns + grid.columns - 1 - column
        return (grid.rows - len(self._rows) + row) * grid.columns + column

    def _report(self, code: Code, message: str, place: Span | None, hint: str) -> None:
        self.problems.append(Diagnostic(code, message, place, hint))


_READERS: Final[Mapping[str, type[_Drawing | _Listing | _Writing]]] = {
    "drawn": _Drawing,
    "put": _Listing,
    "moves": _Writing,
}
"""How the moves of a sheet are read, by the key under which they stand."""
