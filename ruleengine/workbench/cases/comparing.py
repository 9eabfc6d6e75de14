"""Compares what is expected with what is there, in words; used for positions and for views."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Final

from ruleengine.expressions.problems import meant_or_listed
from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import (
    cell_text,
    drawn_counters,
    has_digits,
    letters_on,
    shown_board,
    whole_board,
)
from ruleengine.game.kept.drawn import EMPTY, cell_meant, counts_of_several
from ruleengine.game.moves.moves import Move
from ruleengine.game.views import SeenPiece, View
from ruleengine.pipeline.start import UNKNOWN
from ruleengine.resolve.setup.placements import letters_of
from ruleengine.schema.drawing import (
    ShownCell,
    about_lines,
    read_drawing,
    read_shown,
    shown_cell,
    size_fault,
)
from ruleengine.schema.drawn_frame import draw
from ruleengine.workbench.cases.expectation_model import AmongMoves


def differ(what: str, expected: object, actual: object) -> Iterator[str]:
    """Say what is not the same."""
    if expected != actual:
        yield f"{what}: expected {shown(expected)}, found {shown(actual)}"


def shown(value: object) -> str:
    """Return a value in words."""
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value) or "nothing"
    return "nothing" if value is None else str(value)


def same_items(what: str, expected: Iterable[str], actual: Iterable[str]) -> Iterator[str]:
    """Say which items are missing and which are too many, in any order."""
    wanted, there = list(expected), list(actual)
    missing = [item for item in wanted if item not in there]
    surplus = [item for item in there if item not in wanted]
    if missing:
        yield f"{what}: expected, but not there: {', '.join(missing)}"
    if surplus:
        yield f"{what}: there, but not expected: {', '.join(surplus)}"


def moves_differ(legal: Sequence[Move], expected: Sequence[str] | AmongMoves) -> Iterator[str]:
    """Compare legal moves with those expected, or with a part of them."""
    texts = [move.text for move in legal]
    if not isinstance(expected, AmongMoves):
        yield from same_items("legal", expected, texts)
        return
    for text in expected.includes:
        if text not in texts:
            yield f"legal: '{text}' is expected, but not there{listed(texts)}"
    for text in expected.excludes:
        if text in texts:
            yield f"legal: '{text}' is there, but not expected"
    if expected.count is not None:
        yield from differ("number of legal moves", expected.count, len(legal))
    if expected.actions is not None:
        names = list(dict.fromkeys(move.name for move in legal))
        yield from same_items("actions with a legal move", expected.actions, names)


def listed(texts: Sequence[str]) -> str:
    """Return what there is, as the end of a sentence."""
    longest = 12
    more = f" and {len(texts) - longest} more" if len(texts) > longest else ""
    return f"; there are: {', '.join(texts[:longest])}{more}" if texts else "; there are none"


def boards_differ(game: Game, view: View, expected: str) -> Iterator[str]:
    """Compare a board with the one expected, which is drawn as boards are shown, or plainly.

    With one mark for each cell, only what is drawn so is compared; as soon as a number says how
    many stand on a cell, or what a counter is at, all of them are. A dot stands for an empty cell
    also where a zone has a symbol, as it does on the board that a case begins with.
    """
    rules, letters = game.rules, _letters(game)
    wanted = read_shown(expected, rules.grid.frame, letters)
    if fault := size_fault([[cell.marks for cell in row] for row in wanted], *_size(game)):
        hint = "draw one mark for each cell, or the board as a failing case prints it"
        lines = about_lines(rules.grid.frame)
        yield f"board: {fault[0]}; {hint}, or compare single cells with `cells:`{lines}"
        return
    plain = all(len(cell.marks) == 1 and not cell.numbers for row in wanted for cell in row)
    actual = whole_board(game, view).cells
    if plain:
        actual = [[*row] for row in read_drawing(view.drawing, rules.grid.frame)]
    found = [[shown_cell(cell, letters) or ShownCell(cell) for cell in row] for row in actual]
    wrong = [*_unlike(game, wanted, found)]
    if wrong:
        rows = [[_drawn(game, cell) for cell in row] for row in wanted]
        expected_board, found_board = draw(rows, rules.grid.frame), shown_board(game, view)
        yield "\n".join(["board: expected", expected_board, "found", str(found_board), *wrong])


def _unlike(
    game: Game, wanted: Sequence[Sequence[ShownCell]], found: Sequence[Sequence[ShownCell]]
) -> Iterator[str]:
    """Yield a line for each cell that is not drawn as expected."""
    grid, in_order = game.rules.grid, bool(game.rules.stacking)
    pairs = zip(chain(*wanted), chain(*found), strict=True)
    for number, pair in enumerate(pairs):
        is_hole = number in grid.holes
        cells = pair if is_hole else tuple(_without_symbol(game, cell) for cell in pair)
        told = [_told(cell, in_order=in_order) for cell in cells]
        if told[0] != told[1]:
            words = [_drawn(game, cell) if cell != _BARE else EMPTY for cell in cells]
            yield f"{grid.places[number]}: expected {words[0]}, found {words[1]}"


_BARE: Final = ShownCell(".")
"""A cell without a piece, a mark or a number."""


def _without_symbol(game: Game, cell: ShownCell) -> ShownCell:
    """Return a cell with a dot in place of the symbol of a zone, which no move can change."""
    symbols = game.rules.resolved.ruleset.zone_symbols
    return cell._replace(marks=_BARE.marks) if cell.marks in symbols else cell


def _letters(game: Game) -> set[str]:
    """Return what a piece can be drawn with, also for somebody who does not know its kind."""
    sides = game.rules.resolved.ruleset.sides.values()
    covers = (side.cover for side in sides if side.cover)
    return {*letters_of(game.rules.resolved.ruleset), *covers, UNKNOWN, game.rules.undrawn}


def _size(game: Game) -> tuple[int, int]:
    return game.rules.grid.rows, game.rules.grid.columns


def _told(cell: ShownCell, *, in_order: bool) -> tuple[str, tuple[int, ...]]:
    """Return what a cell says: zeros say no more than a letter alone, nor does an order."""
    marks = cell.marks if in_order else "".join(sorted(cell.marks))
    return marks, cell.numbers if any(cell.numbers) else ()


def _drawn(game: Game, cell: ShownCell) -> str:
    """Return a cell as boards show it."""
    digits = has_digits(game)
    behind = ":" if digits and cell.numbers else ""
    marks = cell_text(cell.marks, has_digits=digits) if len(cell.marks) > 1 else cell.marks
    return f"{marks}{behind}{'/'.join(map(str, cell.numbers))}"


def cells_differ(game: Game, view: View, expected: Mapping[str, str]) -> Iterator[str]:
    """Compare single cells with those expected, which are written as boards show them.

    A number behind a letter is compared where one is expected; a letter alone leaves it open.
    Where some pieces stand above others, the order of letters counts.
    """
    grid, letters, there = game.rules.grid, _letters(game), letters_on(game, view)
    plain = read_drawing(view.drawing, grid.frame)
    full = whole_board(game, view).cells
    in_order = bool(game.rules.stacking)
    for name, mark in expected.items():
        place = grid.names.place(name)
        if place is None:
            yield f"cells: there is no cell '{name}'"
            continue
        row, column = place
        symbol, standing = plain[row][column], there.get(name, "")
        if not standing and mark in (symbol, "."):
            continue
        wanted = cell_meant(mark, letters) or ShownCell(mark)
        found = ShownCell(standing)
        if wanted.numbers:
            drawn = shown_cell(full[row][column], letters)
            found = drawn if drawn is not None else ShownCell(full[row][column])
        same = _told(wanted, in_order=in_order) == _told(found, in_order=in_order)
        if not same or not (found.marks or mark == EMPTY):
            meant = _other_reading(game, mark, name)
            yield f"{name}: expected {mark}, found {_drawn(game, found) or EMPTY}{meant}"
            if wanted.numbers and not drawn_counters(game.rules):
                yield f"{name}: boards draw no counter here; compare it under `counters`"


def _other_reading(game: Game, mark: str, place: str) -> str:
    """Say how numbers are written that may have been meant otherwise than they are read."""
    if counts := counts_of_several(game.rules, place, mark):
        return f"; {counts}"
    split = re.fullmatch(r"(\D)(\d+)", mark)
    if split is None or not has_digits(game) or not drawn_counters(game.rules):
        return ""
    letter, number = split.groups()
    return (
        f"; here digits are letters of pieces: write {letter}:{number} for one {letter} "
        f"with a counter at {number}"
    )


def may_have(game: Game, kind: str | None, name: str) -> bool:
    """Return whether a piece of a kind, as far as that is known, has a counter or mark."""
    ruleset = game.rules.resolved.ruleset
    return name not in ruleset.counters or ruleset.has_counter(kind, name)


def of_several(
    game: Game, pieces: Sequence[SeenPiece], name: str, *, unseen: str | None = None
) -> dict[str, list[int | str | None]]:
    """Return what is kept of pieces that share a place: a list for each, as boards print them.

    Pieces without a name are spoken of by their place, and only of several there is a list. Where
    none stands above others, the values of those alike are in their own order. Those of a kind
    that has no such counter are left out.
    """
    in_order = bool(game.rules.stacking)
    found: dict[str, list[int | str | None]] = {}
    for place, together in groupby(pieces, key=lambda piece: piece.place):
        here = [piece for piece in together if may_have(game, piece.kind, name)]
        here = [piece for piece in here if piece.name is None] or here
        if len(here) < 2:  # noqa: PLR2004 - several
            continue
        found[place] = []
        for _, alike in groupby(here, key=lambda piece: (piece.owner, piece.kind)):
            values = [piece.counters.get(name, unseen) for piece in alike]
            if not in_order:
                values.sort(key=lambda each: (each if isinstance(each, int) else 0, str(each)))
            found[place] += values
    return found


def differ_by_name(
    what: str, noun: str, expected: Mapping[str, object], actual: Mapping[str, object]
) -> Iterator[str]:
    """Compare those entries that are named."""
    for name, value in expected.items():
        if name in actual:
            yield from differ(f"{what} of '{name}'", value, actual[name])
        else:
            yield unknown(what, noun, name, actual)


def unknown(what: str, noun: str, name: str, known: Iterable[str]) -> str:
    """Say that there is nothing with a name, and what there is."""
    return f"{what}: there is no {noun} '{name}'; {meant_or_listed(name, known)}"
