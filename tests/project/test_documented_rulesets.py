"""Every ruleset that the documentation shows as a file loads, and plays."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from ruleengine.game.loading import load

ROOT = Path(__file__).resolve().parents[2]
FILE = re.compile(r"^```yaml\n# file: (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ERRORS = ROOT / "docs" / "reference" / "errors"


def files_of(page: Path) -> dict[str, str]:
    """Return the files of a page, by name."""
    return dict(FILE.findall(page.read_text(encoding="utf-8")))


PAGES = [
    page
    for page in sorted((ROOT / "docs").rglob("*.md"))
    if ERRORS not in page.parents and files_of(page)
]


def rulesets_of(page: Path) -> list[str]:
    """Return the names of the files that are rulesets or variants."""
    return [name for name, text in files_of(page).items() if text.startswith("schema:")]


@pytest.mark.parametrize(
    ("page", "name"),
    [(page, name) for page in PAGES for name in rulesets_of(page)],
    ids=lambda value: value.stem if isinstance(value, Path) else str(value),
)
def test_a_documented_ruleset_loads_and_plays(page: Path, name: str, tmp_path: Path) -> None:
    for file, text in files_of(page).items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    position = load(str(tmp_path / name)).start()
    draw = random.Random(name)  # noqa: S311 - a game, and always the same
    for number in range(300):
        if position.outcome is not None or position.ply > 30:
            break
        if position.chance:
            position = position.play(draw.choice(list(position.chance)))
            continue
        moves = list(position.legal_moves())
        # Who may commit does so now and then, since drafts could go on for long.
        ready = [move for move in moves if str(move) == "commit"]
        position = position.play(draw.choice(ready if ready and number % 2 else moves))
    assert position.ply > 0


def test_there_are_documented_rulesets() -> None:
    assert sum(len(rulesets_of(page)) for page in PAGES) > 30
