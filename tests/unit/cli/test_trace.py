from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""

CASES = """\
ruleset: ../duel.yaml
defaults: {start: true}
cases:
  - id: step/one-cell
    clauses: [R-1]
    steps: [play: step a1-a2]
  - id: step/nowhere
    clauses: [R-9]
    steps: [play: step a1-a2]
"""


def write_cases(duel: Path) -> None:
    path = duel.parent / "cases" / "duel.yaml"
    path.parent.mkdir()
    path.write_text(CASES, encoding="utf-8")


def test_the_matrix_and_what_is_left_over(run: Run, duel: Path) -> None:
    write_cases(duel)
    data = json.loads(run("trace", "duel.yaml", "--cases", "cases", "--format", "json").out)
    first = data["clauses"][0]
    assert (first["id"], first["cases"]) == ("R-1", ["step/one-cell"])
    assert [each["rule"] for each in first["rules"]] == ["flags.ways", "actions.step"]
    orphans = data["orphans"]
    assert orphans["clauses_without_rule"] == []
    assert orphans["clauses_without_case"] == ["R-2", "R-3"]
    uncited = [each["rule"] for each in orphans["rules_without_clause"]]
    assert "endings.2" in uncited
    assert "counters.turns" in uncited
    assert not any(rule.startswith("actions.step") for rule in uncited)
    assert [(e["case"], e["clause"]) for e in orphans["unknown_citations"]] == [
        ("step/nowhere", "R-9")
    ]


def test_as_a_table_and_as_a_page(run: Run, duel: Path) -> None:
    write_cases(duel)
    table = run("trace", "duel.yaml", "--cases", "cases").out
    assert "clauses that no case shows: R-2, R-3" in table
    page = run("trace", "duel.yaml", "--cases", "cases", "--format", "markdown").out
    assert "| R-1 | You move a man one cell. | `flags.ways`, `actions.step` |" in page
    assert "- Clauses that no case shows: R-2, R-3." in page


def test_without_cases_nothing_is_shown(run: Run, duel: Path) -> None:
    assert duel.exists()
    out = run("trace", "duel.yaml").out
    assert "3 clauses, 0 notes among them, 0 cases" in out
    assert "clauses that no case shows: R-1, R-2, R-3" in out


def test_a_file_of_cases_that_cannot_be_read(run: Run, duel: Path) -> None:
    (duel.parent / "broken.yaml").write_text("cases: 5\n", encoding="utf-8")
    result = run("trace", "duel.yaml", "--cases", "broken.yaml")
    assert (result.code, "broken.yaml:1:8: schema/wrong-type" in result.err) == (1, True)


def test_ids_of_cases_go_on_below_between_their_words(
    run: Run, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "step/a-man-goes-wherever-he-likes-as-long-as-nobody-stands-there"
    path = duel.parent / "cases.yaml"
    path.write_text(CASES.replace("../", "").replace("step/one-cell", name), encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "60")
    out = run("trace", "duel.yaml", "--cases", "cases.yaml").out
    words = {*re.split(r"[^a-z]+", out)}
    assert {*re.split(r"[^a-z]+", name)} <= words


def test_cases_are_looked_for_beside_the_ruleset(run: Run, duel: Path) -> None:
    games = duel.parent / "games"
    (games / "tests").mkdir(parents=True)
    (games / "duel.yaml").write_text(duel.read_text(encoding="utf-8"), encoding="utf-8")
    (games / "tests" / "duel.yaml").write_text(CASES, encoding="utf-8")
    found = run("trace", "games/duel.yaml").out
    assert "2 cases, looked for in tests and games/tests" in " ".join(found.split())
