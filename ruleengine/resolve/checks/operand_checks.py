"""Check operands and ranges of numbers: what they may be, and how much there is to list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from ruleengine.errors import Diagnostic
from ruleengine.expressions.bounds import Bounds
from ruleengine.expressions.check import Checked
from ruleengine.expressions.resolved import Literal, Reference, walk_resolved
from ruleengine.expressions.types import Symbol, Type
from ruleengine.expressions.verdicts import is_tunable
from ruleengine.resolve.checks.declarations import unknown_name, words_twice
from ruleengine.schema import reach
from ruleengine.schema.expression import Expression
from ruleengine.schema.model import Model
from ruleengine.schema.ruleset import Action, Ruleset
from ruleengine.schema.step_sources import NumberRange

MAX_ROUTE: Final = 10
"""The longest bent route; on an open board there are 44,100 of this length from one cell."""

MAX_WIDE_ROUTE: Final = 6
"""The same when steps may go more ways than four: there are 89,928 from one cell by all eight."""
_FEW: Final = 4
_WIDTH: Final[Mapping[str, int]] = {
    "orthogonal": 4,
    "diagonal": 4,
    "all": 8,
    "sideways": 2,
    "forward_diagonal": 2,
    "backward_diagonal": 2,
}
"""How many ways the directions go that are more than one."""

MAX_NUMBERS: Final = 1_000
"""The most numbers that an operand or a choice may offer; a position lists them all."""

_TYPES: Final[Mapping[type[reach.OperandModel], Type]] = {
    reach.PieceOperand: "piece",
    reach.KindOperand: "kind",
    reach.NumberOperand: "number",
    reach.WordOperand: "word",
}


def operand_symbol(
    name: str, operand: reach.Operand, checked: Mapping[Expression, Checked]
) -> Symbol:
    """Return what the name of an operand stands for in the expressions after it."""
    low = high = None
    tunable = False
    if isinstance(operand, reach.NumberOperand):
        least, most = checked.get(operand.number.at_least), checked.get(operand.number.at_most)
        low = least.low if least is not None else None
        high = most.high if most is not None else None
        tunable = any(end is not None and is_tunable(end.root) for end in (least, most))
    return Symbol(
        name,
        "local",
        _TYPES.get(type(operand), "cell"),
        low=low,
        high=high,
        choices=tuple(operand.word) if isinstance(operand, reach.WordOperand) else (),
        absent=operand.when is not None,
        there=isinstance(operand, reach.PieceOperand),
        kinds=_kinds(operand, checked),
        tunable=tunable,
    )


def _kinds(operand: reach.Operand, checked: Mapping[Expression, Checked]) -> tuple[str, ...]:
    """Return the kinds that are all an operand can be; none when that is not known."""
    match operand:
        case reach.KindOperand() if operand.kind != [reach.ANY_KIND]:
            return tuple(operand.kind)
        case reach.PieceOperand() if operand.piece.kind is not None:
            wanted = [checked.get(kind) for kind in operand.piece.kind]
            roots = [None if kind is None else kind.root for kind in wanted]
            fixed = [
                r.symbol for r in roots if isinstance(r, Reference) and r.symbol.role == "kind"
            ]
            return tuple(kind.name for kind in fixed) if len(fixed) == len(roots) else ()
        case _:
            return ()


def operand_problems(
    operand: reach.Operand, ruleset: Ruleset, checked: Mapping[Expression, Checked]
) -> Iterator[Diagnostic]:
    """Yield what is wrong with an operand whose expressions have been checked."""
    for way in reach.ways_of(operand):
        if isinstance(way, reach.RouteOperand):
            yield from _route(way.route, checked.get)
    match operand:
        case reach.KindOperand():
            for index, kind in enumerate(operand.kind):
                if kind not in ruleset.kinds and (kind != reach.ANY_KIND or len(operand.kind) > 1):
                    yield unknown_name("kind", kind, ruleset.kinds, operand.place_of("kind", index))
        case reach.WordOperand():
            yield from words_twice(operand, "word", operand.word)
        case reach.NumberOperand():
            yield from _number(operand.number, ruleset, checked.get)
        case _:
            pass


def named_problems(action: Action, checked: Mapping[Expression, Checked]) -> Iterator[Diagnostic]:
    """Say which operands are named only under a condition that nobody can know beforehand."""
    unnamed = {name for name, operand in action.operands.items() if operand.named == "never"}
    for name, operand in action.operands.items():
        condition = checked.get(operand.when) if operand.when is not None else None
        if name in unnamed or condition is None:
            continue
        for other in sorted(unnamed & condition.reads("local")):
            yield Diagnostic(
                "resolve/not-named",
                f"whether '{name}' is named depends on '{other}', which is found only afterwards",
                operand.place_of("when"),
                f"let players name '{other}' too, or let '{name}' be found as well",
            )


def range_bounds(spec: NumberRange, checked: Mapping[Expression, Checked]) -> Bounds:
    """Return the smallest and the largest number of a range, as far as they are known."""
    first, last = checked.get(spec.from_), checked.get(spec.to)
    return Bounds(None if first is None else first.low, None if last is None else last.high)


def number_symbol(name: str, spec: NumberRange, checked: Mapping[Expression, Checked]) -> Symbol:
    """Return what a name stands for that is one number of a range after the other, or chosen."""
    low, high = range_bounds(spec, checked)
    ends = [checked.get(spec.from_), checked.get(spec.to)]
    tunable = any(end is not None and is_tunable(end.root) for end in ends)
    return Symbol(name, "local", "number", low=low, high=high, tunable=tunable)


def offered_numbers(spec: NumberRange | None, checked: Mapping[Expression, Checked]) -> range:
    """Return all numbers that a choice may ever offer: each of them has a move."""
    low, high = (None, None) if spec is None else range_bounds(spec, checked)
    return range(0) if low is None or high is None else range(low, high + 1)


def loop_problems(spec: NumberRange, checked: Mapping[Expression, Checked]) -> Iterator[Diagnostic]:
    """Say that a loop goes through no numbers, whatever the position and the flags."""
    yield from _empty_range(
        spec,
        checked,
        f"numbers go upwards; to go down, write `from: {spec.to}, to: {spec.from_}` and "
        f"`{spec.from_} + {spec.to} - ...` in the steps",
    )


def choice_problems(
    spec: NumberRange, ruleset: Ruleset, checked: Mapping[Expression, Checked]
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the numbers of a choice: each has a move, none is below 0."""
    ends = _Ends(spec, "from", spec.from_, "to", spec.to, "that can be chosen")
    problems = [*_unbounded(ends, ruleset, checked.get)]
    low = range_bounds(spec, checked).low
    if not problems and low is not None and low < 0:  # -1 says that the choice is declined
        problems.append(
            Diagnostic(
                "resolve/out-of-range",
                f"a number below 0 cannot be chosen, but '{spec.from_}' can be {low}",
                spec.place_of("from"),
                f"give it a bound, such as `max({spec.from_}, 0)`",
            )
        )
    yield from problems or _empty_range(spec, checked, "raise `to`, or lower `from`")


def _empty_range(
    spec: NumberRange, checked: Mapping[Expression, Checked], hint: str
) -> Iterator[Diagnostic]:
    first, last = checked.get(spec.from_), checked.get(spec.to)
    low, high = range_bounds(spec, checked)
    if first is None or last is None or low is None or high is None or low <= high:
        return
    if is_tunable(first.root) or is_tunable(last.root):
        return  # with another reading there may be some
    yield Diagnostic(
        "resolve/out-of-range",
        f"there are no numbers from '{spec.from_}' up to '{spec.to}'",
        spec.place_of("from"),
        hint,
    )


class _Ends(NamedTuple):
    """Where numbers begin and end of which each has a move, and what they are for."""

    spec: Model
    low_key: str
    least: Expression
    high_key: str
    most: Expression
    purpose: str


def _unbounded(
    ends: _Ends, ruleset: Ruleset, checked: Callable[[Expression], Checked | None]
) -> Iterator[Diagnostic]:
    """Say that there could be any number, or too many of them."""
    least, most = checked(ends.least), checked(ends.most)
    if least is None or most is None:
        return  # something else is wrong with it
    low, high = least.low, most.high
    if low is None or high is None:
        key, expression = (ends.low_key, ends.least) if low is None else (ends.high_key, ends.most)
        counter = _limited(most, ruleset) if low is not None else None
        limit = 20 if counter is None else ruleset.counters[counter].limit
        bound = f"max({expression}, 0)" if low is None else f"min({expression}, {limit})"
        word = "smallest" if low is None else "largest"
        hint = f"give it a bound, such as `{bound}`"
        if counter is not None:
            hint += f"; the limit of '{counter}' binds `uses` alone, and steps can set it higher"
        yield Diagnostic(
            "resolve/out-of-range",
            f"the {word} number {ends.purpose} has to be known, but '{expression}' can be any",
            ends.spec.place_of(key),
            hint,
        )
    elif high - low >= MAX_NUMBERS:
        yield Diagnostic(
            "resolve/out-of-range",
            f"there could be {high - low + 1} numbers to choose from; {MAX_NUMBERS} is the most",
            ends.spec.place_of(ends.high_key),
            "narrow the range",
        )


def _number(
    spec: reach.NumberRange, ruleset: Ruleset, checked: Callable[[Expression], Checked | None]
) -> Iterator[Diagnostic]:
    ends = _Ends(spec, "at_least", spec.at_least, "at_most", spec.at_most, "a player can name")
    yield from _unbounded(ends, ruleset, checked)
    least, most = checked(spec.at_least), checked(spec.at_most)
    low, high = least.low if least else None, most.high if most else None
    if low is not None and high is not None and high < low:
        yield Diagnostic(
            "resolve/out-of-range",
            f"there is no number from {low} to {high}",
            spec.place_of("at_most"),
            "raise `at_most`, or lower `at_least`",
        )


def _limited(checked: Checked, ruleset: Ruleset) -> str | None:
    """Return a counter with a limit that an expression reads, from which one might expect more."""
    for each in walk_resolved(checked.root):
        name = each.symbol.name if isinstance(each, Reference) else getattr(each, "name", None)
        counter = ruleset.counters.get(str(name))
        if counter is not None and counter.limit is not None:
            return str(name)
    return None


def _shorter(steps: Checked | None, text: str, longest: int) -> str:
    """Return what to do about a route that is too long."""
    if steps is None:
        return f"add `at_most: {longest}`, or less"
    if isinstance(steps.root, Literal):
        return f"write {longest} or less; where a chain of cells leads, `linked` says in a `cell`"
    return f"give it a bound, such as `min({text}, {longest})`"


def _route(
    route: reach.RouteReach, checked: Callable[[Expression], Checked | None]
) -> Iterator[Diagnostic]:
    """Check that routes are short: their number triples with every step."""
    steps = route.steps.at_most if isinstance(route.steps, reach.Distance) else route.steps
    found = checked(steps) if steps is not None else None
    if steps is not None and found is None:
        return  # something else is wrong with it
    num_ways = sum(_WIDTH.get(direction, 1) for direction in route.directions)
    longest = MAX_ROUTE if num_ways <= _FEW else MAX_WIDE_ROUTE
    if found is None or found.high is None or found.high > longest:
        most = "any number of" if found is None or found.high is None else found.high
        yield Diagnostic(
            "resolve/out-of-range",
            f"a route of {most} steps; it can have {longest} at most",
            route.place_of("steps"),
            _shorter(found, str(steps), longest),
        )
