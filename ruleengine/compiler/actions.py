"""Actions become three pieces of code: one lists moves, one draws one, one carries it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.filters import Filters
from ruleengine.compiler.lines import Rays, directions_of, leaps_of
from ruleengine.compiler.plain import CONTENT, PlainWay, describe, plain_ways
from ruleengine.compiler.values import Env, Values, may_lack
from ruleengine.errors import UncompiledError
from ruleengine.expressions import resolved as tree
from ruleengine.program import opcodes as op
from ruleengine.program.layout import ABSENT_NUMBER, FOUND, MOVER
from ruleengine.program.program import OperandInfo
from ruleengine.schema import reach, validators
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Action

if TYPE_CHECKING:
    from ruleengine.compiler.context import Context

MAX_ROUTE = 20
"""The longest route that is looked at; longer ones take longer than anybody waits."""

MAX_WEIGHT = 1 << 28
"""More draws than that are never likely to hit a legal move."""

_WAY_RULES = (
    validators.PathClear,
    validators.PathAvoids,
    validators.PathLength,
    validators.CornersClear,
)


@dataclass
class BoundOperand:
    """An operand and how its values are found."""

    name: str
    model: Any
    register: int
    is_piece: bool
    place: str
    size: int = 1
    line: int = -1
    """The table that describes a line or route."""
    open_at: int = -1
    lengths_at: int = -1
    values: list[int] = field(default_factory=list)
    """Of a kind or word: what may be named."""
    low: int = 0
    """Of a number: the smallest there can be."""
    ways: list[BoundOperand] = field(default_factory=list)
    seen_at: int = -1
    low_bound: int = 0
    """Of a line: the shortest distance there can be."""
    drawable: bool = True


class ActionCode:
    """Writes the code of one action."""

    def __init__(
        self, values: Values, filters: Filters, name: str, action: Action, *, place: str = ""
    ) -> None:
        """Lay out the operands of an action; `place` tells several layouts of one action apart."""
        self.v, self.f = values, filters
        self.c: Context = values.c
        self.asm = values.asm
        self.name, self.action = name, action
        self.place = place or name
        self.lister, self.sampler = Label(), Label()
        self.checker = Label()
        self.fixed: dict[str, int] = {}
        """Operands that a question has named, and where their values are."""
        self.active: dict[str, BoundOperand] = {}
        """Of operands with several ways: the one whose code is being written."""
        self.folded: set[int] = set()
        self.operands = [self._operand(n, o) for n, o in action.operands.items()]
        self.env: Env = {operand.name: operand.register for operand in self.operands}
        names = [operand.name for operand in self.operands]
        self.at_depth: list[list[Any]] = [[] for _ in range(len(names) + 1)]
        for rule in action.validators:
            if id(rule) not in self.folded:
                self.at_depth[self._depth(rule, names)].append(rule)
        self.plain = plain_ways(self)
        """How the kernel can list and draw the moves itself, if it can."""

    @property
    def weight(self) -> int:
        """How many draws there are, legal or not."""
        weight = 1
        for operand in self.operands:
            weight *= operand.size
        return weight

    def infos(self) -> tuple[OperandInfo, ...]:
        """Return how the operands are kept."""
        return tuple(OperandInfo(o.name, o.register, o.is_piece) for o in self.operands)

    # -- operands

    def _register(self, name: str) -> int:
        return self.c.layout.register(f"actions.{self.place}.{name}")

    def _operand(self, name: str, model: reach.Operand) -> BoundOperand:
        operand = self._bound(name, name, model)
        operand.drawable &= model.when is None
        return operand

    def _bound(self, name: str, place: str, model: Any) -> BoundOperand:  # noqa: ANN401
        """Return an operand, or one way of an operand, with what its registers are called by."""
        operand = BoundOperand(
            name, model, self._register(name), isinstance(model, reach.PieceOperand), place
        )
        match model:
            case reach.PieceOperand():
                operand.size = self.c.layout.max_pieces
            case reach.LineOperand():
                self._line(operand, model)
            case reach.RouteOperand():
                self._route(operand, model)
                operand.drawable = False  # cheaper to list
            case reach.LeapOperand():
                operand.size = len(leaps_of(model.leap.by))
            case reach.CellOperand():
                cells, _ = self.f.fixed_cells(self.f.cells_of_model(model.cell))
                operand.size = max(1, len(cells))
            case reach.KindOperand():
                operand.values = self._kinds(model)
                operand.size = len(operand.values)
            case reach.WordOperand():
                operand.values = [self.c.word(word) for word in model.word]
                operand.size = len(operand.values)
            case reach.NumberOperand():
                checked = self.c.resolved.checked
                operand.low = checked[model.number.at_least].low or 0
                operand.size = max(1, (checked[model.number.at_most].high or 0) - operand.low + 1)
            case reach.AnyOfOperand():
                operand.ways = [
                    self._bound(name, f"{place} {number}", way)
                    for number, way in enumerate(model.any_of)
                ]
                operand.drawable = False  # two ways may lead to one cell
                operand.seen_at = self.c.layout.section(
                    f"actions.{self.place}.{name} seen", self.c.layout.num_cells
                )
            case _:
                raise UncompiledError(f"the operand '{name}'", model.span)
        return operand

    def _kinds(self, model: reach.KindOperand) -> list[int]:
        kinds = self.c.names.kinds
        named = kinds if reach.ANY_KIND in model.kind else model.kind
        return sorted({kinds.index(kind) for kind in named})

    def _line(self, operand: BoundOperand, model: reach.LineOperand) -> None:
        line = model.line
        rays = Rays(self.c, list(line.directions))
        fits = self._folding(operand.name) if self._only_lines(operand.name) else None
        plain = self.asm.table(rays.table())
        targets = self.asm.table(rays.table(fits)) if fits is not None else plain
        low, high = self._bounds(line.distance, rays.length - 1)
        exact = not isinstance(line.distance, reach.Distance)
        spread = 1 if exact else max(1, high - low + 1)
        operand.size = rays.num_directions * spread
        operand.low_bound = low
        stride = self.c.grid.num_cells if len(rays.sides) > 1 else 0
        operand.line = self.asm.linked_table(
            [
                operand.register,
                self._register(f"{operand.place} ray"),
                self._register(f"{operand.place} distance"),
                self._register(f"{operand.place} direction"),
                self._register(f"{operand.place} from"),
                self._register(f"{operand.place} low"),
                self._register(f"{operand.place} high"),
                plain,
                targets,
                rays.num_directions,
                rays.length,
                stride,
                low,
                spread,
                self._register(f"{operand.place} base"),
            ]
        )

    def _route(self, operand: BoundOperand, model: reach.RouteOperand) -> None:
        layout, grid = self.c.layout, self.c.grid
        if model.route.directions != ["orthogonal"]:
            raise UncompiledError("a route that is not orthogonal", model.route.span)
        steps = [
            row * grid.columns + column
            if 0 <= row < grid.rows and 0 <= column < grid.columns
            else -1
            for cell in range(grid.num_cells)
            for down, right in directions_of(["orthogonal"], None)
            for row, column in [(cell // grid.columns + down, cell % grid.columns + right)]
        ]
        longest = min(MAX_ROUTE, grid.num_cells)
        here = f"actions.{self.place}.{operand.place}"
        operand.size = 0
        operand.open_at = layout.section(f"{here} open", grid.num_cells)
        operand.lengths_at = layout.section(f"{here} lengths", grid.num_cells)
        operand.line = self.asm.linked_table(
            [
                operand.register,
                self._register(f"{operand.place} from"),
                operand.open_at,
                operand.lengths_at,
                self.asm.table(steps),
                4,
                layout.section(f"{here} way", 2 * (longest + 1)),
                self._register(f"{operand.place} low"),
                self._register(f"{operand.place} high"),
                longest,
            ]
        )

    def _bounds(self, distance: Expression | reach.Distance, farthest: int) -> tuple[int, int]:
        checked = self.c.resolved.checked
        if isinstance(distance, reach.Distance):
            low = checked[distance.at_least].low
            high = checked[distance.at_most].high if distance.at_most is not None else None
        else:
            low, high = checked[distance].low, checked[distance].high
        return max(0, low or 0), farthest if high is None else min(high, farthest)

    def _only_lines(self, name: str) -> bool:
        """Return whether every way to an operand is a straight line."""
        ways = reach.ways_of(self.action.operands[name])
        return all(isinstance(way, reach.LineOperand) for way in ways)

    def _folding(self, operand: str) -> Callable[[int, list[int]], bool] | None:
        """Return the test of targets and ways that does not depend on the position."""
        inside: list[frozenset[int]] = []
        outside: list[frozenset[int]] = []
        avoided: list[frozenset[int]] = []
        for rule in self.action.validators:
            if rule.when is not None:
                continue
            match rule:
                case validators.Inside() if self.is_operand(rule.inside.cell, operand):
                    cells = self._fixed(rule.inside.zone)
                    target = inside
                case validators.Outside() if self.is_operand(rule.outside.cell, operand):
                    cells = self._fixed(rule.outside.zone)
                    target = outside
                case validators.PathAvoids() if rule.path_avoids.to == operand:
                    cells = self._fixed(rule.path_avoids.zone)
                    target = avoided
                case _:
                    continue
            if cells is not None:
                target.append(cells)
                self.folded.add(id(rule))
        if not (inside or outside or avoided):
            return None
        return lambda cell, way: (
            all(cell in cells for cells in inside)
            and not any(cell in cells for cells in outside)
            and not any(cells.intersection(way) for cells in avoided)
        )

    def is_operand(self, expression: Expression, operand: str) -> bool:
        """Return whether an expression is simply the name of an operand."""
        node = self.c.resolved.checked[expression].root
        return (
            isinstance(node, tree.Reference)
            and node.symbol.role == "local"
            and node.symbol.name == operand
        )

    def _fixed(self, zones: list[Expression]) -> frozenset[int] | None:
        known = [self.v.constant(self.c.resolved.checked[zone].root) for zone in zones]
        if any(zone is None for zone in known):
            return None
        grid = self.c.grid
        return frozenset().union(*(grid.zones[zone].cells for zone in known if zone is not None))

    # -- code

    def _yielded(self) -> int:
        """Return the table that describes a move of this action."""
        return self.asm.table(
            [
                self.c.names.actions.index(self.name),
                len(self.operands),
                *(operand.register for operand in self.operands),
            ]
        )

    def write_lister(self) -> None:
        """Write the subroutine that yields every legal move."""
        for plain in self.plain:
            plain.table = describe(self, plain, self._yielded())
        with self.asm.unit(f"list {self.name}"):
            self.asm.here(self.lister)
            out = Label()
            self._quotas(out)
            self._rules(0, out)
            if self.plain and not any(plain.rest for plain in self.plain):
                for plain in self.plain:
                    self.asm.emit(op.SCAN, plain.table)
                    if plain is not self.plain[-1]:
                        self.asm.emit(op.JNEI, FOUND, 0, out)
                self.asm.here(out)
                self.asm.ret()
                return
            if self.plain:
                for plain in self.plain:
                    self._scan(plain)
                self.asm.here(out)
                self.asm.ret()
                return
            self._nest(0, self._yielded())
            self.asm.here(out)
            self.asm.ret()

    def write_question(self, entry: Label, fixed: dict[str, int], *, afterwards: bool) -> None:
        """Write the subroutine that asks for one legal move with some operands as they are given.

        Without `afterwards` the position that the move leads to is not looked at.
        """
        with self.asm.unit(f"could {self.place}"):
            self.asm.here(entry)
            out = Label()
            self.fixed = fixed
            if not afterwards:
                self.at_depth = [
                    [rule for rule in rules if not isinstance(rule, validators.Afterwards)]
                    for rules in self.at_depth
                ]
            self._quotas(out)
            self._rules(0, out)
            self._nest(0, self._yielded())
            self.asm.here(out)
            self.asm.ret()

    def _nest(self, depth: int, described: int) -> None:
        if depth == len(self.operands):
            self.asm.emit(op.YIELD, described)
            return
        operand = self.operands[depth]

        def named(again: Label) -> None:
            if operand.name in self.fixed:
                self.asm.emit(op.JNE, operand.register, self.fixed[operand.name], again)
            self._rules(depth + 1, again)
            self._nest(depth + 1, described)

        if operand.model.when is None:
            self._loop(operand, named)
            return
        unnamed, done = Label(), Label()
        self.v.unless(operand.model.when, self.env, unnamed)
        self._loop(operand, named)
        self.asm.jump(done)
        self.asm.here(unnamed)
        number = isinstance(operand.model, reach.NumberOperand)
        self.asm.emit(op.LDI, operand.register, ABSENT_NUMBER if number else -1)
        if operand.name in self.fixed:
            self.asm.emit(op.JNE, operand.register, self.fixed[operand.name], done)
        for rule in self.at_depth[depth + 1]:
            # Rules about the cell or the way of what is not named have nothing to say.
            if self._target(rule) != operand.name:
                self._checked(rule, done)
        self._nest(depth + 1, described)
        self.asm.here(done)

    def _target(self, rule: Any) -> str | None:  # noqa: ANN401
        """Return the operand whose cell or way a rule is about, when it is simply named."""
        match rule:
            case validators.PathClear():
                return rule.path_clear
            case validators.PathAvoids():
                return rule.path_avoids.to
            case validators.PathLength():
                return rule.path_length.to
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

    def _loop(self, operand: BoundOperand, body: Callable[[Label], None]) -> None:
        """Write a loop over what may be named; `body` is given where to go for the next."""
        model, again, done = operand.model, Label(), Label()
        match model:
            case reach.AnyOfOperand():
                self._any_of(operand, body)
                return
            case reach.PieceOperand():
                test = self.f.of_model(model.piece)
                table = self.f.prepare(test, self.env, done)
                self.asm.emit(op.LDI, operand.register, -1)
                self.asm.here(again)
                self.asm.emit(op.NEXTP, operand.register, table, done)
                self.f.rest(test, {**self.env, "it": operand.register}, operand.register, again)
            case reach.LineOperand():
                self._start_line(operand, model.line, done)
                self.asm.here(again)
                self.asm.emit(op.NEXTL, operand.line, done)
            case reach.RouteOperand():
                self._start_route(operand, model.route, done)
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
                self._leap(operand, model, start, index, again)
            case reach.CellOperand():
                cells, rest = self.f.fixed_cells(self.f.cells_of_model(model.cell))
                self._values(operand, cells, again, done)
                self.f.cell_test(rest, self.env, operand.register, again)
            case reach.KindOperand() | reach.WordOperand():
                self._values(operand, operand.values, again, done)
            case reach.NumberOperand():
                last = self._register(f"{operand.place} last")
                with self.asm.working():
                    low = self.v.present(model.number.at_least, self.env, done)
                    high = self.v.present(model.number.at_most, self.env, done)
                    self.asm.emit(op.ADDI, operand.register, low, -1)
                    self.asm.emit(op.MOV, last, high)
                self.asm.here(again)
                self.asm.emit(op.JLE, last, operand.register, done)
                self.asm.emit(op.ADDI, operand.register, operand.register, 1)
        body(again)
        self.asm.jump(again)
        self.asm.here(done)

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

    def _leap(
        self, operand: BoundOperand, model: reach.LeapOperand, start: int, index: int, off: Label
    ) -> None:
        grid, steps = self.c.grid, leaps_of(model.leap.by)
        targets = [
            row * grid.columns + column
            if 0 <= row < grid.rows and 0 <= column < grid.columns
            else -1
            for cell in range(grid.num_cells)
            for down, right in steps
            for row, column in [(cell // grid.columns + down, cell % grid.columns + right)]
        ]
        table = self.asm.table(targets)
        self.asm.emit(op.TAB2, operand.register, table, start, len(steps), index)
        self.asm.emit(op.JLTI, operand.register, 0, off)

    def _any_of(self, operand: BoundOperand, body: Callable[[Label], None]) -> None:
        """Write one loop for each way; a cell that two ways lead to is taken once."""
        one = self.v.load(1)
        with self.asm.working():
            for cell in range(self.c.layout.num_cells):
                self.asm.emit(op.LDI, operand.seen_at + cell, 0)
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

            self._loop(way, taken)
            del self.active[operand.name]
            self.asm.here(shut)

    def _way_rules(self, operand: BoundOperand, no: Label) -> None:
        """Write the rules about the way: a cell is only taken by a way that they allow."""
        depth = self.operands.index(operand) + 1
        for rule in self.at_depth[depth]:
            if isinstance(rule, _WAY_RULES):
                self._checked(rule, no)

    def _start_line(self, operand: BoundOperand, line: reach.LineReach, none: Label) -> None:
        self._from_and_length(operand, line.from_, line.distance, none)
        self.asm.emit(op.STARTL, operand.line, none)

    def _start_route(self, operand: BoundOperand, route: reach.RouteReach, none: Label) -> None:
        self._from_and_length(operand, route.from_, route.steps, none)
        clear, avoided = False, frozenset[int]()
        for rule in self.action.validators:
            if isinstance(rule, validators.PathClear) and rule.path_clear == operand.name:
                clear = True
            elif isinstance(rule, validators.PathAvoids) and rule.path_avoids.to == operand.name:
                zone = self._fixed(rule.path_avoids.zone)
                if zone is None or rule.when is not None:
                    raise UncompiledError("a route around a zone that changes", rule.span)
                avoided |= zone
        # Which cells a way may lead through: noted once for all the ways.
        for cell in range(self.c.grid.num_cells):
            self.asm.emit(op.LDI, operand.open_at + cell, 0)
        cells, rest = self.f.fixed_cells(self.f.cells_of_model(route.through))
        kept = [cell for cell in cells if cell not in avoided]
        table = self.asm.table([len(kept), *kept])
        with self.asm.working():
            cell, index, one = self.asm.temp(), self.asm.temp(), self.v.load(1)
            self.asm.emit(op.LDI, index, 0)
            again, done = Label(), Label()
            self.asm.here(again)
            self.asm.emit(op.NEXTC, cell, table, done, index)
            self.f.cell_test(rest, self.env, cell, again)
            if clear:
                top = self.v.indexed("top", cell, unsure=False, missing=-1)
                self.asm.emit(op.JGEI, top, 0, again)
            self.asm.emit(op.STX, operand.open_at, cell, one)
            self.asm.jump(again)
            self.asm.here(done)
        self.asm.emit(op.ROUTE, operand.line, none)

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

    @property
    def is_gated(self) -> bool:
        """Whether something has to hold before any operand is named."""
        limited = any(self.c.counters[name].limit is not None for name in self.action.uses)
        return limited or bool(self.at_depth[0])

    def write_gate(self, no: Label) -> None:
        """Write what has to hold before any operand is named, in line."""
        self._quotas(no)
        self._rules(0, no)

    @property
    def can_be_drawn(self) -> bool:
        """Whether moves can be drawn one by one, each being as likely."""
        drawable = all(operand.drawable for operand in self.operands)
        return bool(self.plain) or (drawable and self.weight <= MAX_WEIGHT)

    def write_sampler(self) -> None:
        """Write the subroutine that draws operands: FOUND is 1 when they are legal."""
        with self.asm.unit(f"draw {self.name}"):
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
                self._draw(operand, miss)
                self._rules(depth + 1, miss)
            self.asm.emit(op.LDI, FOUND, 1)
            self.asm.here(miss)
            self.asm.ret()

    def _scan(self, plain: PlainWay) -> None:
        """Write a loop over what the kernel allows, with the rules that it cannot test."""
        again, done = Label(), Label()
        self.active[plain.way.name] = plain.way
        self.asm.emit(op.LDI, self.operands[0].register, -1)
        self.asm.here(again)
        self.asm.emit(op.NEXTM, plain.table, done)
        for rule in plain.rest:
            self._checked(rule, again)
        self.asm.emit(op.YIELD, self._yielded())
        self.asm.jump(again)
        self.asm.here(done)
        del self.active[plain.way.name]

    def _tail(self, plain: PlainWay) -> None:
        """Write what the kernel, having drawn a move, cannot test itself."""
        miss = Label()
        self.asm.here(plain.tail)
        self.active[plain.way.name] = plain.way
        self.asm.emit(op.LDI, FOUND, 0)
        for rule in plain.rest:
            self._checked(rule, miss)
        self.asm.emit(op.LDI, FOUND, 1)
        self.asm.here(miss)
        self.asm.ret()
        del self.active[plain.way.name]

    def _draw(self, operand: BoundOperand, miss: Label) -> None:
        model = operand.model
        match model:
            case reach.PieceOperand():
                test = self.f.of_model(model.piece)
                table = self.f.prepare(test, self.env, miss)
                self.asm.emit(op.DRAWP, operand.register, table, miss)
                self.f.rest(test, {**self.env, "it": operand.register}, operand.register, miss)
            case reach.LineOperand():
                self._start_line(operand, model.line, miss)
                self.asm.emit(op.DRAWL, operand.line, miss)
            case reach.LeapOperand():
                index = self._register(f"{operand.place} index")
                start = self._register(f"{operand.place} from")
                self._leap_from(model, start, miss)
                table = self.asm.table([operand.size, *range(operand.size)])
                self.asm.emit(op.DRAWC, index, table)
                self._leap(operand, model, start, index, miss)
            case reach.CellOperand():
                cells, rest = self.f.fixed_cells(self.f.cells_of_model(model.cell))
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

    def write_checker(self) -> None:
        """Write the subroutine that tells whether the operands as they are make a legal move."""
        with self.asm.unit(f"check {self.name}"):
            self.asm.here(self.checker)
            no, done = Label(), Label()
            self._quotas(no)
            self._rules(0, no)
            for depth, operand in enumerate(self.operands):
                self._confirm(operand, depth, no)
            self.asm.emit(op.LDI, FOUND, 1)
            self.asm.jump(done)
            self.asm.here(no)
            self.asm.emit(op.LDI, FOUND, 0)
            self.asm.here(done)
            self.asm.ret()

    def _confirm(self, operand: BoundOperand, depth: int, no: Label) -> None:
        rules = self.at_depth[depth + 1]
        done = Label()
        if operand.model.when is not None:
            unnamed, named = Label(), Label()
            self.v.unless(operand.model.when, self.env, unnamed)
            self.asm.jump(named)
            self.asm.here(unnamed)
            number = isinstance(operand.model, reach.NumberOperand)
            self.asm.emit(op.JNEI, operand.register, ABSENT_NUMBER if number else -1, no)
            for rule in rules:
                if self._target(rule) != operand.name:
                    self._checked(rule, no)
            self.asm.jump(done)
            self.asm.here(named)
        if operand.ways:
            found = Label()
            for way in operand.ways:
                other = Label()
                if way.model.when is not None:
                    self.v.unless(way.model.when, self.env, other)
                self.active[operand.name] = way
                self._member(way, other)
                self._way_rules(operand, other)
                del self.active[operand.name]
                self.asm.jump(found)
                self.asm.here(other)
            self.asm.jump(no)
            self.asm.here(found)
            rules = [rule for rule in rules if not isinstance(rule, _WAY_RULES)]
        else:
            self._member(operand, no)
        for rule in rules:
            self._checked(rule, no)
        self.asm.here(done)

    def _member(self, operand: BoundOperand, no: Label) -> None:
        """Write the test that a value may be named."""
        model, register = operand.model, operand.register
        match model:
            case reach.PieceOperand():
                test = self.f.of_model(model.piece)
                self.asm.emit(op.JLTI, register, 0, no)
                table = self.f.prepare(test, self.env, no)
                self.asm.emit(op.FITS, register, table, no)
                self.f.rest(test, {**self.env, "it": register}, register, no)
            case reach.LineOperand():
                self._start_line(operand, model.line, no)
                self.asm.emit(op.FINDL, operand.line, no)
            case reach.RouteOperand():
                kept = self._register(f"{operand.place} kept")
                self.asm.emit(op.MOV, kept, register)
                self._start_route(operand, model.route, no)
                self.asm.emit(op.MOV, register, kept)
                self.asm.emit(op.FINDR, operand.line, no)
            case reach.LeapOperand():
                index = self._register(f"{operand.place} index")
                start = self._register(f"{operand.place} from")
                wanted = self._register(f"{operand.place} kept")
                again, found = Label(), Label()
                self.asm.emit(op.MOV, wanted, register)
                self._leap_from(model, start, no)
                self.asm.emit(op.LDI, index, -1)
                self.asm.here(again)
                self.asm.emit(op.ADDI, index, index, 1)
                self.asm.emit(op.JGEI, index, operand.size, no)
                self._leap(operand, model, start, index, again)
                self.asm.emit(op.JEQ, register, wanted, found)
                self.asm.jump(again)
                self.asm.here(found)
            case reach.CellOperand():
                cells, rest = self.f.fixed_cells(self.f.cells_of_model(model.cell))
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

    def _quotas(self, no: Label) -> None:
        for name in self.action.uses:
            place = self.c.counters[name]
            if place.limit is not None:
                with self.asm.working():
                    self.asm.emit(op.JGEI, self.v.counter(name, None), place.limit, no)

    def write_uses(self) -> None:
        """Write that the action uses up what it is limited by."""
        for name in self.action.uses:
            place = self.c.counters[name]
            if place.per == "game":
                self.asm.emit(op.ADDI, place.offset, place.offset, 1)
                continue
            with self.asm.working():
                owner = MOVER if place.per == "side" else self.v.builtin("seat")
                value = self.v.counter(name, owner)
                self.asm.emit(op.ADDI, value, value, 1)
                self.asm.emit(op.STX, place.offset, owner, value)

    # -- validators

    def _depth(self, rule: Any, names: list[str]) -> int:  # noqa: ANN401
        needs = self._needs(rule)
        return max((names.index(name) + 1 for name in needs if name in names), default=0)

    def _needs(self, rule: Any) -> set[str]:  # noqa: ANN401
        def read(*expressions: Expression) -> set[str]:
            checked = self.c.resolved.checked
            return {
                symbol.name
                for expression in expressions
                for symbol in checked[expression].symbols
                if symbol.role == "local"
            }

        needs = read(rule.when) if rule.when is not None else set()
        match rule:
            case validators.PathClear():
                return needs | {rule.path_clear}
            case validators.PathAvoids():
                return needs | read(*rule.path_avoids.zone) | {rule.path_avoids.to}
            case validators.PathLength():
                return needs | read(rule.path_length.steps) | {rule.path_length.to}
            case validators.CornersClear():
                return needs | read(rule.corners_clear.from_) | {rule.corners_clear.to}
            case validators.Inside():
                return needs | read(rule.inside.cell, *rule.inside.zone)
            case validators.Outside():
                return needs | read(rule.outside.cell, *rule.outside.zone)
            case validators.Holds():
                return needs | read(rule.holds.cell)
            case validators.Require():
                return needs | read(rule.require)
            case validators.Afterwards():
                return needs | set(self.action.operands)
            case _:
                raise UncompiledError("this rule", rule.span)

    def _rules(self, depth: int, no: Label) -> None:
        for rule in self.at_depth[depth]:
            self._checked(rule, no)

    def _checked(self, rule: Any, no: Label) -> None:  # noqa: ANN401
        self.asm.span = rule.span
        with self.asm.working():
            silent = Label()
            if rule.when is not None:
                self.v.unless(rule.when, self.env, silent)
            self._rule(rule, no)
            self.asm.here(silent)
        self.asm.span = self.action.span

    def _way_of(self, name: str) -> BoundOperand:
        return self.active.get(name) or next(o for o in self.operands if o.name == name)

    def _rule(self, rule: Any, no: Label) -> None:  # noqa: ANN401
        match rule:
            case validators.PathClear():
                way = self._way_of(rule.path_clear)
                if isinstance(way.model, reach.LineOperand):  # a route is worked out with it
                    self.asm.emit(op.CLEAR, way.line, no)
            case validators.PathAvoids():
                way = self._way_of(rule.path_avoids.to)
                if isinstance(way.model, reach.LineOperand):
                    self._avoids(way, rule.path_avoids.zone, no)
            case validators.PathLength():
                steps = self.v.value(rule.path_length.steps, self.env)
                way = self._way_of(rule.path_length.to)
                if isinstance(way.model, reach.RouteOperand):
                    self.asm.emit(op.LENGTH, way.register, way.lengths_at, no, steps)
                elif isinstance(way.model, reach.LineOperand):
                    self.asm.emit(op.JNE, self._register(f"{way.place} distance"), steps, no)
                else:
                    self.asm.emit(op.JNEI, steps, 1, no)
            case validators.CornersClear():
                way = self._way_of(rule.corners_clear.to)
                if isinstance(way.model, reach.LineOperand):
                    cells = self._fixed(rule.corners_clear.solid)
                    if cells is None:
                        raise UncompiledError("corners beside a zone that changes", rule.span)
                    self.asm.emit(op.CORNERS, way.line, self.v.place_table(cells), no)
                elif not isinstance(way.model, reach.RouteOperand):
                    raise UncompiledError("the corners of a leap", rule.span)
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

    def _avoids(self, way: BoundOperand, zones: list[Expression], no: Label) -> None:
        cells = self._fixed(zones)
        if cells is None:
            raise UncompiledError("a way around a zone that changes", self.action.span)
        self.asm.emit(op.AVOIDS, way.line, self.v.place_table(cells), no)

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
        self.asm.call(self.c.effects[self.name])
        self.v.unless(rule.afterwards, self.env, false)
        self.asm.emit(op.LDI, answer, 1)
        self.asm.here(false)
        self.asm.emit(op.BACK, answer)
        self.asm.emit(op.JEQI, answer, 0, no)
