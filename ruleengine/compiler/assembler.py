"""Code and data as they are written: labels, registers, tables."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from ruleengine.errors import InternalError, Span
from ruleengine.program import head
from ruleengine.program.layout import Layout
from ruleengine.program.opcodes import (
    CALL,
    JEQI,
    JGEI,
    JGTI,
    JLEI,
    JLTI,
    JMP,
    JNEI,
    LDI,
    LDI2,
    NAMES,
    PUT,
    RET,
    WIDTH,
)

_FORKS: dict[int | Label, Callable[[Any, Any], bool]] = {
    JEQI: operator.eq,
    JNEI: operator.ne,
    JLTI: operator.lt,
    JLEI: operator.le,
    JGTI: operator.gt,
    JGEI: operator.ge,
}
"""Jumps on a number: what each asks."""


class Label:
    """A place in the code that may not be known yet."""

    __slots__ = ("address",)

    def __init__(self) -> None:
        self.address: int | None = None

    @property
    def number(self) -> int | None:
        """Return what is written instead of an address."""
        return None


class Tail(Label):
    """Stands for a section behind what is copied, whose place is known only at the end."""

    __slots__ = ("_layout", "_name")

    def __init__(self, layout: Layout, name: str, length: int) -> None:
        super().__init__()
        self._layout, self._name = layout, name
        layout.tail[name] = length

    @property
    def number(self) -> int:
        """Return where the section is."""
        return self._layout.at(self._name)


class Assembler:
    """Collects rows of code and tables of data."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.rows: list[tuple[int | Label, ...]] = []
        self.spans: list[Span | None] = []
        self.data: list[int] = [0] * head.SIZE
        self.span: Span | None = None
        self._tables: dict[tuple[int, ...], int] = {}
        self._unit = "main"
        self._temps = 0
        self._labels_in_data: list[tuple[int, Label]] = []
        self._constants: dict[int, int] = {}

    def emit(self, op: int, *operands: int | Label) -> None:
        """Write one row of code."""
        if len(operands) >= WIDTH:
            raise InternalError(f"{NAMES[op]} has too many operands")
        self.rows.append((op, *operands, *[0] * (WIDTH - 1 - len(operands))))
        self.spans.append(self.span)

    def take_back(self) -> None:
        """Forget the last row."""
        self.rows.pop()
        self.spans.pop()

    def here(self, label: Label | None = None) -> Label:
        """Put a label, or a new one, at the next row."""
        label = label or Label()
        label.address = len(self.rows) * WIDTH
        return label

    def jump(self, label: Label) -> None:
        """Go to a label."""
        self.emit(JMP, label)

    def call(self, label: Label) -> None:
        """Run a subroutine."""
        self.emit(CALL, label)

    def ret(self) -> None:
        """End a subroutine."""
        self.emit(RET)

    def table(self, values: Sequence[int]) -> int:
        """Return the offset of a table with these values, each distinct table once."""
        key = tuple(values)
        if key not in self._tables:
            self._tables[key] = len(self.data)
            self.data.extend(key)
        return self._tables[key]

    def linked_table(self, values: Sequence[int | Label]) -> int:
        """Return the offset of a table that also holds addresses of code."""
        offset = len(self.data)
        for value in values:
            if isinstance(value, Label):
                self._labels_in_data.append((len(self.data), value))
                self.data.append(-1)
            else:
                self.data.append(value)
        return offset

    @contextmanager
    def unit(self, name: str, span: Span | None = None) -> Iterator[None]:
        """Write a subroutine: it has working registers of its own, and stands for a rule."""
        before = self._unit, self._temps, self.span
        self._unit, self._temps, self.span = name, 0, span
        yield
        self._unit, self._temps, self.span = before

    @property
    def unit_name(self) -> str:
        """The subroutine that is being written."""
        return self._unit

    @contextmanager
    def working(self) -> Iterator[None]:
        """Free the working registers taken inside."""
        before = self._temps
        yield
        self._temps = before

    def temp(self) -> int:
        """Return a working register."""
        self._temps += 1
        return self.layout.register(f"{self._unit}#{self._temps}")

    def local(self, name: str) -> int:
        """Return the register of a local name of the unit being written."""
        return self.layout.register(f"{self._unit}.{name}")

    def finish(self) -> list[int]:
        """Return the code with all addresses in place."""
        self.layout.close()
        named = self.layout.registers.items()
        self._constants = {at: int(name[1:]) for name, at in named if name.startswith("=")}
        for offset, label in self._labels_in_data:
            self.data[offset] = self._end_of(label)
        code = [
            [self._end_of(value) if isinstance(value, Label) else value for value in row]
            for row in self.rows
        ]
        self._shorten(code)
        return [value for row in code for value in row]

    # -- fewer rows to run: what is known before a game begins is settled here

    def _end_of(self, label: Label) -> int:
        """Return where a label leads in the end: not to a jump, but to where that goes."""
        return _address(label) if label.number is not None else self._end(_address(label))

    def _end(self, address: int) -> int:
        seen = set[int]()
        while address not in seen and address < len(self.rows) * WIDTH:
            seen.add(address)
            onward = self._onward(address)
            if onward is None:
                break
            address = onward
        return address

    def _onward(self, address: int) -> int | None:
        """Return where a row leads that does nothing but lead elsewhere, always to the same."""
        what, first, number, there = self.rows[address // WIDTH][:4]
        if what == JMP and isinstance(first, Label):
            return _address(first)
        if what not in _FORKS or not isinstance(there, Label):
            return None
        known = self._constants.get(first) if isinstance(first, int) else None
        if known is None:
            return None
        return _address(there) if _FORKS[what](known, number) else address + WIDTH

    def _shorten(self, code: list[list[int]]) -> None:
        """Let a row do what the next one does as well, where both are always run together.

        Every row stays where it is, because others may lead to it.
        """
        for number, (row, following) in enumerate(pairwise(code)):
            onward = self._end((number + 1) * WIDTH)
            if row[0] == LDI and following[0] == LDI:
                onward = self._end((number + 2) * WIDTH)
                row[:] = [LDI2, *row[1:3], *following[1:3], onward]
            elif row[0] in _FORKS and onward != (number + 1) * WIDTH:
                row[4] = onward
            elif row[0] == PUT and onward != (number + 1) * WIDTH:
                row[3] = onward
        for row in code:
            if row[0] == JMP and code[row[1] // WIDTH][0] == RET:
                row[:2] = [RET, 0]


def _address(label: Label) -> int:
    if label.number is not None:
        return label.number
    if label.address is None:
        raise InternalError("a label was never placed")
    return label.address
