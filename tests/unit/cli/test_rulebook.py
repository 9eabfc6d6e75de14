from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


def test_it_prints_markdown_unless_told_otherwise(run: Run, duel: Path) -> None:
    result = run("rulebook", str(duel))
    assert result.code == 0
    assert result.out.startswith("# Duel\n")
    assert "along its row or column" in result.out


def test_flags_change_what_is_told(run: Run, duel: Path) -> None:
    result = run("rulebook", str(duel), "--flag", "ways=any", "--flag", "rounds=5")
    assert result.code == 0
    assert "along its row, its column or a diagonal" in result.out
    assert "is at least 5" in result.out
    assert "Which ways may a man go? \u2605" in result.out


@pytest.mark.parametrize(
    ("name", "begins"),
    [("book.html", "<!DOCTYPE html>"), ("book.md", "# Duel"), ("book.json", "{")],
)
def test_the_name_of_the_file_says_what_is_written(
    run: Run, duel: Path, name: str, begins: str
) -> None:
    result = run("rulebook", str(duel), "-o", name)
    assert result.code == 0
    written = (duel.parent / name).read_text(encoding="utf-8")
    assert written.startswith(begins)
    assert sorted(path.name for path in duel.parent.iterdir()) == sorted(["duel.yaml", name])


def test_json_has_the_same_chapters(run: Run, duel: Path) -> None:
    data = json.loads(run("rulebook", str(duel), "--format", "json").out)
    keys = [section["key"] for section in data["sections"]]
    assert keys[:3] == ["board", "sides", "pieces"]
    assert keys[-2:] == ["points", "clauses"]
    text = json.dumps(data, ensure_ascii=False)
    assert re.search(r"\*\w+\*", text)
    assert not any("\ue000" <= sign <= "\uf8ff" for sign in text)  # signs of nobody's


def test_markdown_may_be_called_as_its_files_end(run: Run, duel: Path) -> None:
    written = run("rulebook", str(duel), "--format", "md")
    assert written.code == 0
    assert written.out == run("rulebook", str(duel), "--format", "markdown").out
    assert run("trace", str(duel), "--format", "md").out.startswith("#")


def test_a_name_that_says_nothing_is_a_mistake_in_usage(run: Run, duel: Path) -> None:
    result = run("rulebook", str(duel), "-o", "book.pdf")
    assert result.code == 2
    assert ".html" in result.err
    assert not (duel.parent / "book.pdf").exists()


def test_a_directory_that_is_not_there_is_named(run: Run, duel: Path) -> None:
    result = run("rulebook", str(duel), "-o", "nowhere/book.html")
    assert result.code == 1
    assert "nowhere" in result.err


def test_what_is_wrong_with_a_ruleset_is_told_with_its_place(run: Run, duel: Path) -> None:
    duel.write_text(duel.read_text(encoding="utf-8").replace("kinds:", "kindz:"), encoding="utf-8")
    result = run("rulebook", str(duel))
    assert result.code == 1
    assert "schema/unknown-key" in result.err
    wrong = run("rulebook", "brandubh", "--flag", "passage=ajar")
    assert wrong.code == 1
    assert "resolve/bad-flag-value" in wrong.err
