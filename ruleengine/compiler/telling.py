"""Telling what happens: instructions that are written only into programs that are to tell it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruleengine.compiler.assembler import Tail
from ruleengine.compiler.context import Context
from ruleengine.program import opcodes as op
from ruleengine.program.events import (
    CHOSEN_IN,
    FORMS,
    MAX_TOLD,
    MORE,
    NOT_FOR_ALL,
    NUMBERS,
    TOLD,
    Form,
)
from ruleengine.program.layout import MOVER
from ruleengine.program.program import Spoken
from ruleengine.schema.sentence import Parts
from ruleengine.schema.steps import Choose

EVENTS = "events"
"""The section of the row in which events are told."""


class Telling:
    """Writes events down in the order in which they happen."""

    def __init__(self, context: Context) -> None:
        self._c = context
        self._place: Tail | None = None

    def event(self, name: str, *registers: int) -> None:
        """Write that an event is told, with what is in registers."""
        if self._c.tells:
            numbers = [n for n, form in enumerate(FORMS) if form.name == name]
            self._tell(next(n for n in numbers if len(FORMS[n].keys) == len(registers)), registers)

    def chosen(self, step: Choose, what: str, register: int, load: Callable[[int], int]) -> None:
        """Write that something has been chosen."""
        if not self._c.tells:
            return
        key, secret = "value" if what == "number" else what, self._c.secret_choices.number_of(step)
        if secret is None:
            self._tell(NUMBERS[Form("chosen", (key,))], (register,))
        else:
            form = Form("chosen", (key, NOT_FOR_ALL, CHOSEN_IN))
            self._tell(NUMBERS[form], (register, load(secret), MOVER))

    def sentence(
        self, parts: Parts, side: int | None, values: Sequence[int], load: Callable[[int], int]
    ) -> None:
        """Write that a sentence is told, to everybody or to a side, with values in registers."""
        checked = self._c.resolved.checked
        types = [None if isinstance(part, str) else checked[part].type for part in parts]
        spoken: Spoken = tuple(
            ("cell" if type_ == "piece" else type_, part if isinstance(part, str) else "")
            for type_, part in zip(types, parts, strict=True)
        )
        number = load(len(self._c.sentences))
        self._c.sentences.append(spoken)
        self.event("told", *(() if side is None else (side,)), number)
        for value in values:
            self.event(MORE, value)

    def place(self) -> Tail | int:
        """Return where events are told; 0 when they are not."""
        if not self._c.tells:
            return 0
        if self._place is None:
            self._place = Tail(self._c.layout, EVENTS, 1 + MAX_TOLD * TOLD)
        return self._place

    def _tell(self, form: int, registers: tuple[int, ...]) -> None:
        filled = [*registers, *[-1] * (TOLD - 1 - len(registers))]
        self._c.asm.emit(op.LOG, self._c.asm.table([form, *filled]), self.place())
