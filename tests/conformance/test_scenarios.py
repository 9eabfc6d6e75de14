"""Every case file beside this test, run by the same code that authors use."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.workbench.cases.files import Case, read_scenarios
from ruleengine.workbench.cases.scenarios import Games, run_case

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))
CASES = [case for file in FILES for case in read_scenarios(file)]


@pytest.fixture(scope="module")
def games() -> Games:
    return Games()


def test_there_are_cases() -> None:
    assert CASES


def test_ids_are_unique_among_the_files_of_a_game() -> None:
    seen = [(case.path.parent, case.id) for case in CASES]
    assert sorted(each for each in set(seen) if seen.count(each) > 1) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.path.parent.name}/{case.id}")
def test_case(case: Case, games: Games) -> None:
    assert case.clauses, "say which clauses the case shows"
    result = run_case(case, games)
    if not result.ok:
        pytest.fail(str(result), pytrace=False)
