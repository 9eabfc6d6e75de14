"""Every error code has a page, every page has a code, and pages have one form.

`RULEENGINE_WRITE=1 python -m pytest tests/project/test_error_pages.py` writes the list of them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ruleengine.codes import CODES

PAGES = Path(__file__).resolve().parents[2] / "docs" / "reference" / "errors"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def section(text: str, title: str) -> str:
    """Return what stands under the second-level heading, up to the next one."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"no section '## {title}'"
    return found[1].strip()


def test_codes_exist_and_are_unique() -> None:
    assert CODES
    assert len(CODES) == len(set(CODES))


def test_pages_are_exactly_those_of_the_codes() -> None:
    pages = {page.relative_to(PAGES).with_suffix("").as_posix() for page in PAGES.rglob("*.md")}
    assert pages, f"no pages under {PAGES}"
    assert sorted(set(CODES) - pages) == [], "codes without a page"
    assert sorted(pages - set(CODES)) == [], "pages without a code"


@pytest.mark.parametrize("code", CODES)
def test_code_is_a_stage_and_a_slug(code: str) -> None:
    assert re.fullmatch(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*", code)


@pytest.mark.parametrize("code", CODES)
def test_page_has_heading_meaning_example_and_next_step(code: str) -> None:
    page = PAGES / f"{code}.md"
    assert page.is_file(), f"write {page.relative_to(PAGES.parents[2])}"
    text = page.read_text(encoding="utf-8")
    # A line that starts with a hash inside an example is a comment, not a heading.
    prose = FENCE.sub("", text)

    assert text.startswith(f"# {code}\n")
    assert re.findall(r"^#+ .*$", prose, re.MULTILINE) == [
        f"# {code}",
        "## Example",
        "## What to do",
    ]
    meaning = prose.removeprefix(f"# {code}\n").partition("\n## ")[0]
    assert meaning.strip(), "say what the code means"
    assert section(prose, "What to do"), "say what to do"
    example_area = text.partition("\n## Example\n")[2].rpartition("\n## What to do\n")[0]
    examples = FENCE.findall(example_area)
    assert [body for language, body in examples if language == "yaml"], "show a ```yaml example"


STAGES = {
    "source": "Reading a file",
    "schema": "The shape of what was read",
    "resolve": "Files, flags and names together",
    "expression": "Expressions",
    "check": "Looking at a ruleset as a whole: warnings",
    "move": "Refused moves",
    "reach": "Refused moves: where a piece can go",
    "position": "Positions, matches and records from outside",
    "agent": "Agents",
    "lab": "Measuring games",
}


def listing() -> str:
    """Return the page that lists all codes."""
    lines = [
        "# Errors",
        "",
        "Every message begins with a code, which is stable: programs may match on it.",
        "Its page says what it means, shows an example, and says what to do.",
    ]
    for stage, title in STAGES.items():
        lines += ["", f"## {title}", "", "| Code | |", "|---|---|"]
        for code in sorted(code for code in CODES if code.startswith(f"{stage}/")):
            text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
            meaning = text.removeprefix(f"# {code}\n").strip().splitlines()[0]
            lines.append(f"| [{code}](errors/{code}.md) | {meaning} |")
    return "\n".join(lines) + "\n"


def test_the_list_of_codes_is_up_to_date() -> None:
    assert {code.partition("/")[0] for code in CODES} == set(STAGES)
    page = PAGES.with_suffix(".md")
    if os.environ.get("RULEENGINE_WRITE") == "1":
        page.write_text(listing(), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == listing()
