"""A small ruleset with secrets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, load

SHADE = Path(__file__).parent / "shade.yaml"


@pytest.fixture
def shade(tmp_path: Path) -> Callable[..., Game]:
    """Return the game of the ruleset with some texts replaced, each pair being old and new."""

    def edited(*edits: tuple[str, str]) -> Game:
        text = SHADE.read_text(encoding="utf-8")
        for old, new in edits:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        file = tmp_path / SHADE.name
        file.write_text(text, encoding="utf-8")
        return load(str(file))

    return edited
