"""The one table of functions: what they take, what they give, and how they read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ruleengine.expressions.bounds import (
    BoundsRule,
    first,
    from_zero,
    largest,
    magnitude,
    of_direction,
    room_below_limit,
    smallest,
    unbounded,
)
from ruleengine.expressions.types import Role, Type


class Parameter(NamedTuple):
    """One value that a function takes."""

    name: str
    type: Type
    many: bool = False  # a list may stand here
    role: Role | None = None  # only the bare name of such a symbol may stand here
    limited: bool = False  # and only one with an upper bound
    pair: bool = False  # a list of two stands here
    also: Type | None = None  # a value of this type will do as well
    it: Type | None = None  # it is asked of each of these, `it` being the one in question
    elsewhere: bool = False  # it is asked of another position than the rest
    needs: tuple[str, ...] = ()  # it means something only beside one of these
    required: bool = False  # a named value that may not be left out


class Function(NamedTuple):
    """One function; positional values are required, most named ones are not."""

    name: str
    result: Type
    doc: str
    example: str
    positional: tuple[Parameter, ...] = ()
    rest: Parameter | None = None  # any number of further positional values
    keywords: tuple[Parameter, ...] = ()
    dice: bool = False  # each die in scope is a keyword; `any` asks about all its faces
    operands: bool = False  # so is each operand that all actions asked about have
    question: bool = False  # looks at moves or at a changed position, so nesting is bounded
    bounds: BoundsRule = unbounded
    absent: bool = False  # may give nothing, also when all it is given is there
    counts: bool = False  # never gives nothing: of nothing there are none

    def parameters(self, count: int) -> tuple[Parameter, ...]:
        """Return the parameters of so many values without a name."""
        rest = () if self.rest is None else (self.rest,) * max(0, count - len(self.positional))
        return (*self.positional, *rest)[:count]

    @property
    def signature(self) -> str:
        """Return how a call is written.

        >>> FUNCTIONS["holds"].signature
        'holds(cell, owner=side, kind=kind)'
        """
        parts = [parameter.name for parameter in self.positional]
        if self.rest is not None:
            parts.append(f"{self.rest.name}...")
        if self.dice:
            parts.append("die=number or any")
        if self.operands:
            parts.append("operand=value")
        parts += [f"{parameter.name}={_form(parameter)}" for parameter in self.keywords]
        return f"{self.name}({', '.join(parts)})"


def _form(parameter: Parameter) -> str:
    if parameter.pair:
        return f"[{parameter.type}, {parameter.type}]"
    if parameter.also is not None:
        return f"{parameter.type} or {parameter.also}"
    return "condition" if parameter.it is not None else parameter.type


_CELL = Parameter("cell", "cell")
_TWO_CELLS = (Parameter("cell", "cell"), Parameter("other", "cell"))
_NUMBER = Parameter("number", "number")
_DIRECTION = Parameter("direction", "number")
_COUNTER = Parameter("counter", "number", role="counter")
_OWNER = Parameter("owner", "side")
_SIDE = Parameter("side", "side")
_WHOSE = (_SIDE, Parameter("seat", "seat"), Parameter("piece", "piece"), _CELL)
_KIND = Parameter("kind", "kind", many=True)
_LINKED = Parameter("linked", "cell", also="zone")
_PIECES = (
    _OWNER,
    _KIND,
    Parameter("in", "zone", many=True),
    Parameter("at", "cell"),
    Parameter("between", "cell", pair=True),
    _LINKED,
    Parameter("in_row", "number"),
    Parameter("on_top", "truth"),
    Parameter("through", "truth", it="piece", needs=("linked", "in_row")),
    Parameter("seat", "seat"),
    Parameter("where", "truth", it="piece"),
)
_CELLS = (
    Parameter("in", "zone", many=True),
    Parameter("not_in", "zone", many=True),
    Parameter("empty", "truth"),
    _LINKED,
    Parameter("through", "truth", it="cell", needs=("linked",)),
    Parameter("where", "truth", it="cell"),
)

_TABLE: Final = (
    Function(
        "count",
        "number",
        "How many pieces fit the description. As in filters: the owner, one of the kinds, in one "
        "of the zones, on the cell, strictly between two cells of a row, column or diagonal, "
        "linked to a cell or zone by a chain of such pieces, in an unbroken row of at least so "
        "many, what each piece of the chain or row has to be, whether it is on top of its cell, "
        "the seat, and a condition on each piece, called `it`; without a zone, pieces on the "
        "board.",
        "count(owner=mover, where=it.cell.row > 2) < 3",
        keywords=_PIECES,
        bounds=from_zero,
        counts=True,
    ),
    Function(
        "exists",
        "truth",
        "Whether at least one piece fits the description.",
        "exists(owner=opponent)",
        keywords=_PIECES,
    ),
    Function(
        "the",
        "piece",
        "The only piece that fits the description; nothing when none or several do.",
        "the(kind=king, owner=mover) == unit",
        keywords=_PIECES,
        absent=True,
    ),
    Function(
        "first_piece",
        "piece",
        "The first piece that fits the description, row by row from the top and from left to right "
        "in a row, then in places off the board; nothing when none does. For pieces of which one "
        "is as good as another.",
        "first_piece(owner=mover, in=area) != nothing",
        keywords=_PIECES,
        absent=True,
    ),
    Function(
        "sum",
        "number",
        "The numbers of all pieces that fit the description together, each piece being `it`; a "
        "piece whose number is nothing adds none.",
        "sum(it.strength, owner=mover) > 9",
        positional=(Parameter("number of it", "number", it="piece"),),
        keywords=_PIECES,
        counts=True,
    ),
    Function(
        "count_cells",
        "number",
        "How many cells of the board fit the description, each cell being `it` in `where`, and "
        "in `through`, a condition on each cell of the chain and on `before`, the one before it.",
        "count_cells(in=area, empty=true) == 0",
        keywords=_CELLS,
        bounds=from_zero,
        counts=True,
    ),
    Function(
        "sum_cells",
        "number",
        "The numbers of all cells of the board that fit the description together, each cell being "
        "`it`; a cell whose number is nothing adds none.",
        "sum_cells(it.snow, in=area) > 9",
        positional=(Parameter("number of it", "number", it="cell"),),
        keywords=_CELLS,
        counts=True,
    ),
    Function(
        "count_sides",
        "number",
        "How many sides the condition holds for, each side being `it`. With none that has more, a "
        "side has most.",
        "count_sides(where=count(owner=it) > 4) == 0",
        keywords=(Parameter("where", "truth", it="side"),),
        bounds=from_zero,
        counts=True,
    ),
    Function(
        "first_cell",
        "cell",
        "The first cell of the board that fits the description, row by row from the top and from "
        "left to right in a row; nothing when none does.",
        "first_cell(in=area, empty=true) == to",
        keywords=_CELLS,
        absent=True,
    ),
    Function(
        "holds",
        "truth",
        "Whether a piece that fits the description stands on the cell; `kind` may be a list.",
        "holds(to, owner=opponent)",
        positional=(_CELL,),
        keywords=(_OWNER, _KIND),
    ),
    Function(
        "empty",
        "truth",
        "Whether no piece stands on the cell.",
        "empty(to)",
        positional=(_CELL,),
    ),
    Function(
        "piece_at",
        "piece",
        "The piece on the cell, or nothing.",
        "piece_at(to) != nothing",
        positional=(_CELL,),
        absent=True,
    ),
    Function(
        "can",
        "truth",
        "Whether a legal move exists: by one of the actions, or by any when none is named. The "
        "side asks as if that side were on turn, a die as if it showed that; an operand of these "
        "actions asks only about moves that name it so.",
        "not can(die=any)",
        rest=Parameter("action", "action"),
        keywords=(_SIDE,),
        dice=True,
        operands=True,
        question=True,
    ),
    Function(
        "attacks",
        "truth",
        "The same as `can`, whatever would be afterwards: rules under `afterwards` are not asked, "
        "so they may ask it. Where a side could go if it were its turn.",
        "attacks(march, side=opponent, to=unit)",
        rest=Parameter("action", "action"),
        keywords=(_SIDE,),
        dice=True,
        operands=True,
        question=True,
    ),
    Function(
        "after",
        "truth",
        "Whether the condition holds once the procedure has been carried out; one that is given "
        "something is called with it: `after(shift(unit, to), can())`.",
        "after(tidy_up, can())",
        positional=(
            Parameter("procedure", "procedure"),
            Parameter("condition", "truth", elsewhere=True),
        ),
        question=True,
    ),
    Function(
        "how_often",
        "number",
        "How many moves by these actions, or by any, the side could make one after the other, each "
        "in the position that the one before leads to: the most there can be, and `at_most`, which "
        "is never left out, where there are more. Every move uses up what its action does, and "
        "only its own effects happen, without reactions and endings. Side and operands are asked "
        "about as with `can`. Compared with a number, no more moves are looked for than decide.",
        "how_often(march, unit=unit, at_most=3) > 1",
        rest=Parameter("action", "action"),
        keywords=(Parameter("at_most", "number", required=True), _SIDE),
        operands=True,
        question=True,
        counts=True,
    ),
    Function(
        "left",
        "number",
        "How far a limited counter still is from its limit; for whom, as with `used`.",
        "left(throws) > 0",
        positional=(Parameter("counter", "number", role="counter", limited=True),),
        keywords=_WHOSE,
        bounds=room_below_limit,
    ),
    Function(
        "used",
        "number",
        "The value of a counter: for the side, seat, piece or cell that is named, as the counter "
        "is kept; else for the side or seat on turn.",
        "used(throws, side=opponent) == 1",
        positional=(_COUNTER,),
        keywords=_WHOSE,
        bounds=first,
    ),
    Function(
        "past",
        "any",
        "The value that a counter or mark had so many changes ago; 0 is the present one. When it "
        "did not change so often: 0 for a counter, nothing for a mark.",
        "past(hits, 1) < hits",
        positional=(Parameter("counter or mark", "any"), _NUMBER),
    ),
    Function(
        "zone_of",
        "zone",
        "The part of the zone that holds the cell, or nothing.",
        "zone_of(to, area).owner == mover",
        positional=(_CELL, Parameter("zone", "zone")),
        absent=True,
    ),
    Function(
        "part",
        "zone",
        "The part of the zone that the side owns now, the first in the file if it owns several; "
        "nothing when it owns none. A zone without parts is its own part.",
        "to in part(area, mover)",
        positional=(Parameter("zone", "zone"), _SIDE),
        absent=True,
    ),
    Function(
        "beyond",
        "cell",
        "The next cell after the second in the straight line from the first to the second; "
        "nothing at the edge, or when they lie on no row, column or diagonal.",
        "empty(beyond(unit, to))",
        positional=_TWO_CELLS,
        absent=True,
    ),
    Function(
        "direction",
        "number",
        "The direction from the first cell to the second in a straight line, as a number: 0 is "
        "up, and each number more is an eighth of a turn clockwise, so that 1 is up and to the "
        "right, 2 right, 4 down, 6 left and 7 up and to the left, whoever is on turn. Nothing "
        "when they lie on no row, column or diagonal, or are the same cell: `direction(unit, to) "
        ">= 0` asks whether they are in line. It can be kept in a counter and reckoned with: 2 "
        "more is a quarter turn, 4 more the way back. As a side sees it, a direction is "
        "`(direction(unit, to) - mover.forward) % 8`: 0 is straight ahead, 1 and 7 slant ahead, 2 "
        "and 6 are sideways, 3 and 5 slant back, 4 is straight back; with `% 4`, 0 is ahead or "
        "back. Rulebooks say so in words.",
        "direction(unit, to) == mover.forward",
        positional=_TWO_CELLS,
        bounds=of_direction,
        absent=True,
    ),
    Function(
        "next_cell",
        "cell",
        "The next cell in this direction, a number as `direction` gives it; 8 more or less is the "
        "same direction. Nothing at the edge, or where no line leads on.",
        "empty(next_cell(unit, mover.forward + 2))",
        positional=(_CELL, _DIRECTION),
        absent=True,
    ),
    Function(
        "first_in_line",
        "piece",
        "The first piece that a straight line from the cell in this direction meets and that fits "
        "the description; those that do not are passed over. Nothing when there is none. The "
        "direction is a number, as for `next_cell`.",
        "first_in_line(unit, 2, owner=opponent) != nothing",
        positional=(_CELL, _DIRECTION),
        keywords=_PIECES,
        absent=True,
    ),
    Function(
        "distance",
        "number",
        "Steps between two cells when diagonal steps count as one.",
        "distance(unit, to) <= 2",
        positional=_TWO_CELLS,
        bounds=from_zero,
    ),
    Function(
        "manhattan",
        "number",
        "Steps between two cells along rows and columns only.",
        "manhattan(unit, to) == 3",
        positional=_TWO_CELLS,
        bounds=from_zero,
    ),
    Function(
        "steps_between",
        "number",
        "The fewest steps from neighbor to neighbor, along lines and around holes, whoever stands "
        "there. Nothing if no way leads there, which `steps_between(unit, to) >= 0` asks.",
        "steps_between(unit, to) <= 2",
        positional=_TWO_CELLS,
        bounds=from_zero,
        absent=True,
    ),
    Function(
        "same_row",
        "truth",
        "Whether two cells lie in one row.",
        "same_row(unit, to)",
        positional=_TWO_CELLS,
    ),
    Function(
        "same_column",
        "truth",
        "Whether two cells lie in one column.",
        "same_column(unit, to)",
        positional=_TWO_CELLS,
    ),
    Function(
        "same_diagonal",
        "truth",
        "Whether two cells lie on one diagonal.",
        "same_diagonal(unit, to)",
        positional=_TWO_CELLS,
    ),
    Function(
        "adjacent",
        "truth",
        "Whether two cells touch, by a side or a corner.",
        "adjacent(unit, to)",
        positional=_TWO_CELLS,
    ),
    Function(
        "lies_between",
        "truth",
        "Whether the first cell lies strictly between the other two on one row, column or "
        "diagonal, or on one of the board's lines.",
        "count_cells(where=lies_between(it, unit, to)) == 0",
        positional=(*_TWO_CELLS, *_TWO_CELLS[:1]),
    ),
    Function(
        "neighbors",
        "truth",
        "Whether two cells are neighbors, as the board says under `neighbors`; if it does not, "
        "whether a line joins them or, on a board without lines, whether they touch by a side.",
        "neighbors(unit, to)",
        positional=_TWO_CELLS,
    ),
    Function(
        "cell_at",
        "cell",
        "The cell in this row and this column of the board, whoever is on turn: both are counted "
        "from 0, rows from the top and columns from the left, as `row` and `column` of a cell "
        "are. So on a board of 5 rows `cell_at(0, 2)` is `c5`, and `cell_at(to.row + 1, "
        "to.column)` is the cell below `to`. Beside the board it is nothing, of which `empty` "
        "and `holds` are false: the example asks whether there is a cell above `to` and it is "
        "empty.",
        "empty(cell_at(to.row - 1, to.column))",
        positional=(Parameter("row", "number"), Parameter("column", "number")),
        absent=True,
    ),
    Function(
        "nth_cell",
        "cell",
        "The cell of the zone with this number, counted from 1: those of a list under `cells` in "
        "the order of the list, all others row by row from the top. Nothing when there is none.",
        "nth_cell(area, 2) == to",
        positional=(Parameter("zone", "zone"), _NUMBER),
        absent=True,
    ),
    Function(
        "place_in",
        "number",
        "The number of the cell in the zone, counted as by `nth_cell`; 0 when it is not in it.",
        "place_in(area, to) > 1",
        positional=(Parameter("zone", "zone"), _CELL),
        bounds=from_zero,
    ),
    Function(
        "min",
        "number",
        "The smallest of the numbers.",
        "min(turn, 3) == 3",
        positional=(_NUMBER, Parameter("other", "number")),
        rest=_NUMBER,
        bounds=smallest,
    ),
    Function(
        "max",
        "number",
        "The largest of the numbers.",
        "max(turn, 3) == 3",
        positional=(_NUMBER, Parameter("other", "number")),
        rest=_NUMBER,
        bounds=largest,
    ),
    Function(
        "abs",
        "number",
        "The number without its sign.",
        "abs(unit.cell.row - to.row) == 1",
        positional=(_NUMBER,),
        bounds=magnitude,
    ),
)

FUNCTIONS: Final[Mapping[str, Function]] = {function.name: function for function in _TABLE}
