from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from ruleengine import load
from ruleengine.workbench.benchmark import BATCH, STEPS, fitting_games, fitting_steps

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""

SHORT = ("--games", "40", "--batch", "8", "--rounds", "1")


def test_figures_stand_beside_what_shows_the_game(run: Run) -> None:
    result = run("bench", "breakthrough", *SHORT)
    assert result.code == 0
    header, line = result.out.splitlines()
    assert header.split()[:2] == ["plies/s", "playouts/s"]
    assert line.startswith("breakthrough ")
    assert "white" in line
    assert "black" in line
    assert line.endswith(", of 40 games")


def test_shares_add_up(run: Run) -> None:
    data = json.loads(run("bench", "draughts", *SHORT, "--format", "json").out)["draughts"]
    shares = [*data["win_rates"].values(), data["drawn"], data["unfinished"]]
    assert sum(shares) == pytest.approx(1)
    assert data["drawn"] > 0
    assert f", drawn {data['drawn']:.1%}, of 40 games" in run("bench", "draughts", *SHORT).out


def test_games_may_be_called_playouts(run: Run) -> None:
    result = run("bench", "breakthrough", "--playouts", "30", *SHORT[2:], "--format", "json")
    assert json.loads(result.out)["breakthrough"]["games"] == 30


def test_slow_games_are_fewer() -> None:
    game = load("breakthrough_6x6")
    assert fitting_games(game, 1e-9, most=2_000) == 1
    assert fitting_games(game, 1_000, most=5) == 5
    assert fitting_steps(game, 1e-9) == (1, 5)
    assert fitting_steps(game, 1e-9, size=7) == (7, 5)
    assert fitting_steps(game, 1_000) == (BATCH, STEPS)


def test_figures_as_data(run: Run) -> None:
    data = json.loads(
        run("bench", "breakthrough_6x6", *SHORT, "--threads", "2", "--format", "json").out
    )
    found = data["breakthrough_6x6"]
    assert found["plies_per_second"] > 0
    assert sum(found["win_rates"].values()) == pytest.approx(1)
    assert found["batch"]["moves"] > 1
    assert found["threads"] > 0


def test_what_is_missing_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ruleengine.game.rows.simulation", None)
    result = run("bench", "breakthrough", *SHORT)
    assert result.code == 1
    assert 'pip install ".[fast]"` inside the clone' in result.err
