"""The tree stays as it was drawn: few entries at the top, small modules, telling names."""

from __future__ import annotations

import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted([*(ROOT / "ruleengine").rglob("*.py"), *(ROOT / "tests").rglob("*.py")])
MAX_LINES = 500

REQUIRED = frozenset(
    {
        ".ci",
        ".gitignore",
        ".pre-commit-config.yaml",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "README.md",
        "docs",
        "pyproject.toml",
        "ruleengine",
        "rulesets",
        "tests",
        "variants",
    }
)
# In an unpacked source distribution.
TOLERATED = frozenset({".git", "PKG-INFO"})

# Names that say nothing about what is inside.
EMPTY_NAMES = frozenset(
    {"base", "common", "data", "helper", "helpers", "manager", "misc", "other", "util", "utils"}
)


def ignored_patterns() -> list[str]:
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    return [line.strip("/") for line in lines if line and not line.startswith("#")]


def test_top_level_has_only_what_belongs_there() -> None:
    ignored = ignored_patterns()
    assert ignored
    entries = {
        entry.name
        for entry in ROOT.iterdir()
        if not any(fnmatch.fnmatch(entry.name, pattern) for pattern in ignored)
    }
    assert sorted(entries - REQUIRED - TOLERATED) == [], "does not belong at the top level"
    assert sorted(REQUIRED - entries) == [], "is missing at the top level"


def test_there_are_modules() -> None:
    assert any(path.is_relative_to(ROOT / "ruleengine") for path in MODULES)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_module_is_small_and_has_a_telling_name(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES
    names = {Path(part).stem.strip("_") for part in path.relative_to(ROOT).parts}
    assert not names & EMPTY_NAMES


def test_package_says_that_it_is_typed() -> None:
    assert (ROOT / "ruleengine" / "py.typed").is_file()
