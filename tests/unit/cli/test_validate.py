from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ruleengine.cli import validate as validate_command
from ruleengine.cli.validate import expand
from ruleengine.errors import SourceError

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""


def break_it(path: Path) -> None:
    path.write_text(path.read_text().replace("draw: true", "drawn: true"), encoding="utf-8")


def test_a_sound_file_gets_one_line(run: Run, duel: Path) -> None:
    del duel
    result = run("validate", "duel.yaml")
    assert result.code == 0
    assert result.out.startswith("duel.yaml: sound, 3 flags, 2 combinations checked")
    assert result.out.count("\n") == 1


def test_an_error_is_shown_with_its_line(run: Run, duel: Path) -> None:
    break_it(duel)
    result = run("validate", "duel.yaml")
    assert result.code == 1
    assert result.out == ""
    line = duel.read_text().splitlines().index("    drawn: true") + 1
    assert f"duel.yaml:{line}:5: schema/unknown-key" in result.err
    assert f"{line:>4} |     drawn: true\n     |     ^^^^^\n" in result.err
    assert result.err.endswith("duel.yaml: 1 error\n")


def test_every_file_is_checked_whatever_is_wrong_with_others(run: Run, duel: Path) -> None:
    del duel
    result = run("validate", "missing.yaml", "duel.yaml", "nobody", "*.yml")
    assert result.code == 1
    assert "duel.yaml: sound" in result.out
    for name in ("missing.yaml", "nobody", "*.yml"):
        assert f"{name}: 1 error" in result.err
    assert result.err.count("source/not-found") == 3


def test_a_pattern_in_quotes_and_a_directory_are_expanded(duel: Path) -> None:
    other = duel.parent / "more" / "other.yml"
    other.parent.mkdir()
    other.touch()
    (duel.parent / ".hidden.yaml").touch()
    (duel.parent / "notes.txt").touch()
    assert expand("*.yaml") == ["duel.yaml"]
    assert expand("**/*.yml") == ["more/other.yml"]
    assert expand(".") == ["duel.yaml", "more/other.yml"]
    assert expand("more") == ["more/other.yml"]


def test_a_file_whose_name_looks_like_a_pattern_is_a_file(duel: Path) -> None:
    odd = duel.parent / "du[e]l.yaml"
    odd.touch()
    assert expand("du[e]l.yaml") == ["du[e]l.yaml"]


def test_a_directory_without_rulesets_is_an_error(duel: Path) -> None:
    (duel.parent / "empty").mkdir()
    with pytest.raises(SourceError):
        expand("empty")


CASES = "ruleset: ./duel.yaml\ncases:\n  - {id: x, start: true, steps: [{expect: {turn: 1}}]}\n"


def test_cases_among_rulesets_are_named_and_passed_over(run: Run, duel: Path) -> None:
    (duel.parent / "tests.yaml").write_text(CASES, encoding="utf-8")
    for given in (".", "*.yaml"):
        result = run("validate", given)
        assert (result.code, "error" in result.err) == (0, False)
        assert result.out.splitlines()[1] == "tests.yaml: cases, which `ruleengine test` runs"
    data = json.loads(run("validate", ".", "--format", "json").out)
    assert [each["file"] for each in data["files"]] == ["duel.yaml"]


def test_cases_in_place_of_a_ruleset_are_for_another_command(run: Run, duel: Path) -> None:
    (duel.parent / "tests").mkdir()
    (duel.parent / "tests" / "cases.yaml").write_text(CASES, encoding="utf-8")
    for given in ("tests", "tests/cases.yaml"):
        result = run("validate", given)
        assert result.code == 1
        assert "no ruleset" in result.err
        assert "hint: `ruleengine test` runs them" in result.err


def test_json_has_the_same_fields(run: Run, duel: Path) -> None:
    break_it(duel)
    result = run("validate", "duel.yaml", "--format", "json")
    data = json.loads(result.out)
    assert result.code == 1
    assert result.err == ""
    assert data["ok"] is False
    (file,) = data["files"]
    assert (file["file"], file["errors"]) == ("duel.yaml", 1)
    assert file["diagnostics"][0]["code"] == "schema/unknown-key"


def test_flags_are_set_for_every_file(run: Run, duel: Path) -> None:
    del duel
    assert run("validate", "duel.yaml", "--flag", "ways=any", "--flag", "polite=true").code == 0
    refused = run("validate", "duel.yaml", "--flag", "ways=sideways")
    assert refused.code == 1
    assert "resolve/bad-flag-value" in refused.err


def test_warnings_count_when_asked_to(run: Run, duel: Path) -> None:
    text = duel.read_text().replace("R-3: Whoever", "R-9: Nobody says this.\n  R-3: Whoever")
    text = text.replace("kinds:\n", "kinds:\n  ghost: {letters: {north: g}}\n")
    duel.write_text(text, encoding="utf-8")
    lenient, strict = (
        run("validate", "duel.yaml"),
        run("validate", "duel.yaml", "--warnings-as-errors"),
    )
    assert lenient.code == 0
    assert "warning" in lenient.out
    assert "warning: " in lenient.err
    assert strict.code == 1
    assert "duel.yaml: " in strict.err.splitlines()[-1]


def test_deep_plays_games(run: Run, duel: Path) -> None:
    del duel
    first = run("validate", "duel.yaml", "--deep", "--games", "3", "--seed", "5")
    again = run("validate", "duel.yaml", "--deep", "--games", "3", "--seed", "5")
    assert first.code == 0
    assert first == again


def test_shipped_rulesets_are_sound_by_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("validate", "generals_10x10").code == 0


def test_of_many_complaints_with_one_code_the_first_are_printed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "letters.yaml"
    sides = [f"s{number}" for number in range(14)]
    letters = ", ".join(f"{side}: a" for side in sides)
    path.write_text(
        "schema: 1\nname: letters\ntitle: Letters\n"
        f"sides: {{{', '.join(f'{side}: {{}}' for side in sides)}}}\n"
        "board: {rows: 2, columns: 2}\n"
        f"kinds: {{man: {{letters: {{{letters}}}}}}}\n"
        f"phases: {{play: {{turns: [{', '.join(sides)}], turn: [act: [rest]]}}}}\n"
        "actions: {rest: {effects: [end_turn]}}\n"
        "endings: [{when: turn > 2, draw: true, says: late}]\n",
        encoding="utf-8",
    )
    result = run("validate", str(path))
    assert result.err.count("resolve/letter-taken: ") == 10
    assert "... and 3 more of resolve/letter-taken" in result.err
    data = json.loads(run("validate", str(path), "--format", "json").out)
    codes = [each["code"] for each in data["files"][0]["diagnostics"]]
    assert codes.count("resolve/letter-taken") == 13


def test_long_random_games_say_how_far_they_are(
    run: Run, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert duel.exists()
    monkeypatch.setattr(validate_command, "_PATIENCE", 0.0)
    result = run("validate", "duel.yaml", "--deep", "--games", "2")
    assert result.code == 0
    first = result.err.splitlines()[0]
    assert first.startswith("duel: in random game 1 of 2, 1 plies after 0 s; at most ")
    assert "Ctrl-C ends the games and tells what has been found" in first
