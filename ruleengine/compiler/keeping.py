"""Steps that change what is kept: counters and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.compiler.around import Around
from ruleengine.compiler.assembler import Label
from ruleengine.compiler.context import CounterPlace
from ruleengine.compiler.kept import keep
from ruleengine.program import opcodes as op
from ruleengine.program.layout import MOVER
from ruleengine.schema import steps as schema

if TYPE_CHECKING:
    from ruleengine.compiler.steps import Steps

Given = list[tuple[str, int]]
"""Names of counters or marks, each with the register of what it is given."""


class Keeping:
    """Writes the steps that change counters and marks."""

    def __init__(self, steps: Steps) -> None:
        self.s = steps
        self.v, self.c, self.asm = steps.v, steps.c, steps.asm

    def count(self, step: schema.Add | schema.Set, a: Around) -> None:
        """Write that counters are added to, or set."""
        skip = Label()
        amounts = step.add if isinstance(step, schema.Add) else step.set
        adds = isinstance(step, schema.Add)
        whose = self.v.present(step.for_, a.env, skip) if step.for_ is not None else None
        given = [(name, self.v.present(amount, a.env, skip)) for name, amount in amounts.items()]
        for name, amount in self._at_once(given):
            place = self.c.counters[name]
            if place.per == "game" and place.keep == 1:
                if adds:
                    self.asm.emit(op.ADD, place.offset, place.offset, amount)
                else:
                    self.asm.emit(op.MOV, place.offset, amount)
                continue
            owner = self._owner(place, whose)
            value = amount
            if adds:
                value = self.asm.temp()
                self.asm.emit(op.LDX, value, place.offset, owner)
                self.asm.emit(op.ADD, value, value, amount)
            keep(self.v, place, owner, value)
        self.s.happens(step)
        self.asm.here(skip)

    def mark(self, step: schema.Mark, a: Around) -> None:
        """Write that marks are set."""
        skip = Label()
        whose = self.v.present(step.for_, a.env, skip) if step.for_ is not None else None
        given = [(name, self.v.value(value, a.env)) for name, value in step.mark.items()]
        for name, value in self._at_once(given):
            place = self.c.marks[name]
            keep(self.v, place, self._owner(place, whose), value)
        self.s.happens(step)
        self.asm.here(skip)

    def _at_once(self, given: Given) -> Given:
        """Keep what several names are given, as it is before the first of them has it.

        A counter or mark is read where it stands, so one that is changed here would be read anew.
        """
        if len(given) == 1:
            return given
        kept: Given = []
        for name, value in given:
            kept.append((name, self.asm.temp()))
            self.asm.emit(op.MOV, kept[-1][1], value)
        return kept

    def _owner(self, place: CounterPlace, whose: int | None) -> int:
        """Return the register that says whose counter or mark is meant."""
        if place.per == "game":
            return self.v.load(0)
        if whose is not None:
            return whose
        return MOVER if place.per == "side" else self.v.builtin("seat")
