from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


def test_the_value_is_marked_and_the_default_named(run: Run, duel: Path) -> None:
    del duel
    lines = [line.rstrip() for line in run("flags", "duel.yaml").out.splitlines()]
    assert any("Which ways may a man go?" in line for line in lines)
    assert any("* straight: along rows and columns (default)" in line for line in lines)
    assert any(line.endswith("  any: in all directions") for line in lines)
    assert any("clauses R-1" in line for line in lines)
    assert any("needs ways: any" in line for line in lines)
    assert any("* 8: at least 1, at most 50 (default)" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_a_flag_that_is_set_is_marked(run: Run, duel: Path) -> None:
    del duel
    out = run("flags", "duel.yaml", "--flag", "ways=any").out
    assert "* any: in all directions" in out
    assert "  straight: along rows and columns (default)" in out


def test_the_default_of_a_number_that_is_set_is_told(run: Run, duel: Path) -> None:
    del duel
    lines = [
        line.strip() for line in run("flags", "duel.yaml", "--flag", "rounds=9").out.splitlines()
    ]
    assert any("* 9: at least 1, at most 50" in line for line in lines)
    assert "default 8" in lines


def test_json_has_declaration_and_value(run: Run, duel: Path) -> None:
    del duel
    data = json.loads(run("flags", "duel.yaml", "--flag", "rounds=9", "--format", "json").out)
    assert list(data) == ["ways", "rounds", "polite"]
    assert (data["rounds"]["value"], data["rounds"]["default"]) == (9, 8)
    assert data["polite"]["requires"] == {"ways": ["any"]}


def test_a_ruleset_without_flags_says_so(run: Run, duel: Path) -> None:
    resolved = run("show", "duel.yaml", "--resolved").out
    duel.write_text(resolved, encoding="utf-8")
    assert run("flags", "duel.yaml").out == "duel declares no flags\n"


def test_shipped_rulesets_fit_on_a_terminal(run: Run) -> None:
    result = run("flags", "generals_10x10")
    assert result.code == 0
    assert max(len(line) for line in result.out.splitlines()) <= 80
