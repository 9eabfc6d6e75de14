"""Each page on a warning shows a file that leads to it and to nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleengine.analysis.deep import CODES as DEEP_CODES
from ruleengine.analysis.deep import deep_check
from ruleengine.analysis.static import CHECKS
from ruleengine.analysis.validation import validate
from ruleengine.game.loading import load

PAGES = Path(__file__).resolve().parents[3] / "docs" / "reference" / "errors"
FILE = re.compile(r"^```yaml\n# (\S+\.yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODES = (
    *(code for code, _ in CHECKS),
    "check/list-replaced",
    "check/silence-unused",
    "resolve/picture-differs",
)


def write_example(code: str, directory: Path) -> str:
    files = FILE.findall((PAGES / f"{code}.md").read_text(encoding="utf-8"))
    assert files
    for name, text in files:
        (directory / name).write_text(text, encoding="utf-8")
    return str(files[0][0])


@pytest.mark.parametrize("code", CODES)
def test_the_example_leads_to_its_code_and_to_no_other(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write_example(code, tmp_path)
    monkeypatch.chdir(tmp_path)
    report = validate(name)
    assert [each.code for each in report.diagnostics] == [code]
    assert report.ok is code.startswith("check/")
    assert all(each.span is not None and each.hint for each in report.diagnostics)


@pytest.mark.parametrize("code", [*DEEP_CODES, "check/broken-game"])
def test_the_example_for_random_games_leads_to_it_only_when_they_are_played(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write_example(code, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert validate(name).diagnostics == ()
    report = deep_check(load(name), games=20, seed=3, max_plies=200)
    wanted = [] if code == "check/broken-game" else [code]
    assert [each.code for each in report.diagnostics] == wanted
