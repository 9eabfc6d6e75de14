"""Operands that nobody names: all values are tried, and exactly one has to fit.

What fits is gathered in a list behind the row, one line for each set of named values. The rules
that take no part in finding are asked of the one that is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleengine.compiler.assembler import Label, Tail
from ruleengine.compiler.operands import BoundOperand
from ruleengine.compiler.rules import WAY_RULES, RuleModel
from ruleengine.program import opcodes as op
from ruleengine.program.layout import FOUND
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.schema import reach, validators
from ruleengine.schema.ruleset import Use

if TYPE_CHECKING:
    from ruleengine.compiler.actions import ActionCode

MAX_GATHERED = 2048
"""Sets of named values that fit something in one position; a game with more stops with FULL."""


@dataclass
class _Round:
    """What is found together: the named operands that depend on it, and the rules about it."""

    found: list[BoundOperand]
    named: list[BoundOperand]
    rules: list[RuleModel]


class Finding:
    """Writes the code of an action in which some operands are found."""

    def __init__(self, code: ActionCode) -> None:
        self.a, self.asm, self.v = code, code.asm, code.v
        self._test, self._find = Label(), Label()
        self._finding = [rule for rule in code.asked if _infers(rule)]
        self._has_late = len(self._finding) < len(code.asked)
        self._independent: list[BoundOperand] = []
        self._rounds = self._number_rounds()

    def _number_rounds(self) -> list[_Round]:
        """Return what is found one after the other."""
        found_in: dict[str, int] = {}
        last: dict[str, int] = {}
        count = 0
        for operand in self.a.operands:
            reads = self._reads(operand)
            if operand.is_found:
                together = [found_in[name] for name in reads if name in found_in]
                if not together:
                    count += 1
                found_in[operand.name] = max(together, default=count)
            own = found_in.get(operand.name, 0)
            last[operand.name] = max([own, *(last[name] for name in reads if name in last)])
        rounds = [_Round([], [], []) for _ in range(count + 1)]
        for operand in self.a.operands:
            place = rounds[last[operand.name]]
            (place.found if operand.is_found else place.named).append(operand)
        for rule in self._finding:
            # The way to a named cell may start from what is found; the cell itself does not.
            about_way = isinstance(rule, (*WAY_RULES, validators.Afterwards))
            table = last if about_way else found_in
            number = max((table.get(name, 0) for name in self.a.needs(rule)), default=0)
            rounds[number].rules.append(rule)
        self._independent = rounds[0].named
        return rounds[1:]

    def _reads(self, operand: BoundOperand) -> set[str]:
        names = {each.name for each in self.a.operands}
        checked = self.a.c.resolved.checked
        return {
            symbol.name
            for expression in expressions_in(self.a.action.operands[operand.name])
            for symbol in checked[expression].symbols
            if symbol.role == "local" and symbol.name in names
        }

    # -- listing

    def write_list(self, out: Label, body: Callable[[], None]) -> None:
        """Write the loops that gather what fits, and then go through what is found."""
        code, asm = self.a, self.asm
        operands = code.operands
        layout = code.c.layout
        room = min(MAX_GATHERED, math.prod(self._values(o) for o in operands if not o.is_found))
        listed = Tail(layout, f"gathered {code.place}", 1 + room * (len(operands) + 1))
        index = layout.register(f"actions.{code.place} gathered")
        is_alone = len(self._rounds) == 1
        table = asm.linked_table(
            [
                listed,
                room,
                len(operands),
                index,
                int(is_alone),
                *(operand.register for operand in operands),
                *(int(not operand.is_found) for operand in operands),
            ]
        )
        with code.asking(self._finding):
            code.rules_at(0, out)
            asm.emit(op.LDI, listed, 0)
            code.is_gathering = True
            code.nest(0, lambda _: asm.emit(op.GATHER, table))
            code.is_gathering = False
        asm.emit(op.LDI, index, -1)
        again = asm.here()
        asm.emit(op.NEXTG, table, out)
        if not is_alone:
            asm.call(self._find)
            asm.emit(op.JEQI, FOUND, 0, again)
        if self._has_late:
            asm.call(self._test)
            asm.emit(op.JEQI, FOUND, 0, again)
        asm.emit(op.LDI, FOUND, 0)
        for name, register in code.fixed.items():
            asm.emit(op.JNE, code.env[name], register, again)
        body()
        asm.jump(again)

    def _values(self, operand: BoundOperand) -> int:
        """Return how many values there are that can be named at all."""
        model, layout = operand.model, self.a.c.layout
        if isinstance(model, reach.PieceOperand):
            return layout.max_pieces + 1
        if isinstance(model, reach.KindOperand | reach.WordOperand | reach.NumberOperand):
            return operand.size + 1
        return layout.num_cells + 1

    # -- testing

    def write_checker(self, entry: Label) -> None:
        """Write the subroutine that finds what is not named, and then asks every rule."""
        asm, no = self.asm, Label()
        with asm.unit(f"complete {self.a.place}", self.a.action.span):
            asm.here(entry)
            asm.call(self._find)
            asm.emit(op.JEQI, FOUND, 0, no)
            asm.call(self._test)
            asm.here(no)
            asm.ret()

    def write_parts(self) -> None:
        """Write the subroutines that the listing calls."""
        self.a.write_test(self._test)
        self._write_find()

    def _write_find(self) -> None:
        """Write the subroutine that finds what is not named; FOUND is 1 when it is there."""
        asm, none = self.asm, Label()
        with asm.unit(f"find {self.a.place}", self.a.action.span), self.a.asking(self._finding):
            asm.here(self._find)
            asm.emit(op.LDI, FOUND, 0)
            for operand in self._independent:
                self._given(operand, [], none)
            for number, each in enumerate(self._rounds):
                self._round(number, each, none)
            asm.emit(op.LDI, FOUND, 1)
            asm.here(none)
            asm.ret()

    def _given(self, operand: BoundOperand, rules: list[RuleModel], no: Label) -> None:
        """Write that a named value may be named here; what is not named is in order."""
        silent = Label()
        if operand.is_optional:
            self.asm.emit(op.JEQI, operand.register, operand.absent, silent)
        self.a.is_member(operand, rules, no)
        self.asm.here(silent)

    def _round(self, number: int, each: _Round, none: Label) -> None:
        asm = self.asm
        count = asm.local(f"fits {number}")
        saved = [asm.local(f"found {operand.name}") for operand in each.found]
        asm.emit(op.LDI, count, 0)

        def tried(again: Label) -> None:
            for operand in each.named:
                self._given(operand, each.rules, again)
            for rule in each.rules:
                self.a.checked(rule, again)
            asm.emit(op.JGTI, count, 0, none)  # the second that fits
            asm.emit(op.ADDI, count, count, 1)
            for operand, register in zip(each.found, saved, strict=True):
                asm.emit(op.MOV, register, operand.register)

        self._try(each.found, 0, tried)
        asm.emit(op.JEQI, count, 0, none)
        for operand, register in zip(each.found, saved, strict=True):
            asm.emit(op.MOV, operand.register, register)
        for operand in (*each.found, *each.named):  # the ways to them, for rules that follow
            self._given(operand, each.rules, none)

    def _try(self, found: list[BoundOperand], depth: int, tried: Callable[[Label], None]) -> None:
        if depth == len(found):
            return

        def body(again: Label) -> None:
            if depth + 1 == len(found):
                tried(again)
            else:
                self._try(found, depth + 1, tried)

        self.a.each(found[depth], body)


def _infers(rule: RuleModel) -> bool:
    return isinstance(rule, Use) or bool(rule.infers)
