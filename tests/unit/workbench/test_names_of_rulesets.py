"""Where a plain name under `ruleset` of a file of cases is looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.workbench.cases.files import read_scenarios
from ruleengine.workbench.cases.scenarios import Games, run_files

RULES = """\
schema: 1
name: meadow
title: Meadow
sides: {white: {forward: up}, black: {forward: down}}
board: {rows: 2, columns: 1}
kinds: {man: {letters: {white: w, black: b}}}
setup: [drawn: "b\\nw"]
phases: {play: {turns: [white, black], turn: [act: [stay]]}}
actions: {stay: {effects: [end_turn]}}
endings: [{id: long, when: turn > 9, draw: true, says: it is late}]
"""
CASES = """\
ruleset: meadow
cases:
  - {id: stay/is-legal, start: true, steps: [play: stay]}
"""


@pytest.mark.parametrize(
    ("rules", "cases"),
    [
        ("meadow.yaml", "cases.yaml"),
        ("meadow.yaml", "tests/meadow.yaml"),
        ("rulesets/meadow.yaml", "tests/meadow.yaml"),
        ("tests/rulesets/meadow.yaml", "tests/meadow.yaml"),
    ],
)
def test_a_name_is_found_around_the_cases_from_wherever_they_are_run(
    rules: str, cases: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    for name, text in ((rules, RULES), (cases, CASES)):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    for start in (home, home / "elsewhere", tmp_path):
        start.mkdir(exist_ok=True)
        monkeypatch.chdir(start)
        assert run_files([home / cases]).ok


def test_two_directories_may_call_different_rules_by_one_name(tmp_path: Path) -> None:
    for name, title in (("one", "stay"), ("two", "rest")):
        (tmp_path / name).mkdir()
        for file, text in (("meadow.yaml", RULES), ("cases.yaml", CASES)):
            written = text.replace("stay", title)
            (tmp_path / name / file).write_text(written, encoding="utf-8")
    assert run_files([tmp_path / "one", tmp_path / "two"]).ok


def test_the_message_says_where_it_was_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "cases.yaml").write_text(CASES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (result,) = run_files(["tests/cases.yaml"]).results
    assert "there is no ruleset or variant 'meadow'; it was looked for in tests, the current " in (
        "\n".join(result.messages)
    )
    assert "directory and among what comes with ruleengine" in "\n".join(result.messages)


def test_messages_name_a_ruleset_without_steps_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("tests", "rulesets"):
        (tmp_path / folder).mkdir()
    (tmp_path / "rulesets" / "meadow.yaml").write_text(RULES, encoding="utf-8")
    text = CASES.replace("ruleset: meadow", "ruleset: ../rulesets/meadow.yaml")
    cases = tmp_path / "tests" / "meadow.yaml"
    cases.write_text(text.replace("play: stay", "expect: {turn: 2}"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (case,) = read_scenarios(Path("tests/meadow.yaml"))
    assert Games().of(case).rules.resolved.ruleset.actions["stay"].span is not None
    assert str(Games().of(case).rules.resolved.ruleset.actions["stay"].span).startswith(
        "rulesets/meadow.yaml:"
    )
