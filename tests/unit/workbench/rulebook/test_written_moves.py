"""Moves in cases, however they are written, and refusals by a rule of the ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.errors import SchemaError
from ruleengine.workbench.cases.files import read_scenarios
from ruleengine.workbench.cases.scenarios import run_case


def test_legal_moves_are_compared_as_moves_however_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    head = "ruleset: breakthrough\ncases:\n  - id: one\n    start: true\n    steps:\n"
    path.write_text(f"{head}      - expect: {{legal: {{includes: [a2-a3]}}}}\n", encoding="utf-8")
    (case,) = read_scenarios(path)
    assert run_case(case).ok


def test_a_refusal_says_its_code_or_the_rule(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    head = "ruleset: breakthrough\ncases:\n  - id: one\n    start: true\n    steps:\n"
    path.write_text(f"{head}      - refused: {{move: step a2-a4, rule: far}}\n", encoding="utf-8")
    (case,) = read_scenarios(path)
    assert "is refused, but not by a rule as far" in str(run_case(case))
    path.write_text(f"{head}      - refused: {{move: step a2-a4}}\n", encoding="utf-8")
    with pytest.raises(SchemaError, match="'code' is missing"):
        read_scenarios(path)
