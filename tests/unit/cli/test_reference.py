from __future__ import annotations

from pathlib import Path

from ruleengine.cli.main import COMMANDS
from ruleengine.cli.reference import render_reference

ROOT = Path(__file__).resolve().parents[3]


def test_the_page_is_up_to_date() -> None:
    page = ROOT / "docs" / "reference" / "cli.md"
    advice = "run `python -m ruleengine.cli.reference > docs/reference/cli.md`"
    assert page.read_text(encoding="utf-8") == render_reference(), advice


def test_the_page_has_every_command_with_its_arguments() -> None:
    page = render_reference()
    assert all(f"\n## {name}\n" in page for name in COMMANDS)
    assert "| `--flag`, `--flags` `NAME=VALUE` |" in page
    assert "ruleengine validate FILE... [--flag NAME=VALUE]..." in page


def test_the_readme_lists_the_commands_in_the_same_words() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    missing = [name for name, words in COMMANDS.items() if f"| `{name}` | {words} |" not in readme]
    assert missing == []
