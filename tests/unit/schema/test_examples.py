"""Every part of the language has an example, and every example loads and plays."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ruleengine.expressions.functions import FUNCTIONS
from ruleengine.game.game import Game
from ruleengine.game.loading import load
from ruleengine.schema.examples import as_variant, examples, host, pages
from ruleengine.schema.fields import own_key
from ruleengine.schema.flags import FlagSection, Question, Terms
from ruleengine.schema.model import Model
from ruleengine.schema.reach import OperandModel
from ruleengine.schema.reference import members
from ruleengine.schema.reference_parts import FLAG_USES, FLAGS, MODELS, UNIONS, models_under
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.steps import StepModel
from ruleengine.schema.validators import Rule, SharedRules

SUBJECTS = [(page, subject) for page in pages() for subject in examples(page)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("examples")
    (path / "host.yaml").write_text(host(), encoding="utf-8")
    return path


def play(game: Game, plies: int = 40) -> None:
    position, draw = game.start(), random.Random(1)  # noqa: S311 - a game, and always the same
    for _ in range(plies):
        if position.outcome is not None:
            return
        if position.chance:
            position = position.play(draw.choice(list(position.chance)))
        else:
            position = position.play(draw.choice(list(position.legal_moves())))


@cache
def loaded(folder: Path, page: str, subject: str) -> Game:
    name = f"{page}_{subject}".lower()
    path = folder / f"{name}.yaml"
    path.write_text(as_variant(name, examples(page)[subject]), encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize(("page", "subject"), SUBJECTS)
def test_an_example_loads_and_plays(folder: Path, page: str, subject: str) -> None:
    play(loaded(folder, page, subject))


def test_the_host_loads_and_plays(folder: Path) -> None:
    play(load(str(folder / "host.yaml")), plies=200)


@pytest.mark.parametrize(("page", "union"), [(each.page, each.union) for each in UNIONS])
def test_every_component_has_an_example(page: str, union: object) -> None:
    keys = [own_key(model) for model in members(union)]
    assert list(examples(page)) == keys, "an example for each, in the order of the reference"
    for key in keys:
        assert re.search(rf"\b{key}\b", examples(page)[key])


def test_every_section_and_every_sort_of_flag_has_an_example() -> None:
    named = {model.__name__ for model in MODELS if model is not Ruleset}
    assert named <= set(examples("sections"))
    assert [*(flag.__name__ for flag in FLAGS), *FLAG_USES] == list(examples("flags"))


def test_every_key_of_the_language_is_shown_by_an_example(folder: Path) -> None:
    shown: dict[type[Model], set[str]] = {}
    for game in [load(str(folder / "host.yaml")), *(loaded(folder, *each) for each in SUBJECTS)]:
        ruleset = game.rules.resolved.ruleset
        if "rules" in game.rules.resolved.root:  # written out where they are taken
            shown.setdefault(Ruleset, set()).add("rules")
            shown.setdefault(SharedRules, set()).update(("id", "rules"))
        for model in (*_models(ruleset), *_models(game.flags)):
            shown.setdefault(type(model), set()).update(model.model_fields_set)
    every: set[type[Model]] = {*models_under(Ruleset), *models_under(FlagSection)}
    for base in (StepModel, Rule, OperandModel, Question, Terms):
        # What several may carry need be shown by one of them only.
        carriers = [each for each in every if issubclass(each, base)]
        together: set[str] = set().union(*(shown.get(each, set()) for each in carriers))
        for each in carriers:
            shown.setdefault(each, set()).update(together & set(base.model_fields))
    missing = [
        f"{model.__name__}.{name}"
        for model in sorted(every - {FlagSection}, key=lambda each: each.__name__)
        for name in model.model_fields
        if name not in shown.get(model, set()) and name != "clauses"
    ]
    assert not missing, missing


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=lambda function: function.name)
def test_the_example_of_a_function_is_asked_in_play(folder: Path, function: object) -> None:
    example = function.example  # type: ignore[attr-defined]
    text = as_variant(
        "asked",
        f"""\
zones:
  area: {{parts: {{west: {{owner: north, shape: {{columns: [0]}}}}}}}}
counters:
  hits: {{keep: 2}}
  snow: {{per: cell, start: 1}}
  throws: {{resets: never, per: side, limit: 3}}
kinds:
  man: {{attributes: {{strength: 1}}}}
  chief: {{attributes: {{strength: 2}}}}
  king: {{letters: {{north: q, south: Q}}, attributes: {{rank: 3, strength: 3}}}}
procedures:
  shift:
    given: {{unit: piece, to: cell}}
    steps: [move: {{piece: unit, to: to}}]
actions:
  march:
    operands:
      unit: {{piece: {{owner: mover}}}}
      to: {{line: {{from: unit, directions: all, distance: 1}}}}
  walk:
    effects:
      - if: "{example}"
        then: [add: {{score: 1}}]
      - add: {{hits: 1}}
      - capture: to
      - move: {{piece: unit, to: to}}
""",
    )
    (folder / "asked.yaml").write_text(text, encoding="utf-8")
    play(load(str(folder / "asked.yaml")), plies=4)


def _models(value: object) -> Iterator[Model]:
    """Yield the models in a value, and those inside them."""
    if isinstance(value, Model):
        yield value
        for name in type(value).model_fields:
            yield from _models(getattr(value, name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from _models(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _models(item)
