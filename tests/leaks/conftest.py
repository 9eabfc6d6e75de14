"""A small ruleset with secrets, and what the table shows a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from ruleengine import Game, Match, Position, load
from ruleengine.table.dialogue import Dialogue
from ruleengine.table.lines import Line, plain
from ruleengine.table.table import Table
from ruleengine.workbench.leaks.observing import Look, Observation

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


class Paper:
    """A terminal that keeps what it is given; nobody types."""

    width = 80
    height = 24
    is_paged = False

    def __init__(self) -> None:
        self.text = ""

    def show(self, lines: Iterable[Line]) -> None:
        self.text += plain(lines) + "\n"

    def ask(self, prompt: str, options: Sequence[str] = ()) -> str | None:
        raise AssertionError((prompt, options))

    def wipe(self) -> None:
        self.text = ""


def _screen(
    match: Match, seat: str | None, tried: Sequence[str], _passed: Sequence[Position]
) -> Observation:
    """Return what the table shows a seat; who has no seat is shown nothing."""
    if seat is None:
        return {}
    paper = Paper()
    # The table of the whole game, as somebody has it who comes back to it.
    table = Table.resume(match.game, match.record(), {}, None)
    dialogue = Dialogue(table, paper)
    dialogue.look(seat)
    for typed in ("moves", "pieces", "log", *(f"why {move}" for move in tried)):
        if not match.is_over:
            assert not dialogue.answer(seat, typed)
    return {"view": paper.text.splitlines()}


@pytest.fixture
def screen() -> Look:
    """Return what looks at the screen of a seat."""
    return _screen
