"""Boards as people read them: also what a letter for each cell leaves out.

A number before a letter says how many such pieces stand on the cell, one behind it what a counter
of the piece or of the cell is at: `3o` are three pieces, `s4` is one with four, `.4` a cell with
four. What finds no room in the cells is listed below. All of it comes from a view, so nobody is
shown what they may not know. Such a board can be read back; `View.drawing` has a letter for each
cell and nothing else.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from ruleengine.expressions.resolved import Reference
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.start import UNKNOWN
from ruleengine.schema.drawing import read_drawing
from ruleengine.schema.drawn_frame import Frame, draw
from ruleengine.schema.pieces import UNOWNED

if TYPE_CHECKING:
    from ruleengine.game.game import Game
    from ruleengine.game.views import SeenPiece, View
    from ruleengine.resolve.board.grid import Grid

WIDTH = 80
"""How wide a board may be where nobody says it."""
BEHIND_LETTER = "a number behind a letter"
"""How the line of a key begins that says what is counted behind letters."""
NAMES_FOLLOW = "What the cells are called:"
"""Stands above the names of cells."""
IN_CELL = "a number in a cell"
"""How it begins where only cells are counted, whether a letter stands there or none."""
_MAX_LISTED = 24  # so many values of one counter are listed below a board


@dataclass(frozen=True)
class ShownBoard:
    """A board with what stands in its cells, and what has to be said beside it."""

    cells: Sequence[Sequence[str]]
    """What is drawn in each cell, row by row."""
    key: tuple[str, ...]
    """What the numbers mean, and what is kept of pieces and cells but not drawn."""
    frame: Frame
    """What stands around and between the cells."""

    @property
    def text(self) -> str:
        """The board with coordinates, without the key."""
        return draw(self.cells, self.frame)

    def __str__(self) -> str:
        lines = [textwrap.fill(line, WIDTH, subsequent_indent="  ") for line in self.key]
        return "\n".join([self.text, *lines])


def shown_board(game: Game, view: View, width: int = WIDTH) -> ShownBoard:
    """Return the board of a view with all that stands on it.

    A board that would be wider than `width` gets plain letters, and a longer key.
    """
    board = _Board(game, view)
    found = board.shown(board.counters)
    if max(map(len, found.text.splitlines())) > width:
        return board.shown(None)
    return found


def whole_board(game: Game, view: View) -> ShownBoard:
    """Return the board of a view with all that stands on it, however wide it is."""
    board = _Board(game, view)
    return board.shown(board.counters)


def name_lines(grid: Grid, width: int = WIDTH) -> list[str]:
    """Return what the cells are called, drawn where they are; nothing if labels say it.

    A drawing that would be wider than `width` becomes a list for each row.
    """
    if not grid.names.are_apart:
        return []
    drawing = grid.names.drawing(grid.frame).splitlines()
    if max(map(len, drawing)) <= width:
        return [NAMES_FOLLOW, *drawing]
    lines = [f"{NAMES_FOLLOW[:-1]}, from the left:"]
    for row in range(grid.rows):
        here = range(row * grid.columns, (row + 1) * grid.columns)
        told = ", ".join(grid.places[cell] for cell in here if cell in grid.cells)
        text = f"row {row + 1}: {told or 'none'}"
        lines += textwrap.wrap(text, width, subsequent_indent="  ")
    return lines


def has_digits(game: Game) -> bool:
    """Tell whether a number beside a letter could be taken for another piece."""
    return bool(game.rules.resolved.ruleset.digit_letters)


def letter_of(game: Game, piece: SeenPiece) -> str:
    """Return how a piece is drawn."""
    ruleset = game.rules.resolved.ruleset
    if piece.kind is not None:
        return ruleset.kinds[piece.kind].letters.get(piece.owner, game.rules.undrawn)
    return _cover(game, piece.owner)


def unknown_letters(game: Game) -> dict[str, str]:
    """Return by its owner how a piece is drawn whose kind some view may hide."""
    resolved = game.rules.resolved
    found: dict[str, str] = {}
    for view in resolved.ruleset.views:
        if "kind" not in view.hide:
            continue
        asked = None if view.of is None else view.of.owner
        owner = None if asked is None else resolved.checked[asked].root
        only = owner.symbol.name if isinstance(owner, Reference) else None
        for kind in resolved.ruleset.kinds.values():
            for side in kind.letters:
                if side == only or only not in (*resolved.ruleset.sides, UNOWNED):
                    found[side] = _cover(game, side)
    return found


def _cover(game: Game, owner: str) -> str:
    sides = game.rules.resolved.ruleset.sides
    return (sides[owner].cover if owner in sides else None) or UNKNOWN


def letters_on(game: Game, view: View) -> dict[str, str]:
    """Return the letters of the pieces on each cell that has any, as a seat sees them."""
    cells = frozenset(game.rules.grid.places[: game.rules.num_cells])
    found: dict[str, str] = {}
    for piece in view.pieces:
        if piece.place in cells:
            found[piece.place] = found.get(piece.place, "") + letter_of(game, piece)
    return found


def cell_text(letters: str, *, has_digits: bool = False) -> str:
    """Return how the pieces of one cell are written, in their order.

    >>> cell_text("ooox"), cell_text("x"), cell_text("11", has_digits=True), cell_text("oxo")
    ('3ox', 'x', '2*1', 'oxo')
    """
    sign = "*" if has_digits else ""
    runs = [(letter, len([*run])) for letter, run in groupby(letters)]
    return "".join(f"{many}{sign}{letter}" if many > 1 else letter for letter, many in runs)


def drawn_counters(rules: Rules) -> tuple[str, ...]:
    """Return the counters that boards draw behind letters: those that say so, or the only one."""
    return rules.resolved.ruleset.drawn_counters


def number_line(rules: Rules, counters: Sequence[str]) -> str:
    """Return what is said beside a board of the numbers behind its letters."""
    declared = rules.resolved.ruleset.counters
    where = IN_CELL if all(declared[name].per == "cell" for name in counters) else BEHIND_LETTER
    told = [
        " / ".join(_title_of(rules, name) for name in names)
        + (f" of {', '.join(map(rules.kind_title, kinds))}" if kinds else "")
        for names, kinds in numbers_of_kinds(rules, counters)
    ]
    return f"{where}: {'; '.join(told)}"


def numbers_of_kinds(
    rules: Rules, counters: Sequence[str]
) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Return which of these counters stand behind letters of which kinds.

    Without kinds where all have the same.
    """
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for number, kind in enumerate(rules.names.kinds):
        has = rules.resolved.ruleset.has_counter
        names = tuple(name for name in counters if has(kind, name))
        found[names] = (*found.get(names, ()), number)
    if len(found) <= 1:
        return [(tuple(counters), ())]
    return [(names, kinds) for names, kinds in found.items() if names]


def _title_of(rules: Rules, name: str) -> str:
    """Return what players call a counter or mark."""
    ruleset = rules.resolved.ruleset
    declared = ruleset.marks[name] if name in ruleset.marks else ruleset.counters[name]
    return declared.title or name.replace("_", " ")


def _may_be_drawn(info: CounterInfo) -> bool:
    return info.per in ("piece", "cell")


class _Board:
    """One view on its way to being drawn."""

    def __init__(self, game: Game, view: View) -> None:
        rules = game.rules
        self._game = game
        self._has_digits = has_digits(game)
        self._marks = read_drawing(view.drawing, rules.grid.frame)
        self._cells = frozenset(rules.grid.places[cell] for cell in rules.grid.cells)
        # Of pieces that are out of play nobody needs to know what is kept of them.
        told = self._cells | rules.in_use
        self._pieces = [piece for piece in view.pieces if piece.place in told]
        self._on: dict[str, list[SeenPiece]] = {}
        for piece in self._pieces:
            if piece.place in self._cells:
                self._on.setdefault(piece.place, []).append(piece)
        self._declared = rules.resolved.ruleset.counters
        self._of_cells = {
            name: value
            for name, value in view.counters.items()
            if rules.counters[name].per == "cell" and isinstance(value, dict)
        }
        self._cell_marks = {
            name: held
            for name, held in view.marks.items()
            if rules.marks[name].per == "cell"
            and isinstance(held, dict)
            and rules.resolved.ruleset.marks[name].shown
        }
        self._piece_marks = [
            name
            for name, mark in rules.resolved.ruleset.marks.items()
            if mark.per == "piece" and mark.shown
        ]
        self._kept = [
            name
            for name, info in rules.counters.items()
            if _may_be_drawn(info) and (info.per == "piece" or name in self._of_cells)
        ]

    @property
    def counters(self) -> tuple[str, ...]:
        """The counters that are drawn behind letters."""
        return self._game.rules.resolved.ruleset.behind_letters(self._kept)

    @cached_property
    def _begun(self) -> frozenset[tuple[str, str]]:
        """Counters that are not at 0 from the start, each with the kind of piece they are of."""
        rules = self._game.rules
        of_kinds = {
            (name, kind)
            for name, info in rules.counters.items()
            for number, kind in enumerate(rules.names.kinds)
            if info.start_of(number)
        }
        setup = rules.resolved.setup
        set_out = {(name, piece.kind) for piece in setup for name, at in piece.counters if at}
        return frozenset(of_kinds | set_out)

    def shown(self, counters: tuple[str, ...] | None) -> ShownBoard:
        """Return the board with these counters behind letters, or with nothing but letters."""
        places, columns = self._game.rules.grid.places, self._game.rules.grid.columns
        rows = [
            [
                self._cell(places[row * columns + column], mark, counters)
                for column, mark in enumerate(marks)
            ]
            for row, marks in enumerate(self._marks)
        ]
        return ShownBoard(rows, tuple(self._key(counters)), self._game.rules.grid.frame)

    def _cell(self, place: str, mark: str, counters: tuple[str, ...] | None) -> str:
        """Return what is drawn in a cell that a drawing with letters alone draws as `mark`."""
        pieces = self._on.get(place, [])
        if counters is None or place not in self._cells:
            return mark
        if len(pieces) > 1:
            letters = "".join(letter_of(self._game, piece) for piece in pieces)
            return cell_text(letters, has_digits=self._has_digits)
        kind, ruleset = pieces[0].kind if pieces else None, self._game.rules.resolved.ruleset
        counters = tuple(name for name in counters if ruleset.has_counter(kind, name))
        values = [self._value(name, place, pieces) for name in counters]
        if not any(values) and not any(self._counts_zero(name, place, pieces) for name in counters):
            return mark
        behind = ":" if self._has_digits else ""
        return f"{mark}{behind}{'/'.join(str(each or 0) for each in values)}"

    def _counts_zero(self, name: str, place: str, pieces: Sequence[SeenPiece]) -> bool:
        """Tell whether a letter alone would be taken for another number than 0."""
        if name in self._of_cells:
            return bool(self._game.rules.counters[name].start) and place in self._of_cells[name]
        piece = pieces[0] if pieces else None
        if piece is None or piece.counters.get(name) is None or piece.kind is None:
            return False
        return (name, piece.kind) in self._begun

    def _value(self, name: str, place: str, pieces: Sequence[SeenPiece]) -> int | str | None:
        """Return what a counter of a cell, or of the only piece on it, is at."""
        if name in self._of_cells:
            usual = self._game.rules.counters[name].start
            return self._of_cells[name].get(place, usual)
        return pieces[0].counters.get(name) if pieces else None

    def _key(self, counters: tuple[str, ...] | None) -> Iterator[str]:
        """Yield what the numbers mean, and then what is not drawn."""
        stacks = {place: pieces for place, pieces in self._on.items() if len(pieces) > 1}
        alone = {place: pieces for place, pieces in self._on.items() if len(pieces) == 1}
        drawn = counters or ()
        if counters is not None and any(map(self._is_numbered, stacks.values())):
            yield "a number before a letter: how many stand there"
        if stacks and counters is not None and self._game.rules.stacking:
            yield "letters on one cell: the last is on top"
        cells = [place for place in self._cells if place not in stacks]
        if any(self._value(name, c, alone.get(c, [])) for c in cells for name in drawn):
            yield number_line(self._game.rules, drawn)
        if counters is None and stacks:
            several = (f"{place} {len(pieces)}" for place, pieces in stacks.items())
            yield f"pieces on one cell: {', '.join(several)}"
        for name in self._kept:
            if self._declared[name].shown in (False, "order"):
                continue
            if name in self._of_cells:
                usual = self._game.rules.counters[name].start
                told = {
                    place: value
                    for place, value in self._of_cells[name].items()
                    if value != usual and (name not in drawn or place not in cells)
                }
                yield from self._listed(name, told.items())
                continue
            shown = [piece for pieces in alone.values() for piece in pieces]
            untold = [piece for piece in self._pieces if name not in drawn or piece not in shown]
            values = [(self._whose(piece), piece.counters.get(name)) for piece in untold]
            yield from self._listed(name, [each for each in values if each[1]])
        for name in self._piece_marks:
            held = [(self._whose(piece), piece.counters.get(name)) for piece in self._pieces]
            yield from self._listed(name, [(whose, each) for whose, each in held if each])
        for name, of_cells in self._cell_marks.items():
            yield from self._listed(name, of_cells.items())

    def _whose(self, piece: SeenPiece) -> str:
        """Return by what a piece is told of: its name, or its place.

        Where pieces with different letters stand on a cell, the letter says which is meant.
        """
        if piece.name is not None:
            return piece.name
        letters = {letter_of(self._game, other) for other in self._on.get(piece.place, ())}
        return f"{piece.place} {letter_of(self._game, piece)}" if len(letters) > 1 else piece.place

    def _is_numbered(self, pieces: Sequence[SeenPiece]) -> bool:
        """Tell whether pieces on one cell are drawn with a number: some are alike."""
        letters = "".join(letter_of(self._game, piece) for piece in pieces)
        return cell_text(letters) != letters

    def _listed(self, name: str, values: Collection[tuple[str, object]]) -> Iterator[str]:
        """Yield what something is at for pieces or cells, if there are any to be told of."""
        mark = self._game.rules.marks.get(name)
        if mark is not None and mark.holds == "word":
            values = [(whose, str(value).replace("_", " ")) for whose, value in values]
        if mark is not None and mark.holds in ("cell", "piece"):
            # Of two cells nobody could tell which one the other is told of.
            values = [
                (f"{whose}:" if whose.split()[0] in self._cells else whose, value)
                for whose, value in values
            ]
        alike = Counter(f"{whose} {value}" for whose, value in values)  # off the board, many are
        told = [text if many == 1 else f"{text} ({many})" for text, many in alike.items()]
        if len(told) > _MAX_LISTED:
            told[_MAX_LISTED - 1 :] = [f"and {len(told) - _MAX_LISTED + 1} more"]
        if told:
            yield f"{_title_of(self._game.rules, name)}: {', '.join(told)}"
