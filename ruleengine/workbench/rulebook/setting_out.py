"""Shapes of zones and the pieces of the setup in words.

`SHAPES` and `SETUPS` have an entry for every shape and every way to put pieces on the board.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from ruleengine.schema import board, pieces
from ruleengine.schema.board import Shape
from ruleengine.schema.expression import Expression
from ruleengine.schema.wording import a
from ruleengine.workbench.rulebook.cell_words import span
from ruleengine.workbench.rulebook.document import Item
from ruleengine.workbench.rulebook.english import counted, joined, sentence, spaced
from ruleengine.workbench.rulebook.speech import YOU, Speech, is_told_by_cells

# Shapes


def say_shape(speech: Speech, shape: Shape) -> str:
    """Return which cells a shape has, in words."""
    return SHAPES[type(shape)](speech, shape)


def zones_in(shape: Shape) -> set[str]:
    """Return the zones that a shape is made of, without their parts' names."""
    match shape:
        case board.RingCells():
            named = [shape.ring.around]
        case board.MirrorCells():
            named = [shape.mirror.of]
        case board.UnionCells():
            named = [*shape.union]
        case board.IntersectionCells():
            named = [*shape.intersection]
        case board.DifferenceCells():
            of = shape.difference.of
            named = [*shape.difference.without, *([] if of is None else [of])]
        case _:
            named = []
    return {name.partition(".")[0] for name in named}


def _number(speech: Speech, expression: Expression) -> str:
    return str(speech.rules.number(expression))


def _size(speech: Speech, size: board.Size) -> str:
    return f"{_number(speech, size.rows)} by {_number(speech, size.columns)} cells"


def _corner(speech: Speech, shape: board.CornerCells) -> str:
    spec = shape.corner
    where = f"in the {spaced(spec.at)} corner"
    if spec.triangle is not None:
        return f"a triangle of {_number(speech, spec.triangle)} cells {where}"
    if spec.rectangle is not None:
        return f"a rectangle of {_size(speech, spec.rectangle)} {where}"
    return f"the cell {where}"


def _rows(speech: Speech, shape: board.RowsCells) -> str:
    rows = sorted({speech.rules.number(row) for row in shape.rows}, reverse=True)
    labels = speech.rules.grid.names.row_labels
    if not labels:
        return _counted_from("row", rows, "the top")
    return span("row", labels, rows)


def _columns_shape(speech: Speech, shape: board.ColumnsCells) -> str:
    columns = [speech.rules.number(each) for each in shape.columns]
    labels = speech.rules.grid.names.column_labels
    if not labels:
        return _counted_from("column", columns, "the left")
    return f"column{'s' * (len(columns) > 1)} {joined(labels[column] for column in columns)}"


def _counted_from(noun: str, numbers: Iterable[int], start: str) -> str:
    """Return rows or columns that have no names, by their numbers."""
    ordered = sorted(numbers)
    named = [str(number + 1) for number in range(ordered[-1] + 1)]
    return f"{span(noun, named, ordered)} from {start}"


def _rectangle(speech: Speech, shape: board.RectangleCells) -> str:
    grid = speech.rules.grid
    top, bottom = (speech.rules.number(each) for each in shape.rectangle.rows)
    left, right = (speech.rules.number(each) for each in shape.rectangle.columns)
    one, other = grid.names.name(bottom, left), grid.names.name(top, right)
    return f"the rectangle from {one} to {other}"


def _zones(speech: Speech, names: Iterable[str], last: str = "and") -> str:
    return joined((speech.zone(name) for name in names), last)


_ACROSS: Final[Mapping[str, str]] = {
    "left_right": "from left to right",
    "top_bottom": "from top to bottom",
    "both": "both ways",
}


def _difference(speech: Speech, shape: board.DifferenceShape) -> str:
    if shape.of is None:
        return f"all cells but those of {_zones(speech, shape.without)}"
    return f"{speech.zone(shape.of)} without {_zones(speech, shape.without, 'or')}"


SHAPES: Final[Mapping[type, Callable[[Speech, Any], str]]] = {
    board.CellsShape: lambda _, shape: f"the cells {joined(shape.cells)}",
    board.CenterShape: lambda speech, shape: (
        f"a rectangle of {_size(speech, shape.center)} in the middle of the board"
    ),
    board.RingCells: lambda speech, shape: (
        f"all around {speech.zone(shape.ring.around)}, {_number(speech, shape.ring.width)} wide"
    ),
    board.CornerCells: _corner,
    board.RectangleCells: _rectangle,
    board.RowsCells: _rows,
    board.ColumnsCells: _columns_shape,
    board.MirrorCells: lambda speech, shape: (
        f"the mirror image of {speech.zone(shape.mirror.of)}, {_ACROSS[shape.mirror.across]}"
    ),
    board.UnionCells: lambda speech, shape: f"all cells of {_zones(speech, shape.union)} together",
    board.IntersectionCells: lambda speech, shape: (
        f"the cells that are in {_zones(speech, shape.intersection)} alike"
    ),
    board.DifferenceCells: lambda speech, shape: _difference(speech, shape.difference),
    board.DrawnCells: lambda *_: "as drawn",
}
"""Words for every shape."""


# Setup


def setup_lines(speech: Speech) -> tuple[Item, ...]:
    """Return where the pieces stand at the start."""
    lines = []
    for _, group in groupby(speech.rules.ruleset.setup, _likeness):
        first, *others = group
        more = [_filling(speech, each) for each in others if isinstance(each, pieces.Fill)]
        if others and isinstance(first, pieces.Put):
            text = _put_together(speech, [first, *others])
        elif more and isinstance(first, pieces.Fill):
            nouns = joined([_filling(speech, first), *more])
            text = f"{_filled_zone(speech, first)} {nouns}{_whose(speech, first)}"
        else:
            text = SETUPS[type(first)](speech, first)
        lines.append((text, tuple(first.clauses)))
    alike = groupby(lines, lambda line: (_EVERY_CELL.sub("", line[0]), line[1]))
    return tuple(
        Item(sentence(_of_all_zones([text for text, _ in group])), clauses)
        for (_, clauses), group in alike
    )


_EVERY_CELL: Final = re.compile(r"(?<=^every cell of ).+?(?= holds )")


def _of_all_zones(lines: list[str]) -> str:
    """Return lines in one that say the same of several zones."""
    zones = [found[0] for line in lines if (found := _EVERY_CELL.search(line)) is not None]
    return _EVERY_CELL.sub(joined(zones), lines[0]) if len(zones) > 1 else lines[0]


def _likeness(item: pieces.SetupItem) -> object:
    """Return what items have in common that are told in one line: they are in the same place."""
    if isinstance(item, pieces.Put) and item.put.counters:
        return id(item)
    if isinstance(item, pieces.Put) and len(item.put.at) == 1 and not item.put.called:
        return item.put.at[0], item.put.owner, tuple(item.clauses)
    if not isinstance(item, pieces.Fill) or item.fill.number_as is not None or item.fill.counters:
        return id(item)
    spec = item.fill
    return spec.zone, spec.owner, str(spec.seat), tuple(item.clauses)


def _filling(speech: Speech, item: pieces.Fill) -> str:
    """Return what a zone is filled with."""
    number = 1 if item.fill.count is None else speech.rules.number(item.fill.count)
    return _several(speech, item.fill.kind, number)


def _several(speech: Speech, kind: str, number: int) -> str:
    """Return one piece of a kind, or so many."""
    title = speech.kind(kind)
    return a(title) if number == 1 else counted(number, title, speech.kinds(kind))


def _whose(speech: Speech, item: pieces.Fill) -> str:
    """Return to whom it belongs."""
    spec, grid = item.fill, speech.rules.grid
    zone = grid.zones[grid.zone_id[spec.zone]]
    if spec.owner == pieces.UNOWNED:  # of what lies beside the board nobody expects an owner
        return "" if zone.off_board else ", which belong to nobody"
    if spec.owner is not None:
        return _of_side(speech, spec.owner)
    if not zone.parts and zone.owner is not None:
        return _of_side(speech, zone.owner)
    return " of its owner"


def _of_side(speech: Speech, owner: str) -> str:
    """Return whose pieces are, after their noun; a side may have the title `You`."""
    whose = speech.side(owner)
    return f" of {'yours' if whose.lower() == YOU else whose}"


def _filled_zone(speech: Speech, item: pieces.Fill) -> str:
    zone = speech.rules.grid.zones[speech.rules.grid.zone_id[item.fill.zone]]
    place = speech.zone(item.fill.zone)
    if zone.off_board:
        return f"every part of {place} holds" if zone.parts else f"{place} holds"
    if is_told_by_cells(speech, item.fill.zone):
        if len(zone.cells) == 1:
            return f"the cell {place.removeprefix('the cell ')} holds"
        if place.startswith("the cells "):
            return f"each of {place} holds"
    return f"every cell of {place} holds"


def _fill(speech: Speech, item: pieces.Fill) -> str:
    spec = item.fill
    whose = _whose(speech, item)
    if spec.owner == pieces.UNOWNED and whose:
        whose = " of nobody"
    text = f"{_filled_zone(speech, item)} {_filling(speech, item)}{whose}"
    if len(speech.rules.ruleset.seats or ()) > len(speech.rules.ruleset.sides):
        text += _commanded(speech, spec)
    text += _counted_at(speech, spec, several=True)
    if spec.number_as is None or spec.number_as in speech.idle:
        return text
    return f"{text}, numbered 1, 2, 3 and so on ({speech.counter(spec.number_as)})"


def _counted_at(
    speech: Speech, spec: pieces.FillSpec | pieces.PutSpec | pieces.PieceRow, *, several: bool
) -> str:
    """Return what tallies of the pieces begin at, as the end of a sentence about them."""
    told = [
        f"{speech.counter(name)} at {_number(speech, value)}"
        for name, value in spec.counters.items()
        if name not in speech.idle
    ]
    return f",{' each' * several} with {joined(told)}" if told else ""


def _commanded(speech: Speech, spec: pieces.FillSpec) -> str:
    """Return which player of a side commands pieces, by name where that is settled."""
    side = speech.rules.ruleset.sides.get(spec.owner or "")
    seats = () if side is None else side.seats or ()
    if len(seats) == 1:
        return ""
    who = f"number {spec.seat} of that side"
    return f", commanded by player {seats[(spec.seat - 1) % len(seats)] if seats else who}"


def _put(speech: Speech, item: pieces.Put) -> str:
    spec = item.put
    many, number = len(spec.at) > 1, _count(speech, spec)
    several = many or number > 1
    alone = many and number == 1
    noun = speech.kinds(spec.kind) if alone else _several(speech, spec.kind, number)
    called = f", called {joined(spec.called)}" if spec.called else ""
    verb = "stand" if several else "stands"
    where = joined(_where(speech, at) for at in spec.at)
    if any(at in speech.rules.grid.zone_id for at in spec.at):
        verb = "begin" if several else "begins"
    else:
        where = f"on {joined(spec.at)}"
    each = " each" if many and number > 1 else ""
    whose, belongs = _owned(speech, spec.owner, spec.at, several=several)
    at = _counted_at(speech, spec, several=several)
    return f"{noun}{whose} {verb} {where}{each}{called}{at}{belongs}"


def _owned(speech: Speech, owner: str, at: Iterable[str], *, several: bool) -> tuple[str, str]:
    """Return to whom pieces belong, behind their noun or behind all that is said of them.

    Of what lies beside the board nobody expects an owner.
    """
    if owner != pieces.UNOWNED:
        return _of_side(speech, owner), ""
    grid = speech.rules.grid
    if all(each in grid.zone_id and grid.zones[grid.zone_id[each]].off_board for each in at):
        return "", ""
    return "", f"; {'they belong' if several else 'it belongs'} to nobody"


def _count(speech: Speech, spec: pieces.PutSpec) -> int:
    """Return how many pieces are put into each of the places."""
    return 1 if spec.count is None else speech.rules.number(spec.count)


def _put_together(speech: Speech, items: Sequence[pieces.SetupItem]) -> str:
    """Return that several pieces of one owner begin in one place; those alike are counted."""
    specs = [item.put for item in items if isinstance(item, pieces.Put)]
    kinds: Tally[str] = Tally()
    for spec in specs:
        kinds[spec.kind] += _count(speech, spec)
    nouns, where = _counted_kinds(speech, kinds), _where(speech, specs[0].at[0])
    whose, belongs = _owned(speech, specs[0].owner, specs[0].at, several=True)
    return f"{nouns}{whose} begin {where}{belongs}"


def _where(speech: Speech, at: str) -> str:
    """Return a cell, or a place off the board, with its preposition."""
    return f"in {speech.zone(at)}" if at in speech.rules.grid.zone_id else f"on {at}"


def _listed(speech: Speech, item: pieces.Pieces) -> str:
    """Return single pieces, those in one place that belong to one together."""
    groups = groupby(item.pieces, lambda row: (row.owner, row.at))
    return joined(_rows_in(speech, owner, at, tuple(rows)) for (owner, at), rows in groups)


def _rows_in(speech: Speech, owner: str, at: str, rows: Sequence[pieces.PieceRow]) -> str:
    """Return the pieces of one owner in one place; on the board, nobody's are neutral."""
    whose, belongs = _owned(speech, owner, [at], several=len(rows) > 1)
    neutral = "neutral " if belongs else ""
    where = _where(speech, at)
    if len(rows) > 1 and not any(row.called or row.counters for row in rows):
        return f"{_counted_kinds(speech, Tally(row.kind for row in rows), neutral)}{whose} {where}"
    return joined(
        f"{a(neutral + speech.kind(row.kind))}{whose} {where}"
        + (f" ({row.called})" if row.called else "")
        + _counted_at(speech, row, several=False)
        for row in rows
    )


def _counted_kinds(speech: Speech, kinds: Mapping[str, int], before: str = "") -> str:
    """Return so many pieces of each kind; of kinds that are numbered, only the ends."""
    nouns: list[str] = []
    listed = [(before + speech.kind(kind), kind, number) for kind, number in kinds.items()]
    for (base, _), run in groupby(enumerate(listed), lambda each: _series(each[0], *each[1])):
        told = [each for _, each in run]
        if base is not None and len(told) >= _LEAST_SERIES:
            nouns.append(f"one each of {told[0][0]} to {told[-1][0]}")
            continue
        nouns += [
            a(title) if number == 1 else counted(number, title, before + speech.kinds(kind))
            for title, kind, number in told
        ]
    return joined(nouns)


_LEAST_SERIES: Final = 4


def _series(at: int, title: str, kind: str, number: int) -> tuple[str | None, object]:
    """Return what titles have in common that are numbered one after another, or the kind alone."""
    found = re.fullmatch(r"(.+) (\d+)", title)
    if found is None or number != 1:
        return None, kind
    return found[1], int(found[2]) - at


SETUPS: Final[Mapping[type, Callable[[Speech, Any], str]]] = {
    pieces.Fill: _fill,
    pieces.Put: _put,
    pieces.Pieces: _listed,
    pieces.Drawn: lambda *_: "the pieces stand as the picture shows",
}
"""Words for every way to put pieces on the board."""
