"""Which rows of a table can answer: not those that never fit, nor those that others come before.

A variant that puts a row in front may leave nothing for one further down. Whether it does is
found by trying every way in which the single conditions of the rows can hold or not; what these
have to do with each other is not known here, so that a row is left out only where it is sure.
"""

from __future__ import annotations

from itertools import product
from typing import Final, TypeAlias

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import can_be_nothing
from ruleengine.schema.expression import Expression
from ruleengine.schema.tables import Table, TableRow
from ruleengine.workbench.rulebook.phrases import settled, verdict
from ruleengine.workbench.rulebook.speech import Speech
from ruleengine.workbench.rulebook.unsaid import outline

_MOST: Final = 10
"""With more single conditions than this, there would be too many ways to try."""

_Formula: TypeAlias = "bool | int | tuple[str, list[_Formula]]"
"""What always or never holds, the number of a single condition (denied below 0), or several."""


def answering_rows(speech: Speech, table: Table) -> list[TableRow]:
    """Return the rows of a table that can answer; the last of them answers all that is left."""
    live = []
    for row in table.rows:
        known = settled(speech, row.when)
        if known is not False:
            live.append(row)
        if known:
            break
    atoms = _Atoms(speech)
    formulas = [atoms.formula(row.when) for row in live]
    if len(atoms) > _MOST:
        return live
    reached: set[int] = set()
    for holding in product((False, True), repeat=len(atoms)):
        first = (number for number, each in enumerate(formulas) if _holds(each, holding))
        reached.update(number for number in [next(first, None)] if number is not None)
    return [row for number, row in enumerate(live) if number in reached]


def _holds(formula: _Formula, holding: tuple[bool, ...]) -> bool:
    match formula:
        case bool():
            return formula
        case int():
            return holding[abs(formula) - 1] is (formula > 0)
        case op, parts:
            return (all if op == "and" else any)(_holds(each, holding) for each in parts)


class _Atoms:
    """The single conditions of some expressions; one and its opposite count once."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._known: list[object] = []

    def __len__(self) -> int:
        return len(self._known)

    def formula(self, when: Expression | None) -> _Formula:
        """Return what has to hold, in terms of single conditions."""
        return True if when is None else self._of(self._speech.root(when), is_denied=False)

    def _of(self, node: tree.Resolved, *, is_denied: bool) -> _Formula:
        known = verdict(self._speech, node)
        if known is not None:
            return known is not is_denied
        match node:
            case tree.Inversion():
                return self._of(node.of, is_denied=not is_denied)
            case tree.Junction():
                op = node.op if not is_denied else {"and": "or", "or": "and"}[node.op]
                return op, [self._of(part, is_denied=is_denied) for part in node.parts]
            case tree.Reference() if node.symbol.role == "condition":
                parts = self._speech.rules.ruleset.condition_parts[node.symbol.name]
                roots = [self._speech.root(part.holds) for part in parts]
                op = "or" if is_denied else "and"
                return op, [self._of(root, is_denied=is_denied) for root in roots]
            case tree.Inside() | tree.OneOf():
                key = outline(node._replace(negated=False))
                return self._atom(key, is_denied=is_denied is not node.negated)
            case tree.Comparison():
                return self._comparison(node, is_denied=is_denied)
            case _:
                return self._atom(outline(node), is_denied=is_denied)

    def _comparison(self, node: tree.Comparison, *, is_denied: bool) -> _Formula:
        left, right, op = outline(node.left), outline(node.right), node.op
        if op in ("==", "!="):
            swapped = ("==", right, left)
            key = swapped if swapped in self._known else ("==", left, right)
            return self._atom(key, is_denied=is_denied is not (op == "!="))
        if op in (">", ">="):
            left, right, op = right, left, "<" if op == ">" else "<="
        if op == "<=" and not can_be_nothing(node.left) and not can_be_nothing(node.right):
            # Nothing is neither less than a number nor at least that.
            return self._atom(("<", right, left), is_denied=not is_denied)
        return self._atom((op, left, right), is_denied=is_denied)

    def _atom(self, key: object, *, is_denied: bool) -> int:
        if key not in self._known:
            self._known.append(key)
        number = self._known.index(key) + 1
        return -number if is_denied else number
