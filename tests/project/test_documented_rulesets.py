"""Every ruleset that the documentation shows as a file loads, and plays."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from ruleengine.game.loading import load

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```yaml\n# (file|change): (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ERRORS = ROOT / "docs" / "reference" / "errors"


class Shown(NamedTuple):
    """A ruleset as a page shows it: a file, or what is changed in one."""

    page: Path
    number: int
    name: str


def blocks_of(page: Path) -> list[tuple[str, str, str]]:
    """Return the blocks of a page: whether they are files or changes, of which file, and text."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


SHOWN = [
    Shown(page, number, name)
    for page in sorted((ROOT / "docs").rglob("*.md"))
    if ERRORS not in page.parents
    for number, (sort, name, text) in enumerate(blocks_of(page))
    if sort == "change" or text.startswith("schema:")
]


def write_up_to(shown: Shown, folder: Path) -> Path:
    """Write the files of a page as they are at one of its blocks, and return that block's."""
    blocks = blocks_of(shown.page)
    files = [(name, text) for sort, name, text in blocks if sort == "file"]
    # What a file extends may stand further down, but a file itself is as it is at this point.
    for name, text in (*files, *((n, t) for s, n, t in blocks[: shown.number + 1] if s == "file")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    latest = Path(shown.name).stem
    for number, (sort, name, text) in enumerate(blocks[: shown.number + 1]):
        if name != shown.name:
            continue
        if sort == "file":
            latest = Path(name).stem
            continue
        changed = f"{Path(name).stem}_{number}"
        head = f"schema: 1\nname: {changed}\ntitle: Changed\nextends: {latest}\n"
        (folder / f"{changed}.yaml").write_text(head + text, encoding="utf-8")
        latest = changed
    return folder / Path(shown.name).with_name(f"{latest}.yaml")


@pytest.mark.parametrize("shown", SHOWN, ids=lambda each: f"{each.page.stem}-{each.name}")
def test_a_documented_ruleset_loads_and_plays(shown: Shown, tmp_path: Path) -> None:
    position = load(str(write_up_to(shown, tmp_path))).start()
    draw = random.Random(shown.name)  # noqa: S311 - a game, and always the same
    for number in range(300):
        if position.outcome is not None or position.ply > 12:
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
    assert len(SHOWN) > 30
