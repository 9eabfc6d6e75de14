"""Questions about a position: the value of an expression, and of the parts it is made of.

What a seat is told is true in every position that it cannot tell from the one it is in; only the
referee is told of the position itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ruleengine.errors import Diagnostic, ResolveError, Span
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.check import check
from ruleengine.expressions.parser import parse
from ruleengine.expressions.problems import ExpressionError, Problem
from ruleengine.expressions.types import Type
from ruleengine.game.doubts import WhatFollows
from ruleengine.game.kept.counters_and_marks import NOTHING, piece_name
from ruleengine.pipeline.expressions import bind_node
from ruleengine.pipeline.inlining import inlined
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import State
from ruleengine.resolve.checks.questions import check_questions
from ruleengine.schema.expression import Expects, Expression

ASKED: Final = "<expression>"
"""What stands for the file in which a question that was asked is wrong."""
_TYPES: Final[tuple[Type, ...]] = (
    "truth",
    "number",
    "piece",
    "cell",
    "side",
    "seat",
    "kind",
    "color",
    "phase",
    "word",
)
_HINT: Final = (
    "an operand is known in the rules of its action only: name the cell or the piece, as in "
    "`piece_at(c4)`"
)


@dataclass(frozen=True)
class AskedValue:
    """What an expression comes to in a position."""

    text: str
    """The expression."""
    value: bool | int | str | None
    """A truth, a number, or the name of what it is; nothing also where that is not known."""
    is_known: bool = True
    """Whether whoever asks can know it."""
    parts: tuple[AskedValue, ...] = ()
    """What it is made of: the conditions that it joins, the values that it compares."""

    @property
    def words(self) -> str:
        """The value as it is said."""
        if not self.is_known:
            return "not known"
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        return NOTHING if self.value is None else str(self.value)

    def lines(self, indent: str = "") -> Iterator[str]:
        """Yield the value, and below it the values of its parts."""
        yield f"{indent}{self.text}: {self.words}"
        for part in self.parts:
            yield from part.lines(f"{indent}  ")

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def to_dict(self) -> dict[str, object]:
        """Return the answer as plain data."""
        return {
            "text": self.text,
            "value": self.value,
            "known": self.is_known,
            "parts": [part.to_dict() for part in self.parts],
        }


def ask(rules: Rules, known: State | WhatFollows, text: str) -> AskedValue:
    """Return what an expression comes to, in a state or as far as it follows from what is known.

    Raises:
        ResolveError: the expression cannot be read or does not fit the ruleset.
    """
    expression, root = _checked(rules, text)
    return _Asking(rules, known).answer(expression, root)


def _checked(rules: Rules, text: str) -> tuple[Expression, tree.Resolved]:
    resolved = rules.resolved
    expression = None
    try:
        expression = Expression(text, parse(text), Expects(_TYPES, "a value"))
        checked = check(expression.node, resolved.scope, _TYPES)
    except ExpressionError as error:
        raise ResolveError(
            Diagnostic(
                problem.code,
                problem.message,
                Span(ASKED, 1, problem.start + 1, 1, problem.end + 1),
                _hint(rules, expression, problem),
            )
            for problem in error.problems
        ) from None
    place = Span(ASKED, 1, 1, 1, len(text) + 1)
    waiting = [
        Diagnostic(each.code, each.message, place, each.hint, each.related)
        for each in check_questions(resolved.ruleset, {expression: checked})
    ]
    if waiting:
        raise ResolveError(waiting)
    return expression, checked.root


def _hint(rules: Rules, expression: Expression | None, problem: Problem) -> str | None:
    """Return what to do; a name may be one that only some rules know."""
    if expression is not None and problem.code == "expression/unknown-name":
        name = expression.text[problem.start : problem.end]
        if any(name in action.operands for action in rules.resolved.ruleset.actions.values()):
            return _HINT
    return problem.hint


class _Asking:
    """One question, and what is known to answer it."""

    def __init__(self, rules: Rules, known: State | WhatFollows) -> None:
        self._rules = rules
        self._known = known

    def answer(self, expression: Expression, node: tree.Resolved) -> AskedValue:
        """Return what a part of an expression comes to."""
        text = expression.text[node.node.start : node.node.end]
        value_of = bind_node(inlined(node, self._rules), self._rules)

        def named(state: State) -> bool | int | str | None:
            return self._named(node.type, state, value_of(state, {}))

        parts = tuple(self.answer(*part) for part in self._parts(expression, node))
        if isinstance(self._known, State):
            return AskedValue(text, named(self._known), parts=parts)
        found = self._known.of(named)
        decides = _decided_by(node)
        if not found.is_known and any(
            part.is_known and part.value is decides for part in parts if decides is not None
        ):
            return AskedValue(text, decides, parts=parts)
        return AskedValue(text, found.value, found.is_known, parts)

    def _parts(
        self, expression: Expression, node: tree.Resolved
    ) -> Iterator[tuple[Expression, tree.Resolved]]:
        """Yield what is worth knowing of the parts of an expression."""
        match node:
            case tree.Junction():
                yield from ((expression, part) for part in node.parts)
            case tree.Inversion():
                yield expression, node.of
            case tree.Comparison() | tree.Arithmetic():
                sides = (node.left, node.right)
                yield from ((expression, each) for each in sides if not _says_itself(each))
            case tree.Inside():
                yield from ((expression, each) for each in (node.cell,) if not _says_itself(each))
            case tree.OneOf():
                yield from ((expression, each) for each in (node.value,) if not _says_itself(each))
            case tree.Lookup():
                yield from ((expression, arg) for arg in node.args if not _says_itself(arg))
            case tree.Reference() if node.symbol.role == "condition":
                resolved = self._rules.resolved
                for part in resolved.ruleset.condition_parts[node.symbol.name]:
                    yield part.holds, resolved.checked[part.holds].root
            case _:
                pass

    def _named(self, kind: Type, state: State, value: Any) -> bool | int | str | None:  # noqa: ANN401
        """Return a value as it is called in the ruleset."""
        if value is None:
            return None
        names = self._rules.names
        lists: Mapping[str, Sequence[str]] = {
            "seat": names.seats,
            "kind": names.kinds,
            "color": names.colors,
            "phase": names.phases,
        }
        match kind:
            case "truth":
                return bool(value)
            case "piece":
                return piece_name(self._rules, state, value)
            case "cell":
                return self._rules.place(value)
            case "side":
                return names.owner(value)
            case "word":
                return str(value)
            case _:
                return lists[kind][value] if kind in lists else int(value)


def _decided_by(node: tree.Resolved) -> bool | None:
    """Return which value of one part is that of the whole, whatever the other parts are."""
    if isinstance(node, tree.Junction):
        return node.op == "or"
    return False if isinstance(node, tree.Reference) and node.symbol.role == "condition" else None


def _says_itself(node: tree.Resolved) -> bool:
    """Tell whether an expression is its own value, as a number or the name of a side is."""
    if isinstance(node, tree.CellOf):
        return _says_itself(node.piece)
    if isinstance(node, tree.Reference):
        return node.symbol.role in ("side", "seat", "kind", "color", "phase", "zone", "cell")
    return isinstance(node, tree.Literal | tree.Word | tree.Group)
