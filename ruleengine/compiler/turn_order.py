"""Whose turn comes next: who begins a phase, and the position as the next turn would find it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.compiler.assembler import Label
from ruleengine.program import layout as row
from ruleengine.program import opcodes as op
from ruleengine.schema.ruleset import Phase

if TYPE_CHECKING:
    from ruleengine.compiler.values import Values


def write_first(v: Values, phase: Phase, sides: list[int]) -> None:
    """Write who begins, when that is not the first in the order."""
    if phase.first is None:
        return
    asm, known = v.asm, Label()
    asm.emit(op.JNEI, row.TURN_INDEX, -1, known)
    with asm.working():
        side = v.value(phase.first, {})
        for index, number in enumerate(sides):
            other = Label()
            asm.emit(op.JNEI, side, number, other)
            asm.emit(op.LDI, row.TURN_INDEX, index - 1)
            asm.jump(known)
            asm.here(other)
    asm.here(known)


def write_times_ahead(v: Values, phases: list[Phase], positions: int) -> None:
    """Write how often the position of a copy will have stood if the turn ends with it.

    Positions are counted as turns begin, so it is held against those with the next side on turn.
    Who is on turn is put back, for the condition that asks.
    """
    asm = v.asm
    with asm.unit("times ahead"):
        asm.here(v.c.times_ahead)
        turns_at, num_sides = v.c.layout.sections["side_turns"]
        changed = [row.MOVER, row.TURN_INDEX, *range(turns_at, turns_at + num_sides)]
        kept = [(register, asm.temp()) for register in changed]
        for register, before in kept:
            asm.emit(op.MOV, before, register)
        count = Label()
        for number, phase in enumerate(phases):
            other = Label()
            asm.emit(op.JNEI, row.PHASE, number, other)
            if phase.turns is not None:
                sides = [v.c.names.sides.index(side) for side in phase.turns]
                _write_next(v, phase, sides)
            elif phase.goes_round:
                asm.emit(op.LDI, row.MOVER, 0)
            asm.jump(count)
            asm.here(other)
        asm.here(count)
        asm.emit(op.COUNTPOS, positions)
        for register, before in kept:
            asm.emit(op.MOV, register, before)
        asm.ret()


def _write_next(v: Values, phase: Phase, sides: list[int]) -> None:
    """Write whose turn follows that of the side that moves, past those that are skipped."""
    asm, found = v.asm, Label()
    order = asm.table(sides)
    with asm.working():
        at, tries, known = asm.temp(), asm.temp(), Label()
        # Somebody else's move may be asked about, or made within the turn.
        asm.emit(op.JLTI, row.TURN_INDEX, 0, known)
        asm.emit(op.TAB, at, order, row.TURN_INDEX)
        asm.emit(op.JEQ, at, row.MOVER, known)
        everybody = range(v.c.layout.num_sides)
        places = [sides.index(side) if side in sides else -1 for side in everybody]
        asm.emit(op.TAB, at, asm.table(places), row.MOVER)
        asm.emit(op.JLTI, at, 0, known)
        asm.emit(op.MOV, row.TURN_INDEX, at)
        asm.here(known)
        asm.emit(op.LDI, tries, len(sides))
        again = asm.here()
        write_first(v, phase, sides)
        within = Label()
        asm.emit(op.ADDI, row.TURN_INDEX, row.TURN_INDEX, 1)
        asm.emit(op.JLTI, row.TURN_INDEX, len(sides), within)
        asm.emit(op.LDI, row.TURN_INDEX, 0)
        asm.here(within)
        asm.emit(op.TAB, row.MOVER, order, row.TURN_INDEX)
        turns = v.c.layout.at("side_turns")
        asm.emit(op.LDX, at, turns, row.MOVER)
        asm.emit(op.ADDI, at, at, 1)
        asm.emit(op.STX, turns, row.MOVER, at)
        if phase.skip is not None:
            v.unless(phase.skip, {}, found)
            asm.emit(op.ADDI, tries, tries, -1)
            asm.emit(op.JGTI, tries, 0, again)
    asm.here(found)
