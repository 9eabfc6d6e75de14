"""Comparisons that hold when there is nothing to compare: `victim.rank != 1` without a victim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.check import Checked
from ruleengine.expressions.syntax import unparse
from ruleengine.resolve.checks.declarations import expressions_in, models_in
from ruleengine.resolve.places import place_in
from ruleengine.schema.expression import Expression
from ruleengine.schema.steps import Let
from ruleengine.schema.validators import Holds

_LOOKING: Final = frozenset({"empty", "holds", "exists"})
"""Functions that say whether something is there."""


def differs_from_nothing(survey: Survey) -> Iterator[Finding]:
    """Find numbers of what may be nothing that have to differ from something.

    Only numbers: of an owner or a kind `piece_at(to).owner != mover` says what it seems to. And
    only where nothing around it looks whether there is anything, however that is worded.
    """
    resolved = survey.rules.resolved
    for entry in _entries(resolved.ruleset.__dict__.values()):
        found = [each for each in expressions_in(entry) if each in resolved.checked]
        lets = _lets(entry, resolved.checked)
        given = frozenset(getattr(entry, "given", {}))
        looked_at = _looked_at(entry, [resolved.checked[each].root for each in found], lets)
        for expression in found:
            root = resolved.checked[expression].root
            for node, thing in _comparisons(root, frozenset()):
                names = _names(thing, lets)
                if not names or not names.isdisjoint(looked_at | given):
                    continue
                what, text = unparse(thing.node), unparse(node.node)
                yield Finding(
                    "check/nothing-differs",
                    what,
                    f"'{text}' also holds when there is no '{what}': nothing differs from every "
                    "number",
                    place_in(resolved.ruleset, expression, node.node.start, node.node.end),
                    f"write `{what} != nothing and {text}`, or `{what} == nothing or {text}` if "
                    "that is meant",
                )


def _entries(sections: Iterable[object]) -> Iterator[object]:
    """Yield actions, tables, phases and so on, each of which looks after itself."""
    for section in sections:
        if isinstance(section, dict):
            yield from section.values()
        elif isinstance(section, list | tuple):
            yield from section


def _lets(entry: object, checked: Mapping[Expression, Checked]) -> dict[str, tree.Resolved]:
    """Return what `let` names, as far as it is named once."""
    found: dict[str, tree.Resolved] = {}
    for model in models_in(entry):
        if isinstance(model, Let):
            found |= {
                name: checked[value].root for name, value in model.let.items() if value in checked
            }
    return found


def _comparisons(
    node: tree.Resolved, beside: frozenset[str]
) -> Iterator[tuple[tree.Resolved, tree.Resolved]]:
    """Yield comparisons that something may not be there for, with what that is.

    `beside` are the names in other parts of the condition, which may have looked after it.
    """
    if isinstance(node, tree.Junction):
        for part in node.parts:
            others = [_names(other, {}) for other in node.parts if other is not part]
            yield from _comparisons(part, beside.union(*others))
        return
    value: tree.Resolved | None = None
    if isinstance(node, tree.Comparison) and node.op == "!=":
        sides = (node.left, node.right)
        value = next((each for each in sides if isinstance(each, tree.MemberOf)), None)
        if any(isinstance(each, tree.Literal) and each.value is None for each in sides):
            value = None
    elif isinstance(node, tree.OneOf) and node.negated:
        value = node.value
    if isinstance(value, tree.MemberOf) and value.type == "number":
        thing = value.of
        if _may_lack(thing) and _names(thing, {}).isdisjoint(beside):
            yield node, thing
    for part in tree.parts_of(node):
        yield from _comparisons(part, beside)


def _may_lack(thing: tree.Resolved) -> bool:
    """Return whether a thing is a mark or a name for what was looked for, and may be nothing.

    What a condition looks for on the spot, such as `the(...)`, is mostly known to be there.
    """
    match thing:
        case tree.CellOf():
            return _may_lack(thing.piece)
        case tree.MemberOf() if (thing.of.type, thing.name) == ("piece", "cell"):
            return _may_lack(thing.of)
        case tree.MemberOf():
            return bool(thing.member.keep) and thing.member.absent
        case tree.Reference():
            return thing.symbol.absent and thing.symbol.role in ("local", "mark")
        case _:
            return False


def _looked_at(
    entry: object, roots: Iterable[tree.Resolved], lets: Mapping[str, tree.Resolved]
) -> frozenset[str]:
    """Return the names about which something in an entry asks whether they are there."""
    found: set[str] = set()
    for root in roots:
        for node in tree.walk_resolved(root):
            is_asked = isinstance(node, tree.Invocation) and node.function.name in _LOOKING
            if isinstance(node, tree.Comparison):
                sides = (node.left, node.right)
                is_asked = any(
                    isinstance(side, tree.Literal) and side.value is None for side in sides
                )
            if is_asked:
                found |= _names(node, lets)
    for model in models_in(entry):
        if isinstance(model, Holds):
            found.add(model.holds.cell.text)
        operands = getattr(model, "operands", None)
        if isinstance(operands, dict):
            found |= {name for name, operand in operands.items() if operand.when is not None}
    return frozenset(found)


def _names(node: tree.Resolved, lets: Mapping[str, tree.Resolved]) -> frozenset[str]:
    """Return the local names and marks that a value speaks of, and those that these come from."""
    found: set[str] = set()
    for part in tree.walk_resolved(node):
        if isinstance(part, tree.Reference) and part.symbol.role in ("local", "mark"):
            found.add(part.symbol.name)
            if part.symbol.name in lets:
                rest = {name: value for name, value in lets.items() if name != part.symbol.name}
                found |= _names(lets[part.symbol.name], rest)
        elif isinstance(part, tree.MemberOf) and part.member.keep and part.type != "number":
            found.add(part.name)
    return frozenset(found)
