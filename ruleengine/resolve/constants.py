"""Fold expressions that only speak of flags and numbers; they are values before play begins."""

from __future__ import annotations

from collections.abc import Iterable

from ruleengine.errors import Diagnostic, InternalError
from ruleengine.expressions.check import check
from ruleengine.expressions.numbers import held
from ruleengine.expressions.problems import ExpressionError
from ruleengine.expressions.resolved import (
    Arithmetic,
    Comparison,
    Inversion,
    Invocation,
    Junction,
    Literal,
    Negation,
    Reference,
    Resolved,
)
from ruleengine.expressions.types import Scope, Symbol
from ruleengine.resolve.places import place_in
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Ruleset

_COMPARE = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_FOLDABLE = {"min": min, "max": max, "abs": abs}

NO_KIND = -1
"""The number of a kind that is nothing, as an attribute may be."""
_FIXED = "use numbers, and flags that are numbers"


class Folder:
    """Folds the numbers that have to be known before anything else can be checked."""

    def __init__(self, ruleset: Ruleset, symbols: list[Symbol]) -> None:
        self._ruleset = ruleset
        flags = {symbol.name for symbol in symbols}
        kinds = [
            Symbol(name, "kind", "kind", value=number)
            for number, name in enumerate(ruleset.kinds)
            if name not in flags
        ]
        self._scope = Scope(symbols)
        self._with_kinds = Scope([*symbols, *kinds])
        self._known: dict[Expression, int | None] = {}
        self.problems: list[Diagnostic] = []

    def learn(self, symbols: Iterable[Symbol]) -> None:
        """Take in numbers that could be known only now."""
        self._scope = self._scope.child(symbols)
        self._with_kinds = self._with_kinds.child(symbols)

    @property
    def values(self) -> dict[Expression, int]:
        """What each number is; complete when there are no problems."""
        return {number: value for number, value in self._known.items() if value is not None}

    def known(self, expression: Expression) -> int | None:
        """Return the number; None once it has been reported that there is none."""
        if expression not in self._known:
            self._known[expression] = self._fold(expression)
        return self._known[expression]

    def __call__(self, expression: Expression) -> int:
        """Return the number, or 1 so that checks can go on after a problem."""
        value = self.known(expression)
        return 1 if value is None else value

    def _fold(self, expression: Expression) -> int | None:
        try:
            types = expression.expects.types
            scope = self._with_kinds if "kind" in types else self._scope
            root = check(expression.node, scope, types).root
            value = NO_KIND if root.type == "nothing" else fold(root)
        except ExpressionError as error:
            self.problems += [
                Diagnostic(
                    problem.code,
                    problem.message,
                    place_in(self._ruleset, expression, problem.start, problem.end),
                    problem.hint or _FIXED,
                )
                for problem in error.problems
            ]
            return None
        if value is None:
            message = f"'{expression}' can change in play, but this number is fixed before it"
            place = place_in(self._ruleset, expression, 0, len(expression.text))
            self.problems.append(Diagnostic("resolve/not-fixed", message, place, _FIXED))
            return None
        return value


def fold(node: Resolved) -> int | bool | None:  # noqa: C901 - one case per form of node
    """Return the value of a constant expression, or None when it depends on the position."""
    match node:
        case Literal(value=value):
            return value
        case Reference(symbol=symbol):
            # The number of a cell is nothing that anybody could write.
            is_written = isinstance(symbol.value, int) and symbol.role != "cell"
            return symbol.value if is_written else None  # type: ignore[return-value]
        case Negation(of=of):
            value = fold(of)
            return None if value is None else -value
        case Inversion(of=of):
            value = fold(of)
            return None if value is None else not value
        case Arithmetic(op=op, left=left, right=right):
            return _arithmetic(op, fold(left), fold(right))
        case Comparison(op=op, left=left, right=right):
            one, two = fold(left), fold(right)
            return None if one is None or two is None else bool(_COMPARE[op](one, two))
        case Junction(op=op, parts=parts):
            return _junction(op, [fold(part) for part in parts])
        case Invocation(function=function, args=args):
            if function.name not in _FOLDABLE:
                return None
            values = [fold(arg) for arg in args]
            if any(value is None for value in values):
                return None
            return int(_FOLDABLE[function.name](*values))  # type: ignore[operator]
        case _:
            return None


def _junction(op: str, values: list[int | bool | None]) -> bool | None:
    """Return what is certain already: one false part settles `and`, one true part `or`."""
    deciding = op == "or"
    if any(value is not None and bool(value) is deciding for value in values):
        return deciding
    return None if any(value is None for value in values) else not deciding


def _arithmetic(op: str, left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    match op:
        case "+":
            return held(left + right)
        case "-":
            return held(left - right)
        case "*":
            return held(left * right)
        case "/":
            return left // right
        case "%":
            return left % right
        case _:
            raise InternalError(f"unknown operator {op}")
