"""The checks of a ruleset that can be made without playing, in the order they are run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from ruleengine.analysis.absence_check import differs_from_nothing
from ruleengine.analysis.action_checks import cannot_win, never_legal
from ruleengine.analysis.board_checks import unreachable_cells, unreachable_zones
from ruleengine.analysis.change_check import never_changes
from ruleengine.analysis.clause_check import against_clauses
from ruleengine.analysis.finding import Finding
from ruleengine.analysis.letter_check import digits_as_letters, without_letter
from ruleengine.analysis.loop_check import reroll_can_loop
from ruleengine.analysis.naming_checks import hidden_names, many_opponents, written_alike
from ruleengine.analysis.opening_check import deadlocked_start
from ruleengine.analysis.repetition_check import never_repeats
from ruleengine.analysis.round_check import nobody_on_turn
from ruleengine.analysis.sheet_check import sheets_refused
from ruleengine.analysis.survey import Survey
from ruleengine.analysis.unused_check import unused
from ruleengine.codes import Code

Check: TypeAlias = Callable[[Survey], Iterator[Finding]]

CHECKS: Final[tuple[tuple[Code, Check], ...]] = (
    ("check/action-never-legal", never_legal),
    ("check/side-cannot-win", cannot_win),
    ("check/unreachable-zone", unreachable_zones),
    ("check/unreachable-cell", unreachable_cells),
    ("check/reroll-can-loop", reroll_can_loop),
    ("check/deadlocked-start", deadlocked_start),
    ("check/sheet-refused", sheets_refused),
    ("check/no-letter", without_letter),
    ("check/digit-letter", digits_as_letters),
    ("check/written-alike", written_alike),
    ("check/hidden-name", hidden_names),
    ("check/many-opponents", many_opponents),
    ("check/nobody-on-turn", nobody_on_turn),
    ("check/nothing-differs", differs_from_nothing),
    ("check/never-repeats", never_repeats),
    ("check/unused", unused),
    ("check/never-changes", never_changes),
    ("check/against-clause", against_clauses),
)
"""Every check with the code of what it finds."""


def run_checks(survey: Survey) -> list[Finding]:
    """Return everything that the checks find."""
    return [finding for _, check in CHECKS for finding in check(survey)]
