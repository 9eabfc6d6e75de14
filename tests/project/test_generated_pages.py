"""Pages that are made from code are those that the code makes now."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.schema.reference import SECTIONS, UNIONS, render_reference
from ruleengine.workbench.clause_page import render_page
from ruleengine.workbench.matrix import trace_ruleset

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference"
RULESETS = sorted(path.stem for path in (ROOT / "rulesets").rglob("*.yaml"))


def test_the_language_reference_is_up_to_date() -> None:
    page = (REFERENCE / "language.md").read_text(encoding="utf-8")
    assert page == render_reference(), (
        "run `python -m ruleengine.schema.reference > docs/reference/language.md`"
    )


def test_every_key_of_the_language_is_described() -> None:
    empty = [
        f"{model.__name__}.{name}"
        for _, _, models in SECTIONS
        for model in models
        for name, field in model.model_fields.items()
        if not field.description
    ]
    assert empty == []
    assert len(UNIONS) == 5


@pytest.mark.parametrize("name", RULESETS)
def test_the_clauses_of_a_ruleset_are_up_to_date(name: str) -> None:
    page = (REFERENCE / "clauses" / f"{name}.md").read_text(encoding="utf-8")
    matrix = trace_ruleset(name, [ROOT / "tests" / "conformance"])
    command = f"ruleengine trace {name} --format markdown > docs/reference/clauses/{name}.md"
    assert page == render_page(matrix), f"run `{command}`"


def test_only_rulesets_have_a_page_of_clauses() -> None:
    pages = sorted(path.stem for path in (REFERENCE / "clauses").glob("*.md"))
    assert pages == RULESETS
