"""Broken rulesets and what is said of them: every complaint, at its place, and no other.

A case is a text with something wrong in it. Sections that it does not mention are taken from
`duel.yaml` and follow below it, so that lines count from the first line of the case; a case
that is `alone` is the whole file. `beside` names other files, `ask` another path than that of
the case, `encoding` how the case is saved. In `want`, message and hint are parts of the
sentences, and `under` is the text that the place covers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from ruleengine.analysis.validation import validate
from ruleengine.codes import CODES
from ruleengine.errors import Diagnostic, render

HERE = Path(__file__).parent
DUEL = (HERE / "duel.yaml").read_text(encoding="utf-8")
SECTION = re.compile(r"^(\w+):.*\n(?:(?!\w+:).*\n)*", re.MULTILINE)
# One voice: a clause without a full stop, no blame, no short forms, "has to" for what is needed.
UNLIKE_US = re.compile(
    r"\.$|^[A-Z](?![A-Z])|\b(?i:invalid|illegal|must|please|cannot be found)\b|n't\b"
)
STAGES = ("source/", "schema/", "resolve/", "expression/")
# They take more than a text, and have tests of their own below.
OTHERWISE = {"resolve/extends-too-deep", "source/too-large", "source/unreadable"}


@dataclass(frozen=True)
class Case:
    """One broken text."""

    id: str
    want: list[dict[str, Any]]
    file: str = ""
    alone: bool = False
    beside: Mapping[str, str] = field(default_factory=dict)
    ask: str = "case.yaml"
    encoding: str = "utf-8"

    def text(self) -> str:
        if self.alone:
            return self.file
        mentioned = set(re.findall(r"^(\w+)", self.file, re.MULTILINE))
        rest = (s[0] for s in SECTION.finditer(DUEL) if s[1] not in mentioned)
        return self.file + "".join(rest).replace("name: duel", "name: case")


def cases() -> Iterator[Case]:
    for path in sorted(HERE.glob("*.yaml")):
        if path.name != "duel.yaml":
            for case in yaml.safe_load(path.read_text(encoding="utf-8")):
                yield Case(**{**case, "id": f"{path.stem}/{case['id']}"})


CASES = list(cases())


def write(case: Case) -> dict[str, list[str]]:
    """Write the files of a case into the current directory and return their lines."""
    files = {"duel.yaml": DUEL, **case.beside, "case.yaml": case.text()}
    for name, text in files.items():
        encoding = case.encoding if name == "case.yaml" else "utf-8"
        Path(name).write_text(text, encoding=encoding, newline="")
    return {name: re.split("\r\n|\r|\n", text) for name, text in files.items()}


def differences(
    problem: Diagnostic, want: Mapping[str, Any], files: Mapping[str, Any]
) -> list[str]:
    """Return in which way a diagnostic is not as it should be."""
    span = problem.span
    assert span is not None
    line = files[span.file][span.line - 1] if span.file in files else ""
    end = span.end_col - 1 if span.end_line == span.line else len(line)
    found = {
        "code": problem.code,
        "file": span.file,
        "line": span.line,
        "col": span.col,
        "under": line[span.col - 1 : end],
        "message": problem.message,
        "hint": problem.hint or "",
    }
    exact = {"file": "case.yaml", **want}
    parts = {key: exact.pop(key) for key in ("message", "hint") if key in exact}
    wrong = [f"{key}: {found[key]!r}" for key in exact if found[key] != exact[key]]
    return wrong + [f"{key}: {found[key]!r}" for key in parts if parts[key] not in str(found[key])]


def test_the_base_has_nothing_wrong_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Case("base", []))
    assert validate("case.yaml").diagnostics == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_what_is_said_and_where(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = write(case)
    problems = validate(case.ask).diagnostics

    assert case.want, "say what is wanted"
    shown = "\n".join(render(problem) for problem in problems)
    assert [problem.code for problem in problems] == [want["code"] for want in case.want], shown
    wrong = [
        difference
        for problem, want in zip(problems, case.want, strict=True)
        for difference in differences(problem, want, files)
    ]
    assert wrong == [], shown
    assert list(problems) == sorted(problems, key=lambda problem: problem.sort_key())
    for problem in problems:
        assert problem.hint, f"no next step: {render(problem)}"
        for sentence in (problem.message, problem.hint):
            assert not UNLIKE_US.search(sentence), sentence


def test_ids_are_unique() -> None:
    assert CASES
    assert len(CASES) == len({case.id for case in CASES})


def test_every_code_of_a_file_has_a_case() -> None:
    used = {want["code"] for case in CASES for want in case.want}
    wanted = {code for code in CODES if code.startswith(STAGES)}
    assert sorted(wanted - used - OTHERWISE) == []


def test_too_large(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text("schema: 1\nname: case\n" + "# filler\n" * 120_000, encoding="utf-8")
    assert [problem.code for problem in validate(str(path)).diagnostics] == ["source/too-large"]


def test_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.symlink_to(path)
    assert [problem.code for problem in validate(str(path)).diagnostics] == ["source/unreadable"]


def test_extends_too_deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["case", *(f"link_{number}" for number in range(20))]
    for name, parent in pairwise(names):
        text = f"schema: 1\nname: {name}\nextends: {parent}\n"
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    [problem] = validate("case.yaml").diagnostics
    assert (problem.code, str(problem.span)) == ("resolve/extends-too-deep", "link_14.yaml:3:10")
