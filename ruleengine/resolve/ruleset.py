"""From a merged tree and flag values to a `ResolvedRuleset`: nothing is left to decide.

Input: the tree of a ruleset and the value of every flag. Output: `ResolvedRuleset`.
Guarantees: no flag, default or reference is open; every expression is typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from ruleengine.errors import Diagnostic, ResolveError, SchemaError
from ruleengine.expressions.check import Checked, check
from ruleengine.expressions.problems import ExpressionError
from ruleengine.expressions.types import Scope, Symbol
from ruleengine.resolve.checker import Checker
from ruleengine.resolve.constants import fold
from ruleengine.resolve.flags import FlagValues
from ruleengine.resolve.grid import Grid, GridBuilder
from ruleengine.resolve.scope import flag_symbols, root_scope
from ruleengine.resolve.select import select
from ruleengine.resolve.setup import Placement, place_setup
from ruleengine.schema.complaints import schema_diagnostics
from ruleengine.schema.expression import Expression
from ruleengine.schema.flags import Flag
from ruleengine.schema.ruleset import Ruleset
from ruleengine.source.document import Map

NOT_RULES = ("flags", "readings", "extends")
"""Top-level keys that are gone once flags are resolved."""


@dataclass(frozen=True, eq=False)
class ResolvedRuleset:
    """A ruleset under one choice of flags."""

    ruleset: Ruleset
    flags: Mapping[str, Flag]
    values: FlagValues
    grid: Grid
    setup: tuple[Placement, ...]
    checked: Mapping[Expression, Checked]
    constants: Mapping[Expression, int]
    tree: Map
    """The flag-free tree; every value in it remembers the file and line it came from."""

    def number(self, expression: Expression) -> int:
        """Return the value of a number that is fixed before play."""
        return self.constants[expression]


class _Folder:
    """Folds the numbers that are needed before anything else can be checked."""

    def __init__(self, symbols: list[Symbol]) -> None:
        self._scope = Scope(symbols)
        self.values: dict[Expression, int] = {}
        self.problems: list[Diagnostic] = []

    def __call__(self, expression: Expression) -> int:
        if expression in self.values:
            return self.values[expression]
        try:
            value = fold(check(expression.node, self._scope, "number").root)
        except ExpressionError as error:
            self.problems += [
                Diagnostic(p.code, p.message, expression.at(p.start, p.end), p.hint)
                for p in error.problems
            ]
            value = None
        # A number that could not be folded is reported; 1 keeps the rest of the check going.
        self.values[expression] = 1 if value is None else int(value)
        return self.values[expression]


def resolve_tree(root: Map, flags: Mapping[str, Flag], values: FlagValues) -> ResolvedRuleset:
    """Resolve a merged tree under the given flag values, or raise with every problem found."""
    tree = select(root, flags, values)
    for key in NOT_RULES:
        tree.pop(key, None)
    try:
        ruleset = Ruleset.model_validate(tree)
    except ValidationError as error:
        raise SchemaError(schema_diagnostics(error, tree)) from None
    symbols = list(flag_symbols(flags, values.values))
    folder = _Folder(symbols)
    scope, problems = root_scope(ruleset, symbols, folder)
    builder = GridBuilder(ruleset, folder)
    grid = builder.build()
    for counter in ruleset.counters.values():
        if counter.start is not None:
            folder(counter.start)
    checker = Checker(ruleset, scope)
    checker.run()
    placements, setup_problems = place_setup(ruleset, grid)
    problems += folder.problems + builder.problems + checker.problems + setup_problems
    if problems:
        raise ResolveError(problems)
    return ResolvedRuleset(
        ruleset, flags, values, grid, placements, checker.checked, folder.values, tree
    )
