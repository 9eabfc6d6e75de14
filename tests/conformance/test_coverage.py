"""Every binding clause is cited and shown, and every value of a flag is told from the others.

A folder beside this test holds the cases of one game. Its clauses and flags are those of the
rulesets that its cases name, so that a new folder is held to the same without a line here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from ruleengine.workbench.cases.files import read_scenarios
from ruleengine.workbench.cases.scenarios import case_files
from ruleengine.workbench.clauses.traceability import Trace

HERE = Path(__file__).parent
FOLDERS = sorted(path.name for path in HERE.iterdir() if any(path.glob("*.yaml")))


@cache
def trace_of(folder: str) -> Trace:
    """Return what the cases of a folder cover, found out once."""
    return Trace(case for file in case_files([HERE / folder]) for case in read_scenarios(file))


def clauses() -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for clause in trace_of(folder).clauses.values():
            if clause.is_binding:
                yield folder, clause.id


def flags() -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for name, flag in trace_of(folder).flags.items():
            # How things look, or how moves are sent, is not for cases about the rules.
            if flag.affects == "play":
                yield folder, name


def test_there_are_folders() -> None:
    assert FOLDERS


@pytest.mark.parametrize(("folder", "clause"), list(clauses()))
def test_binding_clause_is_cited_and_shown(folder: str, clause: str) -> None:
    traced = trace_of(folder).clauses[clause]
    assert traced.citations, "no rule and no flag cites it: cite it, or make it a note"
    assert traced.cases, "no case shows it: add one that names it under `clauses`"


@pytest.mark.parametrize(("folder", "name"), list(flags()))
def test_values_of_flag_are_told_apart(folder: str, name: str) -> None:
    trace = trace_of(folder)
    values = trace.values_of(name)
    assert len(values) > 1, "the flag is open: give it `samples`"
    missing = [
        f"no case passes with '{name}' being {one} and fails with {other}"
        for one, other in permutations(values, 2)
        if trace.witness(name, one, other) is None
    ]
    assert missing == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_cases_name_only_clauses_that_exist(folder: str) -> None:
    trace = trace_of(folder)
    named = {clause for case in trace.cases for clause in case.clauses}
    assert sorted(named - set(trace.clauses)) == []
