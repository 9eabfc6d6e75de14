"""No ruleset or variant that is shipped gives a secret away."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.resolve.library import shipped_names
from ruleengine.workbench.leaks import check_leaks

NAMES = [*shipped_names()]
PAIRS = 500


def test_there_are_rulesets() -> None:
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
def test_nothing_leaks(name: str) -> None:
    report = check_leaks(load(name), pairs=PAIRS)
    assert report.ok, str(report)
    assert report.pairs >= PAIRS or not report.hides_something
