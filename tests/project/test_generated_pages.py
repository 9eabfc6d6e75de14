"""Pages that are made from code are those that the code makes now."""

from __future__ import annotations

from pathlib import Path

from ruleengine.schema.reference import SECTIONS, UNIONS, render_reference

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"


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
