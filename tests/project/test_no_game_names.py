"""The engine knows no game: words of single games do not occur in `ruleengine/`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "ruleengine").rglob("*.py"))
RULESETS = sorted((ROOT / "rulesets").rglob("*.yaml"))
VARIANTS = sorted((ROOT / "variants").rglob("*.yaml"))

# Keys of a ruleset whose own keys are names that its author chose.
NAMING_KEYS = frozenset({"kinds", "terrain", "zones"})

# Names that some game uses, but that any text on board games needs as well.
GENERIC = frozenset(
    {
        "black",
        "blue",
        "board",
        "bomb",
        "dead",
        "flag",
        "four",
        "go",
        "hand",
        "home",
        "item",
        "keep",
        "key",
        "king",
        "major",  # of axes in charts
        "man",
        "piece",
        "red",
        "removed",
        "reserve",
        "stone",
        "unit",
        "waiting",
        "war",
        "white",
    }
)

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def words_of(text: str) -> set[str]:
    """Return the lower-case words in a text, with `snake_case` and `CamelCase` taken apart."""
    return {word.lower() for word in WORD.findall(text) if len(word) > 1}


def chosen_names(node: object) -> Iterator[str]:
    """Yield the names that stand under the naming keys, at any depth of a ruleset."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in NAMING_KEYS and isinstance(value, dict):
                yield from (name for name in value if isinstance(name, str))
            yield from chosen_names(value)
    elif isinstance(node, list):
        for item in node:
            yield from chosen_names(item)


def read(path: Path) -> object:
    """Read a file with plain PyYAML, so that this test owes nothing to the engine."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@cache
def game_words() -> dict[str, str]:
    """Return every word of a single game, with the file it comes from."""
    words: dict[str, str] = {}
    for path in [*RULESETS, *VARIANTS]:
        for name in [path.stem, *chosen_names(read(path))]:
            for word in words_of(name) - GENERIC:
                words.setdefault(word, path.relative_to(ROOT).as_posix())
    return words


def found_in(text: str, words: dict[str, str]) -> list[str]:
    """Return where the words occur in a text, one line for each."""
    # The plural of a name is the name too.
    wanted = words | {f"{word}s": origin for word, origin in words.items()}
    return [
        f"line {number}: {word!r} (from {wanted[word]})"
        for number, line in enumerate(text.splitlines(), start=1)
        for word in sorted(words_of(line) & wanted.keys())
    ]


def test_there_are_rulesets_and_modules() -> None:
    assert RULESETS
    assert MODULES


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_names_are_found_in_every_ruleset_that_stands_alone(path: Path) -> None:
    document = read(path)
    assert isinstance(document, dict)
    assert "extends" in document or list(chosen_names(document))


def test_the_search_sees_names_inside_identifiers() -> None:
    words = {"wizard": "somewhere.yaml"}
    assert found_in("class WizardTower: ...", words)
    assert found_in("def count_wizards(): ...", words)
    assert not found_in("wizardry = 1", words)


def test_games_have_words_of_their_own() -> None:
    assert game_words(), "every name in the rulesets is in GENERIC"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_module_names_no_game(path: Path) -> None:
    text = f"{path.relative_to(ROOT).as_posix()}\n{path.read_text(encoding='utf-8')}"
    assert found_in(text, game_words()) == []
