"""From a merged tree and flag values to a `ResolvedRuleset`: nothing is left to decide.

Input: the tree of a ruleset and the value of every flag. Output: `ResolvedRuleset`.
Guarantees: no flag, default or reference is open; every expression is typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from pydantic import ValidationError

from ruleengine.errors import ResolveError, SchemaError
from ruleengine.expressions.check import Checked
from ruleengine.expressions.types import Scope
from ruleengine.resolve.board.cell_name_checks import check_cell_names
from ruleengine.resolve.board.grid import MAX_EDGE, Grid, GridBuilder
from ruleengine.resolve.checks.absences import left_out
from ruleengine.resolve.checks.checker import Checker
from ruleengine.resolve.checks.declarations import check_declarations, check_flag_clauses
from ruleengine.resolve.checks.hiding import check_views
from ruleengine.resolve.checks.question_circles import check_circles
from ruleengine.resolve.checks.questions import check_questions
from ruleengine.resolve.checks.submissions import check_submissions
from ruleengine.resolve.checks.untold_checks import check_untold
from ruleengine.resolve.checks.use_checks import check_uses
from ruleengine.resolve.constants import Folder
from ruleengine.resolve.flags.choosing import FlagValues
from ruleengine.resolve.flags.select import Selected, select
from ruleengine.resolve.scope import board_symbols, flag_symbols, root_scope
from ruleengine.resolve.setup.neutral import check_neutral
from ruleengine.resolve.setup.piece_names import check_piece_names
from ruleengine.resolve.setup.pieces import place_setup
from ruleengine.resolve.setup.placements import CellCount, Placement, Setup
from ruleengine.resolve.setup.sheets import Sheets, place_sheets
from ruleengine.resolve.shared_rules import Copies, written_out
from ruleengine.schema.complaints import schema_diagnostics
from ruleengine.schema.expression import Expression
from ruleengine.schema.flags import Flag
from ruleengine.schema.model import Shared
from ruleengine.schema.ruleset import Ruleset
from ruleengine.source.document import Map


@dataclass(frozen=True, eq=False)
class ResolvedRuleset:
    """A ruleset under one choice of flags."""

    ruleset: Ruleset
    flags: Mapping[str, Flag]
    values: FlagValues
    grid: Grid
    setup: tuple[Placement, ...]
    setup_counts: tuple[CellCount, ...]
    """What counters of single cells begin with where the setup draws it."""
    sheets: Sheets
    """The moves of the ready sheets."""
    checked: Mapping[Expression, Checked]
    constants: Mapping[Expression, int]
    tree: Map
    """The flag-free tree; every value in it remembers the file and line it came from."""
    root: Map
    """The tree before any flag was chosen, to ask what other values would have made of it."""
    scope: Scope = field(repr=False)
    """The names that every expression may speak of."""

    def number(self, expression: Expression) -> int:
        """Return the value of a number that is fixed before play."""
        return self.constants[expression]

    def starts(self, counter: str) -> tuple[int, ...]:
        """Return what a counter starts with for a piece of each kind."""
        declared = self.ruleset.counters[counter]
        start = self.number(declared.start) if declared.start is not None else 0
        return tuple(
            self.number(kind.counters[counter]) if counter in kind.counters else start
            for kind in self.ruleset.kinds.values()
        )


@dataclass(frozen=True, eq=False)
class Sharing:
    """What resolutions of one tree under different flag values have in common."""

    selected: Selected = field(default_factory=Selected)
    models: Shared = field(default_factory=dict)
    copies: Copies = field(default_factory=Copies)


def resolve_tree(
    root: Map, flags: Mapping[str, Flag], values: FlagValues, sharing: Sharing | None = None
) -> ResolvedRuleset:
    """Resolve a merged tree under the given flag values, or raise with every problem found.

    `sharing` keeps what one resolution of a tree can leave to the next.
    """
    sharing = sharing or Sharing()
    tree, misused = written_out(select(root, flags, values, sharing.selected), sharing.copies)
    if misused:
        raise ResolveError(misused)
    try:
        ruleset = Ruleset.model_validate(tree, context=sharing.models)
    except ValidationError as error:
        raise SchemaError(schema_diagnostics(error, tree)) from None
    symbols = list(flag_symbols(flags, values.values))
    folder = Folder(ruleset, symbols)
    builder = GridBuilder(ruleset, folder)
    is_size_known = not folder.problems and not builder.problems
    grid = builder.build(sure_of_size=is_size_known)
    # Of a board whose size is not right nothing is said about single cells.
    board = grid if is_size_known else Grid(MAX_EDGE, MAX_EDGE, ())
    sizes = board_symbols(board, symbols)
    folder.learn(sizes)
    symbols += sizes
    scope, problems, twice = root_scope(ruleset, symbols, folder.known, board.cell_ids)
    problems += check_declarations(ruleset, folder.known)
    problems += check_flag_clauses(flags, ruleset, root)
    problems += check_uses(ruleset, folder.known)
    problems += check_untold(ruleset)
    checker = Checker(ruleset, scope, partial(left_out, root, tree), spoiled=twice)
    checker.run()
    problems += check_questions(ruleset, checker.checked)
    problems += check_circles(ruleset, checker.checked)
    problems += check_neutral(ruleset, checker.checked)
    problems += check_submissions(ruleset, checker.checked)
    problems += check_views(ruleset)
    problems += check_cell_names(ruleset, scope, board.names)
    problems += check_piece_names(ruleset, scope, board.names)
    placed = Setup()
    sheets: Sheets = {}
    if is_size_known:
        placed, setup_problems = place_setup(ruleset, grid, folder)
        sheets, sheet_problems = place_sheets(ruleset, grid)
        problems += setup_problems + sheet_problems
    problems += folder.problems + builder.problems + checker.problems
    if problems:
        raise ResolveError(problems)
    return ResolvedRuleset(
        ruleset,
        flags,
        values,
        grid,
        placed.pieces,
        placed.counts,
        sheets,
        checker.checked,
        folder.values,
        tree,
        root,
        scope,
    )
