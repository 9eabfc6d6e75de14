"""The functions of the expression language, one method for each."""

from __future__ import annotations

from collections.abc import Callable

from ruleengine.compiler import lines
from ruleengine.compiler.assembler import Label
from ruleengine.compiler.filters import Filters
from ruleengine.compiler.places import EIGHTHS, arguments, jump_if_absent
from ruleengine.compiler.values import Env, Values, may_lack
from ruleengine.errors import InternalError
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import is_nobody, values_given
from ruleengine.program import opcodes as op
from ruleengine.program.layout import ABSENT_NUMBER, MOVER


class Functions:
    """Writes calls; joined to `Values` by the two tables at the end of `__init__`."""

    def __init__(self, values: Values, filters: Filters) -> None:
        self.v = values
        self.f = filters
        self.asm = values.asm
        self.c = values.c
        values.calls |= {
            "count": self.count,
            "piece_at": self.piece_at,
            "left": self.left,
            "used": self.used,
            "the": self.the,
            "first_piece": self.first_piece,
            "first_in_line": self.first_in_line,
            "sum": self.total,
            "count_cells": self.count_cells,
            "sum_cells": self.sum_cells,
            "count_sides": self.count_sides,
            "first_cell": self.first_cell,
            "past": self.past,
            "min": self.least,
            "max": self.most,
            "abs": self.magnitude,
        }
        values.tests |= {
            "exists": self.exists,
            "holds": self.holds,
            "empty": self.empty,
        }

    # -- counting pieces

    def the(self, node: tree.Invocation, env: Env) -> int:
        result, several, done = self.asm.temp(), Label(), Label()
        self.asm.emit(op.LDI, result, -1)
        jump_if_absent(self.v, node, env, done)

        def each(piece: int) -> None:
            self.asm.emit(op.JGEI, result, 0, several)
            self.asm.emit(op.MOV, result, piece)

        self.f.loop(self.f.of_call(node), env, each)
        self.asm.jump(done)
        self.asm.here(several)
        self.asm.emit(op.LDI, result, -1)
        self.asm.here(done)
        return result

    def first_piece(self, node: tree.Invocation, env: Env) -> int:
        result, lowest, done = self.asm.temp(), self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, -1)
        jump_if_absent(self.v, node, env, done)
        self.asm.emit(op.LDI, lowest, self.c.layout.num_places)

        def each(piece: int) -> None:
            later = Label()
            cell = self.v.indexed("cell", piece, unsure=False, missing=-1)
            self.asm.emit(op.JLE, lowest, cell, later)
            self.asm.emit(op.MOV, lowest, cell)
            self.asm.emit(op.MOV, result, piece)
            self.asm.here(later)

        self.f.loop(self.f.of_call(node), env, each)
        self.asm.here(done)
        return result

    def first_in_line(self, node: tree.Invocation, env: Env) -> int:
        """Write the nearest of the pieces that fit and lie in a direction."""
        result, nearest, way, done = *(self.asm.temp() for _ in range(3)), Label()
        self.asm.emit(op.LDI, result, -1)
        jump_if_absent(self.v, node, env, done)
        cell, direction = (self.v.node(arg, env) for arg in node.args)
        self.asm.emit(op.MOD, way, direction, self.v.load(EIGHTHS))
        grid, places = self.c.grid, self.c.layout.num_places
        ways = self.asm.table(lines.directions_between(grid, places))
        far = self.asm.table(lines.lies_along(grid, places)[1])
        self.asm.emit(op.LDI, nearest, places)

        def each(piece: int) -> None:
            with self.asm.working():
                other, found = Label(), self.asm.temp()
                there = self.v.indexed("cell", piece, unsure=False, missing=-1)
                self.asm.emit(op.TAB2, found, ways, cell, places, there)
                self.asm.emit(op.JNE, found, way, other)
                self.asm.emit(op.TAB2, found, far, cell, places, there)
                self.asm.emit(op.JLE, nearest, found, other)
                self.asm.emit(op.MOV, nearest, found)
                self.asm.emit(op.MOV, result, piece)
                self.asm.here(other)

        self.f.loop(self.f.of_call(node), env, each)
        self.asm.here(done)
        return result

    def total(self, node: tree.Invocation, env: Env) -> int:
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, 0)
        jump_if_absent(self.v, node, env, done)
        self.f.loop(self.f.of_call(node), env, self._adding(node, env, result))
        self.asm.here(done)
        return result

    def _adding(self, node: tree.Invocation, env: Env, result: int) -> Callable[[int], None]:
        """Return what writes that the number of a piece or cell is added, unless it has none."""

        def each(it: int) -> None:
            with self.asm.working():
                missing = Label()
                number = self.v.node(node.args[0], {**env, "it": it})
                self.asm.emit(op.JEQI, number, ABSENT_NUMBER, missing)
                self.asm.emit(op.ADD, result, result, number)
                self.asm.here(missing)

        return each

    def sum_cells(self, node: tree.Invocation, env: Env) -> int:
        return self._cells(node, env, lambda result: self._adding(node, env, result))

    def count_cells(self, node: tree.Invocation, env: Env) -> int:
        return self._cells(
            node, env, lambda result: lambda _: self.asm.emit(op.ADDI, result, result, 1)
        )

    def _cells(
        self, node: tree.Invocation, env: Env, adding: Callable[[int], Callable[[int], None]]
    ) -> int:
        """Write what all cells that fit come to together, from 0 on."""
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, 0)
        jump_if_absent(self.v, node, env, done)
        self.f.cell_loop(self.f.cells_of_call(node), env, adding(result))
        self.asm.here(done)
        return result

    def count_sides(self, node: tree.Invocation, env: Env) -> int:
        """Write how many sides fit; there are few, so each is asked about in its turn."""
        where = dict(node.keywords).get("where")
        result, side = self.asm.temp(), self.asm.temp()
        self.asm.emit(op.LDI, result, 0)
        for number in range(self.c.layout.num_sides):
            no = Label()
            self.asm.emit(op.LDI, side, number)
            if where is not None:
                with self.asm.working():
                    self.v.jump_unless(where, {**env, "it": side}, no)
            self.asm.emit(op.ADDI, result, result, 1)
            self.asm.here(no)
        return result

    def first_cell(self, node: tree.Invocation, env: Env) -> int:
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, -1)
        jump_if_absent(self.v, node, env, done)

        def each(cell: int) -> None:
            self.asm.emit(op.MOV, result, cell)
            self.asm.jump(done)

        self.f.cell_loop(self.f.cells_of_call(node), env, each)
        self.asm.here(done)
        return result

    def past(self, node: tree.Invocation, env: Env) -> int:
        """Write an earlier value of a counter or mark."""
        value, back = node.args
        result, done = self.asm.temp(), Label()
        is_mark, name, owner = self._kept(value, env, done)
        place = (self.c.marks if is_mark else self.c.counters)[name]
        missing = -1 if is_mark else ABSENT_NUMBER
        self.asm.emit(op.LDI, result, missing)
        if isinstance(value, tree.MemberOf):
            whose = self.v.node(value.of, env)
            if may_lack(value.of):
                self.asm.emit(op.JEQI, whose, -1, done)
            if is_mark and place.per == "piece":
                cell = self.v.indexed("cell", whose, unsure=False, missing=-1)
                self.asm.emit(op.JEQI, cell, -1, done)
        else:
            whose = {"game": self.v.load(0), "side": MOVER}.get(place.per, -1)
            whose = self.v.builtin("seat") if whose < 0 else whose
        del owner
        ago = self.v.node(back, env)
        if may_lack(back):
            self.asm.emit(op.JEQI, ago, ABSENT_NUMBER, done)
        self.asm.emit(op.LDI, result, place.before)
        self.asm.emit(op.JLTI, ago, 0, done)
        self.asm.emit(op.JGEI, ago, place.keep, done)
        with self.asm.working():
            index = self.asm.temp()
            self.asm.emit(op.MUL, index, ago, self.v.load(place.count))
            self.asm.emit(op.ADD, index, index, whose)
            self.asm.emit(op.LDX, result, place.offset, index)
        self.asm.here(done)
        return result

    def _kept(
        self, value: tree.Resolved, env: Env, done: Label
    ) -> tuple[bool, str, tree.Resolved | None]:
        del env, done
        if isinstance(value, tree.MemberOf):
            return value.member.absent, value.name, value.of
        if isinstance(value, tree.Reference):
            return value.symbol.role == "mark", value.symbol.name, None
        raise InternalError("only counters and marks have earlier values")

    def count(self, node: tree.Invocation, env: Env) -> int:
        test = self.f.of_call(node)
        if not any(may_lack(v) and not is_nobody(v) for v in values_given(node)):
            return self.f.count(test, env)
        total, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, total, 0)
        jump_if_absent(self.v, node, env, done)
        self.asm.emit(op.MOV, total, self.f.count(test, env))
        self.asm.here(done)
        return total

    def exists(self, node: tree.Invocation, env: Env, label: Label) -> None:
        test = self.f.of_call(node)
        jump_if_absent(self.v, node, env, label)
        if self.f.is_tallied(test):
            self.asm.emit(op.JLEI, self.f.count(test, env), 0, label)
            return
        found = Label()
        self.f.loop_in_any_order(test, env, lambda _piece: self.asm.jump(found))
        self.asm.jump(label)
        self.asm.here(found)

    def holds(self, node: tree.Invocation, env: Env, label: Label) -> None:
        (cell,) = arguments(self.v, node, env, label)
        jump_if_absent(self.v, node, env, label)
        given = dict(node.keywords)
        owner = self.v.node(given["owner"], env) if "owner" in given else -1
        kinds = -1
        if "kind" in given:
            value = given["kind"]
            items = value.items if isinstance(value, tree.Group) else (value,)
            known = [self.v.constant(item) for item in items]
            if any(kind is None for kind in known):
                self._holds_kinds(cell, owner, items, env, label)
                return
            kinds = self.asm.table([int(k in known) for k in range(self.c.layout.num_kinds)])
        found = self.asm.temp()
        self.asm.emit(op.HOLDS, found, cell, owner, kinds)
        self.asm.emit(op.JEQI, found, 0, label)

    def _holds_kinds(
        self, cell: int, owner: int, items: tuple[tree.Resolved, ...], env: Env, label: Label
    ) -> None:
        """Write the test for kinds that are only known in play: one after the other."""
        found, every = Label(), range(self.c.layout.num_kinds)
        tables = [self.asm.table([int(k == kind) for k in every]) for kind in every]
        for item in items:
            wanted = self.v.node(item, env)
            for kind in every:
                following, holds = Label(), self.asm.temp()
                self.asm.emit(op.JNEI, wanted, kind, following)
                self.asm.emit(op.HOLDS, holds, cell, owner, tables[kind])
                self.asm.emit(op.JNEI, holds, 0, found)
                self.asm.here(following)
        self.asm.jump(label)
        self.asm.here(found)

    def empty(self, node: tree.Invocation, env: Env, label: Label) -> None:
        (cell,) = arguments(self.v, node, env, label)
        top = self.v.indexed("top", cell, unsure=False, missing=-1)
        self.asm.emit(op.JGEI, top, 0, label)

    def piece_at(self, node: tree.Invocation, env: Env) -> int:
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, -1)
        (cell,) = arguments(self.v, node, env, done)
        self.asm.emit(op.LDX, result, self.c.layout.at("top"), cell)
        self.asm.here(done)
        return result

    # -- counters

    def left(self, node: tree.Invocation, env: Env) -> int:
        place = self.c.counters[_named(node)]
        value, result, done = self.used(node, env), self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, ABSENT_NUMBER)
        self.asm.emit(op.JEQI, value, ABSENT_NUMBER, done)
        self.asm.emit(op.NEG, result, value)
        self.asm.emit(op.ADDI, result, result, place.limit or 0)
        self.asm.here(done)
        return result

    def used(self, node: tree.Invocation, env: Env) -> int:
        given, name = dict(node.keywords), _named(node)
        per = self.c.counters[name].per
        if per not in given:
            return self.v.counter(name, None)
        whose = given[per]
        register = self.v.node(whose, env)
        if not may_lack(whose):
            return self.v.counter(name, register)
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, ABSENT_NUMBER)
        self.asm.emit(op.JEQI, register, -1, done)
        self.asm.emit(op.MOV, result, self.v.counter(name, register))
        self.asm.here(done)
        return result

    # -- numbers

    def least(self, node: tree.Invocation, env: Env) -> int:
        return self._combined(node, env, op.MIN)

    def most(self, node: tree.Invocation, env: Env) -> int:
        return self._combined(node, env, op.MAX)

    def _combined(self, node: tree.Invocation, env: Env, code: int) -> int:
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, ABSENT_NUMBER)
        numbers = arguments(self.v, node, env, done)
        self.asm.emit(op.MOV, result, numbers[0])
        for number in numbers[1:]:
            self.asm.emit(code, result, result, number)
        self.asm.here(done)
        return result

    def magnitude(self, node: tree.Invocation, env: Env) -> int:
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, ABSENT_NUMBER)
        (number,) = arguments(self.v, node, env, done)
        self.asm.emit(op.ABS, result, number)
        self.asm.here(done)
        return result


def _named(node: tree.Invocation) -> str:
    counter = node.args[0]
    if not isinstance(counter, tree.Reference):
        raise InternalError("a counter is always named outright")
    return counter.symbol.name
