"""Code that counts what happens, in programs that are compiled to be counted.

What is counted lies behind what is copied for questions, so that what a question tries out is
counted on the copy and forgotten, and a row without counts costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ruleengine.compiler.assembler import Assembler, Label
from ruleengine.program import meters
from ruleengine.program import opcodes as op
from ruleengine.program.layout import MOVER, Layout
from ruleengine.program.meters import Meter, Metered, What
from ruleengine.schema import steps as schema
from ruleengine.schema.model import Model
from ruleengine.schema.sentence import sentence_text

if TYPE_CHECKING:
    from ruleengine.compiler.operands import BoundOperand

EFFECTS = (
    schema.Move,
    schema.Capture,
    schema.Remove,
    schema.Send,
    schema.Place,
    schema.Give,
    schema.Claim,
    schema.Become,
    schema.Add,
    schema.Set,
    schema.Mark,
    schema.Tell,
    schema.Seat,
    schema.Color,
)
"""Steps that change something, unless what they speak of is not there."""

_META = frozenset({"id", "label", "clauses", "when", "says", "code", "then", "else", "do"})
_LONGEST = 60


class At(Label):
    """Stands for one number of a section whose place is known only at the end."""

    __slots__ = ("_index", "_layout", "_name")

    def __init__(self, layout: Layout, name: str, index: int = 0) -> None:
        super().__init__()
        self._layout, self._name, self._index = layout, name, index

    @property
    def number(self) -> int:
        """Return where the number is."""
        return self._layout.at(self._name) + self._index


class Counting:
    """Writes the code that counts; what has no counter yet gets one."""

    def __init__(self, layout: Layout, asm: Assembler) -> None:
        self._layout, self._asm = layout, asm
        self._done: dict[tuple[int, str, str], Meter] = {}
        self._asked: dict[tuple[int, str, str], Meter] = {}
        self._folded: dict[tuple[int, str], Meter] = {}
        self._kept: list[Model] = []
        self._around = ""

    @contextmanager
    def inside(self, name: str) -> Iterator[None]:
        """Name what stands around the rules that follow."""
        before, self._around = self._around, name
        yield
        self._around = before

    def finish(self) -> Metered:
        """Reserve the room for everything that is counted."""
        tail, places = self._layout.tail, self._layout.num_places
        tail[meters.DONE] = len(self._done)
        tail[meters.ASKED] = len(self._asked)
        tail[meters.FIRST] = 1
        for name in meters.MAPS:
            tail[name] = places
        return Metered(
            tuple(self._done.values()), tuple(self._asked.values()), tuple(self._folded.values())
        )

    # -- what happens

    def done(self, what: What, model: Model, part: str = "") -> None:
        """Count that something has happened."""
        self._count(meters.DONE, self._done, what, model, part)

    def step(self, step: schema.StepModel) -> None:
        """Count that a step has been come to; effects count themselves once they happen."""
        if not isinstance(step, EFFECTS):
            self.done("step", step)

    def first_mover(self) -> None:
        """Note the side that has the first turn of all; it is kept as one more."""
        known, at = Label(), At(self._layout, meters.FIRST)
        self._asm.emit(op.JNEI, at, 0, known)
        self._asm.emit(op.ADDI, at, MOVER, 1)
        self._asm.here(known)

    # -- what is asked

    def asked(self, what: What, model: Model, part: str, about: str = "") -> None:
        """Count that a rule has been asked, or that it has refused."""
        self._count(meters.ASKED, self._asked, what, model, part, about)

    @contextmanager
    def verdict(self, what: What, model: Model, no: Label, *, about: str = "") -> Iterator[Label]:
        """Count that a rule is asked, and where it says no; the code inside jumps to the label.

        `about` tells several rules in one model apart.
        """
        num_meters = len(self._asked)
        self.asked(what, model, "asked", about)
        num_rows = len(self._asm.rows)
        refused, yes = Label(), Label()
        yield refused
        if len(self._asm.rows) == num_rows:  # it has been seen to elsewhere, or beforehand
            self._asm.take_back()
            if len(self._asked) > num_meters:
                self._asked.popitem()
            self.folded(model)
            return
        self._asm.jump(yes)
        self._asm.here(refused)
        self.asked(what, model, "refused", about)
        self._asm.jump(no)
        self._asm.here(yes)

    def folded(self, rule: Model) -> None:
        """Note a rule that has been worked out beforehand."""
        if (id(rule), self._around) not in self._folded:
            self._kept.append(rule)
            self._folded[id(rule), self._around] = self._meter("rule", rule, "asked")

    # -- where

    def cell(self, section: str, cell: int, amount: int | None = None) -> None:
        """Count a cell; nothing when it is none. `amount` is a register."""
        nowhere, at = Label(), At(self._layout, section)
        with self._asm.working():
            value = self._asm.temp()
            self._asm.emit(op.JLTI, cell, 0, nowhere)
            self._asm.emit(op.LDX, value, at, cell)
            if amount is None:
                self._asm.emit(op.ADDI, value, value, 1)
            else:
                self._asm.emit(op.ADD, value, value, amount)
            self._asm.emit(op.STX, at, cell, value)
            self._asm.here(nowhere)

    def piece(self, section: str, piece: int) -> None:
        """Count the cell on which a piece stands."""
        with self._asm.working():
            cell, gone = self._asm.temp(), Label()
            self._asm.emit(op.JLTI, piece, 0, gone)
            self._asm.emit(op.LDX, cell, self._layout.at("cell"), piece)
            self.cell(section, cell)
            self._asm.here(gone)

    def armies(self, register: int, sign: int) -> None:
        """Add all pieces on the board to a register, or take them off."""
        for side in range(self._layout.num_sides):
            size = self._layout.at("army_size") + side
            self._asm.emit(op.ADD if sign > 0 else op.SUB, register, register, size)

    def aimed(self, operand: BoundOperand, is_cell: bool) -> None:  # noqa: FBT001 - a fact of it
        """Count the cell that an action is aimed at."""
        if operand.is_piece:
            self.piece("strikes", operand.register)
        elif is_cell:
            self.cell("strikes", operand.register)

    # -- meters

    def _count(  # noqa: PLR0913, PLR0917 - what is counted, where, and what it is called
        self,
        section: str,
        known: dict[tuple[int, str, str], Meter],
        what: What,
        model: Model,
        part: str,
        about: str = "",
    ) -> None:
        # A rule that several actions share, by an alias of YAML, is one model.
        key = id(model), self._around, part + about
        if key not in known:
            self._kept.append(model)  # so that the number of another stays another
            known[key] = self._meter(what, model, part, about)
        at = At(self._layout, section, list(known).index(key))
        self._asm.emit(op.ADDI, at, at, 1)

    def _meter(self, what: What, model: Model, part: str, about: str = "") -> Meter:
        said = "" if what in ("action", "reaction", "ending", "skip") else about or _said(model)
        name = " > ".join(filter(None, (self._around, said)))
        return Meter(what, part, name, model.span, tuple(getattr(model, "clauses", ())))


def _said(model: Model) -> str:
    """Return what a rule says, after its id if it has one: rules of one sort often say the same."""
    name = getattr(model, "id", None)
    return summary(model) if name is None else f"{name}: {summary(model)}"


def summary(model: Model) -> str:
    """Return what a rule says, as it is written, in a few words."""
    written = tuple(_written(model))
    if len(written) == 1 and written[0][1] is True:
        return written[0][0]  # such as `end_turn`
    said = ", ".join(f"{key}: {_plain(value)}" for key, value in written)
    return said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"


def _written(model: Model) -> Iterator[tuple[str, object]]:
    """Yield what a model says of its own, by the keys it is written with."""
    for name, field in type(model).model_fields.items():
        key = field.alias or name
        if name in model.model_fields_set and key not in _META:
            yield key, getattr(model, name)


def _plain(value: object) -> str:
    if isinstance(value, Model):
        return "{" + ", ".join(f"{key}: {_plain(each)}" for key, each in _written(value)) + "}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_plain(each)}" for key, each in value.items()) + "}"
    if isinstance(value, tuple):  # a sentence with values
        return sentence_text(value)
    if isinstance(value, list):
        return "[" + ", ".join(_plain(each) for each in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)
