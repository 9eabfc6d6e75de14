"""Endings: asked one after the other, and the first that holds decides."""

from __future__ import annotations

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.repetitions import asks_for_repetitions
from ruleengine.compiler.steps import Steps
from ruleengine.program import layout as row
from ruleengine.program import opcodes as op
from ruleengine.schema.ruleset import Ending


class Endings:
    """Writes the code of endings."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.v, self.c, self.asm = steps.v, steps.c, steps.asm

    def write(self, repeated: Label | None) -> None:
        """Write all endings; those about positions that come again also where a turn begins."""
        asm = self.asm
        with asm.unit("endings"):
            asm.here(self.steps.endings)
            for number, ending in enumerate(self.c.resolved.ruleset.endings):
                asm.span = ending.span
                self._ending(number, ending)
            asm.ret()

        if repeated is not None:
            with asm.unit("endings"):
                asm.here(repeated)
                for number, ending in enumerate(self.c.resolved.ruleset.endings):
                    asm.span = ending.span
                    root = self.c.resolved.checked[ending.when].root
                    if asks_for_repetitions(root, self.c.resolved):
                        self._ending(number, ending, whenever=True)
                asm.ret()

    def _ending(self, number: int, ending: Ending, *, whenever: bool = False) -> None:
        asm, following = self.asm, Label()
        phases = self.c.resolved.ruleset.phases
        during = [
            index
            for index, (name, phase) in enumerate(phases.items())
            if (name in ending.during if ending.during is not None else phase.goes_round)
        ]
        if len(during) < len(phases):
            here = Label()
            for phase in during:
                asm.emit(op.JEQI, row.PHASE, phase, here)
            asm.jump(following)
            asm.here(here)
        if ending.at == "turn_end" and not whenever:
            asm.emit(op.JEQI, row.TURN_OVER, 0, following)
        name = self.steps.ending(ending.id or f"ending_{number}")
        void = int(ending.void is True)
        with asm.working():
            if ending.each is not None:
                self._for_each_side(ending, name, void)
            else:
                self.v.unless(ending.when, {}, following)
                winner = -1
                if ending.winner is not None:
                    winner = self.v.value(ending.winner, {})
                self._ends(ending)
                self.steps.over(name, winner, void)
        asm.here(following)

    def _ends(self, ending: Ending) -> None:
        counting = self.c.counting
        if counting is not None:
            with counting.inside(ending.id or "ending"):
                counting.done("ending", ending)

    def _for_each_side(self, ending: Ending, name: int, void: int) -> None:
        """Write an ending that is asked for each side: alone, or the first of several, wins."""
        asm, first_counts = self.asm, ending.several == "first"
        found, winner = asm.temp(), asm.temp()
        asm.emit(op.LDI, found, 0)
        asm.emit(op.LDI, winner, -1)
        for number in range(self.c.layout.num_sides):
            no, decided = Label(), Label()
            env = {ending.each or "": self.v.load(number)}
            with self.v.knowing({ending.each or "": number}):
                self.v.unless(ending.when, env, no)
                if ending.winner is not None:
                    asm.emit(op.JGTI, found, 0, decided)
                    asm.emit(op.MOV, winner, self.v.value(ending.winner, env))
                    asm.here(decided)
            asm.emit(op.ADDI, found, found, 1)
            asm.here(no)
        none, alone = Label(), Label()
        asm.emit(op.JEQI, found, 0, none)
        self._ends(ending)
        if not first_counts:
            asm.emit(op.JEQI, found, 1, alone)
            self.steps.over(name, -1, void)
            asm.here(alone)
        self.steps.over(name, winner, void)
        asm.here(none)
