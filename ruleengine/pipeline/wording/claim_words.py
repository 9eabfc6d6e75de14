"""Conditions in words, where an author has given them some, or where they are plain.

The rest is quoted as it stands in the ruleset: half a sentence would say something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ruleengine.expressions import resolved as tree
from ruleengine.expressions.absence import can_be_nothing
from ruleengine.pipeline.expressions import bind_node
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import piece_title, sees
from ruleengine.pipeline.state import Env, State
from ruleengine.pipeline.wording.told import NOTHING, word_of
from ruleengine.schema.conditions import NamedCondition
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import UNOWNED

Tell: TypeAlias = Callable[[tree.Reference | tree.Invocation], str | None]
"""What is called that stands for something else in every move: a name, or a part of a zone."""

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_DECLARED: Final = frozenset({"kind", "side", "seat", "zone", "color"})
_IS: Final = {
    "==": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
_OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def condition_words(expression: Expression, rules: Rules) -> str | None:
    """Return a condition in words, with operands by their names; nothing if it has no words."""
    root = rules.resolved.checked[expression].root

    def named(node: tree.Reference | tree.Invocation) -> str | None:
        if isinstance(node, tree.Invocation) or node.symbol.role != "local":
            return None
        return node.symbol.name

    return _Claims(rules, named).clause(root, holds=True)


def denial(node: tree.Resolved, rules: Rules, state: State, env: Env) -> str | None:
    """Return in words that a condition does not hold, with values; nothing if it has no words.

    The values are those of what the move names and of who makes it. What the rules remember is
    called by its title, whatever it is.
    """

    def valued(reference: tree.Reference | tree.Invocation) -> str | None:
        if isinstance(reference, tree.Reference):
            role, name = reference.symbol.role, reference.symbol.name
            if role == "mark":
                return rules.resolved.ruleset.marks[name].title
            if role not in ("local", "builtin"):
                return None
        value = bind_node(reference, rules)(state, env)
        if value is None:
            return UNOWNED if reference.type == "side" else NOTHING
        if reference.type == "piece":
            return piece_title(rules, state, value, env) if sees(env, value) else None
        return word_of(rules, reference.type, value)

    return _Claims(rules, valued).clause(node, holds=False)


class _Claims:
    """Says conditions of one ruleset."""

    def __init__(self, rules: Rules, tell: Tell) -> None:
        self._rules = rules
        self._tell = tell

    def clause(self, node: tree.Resolved, *, holds: bool) -> str | None:
        """Return that a condition holds, or that it does not."""
        match node:
            case tree.Inversion():
                return self.clause(node.of, holds=not holds)
            case tree.Reference() if node.symbol.role == "condition":
                named = self._rules.resolved.ruleset.conditions[node.symbol.name]
                if not isinstance(named, NamedCondition):
                    return None
                return _said(named.title, named.denied, holds=holds)
            case tree.Lookup(type="truth"):
                table = self._rules.resolved.ruleset.tables[node.symbol.name]
                return self._filled(_said(table.title, table.denied, holds=holds), node)
            case tree.Comparison():
                return self._comparison(node, holds=holds)
            case tree.OneOf():
                verb = "is" if holds is not node.negated else "is not"
                items = _joined([self._value(item) for item in node.items], "or")
                return _joined((self._value(node.value), items), verb)
            case tree.Inside():
                verb = "is in" if holds is not node.negated else "is not in"
                zones = _joined([self._value(zone) for zone in node.zones], "or")
                return _joined((self._value(node.cell), zones), verb)
            case tree.Junction():
                parts = [self.clause(part, holds=holds) for part in node.parts]
                return _joined(parts, node.op if holds else "or" if node.op == "and" else "and")
            case _:
                return None

    def _comparison(self, node: tree.Comparison, *, holds: bool) -> str | None:
        is_order = node.op not in ("==", "!=")
        if is_order and not holds and (can_be_nothing(node.left) or can_be_nothing(node.right)):
            return None  # nothing is neither less than 3 nor at least 3
        op = node.op if holds else _OPPOSITE[node.op]
        left, verb = node.left, _IS[op]
        if isinstance(left, tree.MemberOf) and left.name == "owner" and not is_order:
            left, verb = left.of, "belongs to" if op == "==" else "does not belong to"
        elif isinstance(left, tree.MemberOf) and left.name == "kind" and op == "!=":
            left, verb = left.of, "is no"
        right = self._value(node.right)
        if right == UNOWNED and verb == "does not belong to":
            verb, right = "belongs to", "somebody"
        return _joined((self._value(left), right), verb)

    def _value(self, node: tree.Resolved) -> str | None:
        """Return what a value is called."""
        match node:
            case tree.Literal(value=bool()):
                return None
            case tree.Literal():
                return NOTHING if node.value is None else str(node.value)
            case tree.Word():
                return node.word.replace("_", " ")
            case tree.CellOf():
                return self._value(node.piece)
            case tree.MemberOf(name="cell"):
                return self._value(node.of)
            case tree.Invocation() if node.function.name == "part":
                return self._tell(node)
            case tree.Reference() if node.symbol.role in _DECLARED:
                number = self._rules.symbol_id(node.symbol)
                return word_of(self._rules, node.type, number)
            case tree.Reference():
                return self._tell(node)
            case tree.Lookup():
                table = self._rules.resolved.ruleset.tables[node.symbol.name]
                return self._filled(table.title, node)
            case _:
                return None

    def _filled(self, words: str | None, node: tree.Lookup) -> str | None:
        """Return the words of a table with what it is called with."""
        if words is None:
            return None
        given = zip(node.symbol.given, node.args, strict=True)
        values = {each.name: self._value(arg) for each, arg in given}
        if any(values[hole] is None for hole in _HOLE.findall(words)):
            return None
        return _HOLE.sub(lambda found: str(values[found[1]]), words)


def _said(title: str | None, denied: str | None, *, holds: bool) -> str | None:
    if holds or title is None:
        return title
    return denied or f"it is not so that {title}"


def _joined(parts: Sequence[str | None], word: str) -> str | None:
    told = [part for part in parts if part is not None]
    return f" {word} ".join(told) if len(told) == len(parts) else None
