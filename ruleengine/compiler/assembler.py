"""Code and data as they are written: labels, registers, tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ruleengine.errors import InternalError, Span
from ruleengine.program import head
from ruleengine.program.layout import Layout
from ruleengine.program.opcodes import CALL, JMP, NAMES, RET, WIDTH


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

    def emit(self, op: int, *operands: int | Label) -> None:
        """Write one row of code."""
        if len(operands) >= WIDTH:
            raise InternalError(f"{NAMES[op]} has too many operands")
        self.rows.append((op, *operands, *[0] * (WIDTH - 1 - len(operands))))
        self.spans.append(self.span)

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
        for offset, label in self._labels_in_data:
            self.data[offset] = _address(label)
        return [
            _address(value) if isinstance(value, Label) else value
            for row in self.rows
            for value in row
        ]


def _address(label: Label) -> int:
    if label.number is not None:
        return label.number
    if label.address is None:
        raise InternalError("a label was never placed")
    return label.address
