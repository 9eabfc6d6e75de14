from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from ruleengine import Game, Match, Record, load
from ruleengine.table.replaying import REFEREE, Moment, moments_of, step_through

Walk: TypeAlias = Callable[..., str]


@pytest.fixture
def walked(paper: Any) -> Walk:  # noqa: ANN401 - a class that only tests have
    """Return a function that steps through a short record and returns what was shown."""

    def walk(*typed: str) -> str:
        terminal = paper(typed)
        game, record, moments = short_record()
        step_through(game, record, moments, terminal)
        text: str = terminal.text
        return text

    return walk


def short_record() -> tuple[Game, Record, list[Moment]]:
    match = Match(load("draughts"), 1)
    for move in ("a3-b4", "b6-a5", "c3-d4"):
        match.submit(match.actors[0], move)
    game, record = match.game, match.record()
    return game, record, [*moments_of(game, record, REFEREE)]


def shown(text: str) -> list[str]:
    return [line.split("  ")[0] for line in text.splitlines() if "/3  " in line]


def test_forth_and_back_and_to_a_ply(walked: Walk) -> None:
    text = walked("", "n", "b", "3", "s", "goto 2", "g 1", "e", "q")
    assert shown(text) == ["0/3", "1/3", "2/3", "1/3", "3/3", "0/3", "2/3", "1/3", "3/3"]
    assert "The match stops here, unfinished." in text


def test_there_is_nothing_beyond_the_ends(walked: Walk) -> None:
    text = walked("b", "9", "fly", "e", "", "quit")
    assert text.count("There are plies 0 to 3.") == 4
    assert shown(text) == ["0/3", "3/3"]
