"""How many moves could follow each other, as a subroutine that calls itself on a copy of the row.

A copy has registers and a stack of its own, so that the loops over moves go on where they were once
it is left. How deep that goes is known before anything is played (`copies`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleengine.compiler.assembler import Assembler, Label
from ruleengine.program import opcodes as op

if TYPE_CHECKING:
    from ruleengine.compiler.actions import ActionCode


@dataclass
class Chain:
    """The question about some actions, with some operands given."""

    actions: tuple[str, ...]
    left: int
    """The register that says how many moves are to be looked for."""
    best: int
    """The register of the answer."""
    given: Mapping[str, int]
    """Where the operands are that are given."""
    entry: Label = field(default_factory=Label)

    def write(self, asm: Assembler, codes: list[ActionCode]) -> None:
        """Write the subroutine; with nothing to be looked for it is not called."""
        enough = Label()
        with asm.unit(f"how often {self.left}"):
            asm.here(self.entry)
            asm.emit(op.LDI, self.best, 0)
            for code in codes:
                code.write_each(self.given, lambda code=code: self._try(asm, code, enough))  # type: ignore[misc]
            asm.here(enough)
            asm.ret()
        for code in codes:
            code.write_found()

    def _try(self, asm: Assembler, code: ActionCode, enough: Label) -> None:
        """Write that one move is made on a copy, and what could follow it there."""
        last, found = Label(), asm.temp()
        asm.emit(op.COPY)
        code.write_uses()
        code.carry_out()
        asm.emit(op.LDI, found, 0)
        asm.emit(op.ADDI, self.left, self.left, -1)
        asm.emit(op.JEQI, self.left, 0, last)
        asm.call(self.entry)
        asm.emit(op.MOV, found, self.best)
        asm.here(last)
        asm.emit(op.BACK, found)
        asm.emit(op.ADDI, found, found, 1)
        asm.emit(op.MAX, self.best, self.best, found)
        asm.emit(op.JEQ, self.best, self.left, enough)
