"""Actions become three pieces of code: one lists moves, one draws one, one tests one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.filters import Filters
from ruleengine.compiler.finding import Finding
from ruleengine.compiler.out_of_reach import reach_table
from ruleengine.compiler.plain import PlainWay, describe, plain_ways
from ruleengine.compiler.reaching import ActionReach
from ruleengine.compiler.values import Values
from ruleengine.errors import UncompiledError
from ruleengine.program import opcodes as op
from ruleengine.program.layout import FOUND, MAX_OPERANDS
from ruleengine.schema import validators
from ruleengine.schema.ruleset import Action

MAX_WEIGHT = 1 << 28
"""More draws than that are never likely to hit a legal move."""


class ActionCode(ActionReach):
    """Writes the code of one action."""

    def __init__(
        self, values: Values, filters: Filters, name: str, action: Action, *, place: str = ""
    ) -> None:
        """Lay out the operands of an action; `place` tells several layouts of one action apart."""
        super().__init__(values, filters, name, action, place=place)
        if len(self.operands) > MAX_OPERANDS:
            raise UncompiledError(f"more than {MAX_OPERANDS} operands", action.span)
        self.lister, self.sampler = Label(), Label()
        self.checker = Label()
        self.is_drawn = True
        """Whether moves are drawn with it; questions only look for one."""
        self.fixed: dict[str, int] = {}
        """Operands that a question has named, and where their values are."""
        self.is_gathering = False
        """Whether everything that fits is listed, to find out what nobody names."""
        self.plain: list[PlainWay] = [] if self.finds or self.c.unfolded else plain_ways(self)
        """How the kernel can list and draw the moves itself, if it can."""
        self._finding = Finding(self) if self.finds else None
        self._note_folded()

    def _note_folded(self) -> None:
        """Note the rules that are worked out beforehand, where it is counted what is asked."""
        counting = self.c.counting
        if counting is None:
            return
        with counting.inside(self.name):
            for rule in self.action.validators:
                by_kernel = any(rule not in plain.rest for plain in self.plain)
                if id(rule) in self.folded or (by_kernel and self.depth(rule) > 0):
                    counting.folded(rule)

    def yielded(self) -> int:
        """Return the table that describes a move of this action."""
        return self.asm.table(
            [
                self.c.names.actions.index(self.name),
                len(self.operands),
                *(operand.register for operand in self.operands),
            ]
        )

    # -- listing

    def write_lister(self) -> None:
        """Write the subroutine that yields every legal move."""
        for plain in self.plain:
            plain.table = describe(self, plain, self.yielded())
        with self.asm.unit(f"list {self.place}", self.action.span):
            self.asm.here(self.lister)
            out = Label()
            if self._finding is not None:
                self._finding.write_list(out, lambda: self.asm.emit(op.YIELD, self.yielded()))
            else:
                self.rules_at(0, out)
                self._list(out)
            self.asm.here(out)
            self.asm.ret()

    def _list(self, out: Label) -> None:
        if not self.plain:
            self.nest(0, self._yield)
        elif any(plain.rest for plain in self.plain):
            for plain in self.plain:
                self._scan(plain)
        else:
            for plain in self.plain:
                self.asm.emit(op.SCAN, plain.table)
                if plain is not self.plain[-1]:
                    self.asm.emit(op.JNEI, FOUND, 0, out)

    def write_question(self, entry: Label, fixed: dict[str, int], *, afterwards: bool) -> None:
        """Write the subroutine that asks for one legal move with some operands as they are given.

        Without `afterwards` the position that the move leads to is not looked at.
        """
        self.fixed, self.is_drawn = fixed, False
        if afterwards and (self._finding is not None or not fixed):
            self.lister = entry
            self.write_lister()
            if self._finding is not None:
                self._finding.write_parts()
            return
        with self.asm.unit(f"could {self.place}", self.action.span):
            self.asm.here(entry)
            out = Label()
            asked = [r for r in self.asked if afterwards or not _looks_ahead(r)]
            with self.asking(asked):
                self.rules_at(0, out)
                self.nest(0, self._yield)
            self.asm.here(out)
            self.asm.ret()

    def write_each(self, fixed: Mapping[str, int], body: Callable[[], None]) -> None:
        """Write, in line, a loop over all legal moves with some operands as they are given."""
        self.fixed, self.is_drawn = dict(fixed), False
        out = Label()
        if self._finding is not None:
            self._finding.write_list(out, body)
        else:
            with self.asking(self.asked):
                self.rules_at(0, out)
                self.nest(0, lambda _: body())
        self.asm.here(out)

    def write_found(self) -> None:
        """Write the subroutines of such a loop, where operands are found and not named."""
        if self._finding is not None:
            self._finding.write_parts()

    def _yield(self, again: Label) -> None:
        del again
        self.asm.emit(op.YIELD, self.yielded())

    def nest(
        self, depth: int, complete: Callable[[Label], None], again: Label | None = None
    ) -> None:
        """Write the loops over operands, one in the other, with the rules asked in each."""
        if depth == len(self.operands):
            complete(again or Label())
            return
        operand = self.operands[depth]
        if operand.name in self.fixed and not self.is_gathering:
            # What is named already is tested, instead of looked for among all that could be.
            unfit = Label()
            self.asm.emit(op.MOV, operand.register, self.fixed[operand.name])
            before = self.operands[depth - 1] if depth else operand
            table = reach_table(self.c, before, operand) if depth else None
            if table is not None and not operand.is_optional:
                self.asm.emit(op.FAR, before.register, operand.register, table, unfit)
            self.confirm(operand, depth, unfit)
            self.nest(depth + 1, complete, unfit)
            self.asm.here(unfit)
            return

        def named(following: Label) -> None:
            self.rules_at(depth + 1, following)
            self.nest(depth + 1, complete, following)

        self.each(operand, named)

    def _scan(self, plain: PlainWay) -> None:
        """Write a loop over what the kernel allows, with the rules that it cannot test."""
        again, done = Label(), Label()
        self.active[plain.way.name] = plain.way
        self.asm.emit(op.LDI, self.operands[0].register, -1)
        self.asm.here(again)
        self.asm.emit(op.NEXTM, plain.table, done)
        for rule in plain.rest:
            self.checked(rule, again)
        self.asm.emit(op.YIELD, self.yielded())
        self.asm.jump(again)
        self.asm.here(done)
        del self.active[plain.way.name]

    # -- drawing

    @property
    def is_gated(self) -> bool:
        """Whether something has to hold before any operand is named."""
        return bool(self.at_depth[0])

    def write_gate(self, no: Label) -> None:
        """Write what has to hold before any operand is named, in line."""
        self.rules_at(0, no)

    @property
    def can_be_drawn(self) -> bool:
        """Whether moves can be drawn one by one, each being as likely."""
        drawable = all(operand.drawable for operand in self.operands)
        return bool(self.plain) or (drawable and self.weight <= MAX_WEIGHT)

    def write_sampler(self) -> None:
        """Write the subroutine that draws operands: FOUND is 1 when they are legal."""
        with self.asm.unit(f"draw {self.place}", self.action.span):
            miss = Label()
            self.asm.here(self.sampler)
            if self.plain:
                for plain in self.plain:
                    self._tail(plain)
                return
            self.asm.emit(op.LDI, FOUND, 0)
            if not self.can_be_drawn:
                self.asm.emit(op.FAIL, 2)
                return
            for depth, operand in enumerate(self.operands):
                self.draw(operand, miss)
                self.rules_at(depth + 1, miss)
            self.asm.emit(op.LDI, FOUND, 1)
            self.asm.here(miss)
            self.asm.ret()

    def _tail(self, plain: PlainWay) -> None:
        """Write what the kernel, having drawn a move, cannot test itself."""
        miss = Label()
        self.asm.here(plain.tail)
        self.active[plain.way.name] = plain.way
        self.asm.emit(op.LDI, FOUND, 0)
        for rule in plain.rest:
            self.checked(rule, miss)
        self.asm.emit(op.LDI, FOUND, 1)
        self.asm.here(miss)
        self.asm.ret()
        del self.active[plain.way.name]

    # -- testing

    def write_tests(self, *, is_submitted: bool) -> None:
        """Write the subroutine that tells whether the operands as they are make a legal move.

        Moves that are not listed right before they are made are those of submissions.
        """
        if self._finding is not None:
            self._finding.write_parts()
            if is_submitted:
                self._finding.write_checker(self.checker)
        elif is_submitted:
            self.write_test(self.checker)

    def write_test(self, entry: Label) -> None:
        """Write the subroutine that asks every operand and rule; FOUND is 1 when all agree."""
        with self.asm.unit(f"check {self.place}", self.action.span):
            self.asm.here(entry)
            no, done = Label(), Label()
            self.rules_at(0, no)
            for depth, operand in enumerate(self.operands):
                self.confirm(operand, depth, no)
            self.asm.emit(op.LDI, FOUND, 1)
            self.asm.jump(done)
            self.asm.here(no)
            self.asm.emit(op.LDI, FOUND, 0)
            self.asm.here(done)
            self.asm.ret()


def _looks_ahead(rule: object) -> bool:
    return isinstance(rule, validators.Afterwards)
