"""Three-valued expressions: what a condition is, whatever the position.

Input: a checked expression. Output: a function from the cells of some operands, a side and the
faces of dice to what is known: for a condition True, False or None, for a number its bounds,
for anything else its number, `NOTHING`, or None when it depends on the position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from ruleengine.analysis.facts import Facts
from ruleengine.expressions import bounds as intervals
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import can_be_nothing, is_nobody
from ruleengine.expressions.bounds import FROM_ZERO, UNBOUNDED, Bounds, exactly
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import NOBODY
from ruleengine.schema.expression import Expression

Known: TypeAlias = Any
"""What is known of a value; see above."""
World: TypeAlias = dict[str, int]
"""Operands by name as cells, `mover`, dice by name, and `name.owner` of an operand's piece."""
Judge: TypeAlias = Callable[[World], Known]

NOTHING: Final = "nothing"

_ARITHMETIC: Final = {
    "+": intervals.add,
    "-": intervals.subtract,
    "*": intervals.multiply,
    "/": intervals.divide,
    "%": intervals.remainder,
}
_MEASURES: Final[dict[str, Callable[[int, int], int | bool]]] = {
    "distance": max,
    "manhattan": lambda rows, columns: rows + columns,
    "same_row": lambda rows, _columns: rows == 0,
    "same_column": lambda _rows, columns: columns == 0,
    "same_diagonal": lambda rows, columns: rows == columns,
    "adjacent": lambda rows, columns: max(rows, columns) == 1,
}
_NUMBERS: Final = frozenset({"min", "max", "abs"})


def owner_key(operand: str) -> str:
    """Return the name under which a world keeps the owner of an operand's piece."""
    return f"{operand}.owner"


class Judging:
    """Makes judges of the expressions of one ruleset; they look at the facts when asked."""

    def __init__(self, rules: Rules, facts: Facts) -> None:
        self._rules = rules
        self._facts = facts

    def judge(self, expression: Expression) -> Judge:
        """Return the judge of an expression."""
        return self._bind(self._rules.resolved.checked[expression].root)

    def fixed_zones(self, zones: list[Expression]) -> frozenset[int] | None:
        """Return the cells of zones that are named outright; None when one is not."""
        nodes = [self._rules.resolved.checked[zone].root for zone in zones]
        return self._cells(tuple(nodes))

    def _cells(self, nodes: tuple[tree.Resolved, ...]) -> frozenset[int] | None:
        cells: set[int] = set()
        for node in nodes:
            if not isinstance(node, tree.Reference) or node.symbol.role != "zone":
                return None
            cells |= self._rules.grid.zones[self._rules.symbol_id(node.symbol)].cells
        return frozenset(cells)

    def _bind(self, node: tree.Resolved) -> Judge:  # noqa: C901, PLR0912 - one case per form
        match node:
            case tree.Literal():
                return _always(_constant(node.value))
            case tree.Word():
                return _always(node.word)
            case tree.Reference():
                return self._reference(node)
            case tree.MemberOf():
                return self._member(node)
            case tree.CellOf():
                return self._bind(node.piece)
            case tree.Inversion():
                of = self._bind(node.of)
                return lambda world: _opposite(of(world))
            case tree.Negation():
                of = self._bind(node.of)
                return lambda world: _number(intervals.negate, of(world))
            case tree.Arithmetic():
                return self._arithmetic(node)
            case tree.Comparison():
                return self._comparison(node)
            case tree.Inside():
                return self._inside(node)
            case tree.OneOf():
                return self._one_of(node)
            case tree.Junction():
                return self._junction(node)
            case tree.Invocation():
                return self._invocation(node)
            case _:
                return _unknown(node)

    def _reference(self, node: tree.Reference) -> Judge:
        symbol, facts = node.symbol, self._facts
        name = symbol.name
        match symbol.role:
            case "local" if symbol.type == "number":
                return _unknown(node)
            case "local":
                return lambda world: world.get(name)
            case "die":
                bounds = symbol.bounds
                return lambda world: exactly(world[name]) if name in world else bounds
            case "counter":
                return lambda _world: facts.counter(name)
            case "condition":
                parts = self._rules.resolved.ruleset.condition_parts[name]
                return _all([self.judge(part.holds) for part in parts])
            case "constant" | "flag":
                return _always(_constant(symbol.value))
            case "cell":
                assert isinstance(symbol.value, int)  # noqa: S101 - the number of the cell
                return _always(symbol.value)
            case "builtin":
                return self._builtin(node)
            case "action" | "procedure" | "mark":
                return _unknown(node)
            case _:
                return _always(self._rules.symbol_id(symbol))

    def _builtin(self, node: tree.Reference) -> Judge:
        num_sides = len(self._rules.names.sides)
        match node.symbol.name:
            case "mover":
                return lambda world: world.get("mover")
            case "nobody":
                return _always(NOTHING)
            case "opponent":
                return lambda world: (world["mover"] + 1) % num_sides if "mover" in world else None
            case _:
                return _unknown(node)

    def _member(self, node: tree.MemberOf) -> Judge:
        if isinstance(node.of, tree.Reference) and node.of.symbol.role == "local":
            key = owner_key(node.of.symbol.name)
            if (node.of.type, node.name) == ("piece", "owner"):
                return lambda world: world.get(key)
        of, columns, facts = self._bind(node.of), self._rules.grid.columns, self._facts
        num_sides = len(self._rules.names.sides)
        unknown = _unknown(node)({})
        reads: dict[tuple[str, str], Callable[[int], Known]] = {
            ("piece", "cell"): lambda cell: cell,
            ("cell", "row"): lambda cell: exactly(cell // columns),
            ("cell", "column"): lambda cell: exactly(cell % columns),
            ("side", "opponent"): lambda side: (side + 1) % num_sides,
            ("zone", "owner"): facts.zone_owner,
        }
        read = reads.get((node.of.type, node.name))

        def member(world: World) -> Known:
            value = of(world)
            if value == NOTHING:
                return NOTHING
            return unknown if read is None or value is None else read(value)

        return member

    def _arithmetic(self, node: tree.Arithmetic) -> Judge:
        left, right = self._bind(node.left), self._bind(node.right)
        compute = _ARITHMETIC[node.op]
        return lambda world: _number(compute, left(world), right(world))

    def _comparison(self, node: tree.Comparison) -> Judge:
        left, right, op = self._bind(node.left), self._bind(node.right), node.op
        same_cell_is_same = node.left.type != "piece"
        unsure = can_be_nothing(node.left) or can_be_nothing(node.right)

        def compare(world: World) -> bool | None:
            one, two = left(world), right(world)
            if one is None or two is None:
                return None
            if isinstance(one, Bounds) and isinstance(two, Bounds):
                return intervals.verdict(op, one, two)
            if unsure and (isinstance(one, Bounds) or isinstance(two, Bounds)):
                return None  # the number may be nothing too
            if op not in {"==", "!="}:
                return False  # one of them is nothing, which has no order
            if one == two and not same_cell_is_same and one != NOTHING:
                return None
            return (one == two) is (op == "==")

        return compare

    def _inside(self, node: tree.Inside) -> Judge:
        cell, cells, negated = self._bind(node.cell), self._cells(node.zones), node.negated
        if cells is not None:
            fixed = cells

            def inside(world: World) -> bool | None:
                where = cell(world)
                return None if where is None else (where in fixed) is not negated

            return inside
        zones = [self._bind(zone) for zone in node.zones]
        grid = self._rules.grid

        def inside_some(world: World) -> bool | None:
            where, found = cell(world), [zone(world) for zone in zones]
            if where is None or None in found:
                return None
            return any(z != NOTHING and where in grid.zones[z].cells for z in found) is not negated

        return inside_some

    def _one_of(self, node: tree.OneOf) -> Judge:
        value, items = self._bind(node.value), [self._bind(item) for item in node.items]
        negated = node.negated

        def one_of(world: World) -> bool | None:
            found = value(world)
            answers = [_equal(found, item(world)) for item in items]
            answer = _any(answers)
            return _opposite(answer) if negated else answer

        return one_of

    def _junction(self, node: tree.Junction) -> Judge:
        parts = [self._bind(part) for part in node.parts]
        if node.op == "and":
            return _all(parts)
        return lambda world: _any([part(world) for part in parts])

    def _invocation(self, node: tree.Invocation) -> Judge:  # noqa: C901 - one case per function
        name, facts = node.function.name, self._facts
        args = [self._bind(arg) for arg in node.args]
        if name in _MEASURES:
            return self._measure(node, args)
        if name in _NUMBERS:
            bounds = node.function.bounds
            return lambda world: _number(lambda *each: bounds(each), *(a(world) for a in args))
        match name:
            case "empty":
                return lambda world: _unless(facts, args[0](world), answer=True)
            case "holds":
                return lambda world: _unless(facts, args[0](world), answer=False)
            case "count":
                return self._count(node)
            case "exists":
                count = self._count(node)
                return lambda world: intervals.verdict(">", count(world), exactly(0))
            case "can":
                return self._can(node)
            case "left":
                limit = self._limit(node)
                return lambda world: intervals.subtract(limit, args[0](world))
            case "used":
                return args[0]
            case "zone_of":
                return self._zone_of(args)
            case _:
                return _unknown(node)

    def _measure(self, node: tree.Invocation, args: list[Judge]) -> Judge:
        one, two = args
        columns, measure = self._rules.grid.columns, _MEASURES[node.function.name]
        is_number = node.type == "number"
        unknown = FROM_ZERO if is_number else None

        def between(world: World) -> Known:
            a, b = one(world), two(world)
            if not isinstance(a, int) or not isinstance(b, int):
                return unknown
            value = measure(abs(a // columns - b // columns), abs(a % columns - b % columns))
            return exactly(value) if is_number else value

        return between

    def _count(self, node: tree.Invocation) -> Judge:
        given, facts = dict(node.keywords), self._facts
        # What is asked beside owner, kind and zone can only make them fewer.
        narrowed = not given.keys() <= {"owner", "kind", "in"}
        owner = self._bind(given["owner"]) if "owner" in given else _always(None)
        if "owner" in given and is_nobody(given["owner"]):
            owner = _always(NOBODY)
        kinds = [self._bind(kind) for kind in _items(given["kind"])] if "kind" in given else None
        cells = self._cells(_items(given["in"])) if "in" in given else None
        if "in" in given and cells is None:
            return _always(FROM_ZERO)
        has_owner = "owner" in given

        def count(world: World) -> Bounds:
            side = owner(world)
            if has_owner and side is None:
                return FROM_ZERO
            wanted = None if kinds is None else {kind(world) for kind in kinds}
            if wanted is not None and None in wanted:
                return FROM_ZERO
            most = facts.count(side, wanted, cells)
            return Bounds(0, most.high) if narrowed else most

        return count

    def _can(self, node: tree.Invocation) -> Judge:
        named = [arg.symbol.name for arg in node.args if isinstance(arg, tree.Reference)]
        names, facts = named or list(self._rules.actions), self._facts
        return lambda _world: None if any(map(facts.is_possible, names)) else False

    def _limit(self, node: tree.Invocation) -> Bounds:
        counter = node.args[0]
        limit = counter.symbol.high if isinstance(counter, tree.Reference) else None
        return UNBOUNDED if limit is None else exactly(limit)

    def _zone_of(self, args: list[Judge]) -> Judge:
        cell, zone = args
        part_at = self._rules.grid.part_at

        def zone_of(world: World) -> Known:
            where, whole = cell(world), zone(world)
            if where is None or whole is None:
                return None
            part = None if NOTHING in (where, whole) else part_at(whole, where)
            return NOTHING if part is None else part

        return zone_of


def _always(value: Known) -> Judge:
    return lambda _world: value


def _unknown(node: tree.Resolved) -> Judge:
    return _always(node.bounds if node.type == "number" else None)


def _constant(value: int | bool | str | None) -> Known:  # noqa: FBT001 - any constant
    if value is None:
        return NOTHING
    return exactly(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _opposite(answer: bool | None) -> bool | None:  # noqa: FBT001 - a three-valued answer
    return None if answer is None else not answer


def _number(compute: Callable[..., Bounds], *values: Known) -> Known:
    """Reckon with bounds; from nothing comes nothing."""
    return NOTHING if NOTHING in values else compute(*values)


def _equal(one: Known, two: Known) -> bool | None:
    if one is None or two is None:
        return None
    if isinstance(one, Bounds) and isinstance(two, Bounds):
        return intervals.verdict("==", one, two)
    return bool(one == two)


def _any(answers: list[bool | None]) -> bool | None:
    if True in answers:
        return True
    return None if None in answers else False


def _all(parts: list[Judge]) -> Judge:
    def all_hold(world: World) -> bool | None:
        answer: bool | None = True
        for part in parts:
            each = part(world)
            if each is False:
                return False
            if each is None:
                answer = None
        return answer

    return all_hold


def _unless(facts: Facts, cell: Known, *, answer: bool) -> bool | None:
    """Return the answer for a cell on which no piece can ever stand; else it is open."""
    return None if not isinstance(cell, int) or facts.can_stand(cell) else answer


def _items(node: tree.Resolved) -> tuple[tree.Resolved, ...]:
    return node.items if isinstance(node, tree.Group) else (node,)
