"""What figures are called wherever they are given out, and what else is on stdout: nothing."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""

SMALL = "breakthrough_6x6"


def test_what_agents_print_is_not_among_the_figures(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """
print("imported")


class Last:
    def choose(self, view, moves):
        print("thinking")
        return moves[-1]


def make(game, *, seed, number, seat):
    return Last()
"""
    (tmp_path / "my_loud_agent.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    words = "simulate", SMALL, "--agents", "my_loud_agent:make,random", "--games", "2"
    result = run(*words, "--format", "json")
    assert json.loads(result.out)["games"] == 2
    assert "imported\n" in result.err
    assert "thinking\n" in result.err


@pytest.mark.parametrize("option", ["--ply", "--case"])
@pytest.mark.parametrize("command", ["simulate", "perft", "why", "play"])
def test_what_says_where_in_a_file_needs_the_file(run: Run, command: str, option: str) -> None:
    words = [command, SMALL, *{"why": ["a2-a3"], "perft": ["1"]}.get(command, []), option, "3"]
    result = run(*words)
    assert result.code == 2
    assert f"{option} says where in a file; name it by --position" in result.err


def test_who_won_is_told_by_player_in_every_form(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    words = "simulate", SMALL, "--agents", "random,greedy", "--games", "4"
    result = run(*words, "--format", "csv", "--report", str(page))
    rows = list(csv.DictReader(io.StringIO(result.out)))
    players = {row["name"]: row["count"] for row in rows if row["table"] == "player"}
    assert players == {"white (random)": "0", "black (greedy)": "4"}
    text = page.read_text(encoding="utf-8")
    assert "wins of black (greedy)" in text
    assert "of decided games</span>" in text  # beside the wins of the same side of all games
    told = run(*words).out
    assert "other games between random players" in " ".join(told.split())


def test_between_different_players_no_advantage_is_told(run: Run) -> None:
    """It was that of the stronger player."""
    words = "simulate", SMALL, "--games", "4"
    assert "advantage" in run(*words).out
    assert "advantage" not in run(*words, "--agents", "random,greedy").out


def test_the_limit_that_games_were_cut_short_by_is_told(run: Run) -> None:
    words = "bench", SMALL, "--games", "2", "--batch", "2", "--rounds", "1", "--format", "json"
    assert json.loads(run(*words).out)[SMALL]["max_plies"] == 2_000


def test_a_table_of_choices_says_what_its_figures_are(run: Run) -> None:
    words = "--games", "20", "--pairs", "--only", "axis,corpses", "--format"
    told = run("sensitivity", "tactics_5x5", *words, "text").out
    assert "wins and draws are told by how many percentage points they change" in told
    assert "together: by how many points more" in told
    assert "+0.0 (+0.0 to +0.0)" not in told  # no game moved, and others might
    rows = list(csv.DictReader(io.StringIO(run("sensitivity", "tactics_5x5", *words, "csv").out)))
    assert {"interaction", "interaction_low", "interaction_high"} <= set(rows[0])
