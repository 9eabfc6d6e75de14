"""Check the names of pieces: each means one piece, and nothing else that a move could name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.tokens import UNUSABLE
from ruleengine.expressions.types import Scope
from ruleengine.resolve.board.cell_names import CellNames, like_standard
from ruleengine.resolve.scope import meaning_of
from ruleengine.schema.fields import NOTHING_NAMED
from ruleengine.schema.pieces import Pieces, Put
from ruleengine.schema.reach import DIRECTIONS
from ruleengine.schema.ruleset import Ruleset

IN_MOVES: Final = frozenset({NOTHING_NAMED, "pass", "commit", "gone", *DIRECTIONS})
"""Words that mean something of their own in the text of a move or in a position."""


def check_piece_names(ruleset: Ruleset, scope: Scope, cells: CellNames) -> Iterator[Diagnostic]:
    """Yield what is wrong with the names that the setup gives to pieces."""
    seen: set[str] = set()
    for name, place in named_pieces(ruleset):
        taken = scope.lookup(name)
        why: str | None = None
        if name in seen:
            why = "another piece has it already"
        elif cells.in_any_case(name) or like_standard(name):
            why = "it reads like the name of a cell"
        elif taken is not None or name in UNUSABLE:
            why = f"it is {meaning_of(taken)} already"
        elif name in IN_MOVES:
            why = "it means something else in moves"
        if why is not None:
            message = f"'{name}' cannot be the name of a piece: {why}"
            yield Diagnostic("resolve/name-taken", message, place, "choose another name")
        seen.add(name)


def named_pieces(ruleset: Ruleset) -> Iterator[tuple[str, Span | None]]:
    """Yield the names that the setup gives to pieces, with their places."""
    for item in ruleset.setup:
        if isinstance(item, Put):
            for index, name in enumerate(item.put.called):
                yield name, item.put.place_of("called", index)
        elif isinstance(item, Pieces):
            for row in item.pieces:
                if row.called is not None:
                    yield row.called, row.place_of("called")
