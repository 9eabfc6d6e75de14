"""The rules of an action become tests: code that goes on, or jumps when a rule refuses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.filters import Filters
from ruleengine.compiler.kept import keep
from ruleengine.compiler.operands import ActionOperands, BoundOperand
from ruleengine.compiler.plain import CONTENT
from ruleengine.compiler.repetitions import asks_for_repetitions
from ruleengine.compiler.values import Values, may_lack
from ruleengine.errors import UncompiledError
from ruleengine.expressions import resolved as tree
from ruleengine.program import opcodes as op
from ruleengine.program.layout import MOVER
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.schema import reach, validators
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Action, Use

RuleModel: TypeAlias = Any
"""A validator, or a counter that the action uses up: it is asked like a rule."""

WAY_RULES = (
    validators.PathClear,
    validators.PathAvoids,
    validators.PathLength,
    validators.PathCost,
    validators.CornersClear,
)
"""Rules about the way to a cell."""


class ActionRules(ActionOperands, ABC):
    """Writes the rules of one action."""

    def __init__(
        self, values: Values, filters: Filters, name: str, action: Action, *, place: str = ""
    ) -> None:
        super().__init__(values, filters, name, action, place=place)
        self.active: dict[str, BoundOperand] = {}
        """Of operands with several ways: the one whose code is being written."""
        limited = [use for use in action.used if self.c.counters[use.counter].limit is not None]
        self.asked: list[RuleModel] = [
            *limited,
            *(rule for rule in action.validators if id(rule) not in self.folded),
        ]
        self.at_depth = self.by_depth(self.asked)
        """The rules that are asked in the code that is being written, by depth."""

    def by_depth(self, rules: Sequence[RuleModel]) -> list[list[RuleModel]]:
        """Return rules as they are asked: before any operand is named, after the first, ..."""
        found: list[list[RuleModel]] = [[] for _ in range(len(self.operands) + 1)]
        for rule in rules:
            found[self.depth(rule)].append(rule)
        return found

    @contextmanager
    def asking(self, rules: Sequence[RuleModel]) -> Iterator[None]:
        """Write code in which only some rules are asked."""
        before, self.at_depth = self.at_depth, self.by_depth(rules)
        yield
        self.at_depth = before

    # -- when a rule is asked

    def depth(self, rule: RuleModel) -> int:
        """Return how many operands have to be known for a rule."""
        names, needs = [operand.name for operand in self.operands], self.needs(rule)
        return max((names.index(name) + 1 for name in needs if name in names), default=0)

    def needs(self, rule: RuleModel) -> set[str]:
        """Return the operands that a rule speaks of."""
        if isinstance(rule, Use):
            return self._read(*expressions_in(rule))
        needs = self._read(rule.when) if rule.when is not None else set()
        match rule:
            case validators.PathClear():
                return needs | {rule.path_clear}
            case validators.PathAvoids():
                return needs | self._read(*rule.path_avoids.zone) | {rule.path_avoids.to}
            case validators.PathLength():
                return needs | self._read(rule.path_length.steps) | {rule.path_length.to}
            case validators.PathCost():
                read = self._read(rule.path_cost.cost, rule.path_cost.at_most)
                return needs | (read - {"it"}) | {rule.path_cost.to}
            case validators.CornersClear():
                return needs | self._read(rule.corners_clear.from_) | {rule.corners_clear.to}
            case validators.Inside():
                return needs | self._read(rule.inside.cell, *rule.inside.zone)
            case validators.Outside():
                return needs | self._read(rule.outside.cell, *rule.outside.zone)
            case validators.Holds():
                return needs | self._read(rule.holds.cell)
            case validators.Require():
                return needs | self._read(rule.require)
            case validators.Afterwards():
                return needs | set(self.action.operands)
            case _:
                raise UncompiledError("this rule", rule.span)

    def _read(self, *expressions: Expression) -> set[str]:
        checked = self.c.resolved.checked
        return {
            symbol.name
            for expression in expressions
            for symbol in checked[expression].symbols
            if symbol.role == "local"
        }

    def target(self, rule: RuleModel) -> str | None:
        """Return the operand whose cell or way a rule is about, when it is simply named."""
        match rule:
            case validators.PathClear():
                return rule.path_clear
            case validators.PathAvoids():
                return rule.path_avoids.to
            case validators.PathLength():
                return rule.path_length.to
            case validators.PathCost():
                return rule.path_cost.to
            case validators.CornersClear():
                return rule.corners_clear.to
            case validators.Inside():
                return self._simply(rule.inside.cell)
            case validators.Outside():
                return self._simply(rule.outside.cell)
            case validators.Holds():
                return self._simply(rule.holds.cell)
            case _:
                return None

    def _simply(self, cell: Expression) -> str | None:
        node = self.c.resolved.checked[cell].root
        if isinstance(node, tree.CellOf):
            node = node.piece
        if isinstance(node, tree.Reference) and node.symbol.role == "local":
            return node.symbol.name
        return None

    # -- the code of rules

    def rules_at(self, depth: int, no: Label) -> None:
        """Write the rules that are asked once so many operands are known."""
        for rule in self.at_depth[depth]:
            self.checked(rule, no)

    def checked(self, rule: RuleModel, no: Label) -> None:
        """Write one rule."""
        if isinstance(rule, Use):
            self._quota(rule, no)
            return
        self.asm.span = rule.span
        counting = self.c.counting
        with self.asm.working():
            silent = Label()
            if rule.when is not None:
                self.v.unless(rule.when, self.env, silent)
            self._if_named(rule, silent)
            if counting is None:
                self._rule(rule, no)
            else:
                with counting.inside(self.name), counting.verdict("rule", rule, no) as refused:
                    self._rule(rule, refused)
            self.asm.here(silent)
        self.asm.span = self.action.span

    def _if_named(self, rule: RuleModel, silent: Label) -> None:
        """Write that a rule about the cell or way of what is not named has nothing to say."""
        name = self.target(rule)
        if name in self.env and self.operand(str(name)).is_optional:
            operand = self.operand(str(name))
            self.asm.emit(op.JEQI, operand.register, operand.absent, silent)

    def way_of(self, name: str) -> BoundOperand:
        """Return the way to an operand's cell that code is being written for."""
        return self.active.get(name) or self.operand(name)

    def _rule(self, rule: RuleModel, no: Label) -> None:
        match rule:
            case (
                validators.PathClear()
                | validators.PathAvoids()
                | validators.PathLength()
                | validators.PathCost()
                | validators.CornersClear()
            ):
                self.way_rule(rule, no)
            case validators.Inside() | validators.Outside():
                self._zone_rule(rule, no)
            case validators.Holds():
                cell = self.v.value(rule.holds.cell, self.env)
                mask = sum(CONTENT[content] for content in set(rule.holds.any_of))
                self.asm.emit(op.CONTENT, cell, mask, no)
            case validators.Require():
                self.v.unless(rule.require, self.env, no)
            case validators.Afterwards():
                self._afterwards(rule, no)

    @abstractmethod
    def way_rule(self, rule: RuleModel, no: Label) -> None:
        """Write a rule about the way to a cell."""

    def on_way(self, rule: RuleModel, way: BoundOperand, no: Label) -> None:
        """Write a rule about one way that is no route."""
        is_line = isinstance(way.model, reach.LineOperand)
        match rule:
            case validators.PathClear():
                if is_line:
                    self.asm.emit(op.CLEAR, way.line, no)
            case validators.PathAvoids():
                if is_line:
                    table, in_row = self._mask(rule.path_avoids.zone)
                    self.asm.emit(op.AVOIDS, way.line, table, no, in_row)
            case validators.PathLength():
                steps = self.v.value(rule.path_length.steps, self.env)
                if is_line:
                    self.asm.emit(op.JNE, self._register(f"{way.place} distance"), steps, no)
                else:
                    self.asm.emit(op.JNEI, steps, 1, no)
            case validators.PathCost():
                self._cost(rule, way, no)
            case validators.CornersClear():
                self._corners(rule, way, no)

    def _cost(self, rule: validators.PathCost, way: BoundOperand, no: Label) -> None:
        """Write the sum over the cells of a way, its end included."""
        asm, spec = self.asm, rule.path_cost
        total, cell, step = asm.temp(), asm.temp(), asm.temp()
        most = self.v.present(spec.at_most, self.env, no)
        asm.emit(op.LDI, total, 0)
        if not isinstance(way.model, reach.LineOperand):
            asm.emit(op.MOV, cell, way.register)
            self._add_cost(spec.cost, cell, total, no)
        else:
            again, done = Label(), Label()
            asm.emit(op.LDI, step, 0)
            asm.here(again)
            asm.emit(op.JLE, self._register(f"{way.place} distance"), step, done)
            asm.emit(op.ADDI, step, step, 1)
            asm.emit(op.ADD, cell, self._register(f"{way.place} ray"), step)
            asm.emit(op.TAB, cell, 0, cell)
            self._add_cost(spec.cost, cell, total, no)
            asm.jump(again)
            asm.here(done)
        asm.emit(op.JLT, most, total, no)

    def _add_cost(self, cost: Expression, cell: int, total: int, closed: Label) -> None:
        with self.asm.working():
            amount = self.v.present(cost, {**self.env, "it": cell}, closed)
            self.asm.emit(op.ADD, total, total, amount)

    def _mask(self, zones: list[Expression]) -> tuple[int, int]:
        """Return the table of cells in some zones; 1 with it when it is made in the row."""
        cells = self.fixed_zones(zones)
        if cells is not None:
            return self.v.place_table(cells), 0
        layout = self.c.layout
        table = self.v.zones_table()
        at = layout.section(f"mask {len(layout.sections)}", layout.num_places)
        self.asm.emit(op.RESET, 0, at, 0, layout.num_places)
        for zone in zones:
            with self.asm.working():
                nowhere = Label()
                number = self.v.value(zone, self.env)
                self.asm.emit(op.JLTI, number, 0, nowhere)
                self.asm.emit(op.MASK, at, table, number, layout.num_places)
                self.asm.here(nowhere)
        return at, 1

    def _corners(self, rule: validators.CornersClear, way: BoundOperand, no: Label) -> None:
        spec, silent = rule.corners_clear, Label()
        start = self.v.value(spec.from_, self.env)
        if may_lack(self.c.resolved.checked[spec.from_].root):
            self.asm.emit(op.JLTI, start, 0, silent)
        table, in_row = self._mask(spec.solid)
        if isinstance(way.model, reach.LineOperand):
            self.asm.emit(op.CORNERS, way.line, table, no, in_row, start)
        else:  # one step, however far
            self.asm.emit(op.CORNER, start, way.register, no, table, in_row)
        self.asm.here(silent)

    def _zone_rule(self, rule: validators.Inside | validators.Outside, no: Label) -> None:
        inside = isinstance(rule, validators.Inside)
        place = rule.inside if isinstance(rule, validators.Inside) else rule.outside
        checked = self.c.resolved.checked
        zones = tuple(checked[zone].root for zone in place.zone)
        node = tree.Inside(
            checked[place.cell].node, checked[place.cell].root, zones, negated=not inside
        )
        self.v.jump_unless(node, self.env, no)

    def _afterwards(self, rule: validators.Afterwards, no: Label) -> None:
        answer, false = self.asm.temp(), Label()
        self.asm.emit(op.COPY)
        self.asm.emit(op.LDI, answer, 0)
        self.write_uses()
        self.carry_out()
        root = self.c.resolved.checked[rule.afterwards].root
        if asks_for_repetitions(root, self.c.resolved):
            self.asm.call(self.c.times_ahead)
        self.v.unless(rule.afterwards, self.env, false)
        self.asm.emit(op.LDI, answer, 1)
        self.asm.here(false)
        self.asm.emit(op.BACK, answer)
        self.asm.emit(op.JEQI, answer, 0, no)

    def carry_out(self) -> None:
        """Write that the effects happen on the copy that a question is put to."""
        for operand in self.operands:  # they have the registers of the action itself
            own = self.c.layout.register(f"actions.{self.name}.{operand.name}")
            if own != operand.register:
                self.asm.emit(op.MOV, own, operand.register)
        self.v.call_aside(self.c.effects[self.name])

    # -- counters that are used up

    def _whose(self, use: Use, nobody: Label) -> int | None:
        """Write whose counter it is; nothing when it is kept once for the game."""
        place = self.c.counters[use.counter]
        if use.for_ is not None:
            return self.v.present(use.for_, self.env, nobody)
        if place.per == "game":
            return None
        return MOVER if place.per == "side" else self.v.builtin("seat")

    def _taken(self, use: Use) -> int:
        """Return how much of a counter one move takes."""
        return self.c.resolved.number(use.by) if use.by is not None else 1

    def _quota(self, use: Use, no: Label) -> None:
        place, nobody = self.c.counters[use.counter], Label()
        most = (place.limit or 0) - self._taken(use)
        with self.asm.working():
            whose = self._whose(use, nobody)
            value = self.v.counter(use.counter, whose)
            counting = self.c.counting
            if counting is None:
                self.asm.emit(op.JGTI, value, most, no)
            else:
                about = f"uses: {use.counter}"
                with (
                    counting.inside(self.name),
                    counting.verdict("rule", self.action, no, about=about) as spent,
                ):
                    self.asm.emit(op.JGTI, value, most, spent)
            self.asm.here(nobody)

    def write_uses(self) -> None:
        """Write that the action uses up what it is limited by."""
        for use in self.action.used:
            place, nobody = self.c.counters[use.counter], Label()
            with self.asm.working():
                whose = self._whose(use, nobody)
                value, taken = self.asm.temp(), self._taken(use)
                self.asm.emit(op.ADDI, value, self.v.counter(use.counter, whose), taken)
                keep(self.v, place, self.v.load(0) if whose is None else whose, value)
                self.asm.here(nobody)
