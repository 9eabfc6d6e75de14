"""Each page on an error of this half shows files that lead to it; the first one is loaded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleengine.errors import Diagnostic, RulesetError
from ruleengine.resolve.covering import never_selected
from ruleengine.resolve.flags import choose_flags, read_flags
from ruleengine.resolve.overlay import read_tree
from ruleengine.resolve.select import check_selections

PAGES = Path(__file__).resolve().parents[3] / "docs" / "reference" / "errors"
FILE = re.compile(r"^```yaml\n# (\S+\.yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODES = (
    "schema/bad-value",
    "schema/missing-key",
    "schema/not-one-of",
    "schema/unknown-key",
    "schema/wrong-type",
    "resolve/bad-flag-value",
    "resolve/bad-list-edit",
    "resolve/bad-selection",
    "resolve/duplicate-parent",
    "resolve/extends-cycle",
    "resolve/extends-too-deep",
    "resolve/flag-conflict",
    "resolve/flag-requires",
    "resolve/missing-branch",
    "resolve/missing-name",
    "resolve/name-mismatch",
    "resolve/never-selected",
    "resolve/nothing-to-remove",
    "resolve/parents-disagree",
    "resolve/schema-version",
    "resolve/unknown-choice",
    "resolve/unknown-flag",
    "resolve/unknown-item",
    "resolve/unknown-parent",
    "resolve/wrong-flag-kind",
)


def diagnostics(path: str) -> tuple[Diagnostic, ...]:
    try:
        root = read_tree(path).root
        flags = read_flags(root)
        choose_flags(flags, root, {})
    except RulesetError as error:
        return error.diagnostics
    return tuple(check_selections(root, flags) or never_selected(root, flags))


@pytest.mark.parametrize("code", CODES)
def test_the_example_leads_to_its_error_and_to_no_other(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = FILE.findall((PAGES / f"{code}.md").read_text(encoding="utf-8"))
    assert files
    for name, text in files:
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert [fault.code for fault in diagnostics(files[0][0])] == [code]
