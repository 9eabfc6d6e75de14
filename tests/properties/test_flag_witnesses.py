"""Every value of every flag of a ruleset makes a difference somewhere, or it is said why not.

The whole search is `python tests/long/witnesses.py`.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from ruleengine import load
from ruleengine.workbench.witnesses.flag_witnesses import choices_of

RULESET = "generals_10x10"
PROGRAM = Path(__file__).resolve().parents[1] / "long" / "witnesses.py"


def program() -> ModuleType:
    spec = importlib.util.spec_from_file_location("witnesses", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_exceptions_are_values_that_there_are_and_have_a_reason() -> None:
    known = {str(choice) for choice in choices_of(load(RULESET))}
    listed = program().exceptions(RULESET)
    assert listed
    assert sorted(listed.keys() - known) == []
    assert all(len(reason) > 20 for reason in listed.values())


@pytest.mark.slow
def test_play_tells_every_other_value_from_the_default() -> None:
    assert program().main([RULESET, "--seconds", "40"]) == 0
