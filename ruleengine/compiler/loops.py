"""Steps that run several times: for each of several things, or while a condition holds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruleengine.compiler.around import Around
from ruleengine.compiler.assembler import Label
from ruleengine.program import opcodes as op
from ruleengine.schema import steps as schema
from ruleengine.schema.reach import kinds_meant
from ruleengine.schema.step_sources import ForEachSpec

if TYPE_CHECKING:
    from ruleengine.compiler.steps import Steps


class Loops:
    """Writes the steps that hold steps which run again and again."""

    def __init__(self, steps: Steps) -> None:
        self.s = steps
        self.v, self.f, self.c, self.asm = steps.v, steps.f, steps.c, steps.asm

    def repeat(self, step: schema.Repeat, a: Around) -> None:
        """Write steps that run while a condition holds, and at most so often."""
        skip, again, done = Label(), Label(), Label()
        left = self.asm.local(f"left {len(self.asm.rows)}")
        self.asm.emit(op.MOV, left, self.v.present(step.at_most, a.env, skip))
        self.asm.here(again)
        self.asm.emit(op.JLEI, left, 0, done)
        if step.while_ is not None:
            self.v.unless(step.while_, a.env, done)
        self.asm.emit(op.ADDI, left, left, -1)
        loops = (*a.loops, (left, 1))
        self.s.write(step.repeat, replace(a, unchanged=None, loops=loops, rounds_over=done))
        self.asm.jump(again)
        self.asm.here(done)
        self.asm.here(skip)

    def for_each(self, step: schema.ForEach, a: Around) -> None:
        """Write steps that run for each of several things, found before the first time."""
        spec = step.for_each
        name = self.asm.local(spec.as_)
        index = self.asm.local(f"{spec.as_} index")
        again, done = Label(), Label()
        kept = [(name, 1), (index, 1)]
        if spec.among is not None:
            offset = self.c.layout.section(
                f"loop {spec.as_} {len(self.c.layout.sections)}", self.c.layout.max_pieces + 1
            )
            self.asm.emit(op.LDI, offset, 0)
            self.f.loop(
                self.f.of_model(spec.among), a.env, lambda p: self.asm.emit(op.SNAP, p, offset)
            )
            kept.append((offset, self.c.layout.max_pieces + 1))
            self.asm.emit(op.SORT, offset)
            self.asm.emit(op.LDI, index, 0)
            self.asm.here(again)
            self.asm.emit(op.JLE, offset, index, done)
            self.asm.emit(op.LDX, name, offset + 1, index)
        elif spec.among_cells is not None:
            offset = self.c.layout.section(
                f"loop {spec.as_} {len(self.c.layout.sections)}", self.c.layout.num_cells + 1
            )
            self.asm.emit(op.LDI, offset, 0)
            cells = self.f.cells_of_model(spec.among_cells)
            self.f.cell_loop(cells, a.env, lambda c: self.asm.emit(op.SNAP, c, offset))
            kept.append((offset, self.c.layout.num_cells + 1))
            self.asm.emit(op.LDI, index, 0)
            self.asm.here(again)
            self.asm.emit(op.JLE, offset, index, done)
            self.asm.emit(op.LDX, name, offset + 1, index)
        elif spec.numbers is not None:
            last = self.asm.local(f"{spec.as_} last")
            kept.append((last, 1))
            self.asm.emit(op.MOV, index, self.v.present(spec.numbers.from_, a.env, done))
            self.asm.emit(op.MOV, last, self.v.present(spec.numbers.to, a.env, done))
            self.asm.here(again)
            self.asm.emit(op.JLT, last, index, done)
            self.asm.emit(op.MOV, name, index)
        else:
            parts = self._fixed(spec)
            self.asm.emit(op.LDI, index, 0)
            self.asm.here(again)
            self.asm.emit(op.JGEI, index, len(parts), done)
            self.asm.emit(op.TAB, name, self.asm.table(parts), index)
        self.asm.emit(op.ADDI, index, index, 1)
        env, loops = {**a.env, spec.as_: name}, (*a.loops, *kept)
        self.s.write(step.do, replace(a, env=env, unchanged=None, loops=loops, rounds_over=None))
        if spec.numbers is not None:  # the last may be the largest that there is
            self.asm.emit(op.JEQ, name, last, done)
        self.asm.jump(again)
        self.asm.here(done)

    def _fixed(self, spec: ForEachSpec) -> list[int]:
        """Return what a loop goes through that is the same in every position."""
        if spec.among_sides is not None:
            return list(range(self.c.layout.num_sides))
        if spec.among_kinds is not None:
            return list(kinds_meant(spec.among_kinds, self.c.names.kinds))
        zone = self.c.grid.zone_id[str(spec.parts_of)]
        return list(self.c.grid.zones[zone].parts or (zone,))
