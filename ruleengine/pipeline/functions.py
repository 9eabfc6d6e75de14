"""The functions of the expression language, bound for play; one for each in the table."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from ruleengine.errors import InternalError
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.numbers import held
from ruleengine.pipeline.expressions import (
    Evaluate,
    bind_node,
    bind_owner,
    read_counter,
)
from ruleengine.pipeline.filters.filter import FILTERED, items_of
from ruleengine.pipeline.filters.groups import Groups
from ruleengine.pipeline.filters.members import what_is_held
from ruleengine.pipeline.geometry import Geometry
from ruleengine.pipeline.how_often import bind_how_often
from ruleengine.pipeline.kept import read_past
from ruleengine.pipeline.repetitions import asks_for_repetitions
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.state import GONE, Env, Slot, State

Bind = Callable[[tree.Invocation, Rules], Evaluate]


def _arguments(node: tree.Invocation, rules: Rules) -> list[Evaluate]:
    return [bind_node(arg, rules) for arg in node.args]


def _holds(node: tree.Invocation, rules: Rules) -> Evaluate:
    (cell,) = _arguments(node, rules)
    given = dict(node.keywords)
    owner = bind_owner(given["owner"], rules) if "owner" in given else None
    kinds = [bind_node(k, rules) for k in items_of(given["kind"])] if "kind" in given else None

    def holds(state: State, env: Env) -> bool:
        for slot in state.at[cell(state, env)]:
            if owner is not None and state.owner[slot] != owner(state, env):
                continue
            if kinds is not None and all(state.kind[slot] != k(state, env) for k in kinds):
                continue
            return True
        return False

    return holds


def _empty(node: tree.Invocation, rules: Rules) -> Evaluate:
    (cell,) = _arguments(node, rules)
    return lambda state, env: not state.at[cell(state, env)]


def _piece_at(node: tree.Invocation, rules: Rules) -> Evaluate:
    (cell,) = _arguments(node, rules)

    def piece_at(state: State, env: Env) -> Slot | None:
        here = state.at[cell(state, env)]
        return here[0] if here else None

    return piece_at


def _could(*, afterwards: bool) -> Bind:
    """Bind a question about moves, with what would be afterwards or without."""

    def binder(node: tree.Invocation, rules: Rules) -> Evaluate:
        names = [arg.symbol.name for arg in node.args if isinstance(arg, tree.Reference)]
        named = names or list(rules.resolved.ruleset.actions)
        given = dict(node.keywords)
        side = bind_node(given["side"], rules) if "side" in given else None
        dice = [
            (rules.symbol_id(symbol), bind_node(value, rules) if value is not None else None)
            for symbol, value in node.dice
        ]
        operands = [(name, bind_node(value, rules)) for name, value in node.fixed]
        faces = rules.faces

        def could(state: State, env: Env) -> bool:
            actions = [rules.actions[name] for name in named]
            fixed = {name: value(state, env) for name, value in operands}
            if side is None and not dice:
                return any(action.could(state, fixed, afterwards=afterwards) for action in actions)
            # The question is put to a copy, so that a position can be shared between threads.
            probe = state.copy()
            if side is not None:
                probe.mover = side(state, env)
            options = [
                range(1, faces[die] + 1) if value is None else (value(state, env),)
                for die, value in dice
            ]
            for throw in product(*options):
                for (die, _), face in zip(dice, throw, strict=True):
                    probe.dice[die] = face
                if any(action.could(probe, fixed, afterwards=afterwards) for action in actions):
                    return True
            return False

        return could

    return binder


def _after(node: tree.Invocation, rules: Rules) -> Evaluate:
    procedure, condition = node.args
    if not isinstance(procedure, tree.Reference | tree.Lookup):
        raise InternalError("a procedure is always named outright")
    name = procedure.symbol.name
    holds = bind_node(condition, rules)
    counts = asks_for_repetitions(condition, rules.resolved)
    args = procedure.args if isinstance(procedure, tree.Lookup) else ()
    values = [
        (given.name, bind_node(arg, rules))
        for given, arg in zip(procedure.symbol.given, args, strict=True)
    ]

    def after(state: State, env: Env) -> bool:
        names: Env = {given: value(state, env) for given, value in values}
        aside = rules.run_aside(state, rules.procedures[name], names, counts=counts)
        return bool(holds(aside, env))

    return after


def _left(node: tree.Invocation, rules: Rules) -> Evaluate:
    info = _counter_of(node, rules)
    value = _used(node, rules)
    limit = info.limit
    if limit is None:
        raise InternalError(f"counter '{info.name}' has no limit")
    return lambda state, env: held(limit - value(state, env))


def _used(node: tree.Invocation, rules: Rules) -> Evaluate:
    info = _counter_of(node, rules)
    given = dict(node.keywords)
    whose = bind_node(given[info.per], rules) if info.per in given else None
    return read_counter(info, whose)


def _counter_of(node: tree.Invocation, rules: Rules) -> CounterInfo:
    counter = node.args[0]
    if not isinstance(counter, tree.Reference):
        raise InternalError("a counter is always named outright")
    return rules.counters[counter.symbol.name]


def _past(node: tree.Invocation, rules: Rules) -> Evaluate:
    """Bind a question about an earlier value of a counter or mark."""
    value, back = node.args
    changes = bind_node(back, rules)
    if isinstance(value, tree.MemberOf):
        owner: Evaluate | None = bind_node(value.of, rules)
        info = (rules.marks if value.member.absent else rules.counters)[value.name]
    elif isinstance(value, tree.Reference):
        owner = None
        info = (rules.marks if value.symbol.role == "mark" else rules.counters)[value.symbol.name]
    else:
        raise InternalError("only counters and marks have earlier values")
    is_mark = info.holds != "number"
    held_by_mark = what_is_held(info, rules)

    def past(state: State, env: Env) -> int | str | None:
        whose: int | None = None
        if owner is not None:
            whose = owner(state, env)
            if whose is None or (is_mark and info.per == "piece" and state.cell[whose] == GONE):
                return None
        ago = changes(state, env)
        if ago is None:
            return None
        found = read_past(info, state, whose, ago)
        return held_by_mark(found) if is_mark else found

    return past


def _zone_of(node: tree.Invocation, rules: Rules) -> Evaluate:
    cell, zone = _arguments(node, rules)
    part_at = rules.grid.part_at

    def zone_of(state: State, env: Env) -> int | None:
        where = zone(state, env)
        return None if where is None else part_at(where, cell(state, env))

    return zone_of


def _part(node: tree.Invocation, rules: Rules) -> Evaluate:
    zone, side = _arguments(node, rules)
    parts_of = [info.parts or (number,) for number, info in enumerate(rules.grid.zones)]

    def part(state: State, env: Env) -> int | None:
        owner = side(state, env)
        parts = parts_of[zone(state, env)]
        return next((each for each in parts if state.zone_owner[each] == owner), None)

    return part


def _beyond(node: tree.Invocation, rules: Rules) -> Evaluate:
    one, two = _arguments(node, rules)
    geometry = Geometry(rules.grid)
    return lambda state, env: geometry.beyond(one(state, env), two(state, env))


def _direction(node: tree.Invocation, rules: Rules) -> Evaluate:
    one, two = _arguments(node, rules)
    geometry = Geometry(rules.grid)
    return lambda state, env: geometry.direction(one(state, env), two(state, env))


def _next_cell(node: tree.Invocation, rules: Rules) -> Evaluate:
    cell, direction = _arguments(node, rules)
    geometry = Geometry(rules.grid)
    return lambda state, env: geometry.next_cell(cell(state, env), direction(state, env))


def _lies_between(node: tree.Invocation, rules: Rules) -> Evaluate:
    cell, one, two = _arguments(node, rules)
    between = Geometry(rules.grid).between
    return lambda state, env: cell(state, env) in between(one(state, env), two(state, env))


def _neighbors(node: tree.Invocation, rules: Rules) -> Evaluate:
    one, two = _arguments(node, rules)
    are_neighbors = Groups(rules.grid).are_neighbors
    return lambda state, env: are_neighbors(one(state, env), two(state, env))


def _steps_between(node: tree.Invocation, rules: Rules) -> Evaluate:
    one, two = _arguments(node, rules)
    steps_from = Groups(rules.grid).steps_from
    return lambda state, env: steps_from(one(state, env)).get(two(state, env))


def _cell_at(node: tree.Invocation, rules: Rules) -> Evaluate:
    row, column = _arguments(node, rules)
    cell_in = rules.grid.cell_in
    return lambda state, env: cell_in(row(state, env), column(state, env))


def _nth_cell(node: tree.Invocation, rules: Rules) -> Evaluate:
    zone, number = _arguments(node, rules)
    orders = [info.order for info in rules.grid.zones]

    def nth_cell(state: State, env: Env) -> int | None:
        order, place = orders[zone(state, env)], number(state, env)
        return order[place - 1] if 1 <= place <= len(order) else None

    return nth_cell


def _place_in(node: tree.Invocation, rules: Rules) -> Evaluate:
    zone, cell = _arguments(node, rules)
    places = [
        {place: number for number, place in enumerate(info.order, 1)} for info in rules.grid.zones
    ]
    return lambda state, env: places[zone(state, env)].get(cell(state, env), 0)


def _geometry(measure: Callable[[int, int], int | bool]) -> Bind:
    """Bind a function of the differences of rows and columns of two cells."""

    def binder(node: tree.Invocation, rules: Rules) -> Evaluate:
        one, two = _arguments(node, rules)
        columns, places = rules.grid.columns, range(len(rules.grid.places))
        # What is measured from a place is found out when it is first asked for.
        known: list[list[int | bool] | None] = [None for _ in places]

        def row_of(a: int) -> list[int | bool]:
            row, column = divmod(a, columns)
            found = [measure(abs(row - b // columns), abs(column - b % columns)) for b in places]
            known[a] = found
            return found

        def between(state: State, env: Env) -> int | bool:
            a = one(state, env)
            return (known[a] or row_of(a))[two(state, env)]

        return between

    return binder


def _numbers(combine: Callable[..., int]) -> Bind:
    def binder(node: tree.Invocation, rules: Rules) -> Evaluate:
        values = _arguments(node, rules)
        return lambda state, env: combine(*(value(state, env) for value in values))

    return binder


CALLS: dict[str, Bind] = {
    **FILTERED,
    "holds": _holds,
    "empty": _empty,
    "piece_at": _piece_at,
    "can": _could(afterwards=True),
    "attacks": _could(afterwards=False),
    "after": _after,
    "how_often": bind_how_often,
    "left": _left,
    "used": _used,
    "past": _past,
    "zone_of": _zone_of,
    "part": _part,
    "beyond": _beyond,
    "direction": _direction,
    "next_cell": _next_cell,
    "distance": _geometry(max),
    "manhattan": _geometry(lambda rows, columns: rows + columns),
    "steps_between": _steps_between,
    "same_row": _geometry(lambda rows, _columns: rows == 0),
    "same_column": _geometry(lambda _rows, columns: columns == 0),
    "same_diagonal": _geometry(lambda rows, columns: rows == columns),
    "adjacent": _geometry(lambda rows, columns: max(rows, columns) == 1),
    "lies_between": _lies_between,
    "neighbors": _neighbors,
    "cell_at": _cell_at,
    "nth_cell": _nth_cell,
    "place_in": _place_in,
    "min": _numbers(min),
    "max": _numbers(max),
    "abs": _numbers(abs),
}
