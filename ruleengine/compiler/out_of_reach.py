"""Where pieces could ever go: worked out for every side, kind and cell of the board.

A question that names the target of a move, such as whether anybody attacks a cell, is asked of
every piece. Most of them are of a kind that cannot get there from where they stand, whatever
stands on the board, and are passed over by one look into a table of bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ruleengine.compiler.lines import Rays, leaps_of
from ruleengine.expressions import resolved as tree
from ruleengine.program.opcodes import REACH_BITS
from ruleengine.schema import reach
from ruleengine.schema.expression import Expression

if TYPE_CHECKING:
    from ruleengine.compiler.context import Context
    from ruleengine.compiler.operands import BoundOperand

_SIGN: Final = 1 << (REACH_BITS - 1)


def reach_table(context: Context, unit: BoundOperand, to: BoundOperand) -> int | None:
    """Return the table of where pieces could go by an operand; None when that is not known."""
    if not isinstance(unit.model, reach.PieceOperand):
        return None
    ways = [way.model for way in to.ways] or [to.model]
    if not all(_starts_from(context, model, unit.name) for model in ways):
        return None
    # The ways of an operand have conditions of their own; that of the whole is no way's.
    kinds_of = [_kinds(context, model.when if to.ways else None, unit.name) for model in ways]
    targets = [list(_targets(context, model)) for model in ways]
    tables: list[int] = []
    for side in range(context.layout.num_sides):
        for kind in range(context.layout.num_kinds):
            open_ = [
                by_side[side % len(by_side)]
                for by_side, kinds in zip(targets, kinds_of, strict=True)
                if kinds is None or kind in kinds
            ]
            tables.append(context.asm.table(_bits(context, open_)))
    return context.asm.table(tables)


def _starts_from(context: Context, model: reach.Operand, unit: str) -> bool:
    """Return whether a way is a line or a leap from the cell of the piece."""
    match model:
        case reach.LineOperand():
            start = context.resolved.checked[model.line.from_].root
        case reach.LeapOperand():
            start = context.resolved.checked[model.leap.from_].root
        case _:
            return False
    return (
        isinstance(start, tree.CellOf)
        and isinstance(start.piece, tree.Reference)
        and start.piece.symbol.name == unit
    )


def _kinds(context: Context, when: Expression | None, unit: str) -> frozenset[int] | None:
    """Return the kinds without which a condition cannot hold; None for any kind."""
    if when is None:
        return None
    node = context.resolved.checked[when].root
    parts = node.parts if isinstance(node, tree.Junction) and node.op == "and" else (node,)
    found = [kinds for part in parts if (kinds := _named_kinds(context, part, unit)) is not None]
    return frozenset.intersection(*found) if found else None


def _named_kinds(context: Context, node: tree.Resolved, unit: str) -> frozenset[int] | None:
    match node:
        case tree.Comparison(op="==", left=tree.MemberOf() as of, right=right):
            kinds: tuple[tree.Resolved, ...] = (right,)
        case tree.OneOf(negated=False, value=tree.MemberOf() as of, items=items):
            kinds = items
        case _:
            return None
    is_kind = of.name == "kind" and isinstance(of.of, tree.Reference)
    if not is_kind or of.of.symbol.name != unit:  # type: ignore[union-attr]
        return None
    symbols = [kind.symbol for kind in kinds if isinstance(kind, tree.Reference)]
    if len(symbols) < len(kinds) or any(symbol.role != "kind" for symbol in symbols):
        return None
    return frozenset(context.symbol_id(symbol) for symbol in symbols)


def _targets(context: Context, model: reach.Operand) -> Iterator[list[frozenset[int]]]:
    """Yield for each side, or once for all, where a way can lead from each cell."""
    grid = context.grid
    if isinstance(model, reach.LeapOperand):
        for steps in leaps_of(context, model.leap):
            yield [
                frozenset(
                    target
                    for down, right in steps
                    if (target := grid.cell_in(row + down, column + right)) is not None
                )
                for row, column in (divmod(cell, grid.columns) for cell in range(grid.num_cells))
            ]
    elif isinstance(model, reach.LineOperand):
        rays = Rays(context, list(model.line.directions))
        table, width = rays.table(), rays.num_directions * rays.length
        for side in range(len(rays.sides)):
            first = side * grid.num_cells
            yield [
                frozenset(table[(first + cell) * width : (first + cell + 1) * width]) - {-1}
                for cell in range(grid.num_cells)
            ]


def _bits(context: Context, ways: list[list[frozenset[int]]]) -> list[int]:
    """Return a bit for every cell and target, in words that have a sign."""
    num_cells = context.grid.num_cells
    words: list[int] = []
    for cell in range(num_cells):
        together = frozenset[int]().union(*(targets[cell] for targets in ways))
        for first in range(0, num_cells, REACH_BITS):
            word = sum(1 << bit for bit in range(REACH_BITS) if first + bit in together)
            words.append(word - 2 * _SIGN if word & _SIGN else word)
    return words
