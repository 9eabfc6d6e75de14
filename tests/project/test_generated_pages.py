"""Pages that are made from code are those that the code makes now."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.expressions.functions import FUNCTIONS
from ruleengine.schema.fields import own_key
from ruleengine.schema.flags import Question, Terms
from ruleengine.schema.model import Model
from ruleengine.schema.reference import about, members, render_pages
from ruleengine.schema.reference_expressions import GROUPS
from ruleengine.schema.reference_parts import FLAGS, MODELS, STEP_GROUPS, STEPS, UNIONS
from ruleengine.workbench.clauses.matrix import trace_ruleset
from ruleengine.workbench.clauses.page import render_page

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference"
RULESETS = sorted(path.stem for path in (ROOT / "rulesets").rglob("*.yaml"))


def test_the_language_reference_is_up_to_date() -> None:
    pages = render_pages()
    for path, page in pages.items():
        assert (REFERENCE / path).read_text(encoding="utf-8") == page, (
            "run `python -m ruleengine.schema.reference docs/reference`"
        )
    written = {f"language/{path.name}" for path in (REFERENCE / "language").iterdir()}
    assert written == set(pages) - {"language.md"}


def test_every_key_of_the_language_is_described() -> None:
    components = [model for each in UNIONS for model in members(each.union)]
    empty = [
        f"{model.__name__}.{name}"
        for model in _with_inner([*MODELS, *FLAGS, Question, Terms, *components])
        for name, field in model.model_fields.items()
        if not field.description and name != "type" and model not in components
    ]
    assert empty == []
    assert all(about(model) for model in components)


def test_every_function_is_on_the_page() -> None:
    assert sorted(name for _, _, names in GROUPS for name in names) == sorted(FUNCTIONS)


def test_every_step_is_in_a_group() -> None:
    listed = [key for keys in STEP_GROUPS.values() for key in keys]
    assert listed == [own_key(model) for model in members(STEPS.union)]


def _with_inner(models: list[type[Model]]) -> list[type[Model]]:
    """Return the models and those that a single field of them holds."""
    inner = [
        field.annotation
        for model in models
        for field in model.model_fields.values()
        if isinstance(field.annotation, type) and issubclass(field.annotation, Model)
    ]
    return [*models, *inner]


@pytest.mark.parametrize("name", RULESETS)
def test_the_clauses_of_a_ruleset_are_up_to_date(name: str) -> None:
    page = (REFERENCE / "clauses" / f"{name}.md").read_text(encoding="utf-8")
    matrix = trace_ruleset(name, [ROOT / "tests" / "conformance"])
    command = f"ruleengine trace {name} --format markdown > docs/reference/clauses/{name}.md"
    assert page == render_page(matrix), f"run `{command}`"


def test_only_rulesets_have_a_page_of_clauses() -> None:
    pages = sorted(path.stem for path in (REFERENCE / "clauses").glob("*.md"))
    assert pages == RULESETS
