"""Check the tables of a ruleset: what they are given, what they give, and whom they call.

Tables are checked before everything else, those that are called before those that call, so
that whoever calls one knows what numbers it can give and whether it can give nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions import bounds
from ruleengine.expressions.absence import can_be_nothing
from ruleengine.expressions.arguments import passing_types
from ruleengine.expressions.bounds import Bounds
from ruleengine.expressions.check import Checked
from ruleengine.expressions.limits import limits_of_rows
from ruleengine.expressions.types import Scope, Symbol, Type
from ruleengine.expressions.verdicts import choices_of, is_tunable
from ruleengine.resolve.checks.call_circles import calls_of, check_call_circles
from ruleengine.schema.expression import Expression
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.tables import Given, Table, TableRow


class CheckExpression(Protocol):
    """How one expression is checked; the result is kept by whoever does it."""

    def __call__(
        self,
        expression: Expression,
        scope: Scope,
        wanted: tuple[Type, ...] | None = None,
        words: tuple[str, ...] = (),
    ) -> Checked | None:
        """Return the checked expression; None when something is wrong with it."""


Declare = Callable[[Scope, Given, Callable[[str], Span | None]], Scope]
"""How a scope gets local names, with the place of each."""


def given_symbols(given: Given) -> tuple[Symbol, ...]:
    """Return the local names that a table or a procedure is given; any of them may be nothing."""
    return tuple(
        Symbol(name, "local", "word", choices=tuple(kind), absent=True)
        if isinstance(kind, list)
        else Symbol(name, "local", kind, absent=True)
        for name, kind in given.items()
    )


def table_symbol(name: str, table: Table) -> Symbol:
    """Return a table as a name, before its rows are known."""
    gives: Type = "word" if isinstance(table.gives, list) else table.gives
    choices = tuple(table.gives) if isinstance(table.gives, list) else ()
    given = given_symbols(table.given)
    return Symbol(name, "table", gives, choices=choices, given=given, absent=True)


def check_tables(
    ruleset: Ruleset, scope: Scope, check: CheckExpression, declare: Declare
) -> Iterator[Diagnostic]:
    """Check every table, and make what the scope says of it exact."""
    yield from check_call_circles(ruleset)
    for name in _called_first(ruleset):
        table = ruleset.tables[name]
        yield from _row_problems(name, table)
        symbol = scope.lookup(name)
        if symbol is None or symbol.role != "table":
            continue  # the name is taken, which has been reported
        inner = declare(scope, table.given, partial(table.place_of_key, "given"))
        values = [_row(row, symbol, inner, check) for row in table.rows]
        scope.refine(_refined(symbol, [value for value in values if value is not None]))


def _row(row: TableRow, table: Symbol, scope: Scope, check: CheckExpression) -> Checked | None:
    if row.when is not None:
        check(row.when, scope)
    # A number that is worked out may be nothing; that of a table may be said to be.
    gives: tuple[Type, ...] = (
        ("number", "nothing") if table.type == "number" else passing_types(table.type)
    )
    return check(row.value, scope, gives, table.choices)


def _refined(table: Symbol, values: list[Checked]) -> Symbol:
    """Return what is known of a table once its rows are: the numbers, and whether it is sure."""
    given = frozenset(each.name for each in table.given)
    numbers = [value for value in values if value.type != "nothing"]
    limits = bounds.hull([Bounds(value.low, value.high) for value in numbers])
    is_number = table.type == "number"
    return table._replace(
        low=limits.low if is_number else None,
        high=limits.high if is_number else None,
        absent=any(can_be_nothing(value.root, given) for value in values),
        limits=limits_of_rows([each.name for each in table.given], [v.root for v in numbers])
        if is_number
        else None,
    )


def _row_problems(name: str, table: Table) -> Iterator[Diagnostic]:
    """Report a table that may have no answer, and rows that are never asked."""
    always = next((i for i, row in enumerate(table.rows) if row.when is None), None)
    if always is None:
        yield Diagnostic(
            "resolve/open-table",
            f"table '{name}' has no answer when none of its rows fits",
            table.place_of_key("rows"),
            "add a last row with a `value` and without `when`",
        )
    elif always + 1 < len(table.rows):
        row = table.rows[always + 1]
        before = table.rows[always].span
        yield Diagnostic(
            "resolve/unreachable-row",
            f"this row of table '{name}' is never asked: the one above it always fits",
            row.span,
            "give the row above a `when`, or take this one out",
            (before,) if before is not None else (),
        )


def _called_first(ruleset: Ruleset) -> list[str]:
    """Return the tables in an order in which those that are called come first."""
    calls = calls_of(ruleset)
    order: list[str] = []
    visited: set[str] = set()

    def visit(name: str) -> None:
        if name in visited:
            return
        visited.add(name)
        for called in calls[name]:
            visit(called)
        if name in ruleset.tables:
            order.append(name)

    for name in ruleset.tables:
        visit(name)
    return order


def let_symbol(name: str, value: Checked) -> Symbol:
    """Return the local name of a value."""
    known = value.root
    limits = known.bounds if known.type == "number" else Bounds()
    return Symbol(
        name,
        "local",
        known.type,
        low=limits.low,
        high=limits.high,
        choices=choices_of(known),
        absent=can_be_nothing(known),
        tunable=is_tunable(known),
    )
