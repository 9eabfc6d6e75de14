"""Both tiers play the recipes of the cookbook alike: they are what most authors begin with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.workbench.both_tiers.drawn_games import DrawnGame
from ruleengine.workbench.both_tiers.lockstep import Lockstep, Programs

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "say-common-rules.md"
FILE = re.compile(r"^```yaml\n# file: (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECIPES = dict(FILE.findall(PAGE.read_text(encoding="utf-8")))
MAX_PLIES = 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recipes")
    for name, text in RECIPES.items():
        (path / name).write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", RECIPES)
def test_both_tiers_play_a_recipe_alike(folder: Path, name: str) -> None:
    game = load(str(folder / name))
    programs = Programs(game)
    assert Lockstep(game, 1, programs).play(MAX_PLIES)
    assert DrawnGame(game, 1, programs.plain).play(MAX_PLIES)


def test_there_are_recipes() -> None:
    assert len(RECIPES) > 40
