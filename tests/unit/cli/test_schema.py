from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from ruleengine.schema.json_schema import json_schema_text

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""

ROOT = Path(__file__).resolve().parents[3]


def test_the_schema_is_printed_or_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "schema.json"
    printed, written = run("schema"), run("schema", "-o", str(file))
    assert (printed.code, written.code, written.out) == (0, 0, "")
    assert printed.out == file.read_text(encoding="utf-8")
    assert json.loads(printed.out)["title"] == "Ruleset or variant"


def test_the_schema_in_the_documentation_is_up_to_date() -> None:
    page = ROOT / "docs" / "reference" / "ruleset.schema.json"
    advice = "run `ruleengine schema -o docs/reference/ruleset.schema.json`"
    assert page.read_text(encoding="utf-8") == json_schema_text(), advice
