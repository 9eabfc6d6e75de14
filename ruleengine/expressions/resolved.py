"""The tree of a checked expression: every name is a symbol, every call a function.

This is what a binder walks. A piece that stands for its cell is an explicit `CellOf`.
Absence spreads: an attribute of nothing is nothing, and so is a number reckoned from it.
Nothing equals only nothing; it is in no zone, and every order comparison with it is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal as OneOfLiterals
from typing import NamedTuple, TypeAlias, assert_never

from ruleengine.expressions.bounds import UNBOUNDED, Bounds
from ruleengine.expressions.functions import Function
from ruleengine.expressions.syntax import BinaryOp, LogicOp, Node
from ruleengine.expressions.types import Member, Symbol, Type

ComparisonOp: TypeAlias = OneOfLiterals["==", "!=", "<", "<=", ">", ">="]


class Literal(NamedTuple):
    """A number, a truth, or nothing (None)."""

    node: Node
    type: Type
    value: int | bool | None
    bounds: Bounds = UNBOUNDED


class Word(NamedTuple):
    """A choice, written as a bare word beside the value it belongs to."""

    node: Node
    word: str
    type: Type = "word"
    bounds: Bounds = UNBOUNDED


class Reference(NamedTuple):
    """A name from the scope."""

    node: Node
    type: Type
    bounds: Bounds
    symbol: Symbol


class MemberOf(NamedTuple):
    """An attribute of a value."""

    node: Node
    type: Type
    bounds: Bounds
    of: Resolved
    name: str
    member: Member


class CellOf(NamedTuple):
    """The cell on which a piece stands."""

    node: Node
    piece: Resolved
    type: Type = "cell"
    bounds: Bounds = UNBOUNDED


class Group(NamedTuple):
    """A list given to a function."""

    node: Node
    type: Type
    items: tuple[Resolved, ...]
    bounds: Bounds = UNBOUNDED


class Invocation(NamedTuple):
    """A function and its values; a die given as None stands for all its faces.

    `fixed` are the operands that a question about moves names.
    """

    node: Node
    type: Type
    bounds: Bounds
    function: Function
    args: tuple[Resolved, ...]
    keywords: tuple[tuple[str, Resolved], ...]
    dice: tuple[tuple[Symbol, Resolved | None], ...]
    fixed: tuple[tuple[str, Resolved], ...] = ()


class Lookup(NamedTuple):
    """A table of the ruleset and what it is called with, in the order of its `given`."""

    node: Node
    type: Type
    bounds: Bounds
    symbol: Symbol
    args: tuple[Resolved, ...]


class Inversion(NamedTuple):
    """`not`."""

    node: Node
    of: Resolved
    type: Type = "truth"
    bounds: Bounds = UNBOUNDED


class Negation(NamedTuple):
    """Minus."""

    node: Node
    bounds: Bounds
    of: Resolved
    type: Type = "number"


class Arithmetic(NamedTuple):
    """Two numbers make a third."""

    node: Node
    bounds: Bounds
    op: BinaryOp
    left: Resolved
    right: Resolved
    type: Type = "number"


class Comparison(NamedTuple):
    """Two values of one type, or one of them is nothing."""

    node: Node
    op: ComparisonOp
    left: Resolved
    right: Resolved
    type: Type = "truth"
    bounds: Bounds = UNBOUNDED


class Inside(NamedTuple):
    """Whether a cell lies in one of the zones."""

    node: Node
    cell: Resolved
    zones: tuple[Resolved, ...]
    negated: bool
    type: Type = "truth"
    bounds: Bounds = UNBOUNDED


class OneOf(NamedTuple):
    """Whether a value equals one of the items."""

    node: Node
    value: Resolved
    items: tuple[Resolved, ...]
    negated: bool
    type: Type = "truth"
    bounds: Bounds = UNBOUNDED


class Junction(NamedTuple):
    """Conditions joined by `and` or `or`, to be asked left to right."""

    node: Node
    op: LogicOp
    parts: tuple[Resolved, ...]
    type: Type = "truth"
    bounds: Bounds = UNBOUNDED


class Unresolved(NamedTuple):
    """What was wrong and has been reported; never part of a `Checked`."""

    node: Node
    type: Type = "any"
    bounds: Bounds = UNBOUNDED


Resolved: TypeAlias = (
    Literal
    | Word
    | Reference
    | MemberOf
    | CellOf
    | Group
    | Invocation
    | Lookup
    | Inversion
    | Negation
    | Arithmetic
    | Comparison
    | Inside
    | OneOf
    | Junction
    | Unresolved
)


def walk_resolved(root: Resolved) -> Iterator[Resolved]:
    """Yield the node and all below it, parents first, left to right."""
    pending = [root]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(reversed(parts_of(current)))


def parts_of(node: Resolved) -> tuple[Resolved, ...]:  # noqa: C901 - one case per form
    """Return what stands directly in a node."""
    match node:
        case Literal() | Word() | Reference() | Unresolved():
            return ()
        case MemberOf() | Inversion() | Negation():
            return (node.of,)
        case CellOf():
            return (node.piece,)
        case Group():
            return node.items
        case Invocation():
            named = (value for _, value in node.keywords)
            faces = (value for _, value in node.dice if value is not None)
            return (*node.args, *named, *faces, *(value for _, value in node.fixed))
        case Lookup():
            return node.args
        case Arithmetic() | Comparison():
            return (node.left, node.right)
        case Inside():
            return (node.cell, *node.zones)
        case OneOf():
            return (node.value, *node.items)
        case Junction():
            return node.parts
        case _:
            assert_never(node)


def with_parts(node: Resolved, change: Callable[[Resolved], Resolved]) -> Resolved:  # noqa: C901 - one case per form
    """Return the node with every part that stands directly in it changed."""
    match node:
        case Literal() | Word() | Reference() | Unresolved():
            return node
        case MemberOf() | Inversion() | Negation():
            return node._replace(of=change(node.of))
        case CellOf():
            return node._replace(piece=change(node.piece))
        case Group():
            return node._replace(items=tuple(map(change, node.items)))
        case Invocation():
            return node._replace(
                args=tuple(map(change, node.args)),
                keywords=tuple((name, change(value)) for name, value in node.keywords),
                dice=tuple((die, face and change(face)) for die, face in node.dice),
                fixed=tuple((name, change(value)) for name, value in node.fixed),
            )
        case Lookup():
            return node._replace(args=tuple(map(change, node.args)))
        case Arithmetic() | Comparison():
            return node._replace(left=change(node.left), right=change(node.right))
        case Inside():
            return node._replace(cell=change(node.cell), zones=tuple(map(change, node.zones)))
        case OneOf():
            return node._replace(value=change(node.value), items=tuple(map(change, node.items)))
        case Junction():
            return node._replace(parts=tuple(map(change, node.parts)))
        case _:
            assert_never(node)
