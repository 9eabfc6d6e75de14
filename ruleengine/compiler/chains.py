"""Chains whose steps have to fulfil a condition: they are followed from cell to cell.

A chain without one is marked by a single instruction; see `groups`. Here the condition is code of
its own, and is asked of each step: from a cell that was reached to a neighbor that was not yet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ruleengine.compiler import groups
from ruleengine.compiler.assembler import Label, Tail
from ruleengine.compiler.values import Env, Values
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.chain_names import BEFORE, IT
from ruleengine.program import opcodes as op


class Chain(NamedTuple):
    """A chain that is to be followed: where its cells are marked, where it begins, its steps."""

    at: Tail
    """Marks of cells, as `groups` says; behind them is room for the ends still to be followed."""
    linked: tree.Resolved
    through: tree.Resolved


def follow_cells(values: Values, chain: Chain, env: Env) -> None:
    """Write what marks the cells that the steps of a chain lead to."""

    def enter(before: int, cell: int, no: Label) -> None:
        _is_candidate(values, chain.at, cell, no)
        values.jump_unless(chain.through, {**env, IT: cell, BEFORE: before}, no)

    _follow(values, chain, env, begin=lambda _cell: None, enter=enter)


def follow_pieces(values: Values, chain: Chain, pieces: Tail, env: Env) -> None:
    """Write what marks the pieces that the steps of a chain lead to.

    All pieces on a cell may be reached, each by a step that fits it.
    """
    belongs = values.load(groups.BELONGS)

    def begin(cell: int) -> None:
        def each(piece: int, following: Label) -> None:
            _is_candidate(values, pieces, piece, following)
            values.asm.emit(op.STX, pieces, piece, belongs)

        _on_cell(values, cell, each)

    def enter(before: int, cell: int, no: Label) -> None:
        asm, entered, mark = values.asm, values.asm.temp(), values.asm.temp()
        asm.emit(op.LDI, entered, 0)

        def each(piece: int, following: Label) -> None:
            _is_candidate(values, pieces, piece, following)
            values.jump_unless(chain.through, {**env, IT: piece, BEFORE: before}, following)
            asm.emit(op.STX, pieces, piece, belongs)
            asm.emit(op.LDI, entered, 1)

        _on_cell(values, cell, each)
        asm.emit(op.JEQI, entered, 0, no)
        asm.emit(op.LDX, mark, chain.at, cell)
        asm.emit(op.JEQI, mark, groups.BELONGS, no)

    _follow(values, chain, env, begin=begin, enter=enter)


def _follow(
    values: Values,
    chain: Chain,
    env: Env,
    *,
    begin: Callable[[int], None],
    enter: Callable[[int, int, Label], None],
) -> None:
    """Write a search from where a chain begins.

    `begin` writes what is done with a cell there, `enter` a jump unless a step leads to a cell
    that was not entered before.
    """
    asm, room, at = values.asm, values.c.layout.num_places, chain.at
    with asm.working():
        end, cell, before = asm.temp(), asm.temp(), asm.temp()
        following, done, again = Label(), Label(), Label()
        asm.emit(op.LDI, end, room)

        def keep() -> None:
            asm.emit(op.STX, at, cell, values.load(groups.BELONGS))
            asm.emit(op.STX, at, end, cell)
            asm.emit(op.ADDI, end, end, 1)

        def start() -> None:
            begin(cell)
            keep()

        _starts(values, chain, env, cell, start)
        asm.here(following)
        asm.emit(op.JLEI, end, room, done)
        asm.emit(op.ADDI, end, end, -1)
        asm.emit(op.LDX, before, at, end)
        next_beside(values, cell, before, again, following)
        with asm.working():
            enter(before, cell, again)
        keep()
        asm.jump(again)
        asm.here(done)


def _starts(values: Values, chain: Chain, env: Env, cell: int, start: Callable[[], None]) -> None:
    """Write what is done with each cell at which a chain may begin, in the register `cell`."""
    asm, layout, again, done = values.asm, values.c.layout, Label(), Label()
    with asm.working():
        spot = values.node(chain.linked, env)
        asm.emit(op.JLTI, spot, 0, done)
        if chain.linked.type != "zone":
            asm.emit(op.JGEI, spot, layout.num_cells, done)
            asm.emit(op.MOV, cell, spot)
            _is_candidate(values, chain.at, cell, done)
            start()
        else:
            inside = asm.temp()
            asm.emit(op.LDI, cell, -1)
            asm.here(again)
            asm.emit(op.ADDI, cell, cell, 1)
            asm.emit(op.JGEI, cell, layout.num_cells, done)
            asm.emit(op.TAB2, inside, values.zones_table(), spot, layout.num_places, cell)
            asm.emit(op.JEQI, inside, 0, again)
            _is_candidate(values, chain.at, cell, again)
            start()
            asm.jump(again)
        asm.here(done)


def _is_candidate(values: Values, at: Tail, thing: int, no: Label) -> None:
    """Write a jump to `no` unless a cell or a piece may belong to a chain and does not yet."""
    with values.asm.working():
        mark = values.asm.temp()
        values.asm.emit(op.LDX, mark, at, thing)
        values.asm.emit(op.JNEI, mark, groups.CANDIDATE, no)


def _on_cell(values: Values, cell: int, each: Callable[[int, Label], None]) -> None:
    """Write a loop over the pieces on a cell; `each` is given where to go for the next."""
    asm, layout = values.asm, values.c.layout
    with asm.working():
        piece, again, following, done = asm.temp(), Label(), Label(), Label()
        asm.emit(op.LDX, piece, layout.at("top"), cell)
        asm.here(again)
        asm.emit(op.JLTI, piece, 0, done)
        each(piece, following)
        asm.here(following)
        asm.emit(op.LDX, piece, layout.at("next"), piece)
        asm.jump(again)
        asm.here(done)


def next_beside(values: Values, cell: int, spot: int, again: Label, done: Label) -> None:
    """Write the head of a loop over the neighbors of a cell, in order; places have none."""
    asm, num_cells = values.asm, values.c.layout.num_cells
    _, most, *near = groups.neighbors(values.c.grid, num_cells)
    table, index = asm.table(near), asm.temp()
    asm.emit(op.LDI, index, -1)
    asm.emit(op.JLTI, spot, 0, done)
    asm.emit(op.JGEI, spot, num_cells, done)
    asm.here(again)
    asm.emit(op.ADDI, index, index, 1)
    asm.emit(op.JGEI, index, most, done)
    asm.emit(op.TAB2, cell, table, spot, most, index)
    asm.emit(op.JLTI, cell, 0, done)
