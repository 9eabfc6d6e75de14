"""The functions of the expression language that are about cells and zones."""

from __future__ import annotations

from collections.abc import Sequence

from ruleengine.compiler import groups, lines
from ruleengine.compiler.assembler import Label
from ruleengine.compiler.values import Env, Values, absent, may_lack
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import is_nobody, values_given
from ruleengine.program import opcodes as op
from ruleengine.program.layout import ABSENT_NUMBER

EIGHTHS = 8
"""How many directions there are."""

_MEASURES = {
    "distance": op.DISTANCE,
    "manhattan": op.MANHATTAN,
    "same_row": op.SAME_ROW,
    "same_column": op.SAME_COLUMN,
    "same_diagonal": op.SAME_DIAGONAL,
    "adjacent": op.ADJACENT,
}


def arguments(values: Values, node: tree.Invocation, env: Env, missing: Label) -> list[int]:
    """Write the arguments of a call; go to `missing` when one of them is nothing."""
    registers = []
    for argument in node.args:
        register = values.node(argument, env)
        if may_lack(argument):
            values.asm.emit(op.JEQI, register, absent(argument.type), missing)
        registers.append(register)
    return registers


def jump_if_absent(values: Values, node: tree.Invocation, env: Env, label: Label) -> None:
    """Write a jump for when something is asked of nothing; a list without it is still one."""
    for value in values_given(node):
        for item in (value,) if not isinstance(value, tree.Group) else _cells_in(value):
            if may_lack(item) and not is_nobody(item):
                values.asm.emit(op.JEQI, values.node(item, env), absent(item.type), label)


def _cells_in(group: tree.Group) -> tuple[tree.Resolved, ...]:
    """Return the cells of a list: between one of them and nothing there is nothing."""
    return tuple(item for item in group.items if item.type in {"cell", "piece"})


def write_between(values: Values, result: int, cell: int, one: int, two: int) -> None:
    """Write whether a cell lies strictly between two others on one line."""
    grid, asm, places = values.c.grid, values.asm, values.c.layout.num_places
    if not grid.has_gaps:
        asm.emit(op.BETWEEN, result, cell, one, two)
        return
    done, (ways, far) = Label(), (asm.table(each) for each in lines.lies_along(grid, places))
    asm.emit(op.LDI, result, 0)
    for each in (cell, one, two):
        asm.emit(op.JLTI, each, 0, done)
    here, there = asm.temp(), asm.temp()
    asm.emit(op.TAB2, here, ways, one, places, cell)
    asm.emit(op.TAB2, there, ways, one, places, two)
    asm.emit(op.JLTI, here, 0, done)
    asm.emit(op.JNE, here, there, done)
    asm.emit(op.TAB2, here, far, one, places, cell)
    asm.emit(op.TAB2, there, far, one, places, two)
    asm.emit(op.JLE, there, here, done)
    asm.emit(op.LDI, result, 1)
    asm.here(done)


class Places:
    """Writes calls; joined to `Values` by the two tables in `__init__`."""

    def __init__(self, values: Values) -> None:
        self.v = values
        self.asm = values.asm
        self.c = values.c
        values.calls |= {
            "zone_of": self.zone_of,
            "part": self.part,
            "cell_at": self.cell_at,
            "nth_cell": self.nth_cell,
            "place_in": self.place_in,
            "beyond": self.beyond,
            "direction": self.direction,
            "steps_between": self.steps_between,
            "next_cell": self.next_cell,
            "distance": self.measure,
            "manhattan": self.measure,
        }
        values.tests |= {
            "lies_between": self.lies_between,
            "neighbors": self.neighbors,
            "same_row": self.measured,
            "same_column": self.measured,
            "same_diagonal": self.measured,
            "adjacent": self.measured,
        }

    def beyond(self, node: tree.Invocation, env: Env) -> int:
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, -1)
        one, two = arguments(self.v, node, env, done)
        if self.c.grid.has_gaps:
            places = self.c.layout.num_places
            table = self.asm.table(lines.cells_beyond(self.c.grid, places))
            self.asm.emit(op.TAB2, result, table, one, places, two)
        else:
            self.asm.emit(op.BEYOND, result, one, two)
        self.asm.here(done)
        return result

    def direction(self, node: tree.Invocation, env: Env) -> int:
        """Write the number of the direction from one cell to another."""
        places = self.c.layout.num_places
        return self._looked_up(node, env, lines.directions_between(self.c.grid, places))

    def steps_between(self, node: tree.Invocation, env: Env) -> int:
        """Write how many steps from neighbor to neighbor are between two cells."""
        places = self.c.layout.num_places
        return self._looked_up(node, env, groups.steps_between(self.c.grid, places))

    def _looked_up(self, node: tree.Invocation, env: Env, numbers: Sequence[int]) -> int:
        """Write the number that a table has for two cells, by the first and then the second."""
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, ABSENT_NUMBER)
        one, two = arguments(self.v, node, env, done)
        self.asm.emit(op.TAB2, result, self.asm.table(numbers), one, self.c.layout.num_places, two)
        self.asm.here(done)
        return result

    def next_cell(self, node: tree.Invocation, env: Env) -> int:
        """Write the next cell in a direction."""
        result, way, done = self.asm.temp(), self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, -1)
        cell, direction = arguments(self.v, node, env, done)
        self.asm.emit(op.MOD, way, direction, self.v.load(EIGHTHS))
        table = self.asm.table(lines.cells_beside(self.c.grid, self.c.layout.num_places))
        self.asm.emit(op.TAB2, result, table, cell, EIGHTHS, way)
        self.asm.here(done)
        return result

    def part(self, node: tree.Invocation, env: Env) -> int:
        """Write the first part of a zone that a side owns now."""
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, -1)
        zone, side = arguments(self.v, node, env, done)
        grid, owners = self.c.grid, self.c.layout.at("zone_owner")
        known = self.v.constant(node.args[0])
        for number in [known] if known is not None else range(len(grid.zones)):
            following = Label()
            if known is None:
                self.asm.emit(op.JNEI, zone, number, following)
            for part in grid.zones[number].parts or (number,):
                other = Label()
                self.asm.emit(op.JNE, owners + part, side, other)
                self.asm.emit(op.LDI, result, part)
                self.asm.jump(done)
                self.asm.here(other)
            self.asm.here(following)
        self.asm.here(done)
        return result

    def cell_at(self, node: tree.Invocation, env: Env) -> int:
        """Write the cell in a row and column."""
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, -1)
        row, column = arguments(self.v, node, env, done)
        for number, most in ((row, self.c.grid.rows), (column, self.c.grid.columns)):
            self.asm.emit(op.JLTI, number, 0, done)
            self.asm.emit(op.JGEI, number, most, done)
        self.asm.emit(op.MUL, result, row, self.v.load(self.c.grid.columns))
        self.asm.emit(op.ADD, result, result, column)
        if self.c.grid.holes:
            cells = range(self.c.grid.num_cells)
            table = self.asm.table([-1 if cell in self.c.grid.holes else cell for cell in cells])
            self.asm.emit(op.TAB, result, table, result)
        self.asm.here(done)
        return result

    def nth_cell(self, node: tree.Invocation, env: Env) -> int:
        """Write the cell of a zone that has a number in its order."""
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, -1)
        zone, number = arguments(self.v, node, env, done)
        orders = [info.order for info in self.c.grid.zones]
        longest = max(map(len, orders))
        self.asm.emit(op.JLTI, number, 1, done)
        self.asm.emit(op.JGTI, number, longest, done)
        # Number 0 is in every row of the table, so that no number has to be taken off by one.
        cells = [cell for order in orders for cell in (-1, *order, *[-1] * (longest - len(order)))]
        self.asm.emit(op.TAB2, result, self.asm.table(cells), zone, longest + 1, number)
        self.asm.here(done)
        return result

    def place_in(self, node: tree.Invocation, env: Env) -> int:
        """Write the number of a cell in the order of a zone."""
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, absent("number"))
        zone, cell = arguments(self.v, node, env, done)
        numbers = [
            info.order.index(place) + 1 if place in info.cells else 0
            for info in self.c.grid.zones
            for place in range(self.c.layout.num_places)
        ]
        self.asm.emit(
            op.TAB2, result, self.asm.table(numbers), zone, self.c.layout.num_places, cell
        )
        self.asm.here(done)
        return result

    def lies_between(self, node: tree.Invocation, env: Env, label: Label) -> None:
        """Write whether a cell lies between two others."""
        cell, one, two = arguments(self.v, node, env, label)
        found = self.asm.temp()
        write_between(self.v, found, cell, one, two)
        self.asm.emit(op.JEQI, found, 0, label)

    def neighbors(self, node: tree.Invocation, env: Env, label: Label) -> None:
        """Write whether two cells are neighbors."""
        one, two = arguments(self.v, node, env, label)
        num_cells, places = self.c.grid.num_cells, self.c.layout.num_places
        near = [groups.beside(self.c.grid, cell) for cell in range(num_cells)]
        table = self.asm.table(
            [
                int(cell < num_cells and other in near[cell])
                for cell in range(places)
                for other in range(places)
            ]
        )
        found = self.asm.temp()
        self.asm.emit(op.TAB2, found, table, one, places, two)
        self.asm.emit(op.JEQI, found, 0, label)

    def zone_of(self, node: tree.Invocation, env: Env) -> int:
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, -1)
        cell, zone = arguments(self.v, node, env, done)
        self.asm.emit(op.JLTI, cell, 0, done)
        grid, places = self.c.grid, self.c.layout.num_places
        known = self.v.constant(node.args[1])
        parts = [
            -1 if (part := grid.part_at(number, place)) is None else part
            for number in ([known] if known is not None else range(len(grid.zones)))
            for place in range(places)
        ]
        table = self.asm.table(parts)
        if known is not None:
            self.asm.emit(op.TAB, result, table, cell)
        else:
            self.asm.emit(op.TAB2, result, table, zone, places, cell)
        self.asm.here(done)
        return result

    def measure(self, node: tree.Invocation, env: Env) -> int:
        result, done = self.asm.temp(), Label()
        self.asm.emit(op.LDI, result, absent(node.type) if node.type == "number" else 0)
        one, two = arguments(self.v, node, env, done)
        self.asm.emit(op.GEO, result, one, two, _MEASURES[node.function.name])
        self.asm.here(done)
        return result

    def measured(self, node: tree.Invocation, env: Env, label: Label) -> None:
        one, two = arguments(self.v, node, env, label)
        result = self.asm.temp()
        self.asm.emit(op.GEO, result, one, two, _MEASURES[node.function.name])
        self.asm.emit(op.JEQI, result, 0, label)


def write_on_top(
    values: Values,
    wanted: tree.Resolved | bool,  # noqa: FBT001 - as a rule has it
    env: Env,
    piece: int,
    no: Label,
) -> None:
    """Write that no piece on the same cell stands higher, or that one does; else go to `no`."""
    asm, context = values.asm, values.c
    is_top, other = asm.temp(), asm.temp()
    cell = values.indexed("cell", piece, unsure=False, missing=-1)
    again, following, done = Label(), Label(), Label()
    asm.emit(op.LDI, is_top, 1)
    asm.emit(op.JLTI, cell, 0, done)  # it has left the game
    asm.emit(op.LDX, other, context.layout.at("top"), cell)
    asm.here(again)
    asm.emit(op.JLTI, other, 0, done)
    for name, counter in context.resolved.ruleset.counters.items():
        if counter.shown == "order":
            own, its, equal = asm.temp(), asm.temp(), Label()
            asm.emit(op.LDX, own, context.counters[name].offset, piece)
            asm.emit(op.LDX, its, context.counters[name].offset, other)
            asm.emit(op.JLT, its, own, following)
            asm.emit(op.JEQ, its, own, equal)
            asm.emit(op.LDI, is_top, 0)
            asm.jump(done)
            asm.here(equal)
    asm.here(following)
    asm.emit(op.LDX, other, context.layout.at("next"), other)
    asm.jump(again)
    asm.here(done)
    if isinstance(wanted, bool):
        asm.emit(op.JNEI, is_top, int(wanted), no)
    else:
        asm.emit(op.JNE, is_top, values.node(wanted, env), no)
