"""The tree of an expression as written, and its canonical text.

Nodes compare equal when they mean the same text; their offsets do not take part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias, TypeVar, assert_never

UnaryOp: TypeAlias = Literal["not", "-"]
BinaryOp: TypeAlias = Literal["+", "-", "*", "/", "%"]
CompareOp: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
LogicOp: TypeAlias = Literal["and", "or"]

N = TypeVar("N", bound=tuple[object, ...])


def _is_same(node: tuple[object, ...], other: object) -> bool:
    return type(node) is type(other) and node[:-2] == other[:-2]


def _is_other(node: tuple[object, ...], other: object) -> bool:
    return not _is_same(node, other)


def _hash(node: tuple[object, ...]) -> int:
    return hash(node[:-2])


def compared_as_text(form: type[N]) -> type[N]:
    """Leave the offsets, the last two fields of every form of node, out of comparisons."""
    methods = {"__eq__": _is_same, "__ne__": _is_other, "__hash__": _hash}
    for name, method in methods.items():
        setattr(form, name, method)
    return form


@compared_as_text
class Number(NamedTuple):
    """A whole number, never negative: a minus sign is a `Unary`."""

    value: int
    start: int = 0
    end: int = 0


@compared_as_text
class Truth(NamedTuple):
    """`true` or `false`."""

    value: bool
    start: int = 0
    end: int = 0


@compared_as_text
class Nothing(NamedTuple):
    """`nothing`, the absent value."""

    start: int = 0
    end: int = 0


@compared_as_text
class Name(NamedTuple):
    """A name; what it stands for is the scope's business.

    The name of a cell may stand in quotes, `'13'`, which are part of it then.
    """

    name: str
    start: int = 0
    end: int = 0

    @property
    def quoted(self) -> str | None:
        """What stands in quotes, if it does."""
        return self.name[1:-1] if self.name.startswith("'") else None


@compared_as_text
class Attribute(NamedTuple):
    """`of.name`; the name is the last `len(name)` characters before `end`."""

    of: Node
    name: str
    start: int = 0
    end: int = 0


@compared_as_text
class Keyword(NamedTuple):
    """One `name=value` of a call; the offsets cover both."""

    name: str
    value: Node
    start: int = 0
    end: int = 0


@compared_as_text
class Call(NamedTuple):
    """`name(args, keywords)`; the name is the first `len(name)` characters."""

    name: str
    args: tuple[Node, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    start: int = 0
    end: int = 0


@compared_as_text
class Unary(NamedTuple):
    """`not x` or `-x`."""

    op: UnaryOp
    operand: Node
    start: int = 0
    end: int = 0


@compared_as_text
class Binary(NamedTuple):
    """Arithmetic; `/` divides whole numbers and rounds down."""

    op: BinaryOp
    left: Node
    right: Node
    start: int = 0
    end: int = 0


@compared_as_text
class Compare(NamedTuple):
    """One comparison; comparisons do not chain."""

    op: CompareOp
    left: Node
    right: Node
    start: int = 0
    end: int = 0


@compared_as_text
class Logic(NamedTuple):
    """Two or more parts joined by the same word."""

    op: LogicOp
    parts: tuple[Node, ...]
    start: int = 0
    end: int = 0


@compared_as_text
class ListOf(NamedTuple):
    """`[a, b]`, at least one item."""

    items: tuple[Node, ...]
    start: int = 0
    end: int = 0


Node: TypeAlias = (
    Number | Truth | Nothing | Name | Attribute | Call | Unary | Binary | Compare | Logic | ListOf
)

# How tightly each form binds; the parser climbs the same ladder.
OR, AND, NOT, COMPARE, SUM, PRODUCT, NEGATE, ATOM = range(1, 9)


def children(node: Node) -> tuple[Node, ...]:
    """Return the direct parts of a node, left to right."""
    match node:
        case Number() | Truth() | Nothing() | Name():
            return ()
        case Attribute():
            return (node.of,)
        case Call():
            return (*node.args, *(keyword.value for keyword in node.keywords))
        case Unary():
            return (node.operand,)
        case Binary() | Compare():
            return (node.left, node.right)
        case Logic():
            return node.parts
        case ListOf():
            return node.items
        case _:
            assert_never(node)


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and all below it, parents first, left to right."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(reversed(children(current)))


def height(node: Node) -> int:
    """Return the number of nodes on the longest way down; safe on a tree of any depth."""
    tallest = 0
    pending = [(node, 1)]
    while pending:
        current, level = pending.pop()
        tallest = max(tallest, level)
        pending.extend((child, level + 1) for child in children(current))
    return tallest


def unparse(node: Node) -> str:
    """Return the canonical text: parsing it gives an equal tree.

    >>> unparse(Binary("*", Binary("+", Number(1), Number(2)), Number(3)))
    '(1 + 2) * 3'
    """
    return _text(node, OR)


def _text(node: Node, floor: int) -> str:  # noqa: C901, PLR0912 - one branch per form
    match node:
        case Number():
            return str(node.value)
        case Truth():
            return "true" if node.value else "false"
        case Nothing():
            return "nothing"
        case Name():
            return node.name
        case Attribute():
            return f"{_text(node.of, ATOM)}.{node.name}"
        case Call():
            args = [_text(arg, OR) for arg in node.args]
            args += [f"{keyword.name}={_text(keyword.value, OR)}" for keyword in node.keywords]
            return f"{node.name}({', '.join(args)})"
        case ListOf():
            return f"[{', '.join(_text(item, OR) for item in node.items)}]"
        case Unary(op="not"):
            return _wrap(f"not {_text(node.operand, NOT)}", NOT, floor)
        case Unary():
            return _wrap(f"-{_text(node.operand, NEGATE)}", NEGATE, floor)
        case Binary():
            own = SUM if node.op in "+-" else PRODUCT
            # Operators of one level group to the left, so only the right side needs more.
            text = f"{_text(node.left, own)} {node.op} {_text(node.right, own + 1)}"
            return _wrap(text, own, floor)
        case Compare():
            left, right = _text(node.left, COMPARE + 1), _text(node.right, COMPARE + 1)
            return _wrap(f"{left} {node.op} {right}", COMPARE, floor)
        case Logic():
            own = AND if node.op == "and" else OR
            parts = [_text(part, own + 1) for part in node.parts]
            return _wrap(f" {node.op} ".join(parts), own, floor)
        case _:
            assert_never(node)


def _wrap(text: str, own: int, floor: int) -> str:
    return f"({text})" if own < floor else text
