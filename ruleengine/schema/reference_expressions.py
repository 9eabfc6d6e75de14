"""The page of the reference about expressions, made from the tables that check them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleengine.expressions.functions import FUNCTIONS
from ruleengine.expressions.numbers import MAX_NUMBER
from ruleengine.expressions.types import ATTRIBUTES, BUILTINS

GROUPS: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    (
        "Pieces that fit a description",
        "They take what a [filter of pieces](actions.md#filter-of-pieces) takes, by name.",
        ("count", "exists", "the", "first_piece", "sum"),
    ),
    (
        "Cells and what stands on them",
        "Wherever a cell is wanted, a piece stands for the cell it is on.",
        (
            "empty",
            "holds",
            "piece_at",
            "count_cells",
            "sum_cells",
            "first_cell",
            "zone_of",
            "part",
            "cell_at",
            "nth_cell",
            "place_in",
        ),
    ),
    (
        "Lines and distances",
        "",
        (
            "beyond",
            "direction",
            "next_cell",
            "first_in_line",
            "lies_between",
            "distance",
            "manhattan",
            "steps_between",
            "same_row",
            "same_column",
            "same_diagonal",
            "adjacent",
            "neighbors",
        ),
    ),
    (
        "Questions about moves",
        "They look at moves or at another position, so they can be nested only twice.",
        ("can", "attacks", "how_often", "after"),
    ),
    ("Counters and marks", "", ("used", "left", "past")),
    ("Sides", "", ("count_sides",)),
    ("Numbers", "", ("min", "max", "abs")),
)
"""The functions, by what they are about."""

_OPERATORS: Final = (
    ("`and`, `or`, `not`", "Conditions joined; asked from left to right.", "`a and not b`"),
    ("`== != < <= > >=`", "Comparisons; they do not chain.", "`die >= 3`"),
    ("`in`, `not in`", "In a zone, or one of a list.", "`unit.kind in [man, chief]`"),
    (
        "`+ - * / %`",
        (
            "Whole numbers; `/` rounds down, `%` is what is left, which is not below 0 where the "
            f"divisor is not: `-1 % 8` is 7. Numbers end at {MAX_NUMBER} and -{MAX_NUMBER}: a "
            "result beyond stays there."
        ),
        "`turn % 2 == 0`",
    ),
    ("`.`", "An attribute.", "`unit.owner.opponent`"),
)
_NAME_WORDS: Final = {
    "mover": "the side on turn; while another one acts, by `who` of the step `act`, that one",
    "opponent": "the other side, when there are two",
    "nobody": "the owner of pieces that belong to no side; such an owner reads `nothing`",
    "seat": "the seat on turn",
    "turn": "how many turns, or rounds, have begun",
    "ply": "how many decisions have been made, throws included, and a secret submission as one "
    "for each side",
    "repetitions": "how often the position with which the turn began has stood at the beginning of "
    "a turn, that time included",
    "since_repetition": "how many turns ago that position first stood; `nothing` when it has not "
    "stood before",
    "phase": "the present phase",
}
_SIZES: Final = (
    ("board.rows", "how many rows the board has, so that the last one is `board.rows - 1`"),
    ("board.columns", "how many columns it has"),
)
"""Numbers that the board gives, whatever flags have made of it."""
_SAME_POSITION: Final = (
    "Positions are the same, for `repetitions` and `since_repetition`, when they have the same",
    "pieces in the same places, with the same values of marks and of counters that never reset,",
    "the same owners of zones, the same phase, the same side on turn and, of a side with several",
    "seats, the same one to come. They are counted when a turn begins, before the first of its",
    "steps, and stay as they are until the next one does.",
    "Endings that ask for them are also looked at then. Under `afterwards` and in `after`,",
    "`repetitions` is about the position that comes of it: how often it will have stood if the",
    "turn ends with it, that time included, so that `afterwards: repetitions == 1` forbids every",
    "position that has stood before. `since_repetition` is then the turns from the first time to",
    "the turn that would begin with it. Elsewhere in a validator both are still about the",
    "beginning of the turn.",
)


def expression_lines() -> Iterator[str]:
    """Yield the page, without its title."""
    yield "An expression is a text such as `die == 6 and count(owner=mover) < 3`. It is typed when"
    yield "the file is loaded, and a comparison that can never hold is reported then. In a list or"
    yield "mapping on one line, put an expression with a comma in quotes."
    yield from ("", "## Values", "")
    yield "Numbers, `true`, `false`, `nothing`, names of the ruleset (sides, seats, kinds, zones"
    yield "and parts such as `area.left`, colors, phases, dice, counters, marks, conditions,"
    yield "tables), flags, and names that stand for something where they are used: operands of the"
    yield "action, what `choose`, `for_each` and `let` name, what a table or procedure is given,"
    yield "in a reaction what the event is about, and in a filter the piece or cell in question,"
    yield from ("`it`. In `through` of a chain, `before` is the cell before `it`.", "")
    yield "A cell of the board is known by its name: `to == d9`, `exists(owner=mover, at=c3)`,"
    yield "`b2.row`. Any other thing of that name goes before it. Where a flag settles how large"
    yield "the board is, the smallest board has to have the cell: every reading that the file is"
    yield "loaded under is checked. For cells that belong together a zone says more."
    yield ""
    yield "What is not there is `nothing`: the piece on an empty cell, a mark that is not set, a"
    yield "die that has not been thrown in this turn, what a row of a table says is `nothing`, and"
    yield "any attribute of nothing. Nothing equals only nothing, so that `spot != c3` holds while"
    yield "the mark `spot` is not set, and so does `spot.row != 3` (`validate` warns); it is"
    yield "in no zone, and neither less nor more than anything: `<`, `<=`, `>` and `>=` are false."
    yield "Reckoning with nothing gives nothing, and so does a function that is asked about"
    yield "nothing; a condition is false then, and a count is 0. A table looks for its row then,"
    yield "with nothing for that name. In a list of zones what is nothing is left out."
    yield "An effect on nothing does not happen, and neither does one with a number that is"
    yield "nothing: `set: {score: spot.row + 1}` leaves `score` as it is while the mark `spot`"
    yield "holds nothing."
    yield from ("", "## Operators", "", "| Written | Means | Example |", "|---|---|---|")
    yield from (f"| {written} | {means} | {example} |" for written, means, example in _OPERATORS)
    yield from ("", "## Functions", "")
    for title, about, names in GROUPS:
        yield from (f"### {title}", "")
        if about:
            yield from (about, "")
        yield from ("| Function | What it gives | Example |", "|---|---|---|")
        for name in names:
            function = FUNCTIONS[name]
            yield f"| `{function.signature}` | {function.doc} | `{function.example}` |"
        yield ""
    yield from _names()
    yield from _SAME_POSITION
    yield from ("", "## Attributes", "", "| Of a | Attributes |", "|---|---|")
    for of, attributes in ATTRIBUTES.items():
        yield f"| {of} | {', '.join(f'`{name}`' for name in attributes)} |"
    yield "| seat | `next`, `side`, `color` |"
    yield ""
    yield "A kind has the attributes it declares, a piece also those of its kind; a piece, cell,"
    yield "side or seat has the counters and marks that are kept for each. `row` and `column` are"
    yield "counted from 0 at the top left, whichever way a side looks, while the names of cells"
    yield "count rows from the bottom; `home` is the cell on which a piece began."
    yield ""


def _names() -> Iterator[str]:
    """Yield the names that need no declaration."""
    yield from ("## Names that every ruleset has", "", "| Name | Is | |", "|---|---|---|")
    named = [(s.name, s.type, _NAME_WORDS[s.name]) for s in BUILTINS]
    named += [(name, "number", means) for name, means in _SIZES]
    yield from (f"| `{name}` | a {type_} | {means} |" for name, type_, means in named)
    yield ""
