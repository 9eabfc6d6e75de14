"""How operands get their values: loops over all of them, a draw of one, a test of one given."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.lines import NOT_SO_LONG, Offset, leaps_of, passed_by
from ruleengine.compiler.operands import BoundOperand
from ruleengine.compiler.route_rules import RouteRules
from ruleengine.compiler.rules import WAY_RULES, RuleModel
from ruleengine.program import opcodes as op
from ruleengine.program.layout import MOVER
from ruleengine.schema import reach
from ruleengine.schema.selectors import CellFilter


class ActionReach(RouteRules):
    """Writes how the operands of one action get their values."""

    def each(self, operand: BoundOperand, body: Callable[[Label], None]) -> None:
        """Write a loop over what may be named, or over nothing when nothing is to be."""
        if not operand.is_optional:
            self.loop(operand, body)
            return
        unnamed, done = Label(), Label()
        self.v.unless(operand.model.when, self.env, unnamed)
        self.loop(operand, body)
        self.asm.jump(done)
        self.asm.here(unnamed)
        self.asm.emit(op.LDI, operand.register, operand.absent)
        body(done)
        self.asm.here(done)

    def loop(self, operand: BoundOperand, body: Callable[[Label], None]) -> None:
        """Write a loop over what may be named; `body` is given where to go for the next."""
        model, again, done = operand.model, Label(), Label()
        match model:
            case reach.AnyOfOperand():
                self._any_of(operand, body)
                return
            case reach.PieceOperand():
                self._pieces(operand, again, done)
            case reach.LineOperand():
                self.start_line(operand, model.line, done)
                self.asm.here(again)
                self.asm.emit(op.NEXTL, operand.line, done)
            case reach.RouteOperand():
                self.start_route(operand, model.route, done)
                self.asm.here(again)
                self.asm.emit(op.NEXTR, operand.line, done)
            case reach.LeapOperand():
                index = self._register(f"{operand.place} index")
                start = self._register(f"{operand.place} from")
                self._leap_from(model, start, done)
                self.asm.emit(op.LDI, index, -1)
                self.asm.here(again)
                self.asm.emit(op.ADDI, index, index, 1)
                self.asm.emit(op.JGEI, index, operand.size, done)
                self._leap(operand.register, model, start, index, again)
            case reach.CellOperand():
                test_of_cells = self.f.grouped_cells(self.f.cells_of_model(model.cell), self.env)
                cells, rest = self.f.fixed_cells(test_of_cells)
                self._values(operand, cells, again, done)
                self.f.cell_test(rest, self.env, operand.register, again)
            case reach.KindOperand() | reach.WordOperand():
                self._values(operand, operand.values, again, done)
            case reach.NumberOperand():
                last, first = self._register(f"{operand.place} last"), Label()
                with self.asm.working():
                    low = self.v.present(model.number.at_least, self.env, done)
                    high = self.v.present(model.number.at_most, self.env, done)
                    self.asm.emit(op.MOV, operand.register, low)
                    self.asm.emit(op.MOV, last, high)
                self.asm.emit(op.JLE, operand.register, last, first)
                self.asm.here(again)
                self.asm.emit(op.JLE, last, operand.register, done)
                self.asm.emit(op.ADDI, operand.register, operand.register, 1)
                self.asm.here(first)
        body(again)
        self.asm.jump(again)
        self.asm.here(done)

    def _pieces(self, operand: BoundOperand, again: Label, done: Label) -> None:
        """Write a loop over the pieces that fit."""
        piece = operand.register
        test = self.f.grouped(self.f.of_model(operand.model.piece), self.env)
        table = self.f.prepare(test, self.env, done)
        if operand.seen_at >= 0:
            length = self.c.layout.sections[operand.seen_name][1]
            self.asm.emit(op.RESET, 0, operand.seen_at, 0, length)
        self.asm.emit(op.LDI, piece, -1)
        self.asm.here(again)
        self.asm.emit(op.NEXTP, piece, table, done)
        self.f.rest(test, {**self.env, "it": piece}, piece, again)
        self._no_twin(operand, again)
        if operand.seen_at >= 0:
            self._once_alike(operand, again)

    def _no_twin(self, operand: BoundOperand, no: Label) -> None:
        """Write that a piece is passed over for which another on its cell stands."""
        table = self.twins(operand)
        if table >= 0:
            self.asm.emit(op.TWIN, operand.register, table, no)

    def _once_alike(self, operand: BoundOperand, again: Label) -> None:
        """Write that of pieces alike in a place beside the board the first stands for all."""
        layout, piece, differs = self.c.layout, operand.register, Label()
        with self.asm.working():
            cell = self.v.indexed("cell", piece, unsure=False, missing=-1)
            self.asm.emit(op.JLTI, cell, layout.num_cells, differs)
            self.asm.emit(op.JLTI, piece, self.c.num_named, differs)
            at, seen = self.asm.temp(), self.asm.temp()
            kind = self.v.indexed("kind", piece, unsure=False, missing=-1)
            owner = self.v.indexed("owner", piece, unsure=False, missing=-1)
            self.asm.emit(op.ADDI, at, cell, -layout.num_cells)
            self.asm.emit(op.MUL, at, at, self.v.load(layout.num_kinds))
            self.asm.emit(op.ADD, at, at, kind)
            self.asm.emit(op.MUL, at, at, self.v.load(layout.num_sides + 1))
            self.asm.emit(op.ADD, at, at, owner)
            self.asm.emit(op.ADDI, at, at, 1)
            self.asm.emit(op.LDX, seen, operand.seen_at, at)
            self.asm.emit(op.JNEI, seen, 0, again)
            self.asm.emit(op.STX, operand.seen_at, at, self.v.load(1))
        self.asm.here(differs)

    def _values(self, operand: BoundOperand, values: list[int], again: Label, done: Label) -> None:
        index = self._register(f"{operand.place} index")
        self.asm.emit(op.LDI, index, 0)
        self.asm.here(again)
        table = self.asm.table([len(values), *values])
        self.asm.emit(op.NEXTC, operand.register, table, done, index)

    def _leap_from(self, model: reach.LeapOperand, start: int, none: Label) -> None:
        with self.asm.working():
            origin = self.v.value(model.leap.from_, self.env)
            self.asm.emit(op.JLTI, origin, 0, none)
            self.asm.emit(op.JGEI, origin, self.c.layout.num_cells, none)
            self.asm.emit(op.MOV, start, origin)
            if len(leaps_of(self.c, model.leap)) > 1:
                # Each side has a part of the table.
                part = self.asm.temp()
                self.asm.emit(op.MUL, part, MOVER, self.v.load(self.c.layout.num_cells))
                self.asm.emit(op.ADD, start, start, part)

    def _leap(
        self, into: int, model: reach.LeapOperand, start: int, index: int, off: Label
    ) -> None:
        grid, by_side = self.c.grid, leaps_of(self.c, model.leap)
        most, targets = max(map(len, by_side)), list[int]()
        for steps in by_side:
            for cell in range(grid.num_cells):
                row, column = divmod(cell, grid.columns)
                found = [grid.cell_in(row + down, column + right) for down, right in steps]
                targets += [-1 if target is None else target for target in found]
                targets += [-1] * (most - len(steps))
        self.asm.emit(op.TAB2, into, self.asm.table(targets), start, most, index)
        self.asm.emit(op.JLTI, into, 0, off)
        if model.leap.through is not None:
            self._passing(model.leap.through, by_side, start, index, off)

    def _passing(
        self, through: CellFilter, by_side: list[list[Offset]], start: int, index: int, off: Label
    ) -> None:
        """Write that every cell that a leap passes fits a filter."""
        most, asm = max(map(len, by_side)), self.asm
        test = self.f.grouped_cells(self.f.cells_of_model(through), self.env)
        cells, rest = self.f.fixed_cells(test)
        for passed in passed_by(self.c.grid, by_side):
            with asm.working():
                cell, done = asm.temp(), Label()
                asm.emit(op.TAB2, cell, asm.table(passed), start, most, index)
                asm.emit(op.JEQI, cell, NOT_SO_LONG, done)
                asm.emit(op.JLTI, cell, 0, off)
                asm.emit(op.JTAB, self.v.place_table(frozenset(cells)), cell, off)
                self.f.cell_test(rest, self.env, cell, off)
                asm.here(done)

    def _any_of(self, operand: BoundOperand, body: Callable[[Label], None]) -> None:
        """Write one loop for each way; a cell that two ways lead to is taken once."""
        one = self.v.load(1)
        self.asm.emit(op.RESET, 0, operand.seen_at, 0, self.c.layout.num_cells)
        for way in operand.ways:
            shut = Label()
            if way.model.when is not None:
                self.v.unless(way.model.when, self.env, shut)
            self.active[operand.name] = way

            def taken(again: Label) -> None:
                with self.asm.working():
                    seen = self.asm.temp()
                    self.asm.emit(op.LDX, seen, operand.seen_at, operand.register)
                    self.asm.emit(op.JNEI, seen, 0, again)
                body_again = Label()
                self._way_rules(operand, body_again)
                self.asm.emit(op.STX, operand.seen_at, operand.register, one)
                body(again)
                self.asm.here(body_again)

            self.loop(way, taken)
            del self.active[operand.name]
            self.asm.here(shut)

    def _way_rules(self, operand: BoundOperand, no: Label) -> None:
        """Write the rules about the way: a cell is only taken by a way that they allow."""
        depth = self.operands.index(operand) + 1
        for rule in self.at_depth[depth]:
            if isinstance(rule, WAY_RULES):
                self.checked(rule, no)

    def draw(self, operand: BoundOperand, miss: Label) -> None:
        model = operand.model
        match model:
            case reach.PieceOperand():
                test = self.f.grouped(self.f.of_model(model.piece), self.env)
                table = self.f.prepare(test, self.env, miss)
                self.asm.emit(op.DRAWP, operand.register, table, miss)
                self.f.rest(test, {**self.env, "it": operand.register}, operand.register, miss)
                self._no_twin(operand, miss)
            case reach.LineOperand():
                self.start_line(operand, model.line, miss)
                self.asm.emit(op.DRAWL, operand.line, miss)
            case reach.LeapOperand():
                index = self._register(f"{operand.place} index")
                start = self._register(f"{operand.place} from")
                self._leap_from(model, start, miss)
                table = self.asm.table([operand.size, *range(operand.size)])
                self.asm.emit(op.DRAWC, index, table)
                self._leap(operand.register, model, start, index, miss)
            case reach.CellOperand():
                test_of_cells = self.f.grouped_cells(self.f.cells_of_model(model.cell), self.env)
                cells, rest = self.f.fixed_cells(test_of_cells)
                if not cells:
                    self.asm.jump(miss)
                    return
                table = self.asm.table([len(cells), *cells])
                self.asm.emit(op.DRAWC, operand.register, table)
                self.f.cell_test(rest, self.env, operand.register, miss)
            case reach.KindOperand() | reach.WordOperand():
                table = self.asm.table([len(operand.values), *operand.values])
                self.asm.emit(op.DRAWC, operand.register, table)
            case reach.NumberOperand():
                numbers = range(operand.low, operand.low + operand.size)
                self.asm.emit(op.DRAWC, operand.register, self.asm.table([len(numbers), *numbers]))
                with self.asm.working():
                    low = self.v.present(model.number.at_least, self.env, miss)
                    high = self.v.present(model.number.at_most, self.env, miss)
                    self.asm.emit(op.JLT, operand.register, low, miss)
                    self.asm.emit(op.JLT, high, operand.register, miss)

    def confirm(self, operand: BoundOperand, depth: int, no: Label) -> None:
        """Write the test that a given value may be named, and that no rule is against it."""
        rules = self.at_depth[depth + 1]
        self.is_member(operand, [rule for rule in rules if isinstance(rule, WAY_RULES)], no)
        for rule in rules:
            if not (operand.ways and self._is_about(rule, operand)):
                self.checked(rule, no)

    def is_member(self, operand: BoundOperand, rules: Sequence[RuleModel], no: Label) -> None:
        """Write the test that a value may be named; of several ways one has to obey `rules`."""
        done = Label()
        if operand.is_optional:
            named = Label()
            self.v.unless(operand.model.when, self.env, unnamed := Label())
            self.asm.jump(named)
            self.asm.here(unnamed)
            self.asm.emit(op.JNEI, operand.register, operand.absent, no)
            self.asm.jump(done)
            self.asm.here(named)
            self.asm.emit(op.JEQI, operand.register, operand.absent, no)
        if operand.ways:
            about = [rule for rule in rules if self._is_about(rule, operand)]
            self.some_way(operand, about, no)
        else:
            self.member(operand, no)
        self.asm.here(done)

    def _is_about(self, rule: RuleModel, operand: BoundOperand) -> bool:
        return isinstance(rule, WAY_RULES) and self.target(rule) == operand.name

    def member(self, operand: BoundOperand, no: Label) -> None:
        """Write the test that a value may be named."""
        model, register = operand.model, operand.register
        match model:
            case reach.PieceOperand():
                test = self.f.grouped(self.f.of_model(model.piece), self.env)
                self.asm.emit(op.JLTI, register, 0, no)
                table = self.f.prepare(test, self.env, no)
                self.asm.emit(op.FITS, register, table, no)
                self.f.rest(test, {**self.env, "it": register}, register, no)
            case reach.LineOperand():
                self.start_line(operand, model.line, no)
                self.asm.emit(op.FINDL, operand.line, no)
            case reach.RouteOperand():
                kept = self._register(f"{operand.place} kept")
                self.asm.emit(op.MOV, kept, register)
                self.start_route(operand, model.route, no)
                self.asm.emit(op.MOV, register, kept)
                self.asm.emit(op.FINDR, operand.line, no)
            case reach.LeapOperand():
                index = self._register(f"{operand.place} index")
                start = self._register(f"{operand.place} from")
                wanted = self._register(f"{operand.place} target")
                again, found = Label(), Label()
                self._leap_from(model, start, no)
                self.asm.emit(op.LDI, index, -1)
                self.asm.here(again)
                self.asm.emit(op.ADDI, index, index, 1)
                self.asm.emit(op.JGEI, index, operand.size, no)
                self._leap(wanted, model, start, index, again)
                self.asm.emit(op.JEQ, register, wanted, found)
                self.asm.jump(again)
                self.asm.here(found)
            case reach.CellOperand():
                test_of_cells = self.f.grouped_cells(self.f.cells_of_model(model.cell), self.env)
                cells, rest = self.f.fixed_cells(test_of_cells)
                self.asm.emit(op.JLTI, register, 0, no)
                self.asm.emit(op.JTAB, self.v.place_table(frozenset(cells)), register, no)
                self.f.cell_test(rest, self.env, register, no)
            case reach.KindOperand() | reach.WordOperand():
                found = Label()
                for value in operand.values:
                    self.asm.emit(op.JEQI, register, value, found)
                self.asm.jump(no)
                self.asm.here(found)
            case reach.NumberOperand():
                with self.asm.working():
                    low = self.v.present(model.number.at_least, self.env, no)
                    high = self.v.present(model.number.at_most, self.env, no)
                    self.asm.emit(op.JLT, register, low, no)
                    self.asm.emit(op.JLT, high, register, no)
