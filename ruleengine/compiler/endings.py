"""Endings: asked one after the other, and the first that holds decides."""

from __future__ import annotations

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.repetitions import asks_for_repetitions
from ruleengine.compiler.steps import Steps
from ruleengine.errors import InternalError
from ruleengine.program import layout as row
from ruleengine.program import opcodes as op
from ruleengine.program.winners import together as shared
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
                    self.steps.worth(ending.worth, {})
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
        if ending.several == "share":
            self._shared(ending, name, void)
            return
        asm, first_counts = self.asm, ending.several == "first"
        none, alone = Label(), Label()
        if self.c.counting is None:
            self._unless_somebody(ending, none)
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
                    self.steps.worth(ending.worth, env)
                    asm.here(decided)
            asm.emit(op.ADDI, found, found, 1)
            asm.here(no)
        asm.emit(op.JEQI, found, 0, none)
        self._ends(ending)
        if not first_counts:
            asm.emit(op.JEQI, found, 1, alone)
            self.steps.over(name, -1, void)
            asm.here(alone)
        self.steps.over(name, winner, void)
        asm.here(none)

    def _shared(self, ending: Ending, name: int, void: int) -> None:
        """Write an ending whose winners, one for each side that it holds for, win together."""
        asm, none, num_sides = self.asm, Label(), self.c.layout.num_sides
        if self.c.counting is None:
            self._unless_somebody(ending, none)
        found = asm.temp()
        won = [asm.temp() for _ in range(num_sides)]
        for register in (found, *won):
            asm.emit(op.LDI, register, 0)
        for number in range(num_sides):
            no = Label()
            env = {ending.each or "": self.v.load(number)}
            with asm.working(), self.v.knowing({ending.each or "": number}):
                self.v.unless(ending.when, env, no)
                self._note_winner(ending, env, found, won)
            asm.emit(op.ADDI, found, found, 1)
            asm.here(no)
        asm.emit(op.JEQI, found, 0, none)
        self._ends(ending)
        self._over_for(won, name, void)
        asm.here(none)

    def _note_winner(self, ending: Ending, env: dict[str, int], found: int, won: list[int]) -> None:
        """Write that whom an ending lets win has won; the first says what that is worth."""
        asm, decided = self.asm, Label()
        if ending.winner is None:
            raise InternalError("a win is shared, and nobody wins")
        winner = self.v.value(ending.winner, env)
        for side, register in enumerate(won):
            other = Label()
            asm.emit(op.JNEI, winner, side, other)
            asm.emit(op.LDI, register, 1)
            asm.here(other)
        asm.emit(op.JGTI, found, 0, decided)
        self.steps.worth(ending.worth, env)
        asm.here(decided)

    def _over_for(self, won: list[int], name: int, void: int) -> None:
        """Write that the game ends for those who have won: one alone, or several together."""
        asm, several, nobody = self.asm, Label(), Label()
        count, alone, together = asm.temp(), asm.temp(), asm.temp()
        for register, number in ((count, 0), (alone, 0), (together, shared(()))):
            asm.emit(op.LDI, register, number)
        for side, register in enumerate(won):
            lost = Label()
            asm.emit(op.JEQI, register, 0, lost)
            asm.emit(op.ADDI, count, count, 1)
            asm.emit(op.ADDI, alone, alone, side)
            asm.emit(op.ADDI, together, together, -(1 << side))
            asm.here(lost)
        asm.emit(op.JGTI, count, 1, several)
        asm.emit(op.JEQI, count, 0, nobody)
        self.steps.over(name, alone, void)
        asm.here(several)
        asm.emit(op.JEQI, count, len(won), nobody)
        self.steps.over(name, together, void, told=self.v.load(-1))
        asm.here(nobody)
        self.steps.over(name, -1, void)

    def _unless_somebody(self, ending: Ending, none: Label) -> None:
        """Write a jump for when an ending holds for no side, as after nearly every move.

        Only then is it asked again, to count those for whom it holds.
        """
        asm, somebody = self.asm, Label()
        for number in range(self.c.layout.num_sides):
            no = Label()
            env = {ending.each or "": self.v.load(number)}
            with asm.working(), self.v.knowing({ending.each or "": number}):
                self.v.unless(ending.when, env, no)
            asm.jump(somebody)
            asm.here(no)
        asm.jump(none)
        asm.here(somebody)
