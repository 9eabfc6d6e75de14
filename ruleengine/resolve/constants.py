"""Fold expressions that only speak of flags and numbers; they are values before play begins."""

from __future__ import annotations


from ruleengine.errors import InternalError
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

_COMPARE = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_FOLDABLE = {"min": min, "max": max, "abs": abs}


def fold(node: Resolved) -> int | bool | None:
    """Return the value of a constant expression, or None when it depends on the position."""
    match node:
        case Literal(value=value):
            return value
        case Reference(symbol=symbol):
            return symbol.value if isinstance(symbol.value, int) else None
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
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right
        case "%":
            return left % right
        case _:
            raise InternalError(f"unknown operator {op}")
