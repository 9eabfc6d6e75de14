"""Turn checked expressions into functions of a state and its local names.

Every form of the resolved tree has one small function here; what it returns is called at play.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from ruleengine.errors import InternalError
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import can_be_nothing, is_nobody, values_given
from ruleengine.expressions.numbers import MAX_NUMBER, held
from ruleengine.expressions.types import Symbol
from ruleengine.pipeline.enough import with_enough
from ruleengine.pipeline.filters.members import MEMBERS, declared, what_is_held
from ruleengine.pipeline.inlining import inlined
from ruleengine.pipeline.rules import CounterInfo, Rules
from ruleengine.pipeline.seats import seat_on_turn
from ruleengine.pipeline.state import GONE, NOBODY, Env, State
from ruleengine.schema.expression import Expression

Evaluate: TypeAlias = Callable[[State, Env], Any]

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: held(left + right),
    "-": lambda left, right: held(left - right),
    "*": lambda left, right: held(left * right),
    "/": operator.floordiv,
    "%": operator.mod,
}


def bind(expression: Expression, rules: Rules) -> Evaluate:
    """Return the function that gives the expression's value."""
    return bind_node(inlined(rules.resolved.checked[expression].root, rules), rules)


def bind_owner(node: tree.Resolved, rules: Rules) -> Evaluate:
    """Return the function that gives an owner: a side, `NOBODY` for `nobody`, or nothing."""
    if is_nobody(node):
        return lambda _state, _env: NOBODY
    return bind_node(node, rules)


class AbsentError(Exception):
    """What an effect is about turned out to be nothing, so the effect does not happen."""


def bind_present(expression: Expression, rules: Rules) -> Evaluate:
    """Return the function that gives the expression's value, or raises `AbsentError`."""
    value = bind(expression, rules)
    if not can_be_nothing(rules.resolved.checked[expression].root):
        return value

    def present(state: State, env: Env) -> Any:  # noqa: ANN401 - whatever the expression gives
        found = value(state, env)
        if found is None:
            raise AbsentError
        return found

    return present


def bind_node(node: tree.Resolved, rules: Rules) -> Evaluate:
    """Return the function that gives a node's value."""
    return BINDERS[type(node)](node, rules)


def _literal(node: tree.Literal, _rules: Rules) -> Evaluate:
    value = node.value
    return lambda _state, _env: value


def _word(node: tree.Word, _rules: Rules) -> Evaluate:
    word = node.word
    return lambda _state, _env: word


def _reference(node: tree.Reference, rules: Rules) -> Evaluate:
    symbol = node.symbol
    name = symbol.name
    match symbol.role:
        case "local":
            return lambda _state, env: env[name]
        case "die":
            die = rules.symbol_id(symbol)
            return lambda state, _env: state.dice[die] or None
        case "counter":
            return read_counter(rules.counters[name], None)
        case "mark":
            return read_mark(rules.marks[name], rules)
        case "condition":
            condition = rules.conditions[name]
            return lambda state, _env: condition(state, {})
        case "constant" | "flag" | "cell":
            value = symbol.value
            return lambda _state, _env: value
        case "builtin":
            return _builtin(name, rules)
        case _:
            number = rules.symbol_id(symbol)
            return lambda _state, _env: number


def _builtin(name: str, rules: Rules) -> Evaluate:
    num_sides = len(rules.names.sides)
    match name:
        case "mover":
            return lambda state, _env: state.mover
        case "nobody":
            return lambda _state, _env: None
        case "opponent":
            return lambda state, _env: (state.mover + 1) % num_sides
        case "seat":
            return lambda state, _env: seat_on_turn(state)
        case "turn":
            return lambda state, _env: state.turn
        case "repetitions":
            return lambda state, _env: state.repetitions
        case "since_repetition":
            return lambda state, _env: state.since
        case "ply":
            return lambda state, _env: state.ply
        case "phase":
            return lambda state, _env: state.phase
        case _:
            raise InternalError(f"no binding for the builtin '{name}'")


def read_counter(info: CounterInfo, whose: Evaluate | None) -> Evaluate:
    """Return the function that reads a counter, for somebody given or for the one on turn."""
    offset = info.offset
    if whose is not None:
        if info.per == "piece":
            return lambda state, env: state.piece_counters[offset][whose(state, env)]
        return lambda state, env: state.counters[offset + whose(state, env)]
    if info.per == "side":
        return lambda state, _env: state.counters[offset + state.mover]
    if info.per == "seat":
        return lambda state, _env: state.counters[offset + seat_on_turn(state)]
    return lambda state, _env: state.counters[offset]


def read_mark(info: CounterInfo, rules: Rules) -> Evaluate:
    """Return the function that reads a mark: once for the game, or for the one on turn."""
    offset, held_by_mark = info.offset, what_is_held(info, rules)
    match info.per:
        case "side":
            return lambda state, _env: held_by_mark(state.counters[offset + state.mover])
        case "seat":

            def of_seat(state: State, _env: Env) -> int | str | None:
                seat = seat_on_turn(state)
                return None if seat == NOBODY else held_by_mark(state.counters[offset + seat])

            return of_seat
        case _:
            return lambda state, _env: held_by_mark(state.counters[offset])


def _member(node: tree.MemberOf, rules: Rules) -> Evaluate:
    if (node.of.type, node.name) == ("piece", "cell"):
        return _cell_of(tree.CellOf(node.node, node.of), rules)
    read = _attribute(node, bind_node(node.of, rules), rules)
    if not can_be_nothing(node.of):
        return read
    of = bind_node(node.of, rules)
    return lambda state, env: None if of(state, env) is None else read(state, env)


def _attribute(node: tree.MemberOf, of: Evaluate, rules: Rules) -> Evaluate:
    key = (node.of.type, node.name)
    read = MEMBERS[key](rules) if key in MEMBERS else declared(node, rules)
    if isinstance(node.of, tree.Reference) and node.of.symbol.role == "local":
        name = node.of.symbol.name  # looked up here: this is what most rules ask, very often
        return lambda state, env: read(state, env[name])  # type: ignore[arg-type]
    return lambda state, env: read(state, of(state, env))


def _cell_of(node: tree.CellOf, rules: Rules) -> Evaluate:
    piece = bind_node(node.piece, rules)
    if not can_be_nothing(node):
        return lambda state, env: state.cell[piece(state, env)]

    def cell_of(state: State, env: Env) -> int | None:
        slot = piece(state, env)
        if slot is None:
            return None
        cell = state.cell[slot]
        return None if cell == GONE else cell

    return cell_of


def _group(node: tree.Group, rules: Rules) -> Evaluate:
    items = [bind_node(item, rules) for item in node.items]
    return lambda state, env: [item(state, env) for item in items]


def _inversion(node: tree.Inversion, rules: Rules) -> Evaluate:
    of = bind_node(node.of, rules)
    return lambda state, env: not of(state, env)


def _negation(node: tree.Negation, rules: Rules) -> Evaluate:
    of = bind_node(node.of, rules)

    def negation(state: State, env: Env) -> int | None:
        number = of(state, env)
        return None if number is None else -number

    return negation


def _arithmetic(node: tree.Arithmetic, rules: Rules) -> Evaluate:
    left, right = bind_node(node.left, rules), bind_node(node.right, rules)
    if can_be_nothing(node):
        compute = _ARITHMETIC[node.op]

        def careful(state: State, env: Env) -> int | None:
            one, two = left(state, env), right(state, env)
            return None if one is None or two is None else compute(one, two)

        return careful
    if node.op in "+-*" and _may_be_too_large(node):
        reckon = _ARITHMETIC[node.op]
        return lambda state, env: reckon(left(state, env), right(state, env))
    match node.op:
        case "+":
            return lambda state, env: left(state, env) + right(state, env)
        case "-":
            return lambda state, env: left(state, env) - right(state, env)
        case "*":
            return lambda state, env: left(state, env) * right(state, env)
        case "/":
            return lambda state, env: left(state, env) // right(state, env)
        case "%":
            return lambda state, env: left(state, env) % right(state, env)


def _may_be_too_large(node: tree.Arithmetic) -> bool:
    """Return whether nothing says that the sum or product lies between the ends of numbers."""
    low, high = node.bounds
    return low is None or high is None or low <= -MAX_NUMBER or high >= MAX_NUMBER


def _comparison(node: tree.Comparison, rules: Rules) -> Evaluate:
    node = with_enough(node)
    left, right = bind_node(node.left, rules), bind_node(node.right, rules)
    compare = _COMPARE[node.op]
    if node.op in {"==", "!="} or not (can_be_nothing(node.left) or can_be_nothing(node.right)):
        if isinstance(node.right, tree.Literal):
            value = node.right.value
            return lambda state, env: compare(left(state, env), value)
        return lambda state, env: compare(left(state, env), right(state, env))

    def ordered(state: State, env: Env) -> bool:
        one, two = left(state, env), right(state, env)
        return one is not None and two is not None and compare(one, two)

    return ordered


def _inside(node: tree.Inside, rules: Rules) -> Evaluate:
    cell = bind_node(node.cell, rules)
    zones = zone_cells([bind_node(zone, rules) for zone in node.zones], node.zones, rules)
    if node.negated:
        return lambda state, env: cell(state, env) not in zones(state, env)
    return lambda state, env: cell(state, env) in zones(state, env)


def zone_cells(
    zones: list[Evaluate], nodes: tuple[tree.Resolved, ...] | list[tree.Resolved], rules: Rules
) -> Callable[[State, Env], frozenset[int]]:
    """Return the function that gives the cells of some zones together.

    Zones named outright never change their cells, so their union is made here, once.
    """
    table = [zone.cells for zone in rules.grid.zones]
    if all(isinstance(node, tree.Reference) and node.symbol.role == "zone" for node in nodes):
        union = frozenset().union(
            *(table[rules.symbol_id(node.symbol)] for node in nodes)  # type: ignore[union-attr]
        )
        return lambda _state, _env: union
    if len(zones) == 1:  # no set has to be made
        (only,) = zones
        nowhere: frozenset[int] = frozenset()

        def cells_of_one(state: State, env: Env) -> frozenset[int]:
            found = only(state, env)
            return nowhere if found is None else table[found]

        return cells_of_one

    def cells(state: State, env: Env) -> frozenset[int]:
        found = [zone(state, env) for zone in zones]
        return frozenset().union(*(table[zone] for zone in found if zone is not None))

    return cells


def _one_of(node: tree.OneOf, rules: Rules) -> Evaluate:
    value = bind_node(node.value, rules)
    items = [bind_node(item, rules) for item in node.items]
    negated = node.negated

    def one_of(state: State, env: Env) -> bool:
        found = value(state, env)
        return any(found == item(state, env) for item in items) is not negated

    return one_of


def _junction(node: tree.Junction, rules: Rules) -> Evaluate:
    *parts, whole = (bind_node(part, rules) for part in node.parts)
    join = _both if node.op == "and" else _either
    for part in reversed(parts):
        whole = join(part, whole)
    return whole


def _both(one: Evaluate, two: Evaluate) -> Evaluate:
    return lambda state, env: one(state, env) and two(state, env)


def _either(one: Evaluate, two: Evaluate) -> Evaluate:
    return lambda state, env: one(state, env) or two(state, env)


def _invocation(node: tree.Invocation, rules: Rules) -> Evaluate:
    """Bind a call; asked about nothing, it says no, counts none, or gives nothing itself."""
    call = rules.calls[node.function.name](node, rules)
    if node.function.name == "past":
        return call  # a mark that holds nothing now may have held something
    if node.function.question and not (node.keywords or node.fixed):
        return call
    unsure = [
        bind_node(value, rules)
        for value in values_given(node)
        if can_be_nothing(value) and not is_nobody(value)
    ]
    if not unsure:
        return call
    answer: bool | int | None = False if node.type == "truth" else None
    if node.function.counts:
        answer = 0

    def careful(state: State, env: Env) -> Any:  # noqa: ANN401 - whatever the function gives
        if any(value(state, env) is None for value in unsure):
            return answer
        return call(state, env)

    return careful


def _lookup(node: tree.Lookup, rules: Rules) -> Evaluate:
    """Bind the call of a table; its rows see nothing but what it is given."""
    name, tables = node.symbol.name, rules.tables
    given = [
        (each.name, bind_node(arg, rules))
        for each, arg in zip(node.symbol.given, node.args, strict=True)
    ]
    # Found when asked: tables may speak of each other.
    return lambda state, env: tables[name](
        state, {each: value(state, env) for each, value in given}
    )


BINDERS: dict[type[tree.Resolved], Callable[[Any, Rules], Evaluate]] = {
    tree.Literal: _literal,
    tree.Word: _word,
    tree.Reference: _reference,
    tree.MemberOf: _member,
    tree.CellOf: _cell_of,
    tree.Group: _group,
    tree.Invocation: _invocation,
    tree.Lookup: _lookup,
    tree.Inversion: _inversion,
    tree.Negation: _negation,
    tree.Arithmetic: _arithmetic,
    tree.Comparison: _comparison,
    tree.Inside: _inside,
    tree.OneOf: _one_of,
    tree.Junction: _junction,
}


def symbols_read(expression: Expression, rules: Rules) -> tuple[Symbol, ...]:
    """Return the names whose value an expression reads."""
    return rules.resolved.checked[expression].symbols
