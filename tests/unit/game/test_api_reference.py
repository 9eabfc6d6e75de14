"""The page on the library: up to date, with every public name and something about each."""

from __future__ import annotations

import re
from pathlib import Path

import ruleengine
from ruleengine.game.api_reference import SECTIONS, render_reference

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "api.md"

HEADING = re.compile(r"^###+ ([\w.]+).*\n\n(?:```text\n[^`]*```\n\n)?(.*)$", re.MULTILINE)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_reference(), (
        "run `python -m ruleengine.game.api_reference > docs/reference/api.md`"
    )


def test_every_public_name_is_on_the_page() -> None:
    names = {name for section in SECTIONS for _, name in section.names}
    assert set(ruleengine.__all__) <= names


def test_every_attribute_and_method_is_described() -> None:
    page = render_reference()
    assert re.findall(r"^\| `(\w+)` \|.*\|  \|$", page, re.MULTILINE) == []
    headings = re.findall(
        r"^###+ ([\w.]+).*\n\n(?:```text\n[^`]*```\n\n)?(.*)$", page, re.MULTILINE
    )
    assert len(headings) > 40
    assert [name for name, text in headings if not text or text.startswith(("#", "|"))] == []
