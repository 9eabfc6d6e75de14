"""What the values of a move tell of pieces: the kind that finds a card tells what the card is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.checks.declarations import expressions_in
from ruleengine.resolve.checks.told_checks import KIND
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.expression import Expression
from ruleengine.schema.reach import PieceOperand
from ruleengine.schema.ruleset import Action
from ruleengine.schema.step_lists import walk_steps
from ruleengine.schema.steps import Add, Become, Mark, Place, Set, Step

_IT: Final = "it"


class Disclosure(NamedTuple):
    """Something of a piece, or of what else is kept, that the value of an operand tells."""

    operand: str
    piece: str | None
    """The operand that is the piece; nothing for those that the effects make such."""
    what: str
    """The kind of the piece, or a counter or mark."""
    made: bool = False
    """Whether the effects make it so: then only what is known afterwards counts."""


def disclosures(resolved: ResolvedRuleset, action: Action) -> tuple[Disclosure, ...]:
    """Return what the operands of an action tell of pieces.

    One does that when a piece is found by it, when a rule demands that the piece is as it says, or
    when the effects make a piece such. A value that is only compared otherwise, as in a bid or a
    guess, is what its player says aloud.
    """
    return tuple(dict.fromkeys(_disclosures(resolved, action)))


def _disclosures(resolved: ResolvedRuleset, action: Action) -> Iterator[Disclosure]:
    for name, operand in action.operands.items():
        if isinstance(operand, PieceOperand):
            for kind in operand.piece.kind or ():
                for other in _named(resolved, kind, action):
                    yield Disclosure(other, name, KIND)
            yield from _by_equality(resolved, [*expressions_in(operand.piece)], action, name)
    for rule in action.validators:
        yield from _by_equality(resolved, [*expressions_in(rule)], action, None)
    for step in walk_steps(action.effects):
        where = [*_cell_of(resolved, step, action)]
        for what, value in _made(step):
            for other in (*_named(resolved, value, action), *where):
                yield Disclosure(other, None, what, made=True)


def _made(step: Step) -> list[tuple[str, Expression]]:
    """Return what a step makes a piece, a side or the game have, and what it is to be."""
    match step:
        case Place(place=placed):
            return [(KIND, placed.kind)]
        case Become(become=changed):
            return [(KIND, changed.kind)]
        case Set(set=values) | Add(add=values) | Mark(mark=values):
            return [*values.items()]
        case _:
            return []


def _named(resolved: ResolvedRuleset, expression: Expression, action: Action) -> Iterator[str]:
    """Yield the operand that an expression is, if it is one."""
    name = _operand(resolved.checked[expression].root, action)
    if name is not None:
        yield name


def _cell_of(resolved: ResolvedRuleset, step: Step, action: Action) -> Iterator[str]:
    """Yield the operand that names the cell of which something is kept from now on.

    Where something is kept in secret is as much of a secret as what is kept there.
    """
    whose = step.for_ if isinstance(step, Set | Add | Mark) else None
    if whose is not None and resolved.checked[whose].type == "cell":
        yield from _named(resolved, whose, action)


def _by_equality(
    resolved: ResolvedRuleset, expressions: Sequence[Expression], action: Action, it: str | None
) -> Iterator[Disclosure]:
    """Yield what expressions tell by asking whether a piece is what an operand says."""
    for expression in expressions:
        for node in tree.walk_resolved(resolved.checked[expression].root):
            if not isinstance(node, tree.Comparison) or node.op != "==":
                continue
            for one, other in ((node.left, node.right), (node.right, node.left)):
                operand = _operand(one, action)
                if operand is None or not isinstance(other, tree.MemberOf):
                    continue
                piece = _operand(other.of, action) or (it if _is_it(other.of) else None)
                what = what_it_tells(resolved, other.name)
                if piece is not None and what is not None and other.of.type == "piece":
                    yield Disclosure(operand, piece, what)


def _operand(node: tree.Resolved, action: Action) -> str | None:
    if not isinstance(node, tree.Reference) or node.symbol.role != "local":
        return None
    return node.symbol.name if node.symbol.name in action.operands else None


def _is_it(node: tree.Resolved) -> bool:
    return isinstance(node, tree.Reference) and node.symbol.name == _IT


def what_it_tells(resolved: ResolvedRuleset, attribute: str) -> str | None:
    """Return what is known by whoever knows an attribute of a piece."""
    ruleset = resolved.ruleset
    if attribute in ruleset.counters or attribute in ruleset.marks:
        return attribute
    of_kinds = {name for kind in ruleset.kinds.values() for name in kind.attributes}
    return KIND if attribute == KIND or attribute in of_kinds else None
