"""How many moves each side makes in a submission: counted, and held against what is allowed.

For each side a row has three numbers: the moves made, the least, and the most (0: as many as it
likes). In secret a side counts in its own draft, in which it is on turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleengine.compiler.assembler import Label
from ruleengine.program import opcodes as op
from ruleengine.program.layout import MOVER
from ruleengine.schema.expression import Expression
from ruleengine.schema.submission import MoveRange, bounds_of

if TYPE_CHECKING:
    from ruleengine.compiler.values import Env, Values


class MoveLimits:
    """Writes what the key `moves` of a submission means; nothing at all without it."""

    def __init__(
        self,
        values: Values,
        moves: Expression | MoveRange | None,
        *,
        at: int,
        num_sides: int,
        on_turn: int,
    ) -> None:
        """Count at a place in the row; `on_turn` is the register of the side on turn."""
        self._on_turn = on_turn
        self.v, self.asm = values, values.asm
        self._is_limited = moves is not None
        self._least, self._most = (None, None) if moves is None else bounds_of(moves)
        self._made_at, self._least_at, self._most_at = (at + n * num_sides for n in range(3))

    def begin(self, side: int, env: Env, other: Label) -> None:
        """Reckon the numbers of a side as if it were on turn; go to `other` if it has no move."""
        if not self._is_limited:
            return
        asm, none = self.asm, Label()
        zero = self.v.load(0)
        is_out = asm.temp()
        asm.emit(op.LDI, is_out, 1)
        asm.emit(op.MOV, MOVER, side)
        least = zero if self._least is None else self.v.present(self._least, env, none)
        most = zero if self._most is None else self.v.present(self._most, env, none)
        if self._most is not None:
            asm.emit(op.JLEI, most, 0, none)
        asm.emit(op.LDI, is_out, 0)
        asm.emit(op.STX, self._made_at, side, zero)
        asm.emit(op.STX, self._least_at, side, least)
        asm.emit(op.STX, self._most_at, side, most)
        asm.here(none)
        asm.emit(op.MOV, MOVER, self._on_turn)
        asm.emit(op.JNEI, is_out, 0, other)

    def count(self) -> None:
        """Count a move of the side on turn."""
        if not self._is_limited:
            return
        with self.asm.working():
            made = self.asm.temp()
            self.asm.emit(op.LDX, made, self._made_at, MOVER)
            self.asm.emit(op.ADDI, made, made, 1)
            self.asm.emit(op.STX, self._made_at, MOVER, made)

    def if_over(self, side: int, label: Label) -> None:
        """Go to a label when a side has made its last move."""
        if self._most is None:
            return
        with self.asm.working():
            made, most = self.asm.temp(), self.asm.temp()
            self.asm.emit(op.LDX, made, self._made_at, side)
            self.asm.emit(op.LDX, most, self._most_at, side)
            self.asm.emit(op.JLE, most, made, label)

    def unless_enough(self, label: Label) -> None:
        """Go to a label when it is too early for the side on turn to commit."""
        if self._least is None:
            return
        with self.asm.working():
            made, least = self.asm.temp(), self.asm.temp()
            self.asm.emit(op.LDX, made, self._made_at, MOVER)
            self.asm.emit(op.LDX, least, self._least_at, MOVER)
            self.asm.emit(op.JLT, made, least, label)
