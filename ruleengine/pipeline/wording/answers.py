"""Which rows of tables a refusal rests on, as far as whoever is told may know.

A condition that asks a table says no because some row answered. The clauses and the sentence of
that row are what the argument at the table is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from ruleengine.errors import Answer, Reason
from ruleengine.expressions import resolved as tree
from ruleengine.expressions.resolved import walk_resolved as walk
from ruleengine.pipeline.expressions import bind_node
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.sight import eyes_in
from ruleengine.pipeline.state import Env, State
from ruleengine.schema.expression import Expression
from ruleengine.schema.tables import TableRow

Answers: TypeAlias = Callable[[State, Env], tuple[Answer, ...]]
"""The rows that made a condition fail."""

_OPEN_ROLES: Final = frozenset(
    {"local", "die", "constant", "flag", "side", "seat", "kind", "zone", "cell", "color", "phase"}
)
_OPEN_BUILTINS: Final = frozenset({"mover", "opponent", "nobody", "seat", "turn", "ply", "phase"})
_OPEN_MEMBERS: Final = frozenset({"cell", "column", "forward", "opponent", "owner", "row", "seat"})
_BY_CELLS: Final = frozenset(
    {
        "abs",
        "adjacent",
        "beyond",
        "cell_at",
        "direction",
        "distance",
        "manhattan",
        "max",
        "min",
        "neighbors",
        "next_cell",
        "nth_cell",
        "part",
        "place_in",
        "same_column",
        "same_diagonal",
        "same_row",
        "steps_between",
        "zone_of",
    }
)
"""Functions that ask about the board alone, not about what stands on it."""
_BY_PIECES: Final = frozenset({"empty", "piece_at"})
"""Functions that tell where pieces stand, and nothing else of them."""
_DEEPEST: Final = 8  # tables that answer with another table


def bind_answers(expression: Expression, rules: Rules) -> Answers:
    """Return the function that names the rows by which a condition failed."""
    root = rules.resolved.checked[expression].root
    if not any(isinstance(node, tree.Lookup) for node in walk(root)):
        return lambda _state, _env: ()
    is_open = is_known(root, rules)

    def answers(state: State, env: Env) -> tuple[Answer, ...]:
        if not is_open and eyes_in(env) is not None:
            return ()
        return tuple(dict.fromkeys(_Asked(rules, state).behind(root, env, holds=False)))

    return answers


def bind_limits(limits: Sequence[Expression | None], rules: Rules) -> Answers:
    """Return the function that names the rows by which some numbers are what they are."""
    roots = [rules.resolved.checked[limit].root for limit in limits if limit is not None]
    asked = [root for root in roots if any(isinstance(n, tree.Lookup) for n in walk(root))]
    if not asked:
        return lambda _state, _env: ()
    is_open = all(is_known(root, rules) for root in asked)

    def answers(state: State, env: Env) -> tuple[Answer, ...]:
        if not is_open and eyes_in(env) is not None:
            return ()
        found = _Asked(rules, state)
        return tuple(dict.fromkeys(row for root in asked for row in found.of_value(root, env)))

    return answers


def with_limits(reason: Reason, answers: tuple[Answer, ...]) -> Reason:
    """Return a reason about a limit that rows have set: theirs are the clauses to be cited."""
    clauses = tuple(dict.fromkeys(clause for each in answers for clause in each.clauses))
    message = joined_words(reason.message, answers)
    return replace(reason, message=message, clauses=clauses or reason.clauses, answers=answers)


def with_answers(reason: Reason, answers: tuple[Answer, ...], *, has_words: bool) -> Reason:
    """Return a reason that also rests on the rows that answered."""
    if not answers:
        return reason
    clauses = (*reason.clauses, *(clause for each in answers for clause in each.clauses))
    message = joined_words(reason.message, answers, has_words=has_words)
    unique = tuple(dict.fromkeys(clauses))
    return replace(reason, message=message, clauses=unique, answers=answers)


def joined_words(message: str, answers: tuple[Answer, ...], *, has_words: bool = True) -> str:
    """Return a sentence with those of rows; the engine's own words give way to an author's."""
    said = [each.says for each in answers if each.says is not None]
    sentences = [message, *said] if has_words or not said else said
    return ": ".join(dict.fromkeys(sentences))


class _Asked:
    """Tables that are asked about one state."""

    def __init__(self, rules: Rules, state: State) -> None:
        self._rules = rules
        self._state = state

    def behind(
        self, node: tree.Resolved, env: Env, *, holds: bool, depth: int = 0
    ) -> Iterator[Answer]:
        """Yield the rows that are behind a condition that holds, or does not."""
        match node:
            case tree.Lookup():
                yield from self._row(node, env, depth)
            case tree.Inversion():
                yield from self.behind(node.of, env, holds=not holds, depth=depth)
            case tree.Junction():
                # One part is enough to make `and` fail or `or` hold; else it takes all of them.
                parts = [part for part in node.parts if bool(self._value(part, env)) is holds]
                is_enough = holds is (node.op == "or")
                for part in parts[:1] if is_enough else parts:
                    yield from self.behind(part, env, holds=holds, depth=depth)
            case tree.Comparison():
                for side in (node.left, node.right):
                    yield from self.of_value(side, env, depth)
            case tree.OneOf(value=tree.Lookup() as asked):
                yield from self._row(asked, env, depth)
            case _:
                pass

    def of_value(self, node: tree.Resolved, env: Env, depth: int = 0) -> Iterator[Answer]:
        """Yield the rows that make a value what it is."""
        match node:
            case tree.Lookup():
                yield from self._row(node, env, depth)
            case tree.Negation():
                yield from self.of_value(node.of, env, depth)
            case tree.Arithmetic():
                yield from self.of_value(node.left, env, depth)
                yield from self.of_value(node.right, env, depth)
            case tree.Invocation(function=function) if function.name in ("max", "min"):
                decided = self._value(node, env)
                for arg in node.args:
                    if self._value(arg, env) == decided:
                        yield from self.of_value(arg, env, depth)
            case _:
                pass

    def _row(self, node: tree.Lookup, env: Env, depth: int) -> Iterator[Answer]:
        """Yield the row that answered, and those that its own answer rests on."""
        table = self._rules.resolved.ruleset.tables[node.symbol.name]
        given: Env = {
            each.name: self._value(arg, env)
            for each, arg in zip(node.symbol.given, node.args, strict=True)
        }
        row = next(
            row
            for row in table.rows
            if row.when is None or self._value(self._root(row.when), given)
        )
        yield _answer(node.symbol.name, row)
        value = self._root(row.value)
        if depth < _DEEPEST and table.gives == "truth":
            holds = bool(self._value(value, given))
            yield from self.behind(value, given, holds=holds, depth=depth + 1)
        elif depth < _DEEPEST:
            yield from self.of_value(value, given, depth + 1)

    def _root(self, expression: Expression) -> tree.Resolved:
        return self._rules.resolved.checked[expression].root

    def _value(self, node: tree.Resolved, env: Env) -> int | None:
        return bind_node(node, self._rules)(self._state, env)  # type: ignore[no-any-return]


def _answer(table: str, row: TableRow) -> Answer:
    return Answer(table, row.id, row.says, tuple(row.clauses), row.span)


def is_known(root: tree.Resolved, rules: Rules) -> bool:
    """Tell whether everybody at the table knows what a condition comes to, whatever is hidden."""
    return _is_open(root, rules, set())


def _is_open(root: tree.Resolved, rules: Rules, seen: set[str]) -> bool:
    """Tell whether everybody at the table knows what a condition comes to, and by which parts."""
    ruleset = rules.resolved.ruleset
    hidden = {name for view in ruleset.views for name in view.hide}
    if not hidden:
        return True
    for node in walk(root):
        if not _is_open_part(node, hidden):
            return False
        if isinstance(node, tree.Lookup) and node.symbol.name not in seen:
            seen.add(node.symbol.name)
            parts = [
                rules.resolved.checked[part].root
                for row in ruleset.tables[node.symbol.name].rows
                for part in (row.when, row.value)
                if part is not None
            ]
            if not all(_is_open(part, rules, seen) for part in parts):
                return False
    return True


def _is_open_part(node: tree.Resolved, hidden: set[str]) -> bool:
    if "piece" in hidden and (node.type == "piece" or isinstance(node, tree.CellOf)):
        return False
    match node:
        case tree.Reference(symbol=symbol):
            if symbol.role in ("counter", "mark"):
                return symbol.name not in hidden
            return symbol.role in _OPEN_ROLES or symbol.name in _OPEN_BUILTINS
        case tree.MemberOf():
            # Every other attribute of a piece follows from its kind.
            return node.name not in hidden and ("kind" not in hidden or node.name in _OPEN_MEMBERS)
        case tree.Invocation(function=function):
            allowed = _BY_CELLS if "piece" in hidden else _BY_CELLS | _BY_PIECES
            return function.name in allowed
        case _:
            return True
