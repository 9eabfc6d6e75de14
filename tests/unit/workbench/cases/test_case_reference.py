"""The page on case files: up to date, complete, and its examples pass."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from ruleengine.source.yaml_reader import read_file
from ruleengine.workbench.cases.expectation_model import Among, AmongMoves
from ruleengine.workbench.cases.model import ScenarioFile
from ruleengine.workbench.cases.reference import EXAMPLES, SECTIONS, render_reference
from ruleengine.workbench.cases.scenarios import run_files

PAGE = Path(__file__).resolve().parents[4] / "docs" / "reference" / "case-files.md"
MODELS = {model for section in SECTIONS for model in section.models}


def models_in(value: object) -> Iterator[BaseModel]:
    if isinstance(value, BaseModel):
        yield value
        value = value.__dict__
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from models_in(item)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_reference(), (
        "run `python -m ruleengine.workbench.cases.reference > docs/reference/case-files.md`"
    )


def test_the_examples_pass() -> None:
    found = run_files([EXAMPLES / "tests"])
    assert found.ok, [*map(str, found.failed), *map(str, found.diagnostics)]
    shown = {f"{section.example}.yaml" for section in SECTIONS}
    assert {path.name for path in (EXAMPLES / "tests").iterdir()} == shown


def test_every_model_has_a_place_and_every_key_a_description_and_an_example() -> None:
    used: dict[type[BaseModel], set[str]] = {}
    for path in sorted((EXAMPLES / "tests").iterdir()):
        for model in models_in(ScenarioFile.model_validate(read_file(path).root)):
            used.setdefault(type(model), set()).update(model.model_fields_set)
    # The two ways to name a part of something share two keys, and one example of each will do.
    used[AmongMoves] |= used[Among]
    used[Among] |= used[AmongMoves] & Among.model_fields.keys()
    known = {model for model in used if model.__name__ != "Situation"}
    assert known == MODELS
    bare = [
        f"{model.__name__}.{name}"
        for model in MODELS
        for name, field in model.model_fields.items()
        if name not in used[model] or not field.description
    ]
    assert bare == []
