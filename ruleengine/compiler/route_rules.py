"""Rules about the way to a cell, when there are several: one way has to obey all of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.operands import BoundOperand
from ruleengine.compiler.rules import WAY_RULES, ActionRules, RuleModel
from ruleengine.compiler.values import may_lack
from ruleengine.program import opcodes as op
from ruleengine.program.layout import ABSENT_NUMBER
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.schema import reach, validators
from ruleengine.schema.expression import Expression


class RouteRules(ActionRules):
    """Writes routes, and rules about ways that were narrowed by other rules before."""

    # -- where a line or a route starts, and how long it is

    def start_line(self, operand: BoundOperand, line: reach.LineReach, none: Label) -> None:
        """Write that the lines of an operand are gone through from the first."""
        self._from_and_length(operand, line.from_, line.distance, none)
        self.asm.emit(op.STARTL, operand.line, none)

    def _from_and_length(
        self,
        operand: BoundOperand,
        start: Expression,
        distance: Expression | reach.Distance,
        none: Label,
    ) -> None:
        with self.asm.working():
            origin = self.v.value(start, self.env)
            if may_lack(self.c.resolved.checked[start].root):
                self.asm.emit(op.JLTI, origin, 0, none)
            self.asm.emit(op.MOV, self._register(f"{operand.place} from"), origin)
            low_at = self._register(f"{operand.place} low")
            high_at = self._register(f"{operand.place} high")
            if isinstance(distance, reach.Distance):
                low = self.v.present(distance.at_least, self.env, none)
                self.asm.emit(op.MOV, low_at, low)
                if distance.at_most is None:
                    self.asm.emit(op.LDI, high_at, 1 << 20)
                else:
                    high = self.v.present(distance.at_most, self.env, none)
                    self.asm.emit(op.MOV, high_at, high)
            else:
                exactly = self.v.present(distance, self.env, none)
                self.asm.emit(op.MOV, low_at, exactly)
                self.asm.emit(op.MOV, high_at, exactly)

    # -- routes

    def start_route(
        self,
        operand: BoundOperand,
        route: reach.RouteReach,
        none: Label,
        rules: Sequence[RuleModel] | None = None,
    ) -> None:
        """Write which cells the routes of an operand lead to.

        Cells that rules close to every route are left out: those that do not depend on the cell
        it leads to, or `rules` as far as they speak now.
        """
        self._from_and_length(operand, route.from_, route.steps, none)
        known = self._early(operand.name) if rules is None else rules
        speaking = [
            (rule, self._flag(rule))
            for rule in known
            if isinstance(rule, validators.PathClear | validators.PathAvoids)
        ]
        self._write_costs(operand, [r for r in known if isinstance(r, validators.PathCost)], none)
        self._write_corners(operand, [r for r in known if isinstance(r, validators.CornersClear)])
        self.asm.emit(op.RESET, 0, operand.open_at, 0, self.c.grid.num_cells)
        through = self.f.grouped_cells(self.f.cells_of_model(route.through), self.env)
        cells, rest = self.f.fixed_cells(through)
        table = self.asm.table([len(cells), *cells])
        with self.asm.working():
            cell, index, one = self.asm.temp(), self.asm.temp(), self.v.load(1)
            self.asm.emit(op.LDI, index, 0)
            again, done = Label(), Label()
            self.asm.here(again)
            self.asm.emit(op.NEXTC, cell, table, done, index)
            self.f.cell_test(rest, self.env, cell, again)
            for rule, flag in speaking:
                self._closes(rule, flag, cell, again)
            self.asm.emit(op.STX, operand.open_at, cell, one)
            self.asm.jump(again)
            self.asm.here(done)
        self.asm.emit(op.ROUTE, operand.line, none)

    def _write_costs(
        self, operand: BoundOperand, rules: Sequence[validators.PathCost], none: Label
    ) -> None:
        """Write what each cell costs, for each rule; a cell without a cost is closed."""
        asm, block = self.asm, 2 + self.c.grid.num_cells
        about = [
            rule
            for rule in self.action.validators
            if isinstance(rule, validators.PathCost) and rule.path_cost.to == operand.name
        ]
        for number, rule in enumerate(about):
            at = operand.costs_at + number * block
            asm.emit(op.LDI, at, 0)
            if not any(rule is other for other in rules):
                continue
            with asm.working():
                silent, again, done = Label(), Label(), Label()
                if rule.when is not None:
                    self.v.unless(rule.when, self.env, silent)
                asm.emit(op.MOV, at + 1, self.v.present(rule.path_cost.at_most, self.env, none))
                asm.emit(op.LDI, at, 1)
                cell, cost, known = asm.temp(), asm.temp(), Label()
                asm.emit(op.LDI, cell, -1)
                asm.here(again)
                asm.emit(op.ADDI, cell, cell, 1)
                asm.emit(op.JGEI, cell, self.c.grid.num_cells, done)
                asm.emit(op.LDI, cost, ABSENT_NUMBER)
                env = {**self.env, "it": cell}
                asm.emit(op.MOV, cost, self.v.present(rule.path_cost.cost, env, known))
                asm.here(known)
                asm.emit(op.STX, at + 2, cell, cost)
                asm.jump(again)
                asm.here(done)
                asm.here(silent)

    def _write_corners(
        self, operand: BoundOperand, rules: Sequence[validators.CornersClear]
    ) -> None:
        """Write which cells are solid, for diagonal steps."""
        asm, at = self.asm, operand.corners_at
        if at < 0:
            return
        layout, table = self.c.layout, self.v.zones_table()
        asm.emit(op.RESET, 0, at, 0, 1 + layout.num_places)
        for rule in rules:
            with asm.working():
                silent = Label()
                if rule.when is not None:
                    self.v.unless(rule.when, self.env, silent)
                self.v.present(rule.corners_clear.from_, self.env, silent)
                asm.emit(op.LDI, at, 1)
                for zone in rule.corners_clear.solid:
                    nowhere = Label()
                    number = self.v.value(zone, self.env)
                    asm.emit(op.JLTI, number, 0, nowhere)
                    asm.emit(op.MASK, at + 1, table, number, layout.num_places)
                    asm.here(nowhere)
                asm.here(silent)

    def _flag(self, rule: RuleModel) -> int:
        """Write whether a rule speaks now; -1 when it always does."""
        if rule.when is None:
            return -1
        flag, silent = self.asm.temp(), Label()
        self.asm.emit(op.LDI, flag, 0)
        self.v.unless(rule.when, self.env, silent)
        self.asm.emit(op.LDI, flag, 1)
        self.asm.here(silent)
        return flag

    def _closes(self, rule: RuleModel, flag: int, cell: int, shut: Label) -> None:
        with self.asm.working():
            silent = Label()
            if flag >= 0:
                self.asm.emit(op.JEQI, flag, 0, silent)
            counting = self.c.counting
            if counting is None:
                self._closes_now(rule, cell, shut)
            else:
                with counting.inside(self.name), counting.verdict("rule", rule, shut) as closed:
                    self._closes_now(rule, cell, closed)
            self.asm.here(silent)

    def _closes_now(self, rule: RuleModel, cell: int, shut: Label) -> None:
        if isinstance(rule, validators.PathClear):
            top = self.v.indexed("top", cell, unsure=False, missing=-1)
            self.asm.emit(op.JGEI, top, 0, shut)
        else:
            zones = [self.c.resolved.checked[zone].root for zone in rule.path_avoids.zone]
            self.f.in_any(zones, cell, self.env, shut)

    def _early(self, name: str) -> list[RuleModel]:
        """Return the rules that are known to hold for all routes before the first is looked at."""
        before = {operand.name for operand in self.operands[: self._number(name)]}
        return [
            rule
            for rule in self._about(name)
            if not isinstance(rule, validators.PathLength)
            and rule.when is None
            and self.needs(rule) <= {*before, name}
            and name not in self._read(*expressions_in(rule))
        ]

    def _number(self, name: str) -> int:
        return next(i for i, operand in enumerate(self.operands) if operand.name == name)

    def _about(self, name: str, depth: int | None = None) -> list[RuleModel]:
        """Return the rules about the way to an operand that are asked up to a depth."""
        upto = self.at_depth if depth is None else self.at_depth[: depth + 1]
        return [
            rule
            for rules in upto
            for rule in rules
            if isinstance(rule, WAY_RULES) and self.target(rule) == name
        ]

    # -- rules about ways

    def way_rule(self, rule: RuleModel, no: Label) -> None:
        """Write a rule about the way to a cell, for the way whose code is being written."""
        name = str(self.target(rule))
        way, depth = self.way_of(name), self.depth(rule)
        if way.ways or (name in self.active and depth > self._number(name) + 1):
            # Whether another way is in order has to be asked as well.
            self.some_way(self.operand(name), self._about(name, depth), no)
        elif not isinstance(way.model, reach.RouteOperand):
            self.on_way(rule, way, no)
        elif rule not in self._early(name):
            self._on_route(rule, way, depth, no)

    def _on_route(self, rule: RuleModel, way: BoundOperand, depth: int, no: Label) -> None:
        known = self._about(way.name, depth)
        late = [each for each in known if each not in self._early(way.name)]
        if late == [rule] and isinstance(rule, validators.PathLength):
            self._length(rule, way, no)
        elif not (isinstance(rule, validators.CornersClear) and way.corners_at < 0):
            self.some_way(way, known, no)

    def _length(self, rule: validators.PathLength, way: BoundOperand, no: Label) -> None:
        steps = self.v.value(rule.path_length.steps, self.env)
        self.asm.emit(op.JLT, steps, self._register(f"{way.place} low"), no)
        self.asm.emit(op.JLT, self._register(f"{way.place} high"), steps, no)
        self.asm.emit(op.LENGTH, way.register, way.lengths_at, no, steps)

    def some_way(self, operand: BoundOperand, rules: Sequence[RuleModel], no: Label) -> None:
        """Write that at least one way to the cell of an operand obeys all of these rules.

        It has registers of its own, so that it can be asked in the middle of a loop.
        """
        found = Label()
        for number, model in enumerate(way.model for way in operand.ways or [operand]):
            other = Label()
            spare = self._bound(operand.name, f"{operand.place} again {number}", model)
            with self.asm.working():
                if operand.ways and model.when is not None:
                    self.v.unless(model.when, self.env, other)
                if isinstance(model, reach.RouteOperand):
                    self._some_route(spare, rules, other)
                else:
                    self.member(spare, other)
                    for rule in rules:
                        self._on_spare(rule, spare, other)
            self.asm.jump(found)
            self.asm.here(other)
        self.asm.jump(no)
        self.asm.here(found)

    def _on_spare(self, rule: RuleModel, spare: BoundOperand, no: Label) -> None:
        with self.asm.working():
            silent = Label()
            if rule.when is not None:
                self.v.unless(rule.when, self.env, silent)
            self.on_way(rule, spare, no)
            self.asm.here(silent)

    def _some_route(self, spare: BoundOperand, rules: Sequence[RuleModel], no: Label) -> None:
        target, steps_seen = self.asm.temp(), self.asm.temp()
        self.asm.emit(op.MOV, target, spare.register)
        self.start_route(spare, spare.model.route, no, rules)
        self.asm.emit(op.MOV, spare.register, target)
        self.asm.emit(op.FINDR, spare.line, no)
        self.asm.emit(op.LDI, steps_seen, -1)
        for rule in rules:
            if not isinstance(rule, validators.PathLength):
                continue
            with self.asm.working():
                silent, first = Label(), Label()
                if rule.when is not None:
                    self.v.unless(rule.when, self.env, silent)
                self._length(rule, spare, no)
                # One way has one length: two rules have to mean the same.
                steps = self.v.value(rule.path_length.steps, self.env)
                self.asm.emit(op.JEQI, steps_seen, -1, first)
                self.asm.emit(op.JNE, steps_seen, steps, no)
                self.asm.here(first)
                self.asm.emit(op.MOV, steps_seen, steps)
                self.asm.here(silent)

    @abstractmethod
    def member(self, operand: BoundOperand, no: Label) -> None:
        """Write the test that a value may be named."""
