"""A terminal that is a list of lines: what is typed comes from a list, what is shown is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from ruleengine import Game, Match, load
from ruleengine.agents.protocol import Agent
from ruleengine.table.dialogue import Dialogue
from ruleengine.table.lines import Line, plain
from ruleengine.table.saves import Save
from ruleengine.table.table import Table

WIPED = "<wiped>"


class Paper:
    """A terminal on paper."""

    width = 80
    height = 24
    is_paged = False

    def __init__(self, typed: Iterable[str] = ()) -> None:
        self.typed = list(typed)
        self.lines: list[str] = []

    def show(self, lines: Iterable[Line]) -> None:
        self.lines += [plain([each]) for each in lines]

    def ask(self, prompt: str, options: Sequence[str] = ()) -> str | None:
        del options
        answer = self.typed.pop(0) if self.typed else None
        self.lines.append(f"{prompt}{'' if answer is None else answer}")
        return answer

    def wipe(self) -> None:
        self.lines.append(WIPED)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def words(self) -> str:
        """The text without its lines."""
        return " ".join(self.text.split())

    @property
    def screens(self) -> list[str]:
        """What was shown between one wiping and the next."""
        return self.text.split(WIPED)


@pytest.fixture
def paper() -> type[Paper]:
    """Return the class of terminals on paper."""
    return Paper


Sit = Callable[..., Paper]


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    """Play a game: people type, and programs are given by seat."""

    def play(
        game: Game | str,
        *typed: str,
        agents: dict[str, Agent] | None = None,
        seed: int = 0,
        opening: dict[str, str] | None = None,
        paged: bool = False,
    ) -> Paper:
        loaded = load(game) if isinstance(game, str) else game
        save = Save(tmp_path / f"{len(list(tmp_path.iterdir()))}.json")
        paper = Paper(typed)
        paper.is_paged = paged
        Dialogue(Table(Match(loaded, seed, opening=opening), agents or {}, save), paper).play()
        return paper

    return play
