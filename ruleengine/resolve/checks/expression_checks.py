"""Check single expressions in a scope, and keep what was found: the ground of the checker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions import syntax
from ruleengine.expressions.absence import is_nobody
from ruleengine.expressions.chain_names import BEFORE, asked_scope, has_steps, two_meanings
from ruleengine.expressions.check import Checked, check
from ruleengine.expressions.complaints import nobody_handed_on
from ruleengine.expressions.problems import ExpressionError, Problem
from ruleengine.expressions.tokens import UNUSABLE
from ruleengine.expressions.types import Scope, Symbol, Type
from ruleengine.resolve.checks.declarations import unknown_name
from ruleengine.resolve.known_names import where_known
from ruleengine.resolve.places import place_in
from ruleengine.resolve.scope import meaning_of
from ruleengine.schema.expression import Expression
from ruleengine.schema.model import Model
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.selectors import CellFilter, PieceFilter
from ruleengine.schema.validators import PathCostSpec

_DECLARE: Final = "declare it first, or name something that is known here"

LeftOut: TypeAlias = Callable[[str], Span | None]
"""Where something is declared that the flags leave out."""


class ExpressionChecks:
    """Expressions, local names and references of a ruleset; see `checked` and `problems`."""

    def __init__(
        self, ruleset: Ruleset, scope: Scope, left_out: LeftOut, spoiled: Iterable[str] = ()
    ) -> None:
        self._ruleset = ruleset
        self._scope = scope
        self._left_out = left_out
        self.checked: dict[Expression, Checked] = {}
        self.problems: list[Diagnostic] = []
        self._spoiled = set(spoiled)  # names that were reported; what uses them is not wrong

    def _fields(self, model: Model, scope: Scope) -> None:
        """Check the expressions of a model and of the models in it."""
        asked: dict[str, Expression | None] = {}  # of each piece or cell, called `it`
        each: Type = "cell"
        if isinstance(model, PieceFilter) and model.on_top is not None:
            self._needs_order(model.place_of("on_top"))
        if isinstance(model, PathCostSpec):
            asked = {"cost": model.cost}
        elif isinstance(model, PieceFilter | CellFilter):
            asked = {"where": model.where, "through": model.through}
            each = "piece" if isinstance(model, PieceFilter) else "cell"
        lines = [name for name, value in model.__dict__.items() if value is not None]
        for name, condition in asked.items():
            if condition is not None:
                self._asked(condition, scope, each, steps=name == "through" and has_steps(lines))
        for value in model.__dict__.values():
            if value is None or not any(value is condition for condition in asked.values()):
                self._value(value, scope)

    def _asked(self, condition: Expression, scope: Scope, each: Type, *, steps: bool) -> None:
        """Check what is asked of each piece or cell, or of each step of a chain."""
        unclear = two_meanings(scope, condition.node) if steps else None
        if unclear is not None:
            place = place_in(self._ruleset, condition, unclear.start, unclear.end)
            self.problems.append(Diagnostic(unclear.code, unclear.message, place, unclear.hint))
            return
        checked = self._expression(condition, asked_scope(scope, each, steps=steps))
        if checked is not None and steps:
            # An operand may be called so elsewhere, and this is none.
            read = tuple(symbol for symbol in checked.symbols if symbol.name != BEFORE)
            self.checked[condition] = checked._replace(symbols=read)

    def _value(self, value: object, scope: Scope) -> None:
        if isinstance(value, Expression):
            self._expression(value, scope)
        elif isinstance(value, Model):
            self._fields(value, scope)
        elif isinstance(value, list | tuple):
            for item in value:
                self._value(item, scope)
        elif isinstance(value, dict):
            for item in value.values():
                self._value(item, scope)

    def _expression(
        self,
        expression: Expression,
        scope: Scope,
        wanted: tuple[Type, ...] | None = None,
        words: tuple[str, ...] = (),
    ) -> Checked | None:
        """Check an expression; None when something is wrong with it, which is reported."""
        if self._spoiled and any(
            isinstance(n, syntax.Name | syntax.Call | syntax.Attribute) and n.name in self._spoiled
            for n in syntax.walk(expression.node)
        ):
            return None
        types = expression.expects.types if wanted is None else wanted
        try:
            checked = check(expression.node, scope, types, words)
        except ExpressionError as error:
            for problem in error.problems:
                self.problems.append(
                    Diagnostic(
                        problem.code,
                        problem.message,
                        place_in(self._ruleset, expression, problem.start, problem.end),
                        self._elsewhere(problem, expression) or problem.hint or _DECLARE,
                    )
                )
            return None
        if "value" in expression.expects.what.split() and is_nobody(checked.root):
            problem = nobody_handed_on(expression.node)
            place = place_in(self._ruleset, expression, problem.start, problem.end)
            self.problems.append(Diagnostic(problem.code, problem.message, place, problem.hint))
            return None
        for node in syntax.walk(expression.node):
            if isinstance(node, syntax.Call) and any(k.name == "on_top" for k in node.keywords):
                self._needs_order(place_in(self._ruleset, expression, node.start, node.end))
        self.checked[expression] = checked
        return checked

    def _needs_order(self, place: Span | None) -> None:
        """Report a question about the top of stacks where nothing says what stands higher."""
        if any(counter.shown == "order" for counter in self._ruleset.counters.values()):
            return
        message = "no counter says which piece on a cell stands highest"
        hint = "keep a counter `per: piece` of how high each stands, with `shown: order`"
        self.problems.append(Diagnostic("resolve/bad-counter", message, place, hint))

    def _place_of_name(self, name: str, expression: Expression) -> Span | None:
        for node in syntax.walk(expression.node):
            if isinstance(node, syntax.Name) and node.name == name:
                return place_in(self._ruleset, expression, node.start, node.end)
        return place_in(self._ruleset, expression, 0, len(expression.text))

    def _elsewhere(self, problem: Problem, expression: Expression) -> str | None:
        """Return where a name that is not known here is known."""
        name = expression.text[problem.start : problem.end]
        if problem.code == "expression/unknown-function":
            return self._why_absent(name)  # a table that is there only under other flag values
        if problem.code != "expression/unknown-name":
            return None
        return self._why_absent(name) or where_known(self._ruleset, name, expression)

    def _why_absent(self, name: str) -> str | None:
        """Return what to do about a name that the flags leave out."""
        place = self._left_out(name)
        if place is None:
            return None
        return (
            f"the flags leave '{name}' out, see {place}: what speaks of it needs the same `only`, "
            "or a `pick`"
        )

    def _declare(self, scope: Scope, names: Mapping[str, Type], span: Span | None) -> Scope:
        """Return a scope with these local names; a name that is taken is a problem."""
        for name, kind in names.items():
            scope = self._local(scope, Symbol(name, "local", kind), span)
        return scope

    def _local(self, scope: Scope, symbol: Symbol, span: Span | None) -> Scope:
        """Return a scope with one more local name; a name that is taken is a problem."""
        taken = scope.lookup(symbol.name)
        if (taken is None or taken.role == "kind") and symbol.name not in UNUSABLE:
            return scope.child([symbol])
        self._spoiled.add(symbol.name)
        self._report(
            "resolve/name-taken",
            f"'{symbol.name}' cannot be a name here: it is {meaning_of(taken)} already",
            span,
            "choose another name",
        )
        return scope

    def _known(self, noun: str, name: str, known: Iterable[str], span: Span | None) -> bool:
        if name in known:
            return True
        problem = unknown_name(noun, name, known, span)
        self.problems.append(replace(problem, hint=self._why_absent(name) or problem.hint))
        return False

    def _report(self, code: Code, message: str, span: Span | None, hint: str | None = None) -> None:
        self.problems.append(Diagnostic(code, message, span, hint))
