from __future__ import annotations

import json
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
    steps:
      - play: step a1-a2
      - expect: {mover: north}
  - id: step/onto-a-friend
    clauses: [R-2]
    steps:
      - refused: {move: step a1-b1, code: move/target-friend}
"""
WRONG = CASES.replace("mover: north", "mover: south")


@pytest.fixture
def cases(duel: Path) -> Path:
    """Write cases about the small game into a directory beside it."""
    path = duel.parent / "cases" / "duel.yaml"
    path.parent.mkdir()
    path.write_text(CASES, encoding="utf-8")
    return path


def test_rulesets_among_cases_are_passed_over(run: Run, cases: Path) -> None:
    result = run("test", str(cases.parent.parent))
    assert (result.code, result.out, result.err) == (0, "2 passed\n", "")


def test_a_ruleset_in_place_of_cases_is_for_another_command(run: Run, duel: Path) -> None:
    result = run("test", str(duel))
    assert result.code == 1
    assert result.err.count("duel.yaml:") == 1
    assert "this is a ruleset or variant, and no file of cases" in result.err
    assert "hint: `ruleengine validate` checks it" in result.err


def test_cases_that_pass_are_counted(run: Run, cases: Path) -> None:
    for given in (str(cases), str(cases.parent)):
        result = run("test", given)
        assert (result.code, result.out, result.err) == (0, "2 passed\n", "")


def test_a_word_picks_cases(run: Run, cases: Path) -> None:
    assert run("test", str(cases), "-k", "friend").out == "1 passed\n"
    result = run("test", str(cases), "-k", "castle")
    assert (result.code, result.out, result.err) == (1, "", "there are no such cases\n")


def test_a_case_that_fails_says_where_and_why(run: Run, cases: Path) -> None:
    cases.write_text(WRONG, encoding="utf-8")
    result = run("test", str(cases))
    assert result.code == 1
    assert result.out == "1 passed, 1 failed\n"
    assert result.err.splitlines()[:2] == [
        f"{cases}:8:9: step/one-cell, step 2",
        "  mover: expected south, found north",
    ]


def test_a_file_that_cannot_be_read_is_reported_and_the_others_run(run: Run, cases: Path) -> None:
    (cases.parent / "broken.yaml").write_text("cases: 5\n", encoding="utf-8")
    result = run("test", str(cases.parent))
    assert result.code == 1
    assert result.out == "2 passed, 1 error in files\n"
    assert "broken.yaml:1:8: schema/wrong-type" in result.err


def test_the_same_as_data(run: Run, cases: Path) -> None:
    cases.write_text(WRONG, encoding="utf-8")
    data = json.loads(run("test", str(cases), "--format", "json").out)
    assert data["ok"] is False
    failed, passed = data["cases"]
    assert passed == {
        "id": "step/onto-a-friend",
        "ok": True,
        "file": cases.as_posix(),
        "line": 9,
        "clauses": ["R-2"],
    }
    assert failed["messages"] == ["mover: expected south, found north"]
    assert failed["step"] == 2
    assert failed["place"] == f"{cases}:8:9"
    assert failed["board"].splitlines()[0].split() == ["3", "n", "n"]
    assert (data["diagnostics"], data["gaps"]) == ([], [])


def test_coverage_names_clauses_and_flags_without_a_case(run: Run, cases: Path) -> None:
    result = run("test", str(cases), "--coverage")
    assert result.code == 1
    lines = result.err.splitlines()
    assert any(line.endswith("no case shows clause R-3") for line in lines)
    assert any("no case passes with 'ways' being any and fails with straight" in x for x in lines)
    data = json.loads(run("test", str(cases), "--coverage", "--format", "json").out)
    assert data["ok"] is False
    assert {"R-3", "ways"} <= {gap["about"] for gap in data["gaps"]}


def test_coverage_says_what_is_covered(run: Run, tmp_path: Path) -> None:
    ruleset = """\
schema: 1
name: waits
title: Waits
clauses: {W-1: You wait., W-2: It ends., W-3: {note: It is dull.}}
sides: {a: {}, b: {}}
board: {rows: 1, columns: 1}
kinds: {man: {letters: {a: x, b: y}}}
flags: {long: {question: Is it long?, type: boolean, default: false, clauses: [W-2]}}
phases: {play: {turns: [a, b], turn: [act: [wait]]}}
actions: {wait: {clauses: [W-1]}}
endings:
  - when: {pick: long, "true": turn > 4, "false": turn > 1}
    draw: true
    says: over
    clauses: [W-2]
"""
    (tmp_path / "waits.yaml").write_text(ruleset, encoding="utf-8")
    case = "{id: %s, clauses: [W-1, W-2], flags: {long: %s}, steps: [play: wait, play: wait, %s]}"
    ends, lasts = "expect: {outcome: {draw: true}}", "expect: {outcome: none}"
    cases = f"ruleset: waits\ndefaults: {{start: true}}\ncases:\n  - {case}\n  - {case}\n"
    path = tmp_path / "cases.yaml"
    path.write_text(cases % ("short", "false", ends, "long", "true", lasts), encoding="utf-8")
    shown = "all 2 clauses are cited by a rule or a flag, and shown by a case"
    told = f"2 passed\n{shown}; cases tell all values of 1 flag apart\n"
    assert run("test", str(path), "--coverage").out == told
    data = json.loads(run("test", str(path), "--coverage", "--format", "json").out)
    assert data["asked"] == {"clauses": 2, "flags": 1}
    path.write_text(cases % ("short", "false", lasts, "long", "true", lasts), encoding="utf-8")
    failed = run("test", str(path), "--coverage").out
    assert "what the cases cover is looked at when all of them pass" in failed
