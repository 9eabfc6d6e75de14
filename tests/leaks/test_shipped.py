"""No ruleset or variant that is shipped gives a secret away."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.resolve.library import shipped_names
from ruleengine.workbench.leaks import check_leaks

NAMES = [*shipped_names()]
PAIRS = 500
"""Pairs of worlds for a ruleset; a variant shares most of its rules and is given a few."""
FEW_PAIRS = 40


def test_there_are_rulesets() -> None:
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
def test_nothing_leaks(name: str) -> None:
    is_variant = shipped_names()[name].parent.name == "variants"
    pairs = FEW_PAIRS if is_variant else PAIRS
    report = check_leaks(load(name), pairs=pairs)
    assert report.ok, str(report)
    assert report.pairs >= pairs or not report.hides_something
