"""Check the names that a ruleset gives to cells: none may mean something else as well."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.tokens import UNUSABLE
from ruleengine.expressions.types import Scope
from ruleengine.resolve.board.cell_names import CellNames
from ruleengine.resolve.scope import meaning_of
from ruleengine.resolve.setup.piece_names import IN_MOVES
from ruleengine.schema.board import Board
from ruleengine.schema.ruleset import Ruleset

_EMPTY = "empty"  # what a case writes for a cell on which nothing stands


def check_cell_names(ruleset: Ruleset, scope: Scope, names: CellNames) -> Iterator[Diagnostic]:
    """Yield what is wrong with the names of cells, beside what they are to each other."""
    if not names.are_own:
        return
    board = ruleset.board
    operands = {name for action in ruleset.actions.values() for name in action.operands}
    for text in filter(None, names.texts):
        why: str | None = None
        taken = scope.lookup(text)
        if taken is not None or text in UNUSABLE:
            why = f"it is {meaning_of(taken)} already"
        elif text in operands:
            why = "it is the name of an operand already"
        elif text.lower() in IN_MOVES or text.lower() == _EMPTY:
            why = "it means something else in moves and positions"
        if why is not None:
            message = f"'{text}' cannot be the name of a cell: {why}"
            place = _place(board, text)
            yield Diagnostic("resolve/name-taken", message, place, "choose another name")
    number = next((text for text in names.texts if text.isdecimal()), None)
    if number is not None and board.pairs is not None:
        message = f"two numbers are one cell under `pairs`, but '{number}' is a cell alone"
        hint = "take `pairs` out, or give the cells names with letters"
        yield Diagnostic("resolve/name-taken", message, board.place_of("pairs"), hint)


def _place(board: Board, text: str) -> Span | None:
    """Return where a name is drawn; of one made of labels, where these are."""
    drawn = isinstance(board.names, str) and re.search(rf"(?<!\S){text}(?!\S)", board.names)
    return board.place_in_text("names", *drawn.span()) if drawn else board.place_of("names")
