"""Names of cells at the table, where no labels around the board say them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleengine import Game, Match, load
from ruleengine.table.lines import plain
from ruleengine.table.replaying import REFEREE, moment_lines, moments_of

Sit = Callable[..., Any]
HIDDEN = "views: [{hide: piece, of: {kind: man}, from: others}]\n"
NAMES = "8-------9\n| \\   / |\n|   10  |\n"


@pytest.fixture
def net() -> Path:
    return Path(__file__).parents[2] / "agreement" / "rules" / "numbered_points.yaml"


def test_names_are_shown_once_at_the_beginning(sit: Sit, net: Path) -> None:
    paper = sit(load(net), "8-10", "12-9", "10-8", "quit")
    assert paper.text.startswith(f"What the cells are called:\n{NAMES}")
    assert paper.text.count(NAMES) == 1


def test_the_legend_has_them_too(sit: Sit, net: Path) -> None:
    assert sit(load(net), "8-10", "legend", "quit").text.count(NAMES) == 2


def test_whoever_gets_a_wiped_screen_is_shown_them_as_well(
    sit: Sit, net: Path, tmp_path: Path
) -> None:
    (tmp_path / net.name).write_text(net.read_text() + HIDDEN, encoding="utf-8")
    game: Game = load(tmp_path / net.name)
    paper = sit(game, "", "8-10", "", "12-9", "", "quit")
    assert [screen.count(NAMES) for screen in paper.screens] == [0, 1, 1, 0, 0]


def test_a_replay_begins_with_them(net: Path) -> None:
    match = Match(load(net), 1)
    match.submit("red", "8-10")
    moments = [*moments_of(match.game, match.record(), REFEREE)]
    shown = [plain(moment_lines(match.game, match.record(), m, 60, last=1)) for m in moments]
    assert [NAMES in text for text in shown] == [True, False]
