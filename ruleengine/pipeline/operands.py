"""Operands, bound for play: what they propose, and why something is not proposed.

Each kind of operand is one class with two methods that read the same definition: `options`
lists, `refuse` explains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from ruleengine.errors import Code, Reason
from ruleengine.expressions.resolved import CellOf, Reference
from ruleengine.pipeline.expressions import Evaluate, bind, bind_node, zone_cells
from ruleengine.pipeline.geometry import Geometry, Offset, offsets
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.selectors import bind_cell_test, bind_cells, bind_pieces
from ruleengine.pipeline.state import CellId, Env, State
from ruleengine.schema import reach
from ruleengine.schema.expression import Expression
from ruleengine.schema.reach import Distance
from ruleengine.schema.selectors import PieceFilter

Path: TypeAlias = tuple[CellId, ...]
Option: TypeAlias = tuple[int, tuple[Path, ...]]
"""A value and the ways to it; several routes may lead to one cell."""

NO_PATH: tuple[Path, ...] = ((),)


class Operand(Protocol):
    """What a player names."""

    name: str
    is_piece: bool

    def options(self, state: State, env: Env) -> Iterator[Option]:
        """Yield what may be named, in order, each value once."""

    def refuse(self, state: State, env: Env, value: int) -> Reason | None:
        """Say why a value may not be named; nothing when it may."""

    def candidates(self, cells: Mapping[str, CellId]) -> Sequence[CellId]:
        """Return the cells that geometry allows, whatever stands on the board.

        `cells` are those of the operands named before.
        """


class PieceChoice:
    """A piece that fits a filter."""

    is_piece = True

    def __init__(self, name: str, operand: reach.PieceOperand, rules: Rules) -> None:
        self.name = name
        self._filter = operand.piece
        self._rules = rules
        self._matching = bind_pieces(operand.piece, rules)
        self._span = operand.span
        self._clauses = tuple(operand.clauses)

    def options(self, state: State, env: Env) -> Iterator[Option]:
        for slot in self._matching(state, env):
            yield slot, NO_PATH

    def refuse(self, state: State, env: Env, value: int) -> Reason | None:
        if value in self._matching(state, env):
            return None
        return Reason("move/wrong-piece", self._why(state, env, value), self._clauses, self._span)

    def candidates(self, cells: Mapping[str, CellId]) -> Sequence[CellId]:
        del cells
        zones = self._filter.in_
        nodes = [self._rules.resolved.checked[zone].root for zone in zones or ()]
        fixed = [node.symbol for node in nodes if isinstance(node, Reference)]
        if not fixed or len(fixed) < len(nodes) or any(s.role != "zone" for s in fixed):
            return range(self._rules.num_cells)
        ids = [self._rules.symbol_id(symbol) for symbol in fixed]
        return sorted(frozenset().union(*(self._rules.grid.zones[zone].cells for zone in ids)))

    def _why(self, state: State, env: Env, slot: int) -> str:
        rules, names = self._rules, self._rules.names
        ruleset = rules.resolved.ruleset
        kind = names.kinds[state.kind[slot]]
        what = f"the {ruleset.kinds[kind].title or kind} on {rules.place(state.cell[slot])}"
        part = PieceFilter(owner=self._filter.owner)
        if self._filter.owner is not None and slot not in bind_pieces(part, rules)(state, env):
            return f"{what} belongs to the {rules.side_title(state.owner[slot])}"
        part = PieceFilter(kind=self._filter.kind)
        if self._filter.kind is not None and slot not in bind_pieces(part, rules)(state, env):
            return f"{what} is not of the right kind"
        if self._filter.in_ is not None:
            zones = " or ".join(zone_title(zone.text, rules) for zone in self._filter.in_)
            nodes = [rules.resolved.checked[zone].root for zone in self._filter.in_]
            cells = zone_cells([bind_node(node, rules) for node in nodes], nodes, rules)
            if state.cell[slot] not in cells(state, env):
                return f"{what} does not stand in {zones}"
        return f"{what} does not qualify"


class LineChoice:
    """A cell in a straight line."""

    is_piece = False

    def __init__(self, name: str, operand: reach.LineOperand, rules: Rules) -> None:
        line = operand.line
        self.name = name
        self._span = line.span
        self._clauses = tuple(operand.clauses)
        self._rules = rules
        self._origin = bind(line.from_, rules)
        self._geometry = Geometry(rules.grid.rows, rules.grid.columns)
        self._steps = [
            offsets(line.directions, side.forward) for side in rules.resolved.ruleset.sides.values()
        ]
        self._range = bind_distance(line.distance, rules, self._geometry.longest)
        self._bounds = distance_bounds(line.distance, rules, self._geometry.longest)
        self._start = start_operand(line.from_, rules)

    def options(self, state: State, env: Env) -> Iterator[Option]:
        start = self._origin(state, env)
        if start is None:
            return
        steps = self._steps[state.mover]
        shortest, longest = self._range(state, env)
        lines = self._geometry.lines
        for distance in range(shortest, longest + 1):
            for target, path in lines(start, steps, distance):
                yield target, (path,)

    def refuse(self, state: State, env: Env, value: int) -> Reason | None:
        start = self._origin(state, env)
        steps = self._steps[state.mover]
        shortest, longest = self._range(state, env)
        here, there = self._rules.place(start), self._rules.place(value)
        if start is None:
            return self._reason("reach/not-straight", f"{there} is in no line from anything")
        if value == start:
            return self._reason("reach/same-cell", f"{there} is where it stands already")
        straight = self._geometry.straight(start, value)
        if straight is None:
            return self._reason("reach/not-straight", f"{there} is in no straight line from {here}")
        step, distance = straight
        if step not in steps:
            word = "diagonal" if step[0] and step[1] else "not one of the allowed directions"
            return self._reason(
                "reach/wrong-direction", f"the way from {here} to {there} is {word}"
            )
        if not shortest <= distance <= longest:
            wanted = str(shortest) if shortest == longest else f"from {shortest} to {longest}"
            code: Code = "reach/too-far" if distance > longest else "reach/too-near"
            return self._reason(
                code, f"{there} is {distance} away from {here}; the distance has to be {wanted}"
            )
        return None

    def candidates(self, cells: Mapping[str, CellId]) -> Sequence[CellId]:
        start = cells.get(self._start or "")
        if start is None:
            return range(self._rules.num_cells)
        shortest, longest = self._bounds
        return sorted(
            {
                target
                for steps in set(self._steps)
                for distance in range(max(1, shortest), longest + 1)
                for target, _ in self._geometry.lines(start, steps, distance)
            }
        )

    def _reason(self, code: Code, message: str) -> Reason:
        return Reason(code, message, self._clauses, self._span)


class LeapChoice:
    """A cell at a fixed offset."""

    is_piece = False

    def __init__(self, name: str, operand: reach.LeapOperand, rules: Rules) -> None:
        self.name = name
        self._span = operand.leap.span
        self._clauses = tuple(operand.clauses)
        self._rules = rules
        self._origin = bind(operand.leap.from_, rules)
        self._steps: tuple[Offset, ...] = tuple(
            sorted(
                {
                    offset
                    for down, right in operand.leap.by
                    for one in (down, -down)
                    for two in (right, -right)
                    for offset in ((one, two), (two, one))
                }
            )
        )

    def options(self, state: State, env: Env) -> Iterator[Option]:
        grid = self._rules.grid
        start = self._origin(state, env)
        if start is None:
            return
        row, column = divmod(start, grid.columns)
        for down, right in self._steps:
            if 0 <= row + down < grid.rows and 0 <= column + right < grid.columns:
                yield (row + down) * grid.columns + column + right, NO_PATH

    def candidates(self, cells: Mapping[str, CellId]) -> Sequence[CellId]:
        del cells
        return range(self._rules.num_cells)

    def refuse(self, state: State, env: Env, value: int) -> Reason | None:
        if any(value == cell for cell, _ in self.options(state, env)):
            return None
        here = self._rules.place(self._origin(state, env))
        there = self._rules.place(value)
        return Reason(
            "reach/no-leap", f"{there} cannot be reached from {here}", self._clauses, self._span
        )


class RouteChoice:
    """A cell at the end of a bent route."""

    is_piece = False

    def __init__(self, name: str, operand: reach.RouteOperand, rules: Rules) -> None:
        self.name = name
        self._span = operand.route.span
        self._clauses = tuple(operand.clauses)
        self._rules = rules
        self._origin = bind(operand.route.from_, rules)
        self._range = bind_distance(operand.route.steps, rules, rules.num_cells)
        self._through = bind_cell_test(operand.route.through, rules)
        self._geometry = Geometry(rules.grid.rows, rules.grid.columns)

    def options(self, state: State, env: Env) -> Iterator[Option]:
        found: dict[CellId, list[Path]] = {}
        start = self._origin(state, env)
        fewest, most = self._range(state, env)
        orthogonal = offsets(["orthogonal"], None)

        def extend(cell: CellId, path: Path) -> None:
            for target, _ in self._geometry.lines(cell, orthogonal, 1):
                if target == start or target in path:
                    continue
                if len(path) + 1 >= fewest:
                    found.setdefault(target, []).append(path)
                if len(path) + 1 < most and self._through(state, env, target):
                    extend(target, (*path, target))

        if most > 0 and start is not None:
            extend(start, ())
        for target in sorted(found):
            yield target, tuple(found[target])

    def candidates(self, cells: Mapping[str, CellId]) -> Sequence[CellId]:
        del cells
        return range(self._rules.num_cells)

    def refuse(self, state: State, env: Env, value: int) -> Reason | None:
        if any(value == cell for cell, _ in self.options(state, env)):
            return None
        fewest, most = self._range(state, env)
        total = str(most) if fewest == most else f"{fewest} to {most}"
        there = self._rules.place(value)
        return Reason(
            "reach/no-route", f"no open route of {total} steps leads to {there}", (), self._span
        )


class CellChoice:
    """Any cell that fits a filter."""

    is_piece = False

    def __init__(self, name: str, operand: reach.CellOperand, rules: Rules) -> None:
        self.name = name
        self._span = operand.cell.span
        self._clauses = tuple(operand.clauses)
        self._rules = rules
        self._cells = bind_cells(operand.cell, rules)
        self._fits = bind_cell_test(operand.cell, rules)

    def options(self, state: State, env: Env) -> Iterator[Option]:
        for cell in self._cells(state, env):
            yield cell, NO_PATH

    def candidates(self, cells: Mapping[str, CellId]) -> Sequence[CellId]:
        del cells
        return range(self._rules.num_cells)

    def refuse(self, state: State, env: Env, value: int) -> Reason | None:
        if self._fits(state, env, value):
            return None
        there = self._rules.place(value)
        taken = " (a piece stands there)" if state.at[value] else ""
        return Reason(
            "reach/wrong-cell", f"{there} is not a cell that may be named{taken}", (), self._span
        )


_NOWHERE = (1, 0)  # no number is at least 1 and at most 0


def bind_distance(
    distance: Expression | Distance,
    rules: Rules,
    farthest: int,
) -> Callable[[State, Env], tuple[int, int]]:
    """Return the function that gives the shortest and the longest distance."""
    if isinstance(distance, Distance):
        least = bind(distance.at_least, rules)
        most: Evaluate | None = (
            bind(distance.at_most, rules) if distance.at_most is not None else None
        )

        def between(state: State, env: Env) -> tuple[int, int]:
            low = least(state, env)
            high = farthest if most is None else most(state, env)
            return _NOWHERE if low is None or high is None else (max(1, low), min(farthest, high))

        return between
    exactly = bind(distance, rules)

    def both(state: State, env: Env) -> tuple[int, int]:
        value = exactly(state, env)
        return _NOWHERE if value is None else (value, value)

    return both


def distance_bounds(
    distance: Expression | Distance, rules: Rules, farthest: int
) -> tuple[int, int]:
    """Return the shortest and longest distance there can be, whatever the position."""
    checked = rules.resolved.checked
    if isinstance(distance, Distance):
        low = checked[distance.at_least].low
        high = checked[distance.at_most].high if distance.at_most is not None else None
    else:
        low, high = checked[distance].low, checked[distance].high
    return max(1, low or 1), farthest if high is None else min(high, farthest)


def start_operand(start: Expression, rules: Rules) -> str | None:
    """Return the operand whose cell a line starts from, when it is simply named."""
    node = rules.resolved.checked[start].root
    if isinstance(node, CellOf):
        node = node.piece
    if isinstance(node, Reference) and node.symbol.role == "local":
        return node.symbol.name
    return None


def zone_title(text: str, rules: Rules) -> str:
    """Return what players call a zone that an expression names, or the expression."""
    zone_id = rules.grid.zone_id.get(text)
    return rules.grid.zones[zone_id].title if zone_id is not None else text


OPERANDS: dict[type[Any], Callable[..., Operand]] = {
    reach.PieceOperand: PieceChoice,
    reach.LineOperand: LineChoice,
    reach.LeapOperand: LeapChoice,
    reach.RouteOperand: RouteChoice,
    reach.CellOperand: CellChoice,
}
