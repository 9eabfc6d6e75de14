"""No ruleset or variant that is shipped gives a secret away."""

from __future__ import annotations

import pytest

from ruleengine import load
from ruleengine.resolve.files.library import shipped_names
from ruleengine.workbench.leaks.leak_test import check_leaks
from ruleengine.workbench.leaks.observing import Look

NAMES = [*shipped_names()]
PAIRS = 500
"""Pairs of worlds for a ruleset; a variant shares most of its rules and is given a few."""
FEW_PAIRS = 40
SCREENS = 10
"""For so many pairs there is one of which the screens at the table are compared as well."""


def test_there_are_rulesets() -> None:
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
def test_nothing_leaks(name: str, screen: Look) -> None:
    is_variant = shipped_names()[name].parent.name == "variants"
    pairs = FEW_PAIRS if is_variant else PAIRS
    game = load(name)
    report = check_leaks(game, pairs=pairs)
    assert report.ok, str(report)
    assert report.pairs >= pairs or not report.hides_something
    if report.hides_something:
        screens = check_leaks(game, pairs=pairs // SCREENS, look=screen)
        assert screens.ok, str(screens)
        assert screens.pairs >= pairs // SCREENS
