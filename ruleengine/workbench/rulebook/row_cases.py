"""Which cases go to a row of a table, as far as kinds and words show it.

Every way is tried in which the kinds of the pieces and the words that a table is given can be.
What else a row asks for is not known here, and may hold or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from operator import ge, gt, le, lt
from typing import Final, TypeAlias

from ruleengine.expressions import resolved as tree
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.schema.tables import Table

_MOST: Final = 4000
"""With more cases than this, any row may take some."""

_Case: TypeAlias = Mapping[str, str | None]
"""The kind of each piece, or the kind or word, that a table is given; a piece may be nothing."""


class _Open:
    """What is not known of a value."""


_OPEN: Final = _Open()
_Value: TypeAlias = int | str | _Open | None


def cases_of(resolved: ResolvedRuleset, name: str, row: int) -> dict[str, list[int] | None]:
    """Return the cases in which a row of a table may fit, each with the rows that may come before.

    Nothing stands for these where one of them is sure to. With too many ways to try, there is but
    one case, in which all rows before may fit.
    """
    table = resolved.ruleset.tables[name]
    if prod(map(len, _choices(resolved, table).values())) > _MOST:
        return {"": [*range(row)]}
    asked = _Asked(resolved)
    found: dict[str, list[int] | None] = {}
    for case in _cases(resolved, table):
        if asked.holds(table, row, case) is not False:
            before = {number: asked.holds(table, number, case) for number in range(row)}
            is_taken = True in before.values()
            may_fit = [number for number, holds in before.items() if holds is None]
            found[" ".join(map(str, case.values()))] = None if is_taken else may_fit
    return found


def _choices(resolved: ResolvedRuleset, table: Table) -> dict[str, Sequence[str | None]]:
    kinds = list(resolved.ruleset.kinds)
    found: dict[str, Sequence[str | None]] = {}
    for name, given in table.given.items():
        if given in ("piece", "kind"):
            found[name] = [*kinds, None]
        elif isinstance(given, list):
            found[name] = given
    return found


def _cases(resolved: ResolvedRuleset, table: Table) -> Iterator[_Case]:
    choices = _choices(resolved, table)
    for case in product(*choices.values()):
        yield dict(zip(choices, case, strict=True))


_COMPARISONS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}


class _Asked:
    """What conditions come to in a case; open where something else decides."""

    def __init__(self, resolved: ResolvedRuleset) -> None:
        self._resolved = resolved

    def holds(self, table: Table, row: int, case: _Case) -> bool | None:
        """Return whether a row fits; nothing where that depends on something else."""
        when = table.rows[row].when
        return True if when is None else self._truth(self._resolved.checked[when].root, case)

    def _truth(self, node: tree.Resolved, case: _Case) -> bool | None:
        match node:
            case tree.Literal(value=bool(value)):
                return value
            case tree.Inversion():
                inner = self._truth(node.of, case)
                return None if inner is None else not inner
            case tree.Junction():
                return _joined(node.op, [self._truth(part, case) for part in node.parts])
            case tree.Reference() if node.symbol.role == "condition":
                parts = self._resolved.ruleset.condition_parts[node.symbol.name]
                roots = [self._resolved.checked[part.holds].root for part in parts]
                return _joined("and", [self._truth(root, case) for root in roots])
            case tree.Comparison():
                return self._comparison(node, case)
            case tree.OneOf():
                return self._one_of(node, case)
        return None

    def _one_of(self, node: tree.OneOf, case: _Case) -> bool | None:
        found = self._value(node.value, case)
        items = [self._value(item, case) for item in node.items]
        if any(isinstance(each, _Open) for each in (found, *items)):
            return None
        return (found in items) is not node.negated

    def _comparison(self, node: tree.Comparison, case: _Case) -> bool | None:
        left, right = self._value(node.left, case), self._value(node.right, case)
        if isinstance(left, _Open) or isinstance(right, _Open):
            return None
        if node.op in ("==", "!="):
            return (left == right) is (node.op == "==")
        if isinstance(left, int) and isinstance(right, int):
            return _COMPARISONS[node.op](left, right)
        return False  # nothing is neither less than a number nor at least that

    def _value(self, node: tree.Resolved, case: _Case) -> _Value:
        """Return what a value is in a case."""
        match node:
            case tree.Literal():
                return node.value
            case tree.Word():
                return node.word
            case tree.Reference() if node.symbol.role == "kind":
                return node.symbol.name
            case tree.Reference() if node.type in ("kind", "word") and node.symbol.role == "local":
                return case.get(node.symbol.name, _OPEN)
            case tree.MemberOf():
                return _attribute(node, self._kind(node.of, case))
        return _OPEN

    def _kind(self, node: tree.Resolved, case: _Case) -> str | _Open | None:
        """Return the kind of which an attribute is asked, of a piece or by itself."""
        if isinstance(node, tree.Reference) and node.symbol.role == "local":
            return case.get(node.symbol.name, _OPEN)
        found = self._value(node, case)
        return found if isinstance(found, str) or found is None else _OPEN


def _attribute(node: tree.MemberOf, kind: str | _Open | None) -> _Value:
    """Return an attribute of a kind that is known; nothing has none."""
    if kind is None or isinstance(kind, _Open):
        return kind
    if node.name == "kind":
        return kind
    return dict(node.member.by_kind).get(kind, _OPEN)


def _joined(op: str, parts: Sequence[bool | None]) -> bool | None:
    decisive = op == "or"
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive
