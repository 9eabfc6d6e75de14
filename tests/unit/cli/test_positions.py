"""Commands that begin with a position of a file instead of the start."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any, TypeAlias

import pytest

from ruleengine import load

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""

GAME = "breakthrough_6x6"
NEAR = """\
board: |
  . . . . . .
  . w . . . .
  . . . . . .
  . . . . . .
  . . . . b .
  . . . . . .
mover: white
"""


@pytest.fixture
def near(tmp_path: Path) -> Path:
    """Return a file with a position in which both sides are one step from the end."""
    path = tmp_path / "near.yaml"
    path.write_text(NEAR, encoding="utf-8")
    return path


@pytest.mark.parametrize("tier", ["pipeline", "compiled"])
def test_trees_are_counted_from_there(run: Run, near: Path, tier: str) -> None:
    result = run("perft", GAME, "2", "--position", str(near), "--tier", tier)
    assert [line.split() for line in result.out.splitlines()] == [["1", "3"], ["2", "0"]]


def test_random_games_begin_there(run: Run, near: Path) -> None:
    words = ("--games", "20", "--format", "json")
    data = json.loads(run("simulate", GAME, "--position", str(near), *words).out)
    assert data["outcomes"]["white"]["count"] == 20
    assert data["length"]["value"] == 1


def test_a_match_begins_there_and_goes_on_there(run: Run, near: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    words = ("--as", "none", "--seed", "1", "--save", str(kept))
    assert run("play", GAME, "--position", str(near), *words).code == 0
    assert json.loads(kept.read_text(encoding="utf-8"))["closing"] == "finished"
    assert "White" in run("replay", str(kept)).out


@pytest.mark.parametrize("command", ["perft", "play", "simulate", "why"])
def test_an_opening_does_not_go_with_it(run: Run, near: Path, command: str) -> None:
    words = [command, GAME, *(["1"] if command == "perft" else [])]
    result = run(*words, "--position", str(near), "--opening", "white=white")
    assert result.code == 2
    assert "--opening goes with the start" in result.err


def test_agents_begin_with_it_too(run: Run, near: Path) -> None:
    words = ("--position", str(near), "--games", "2", "--agents", "greedy", "--format", "json")
    result = run("simulate", GAME, *words)
    assert result.code == 0
    assert json.loads(result.out)["length"]["most"] < 10


def test_a_position_in_a_file_may_say_what_was_played_since(run: Run, near: Path) -> None:
    near.write_text(f"{NEAR}after: [play: step b5-b6]\n", encoding="utf-8")
    text = near.read_text(encoding="utf-8").replace("b5-b6", "b5-b4")
    assert "game is over" in run("why", GAME, "step e2-e1", "--position", str(near)).out
    near.write_text(text, encoding="utf-8")
    refused = run("why", GAME, "step e2-e1", "--position", str(near))
    assert refused.code == 1
    assert f"{near}:9:9: schema/bad-value: the position is not reached: 'step b5-b4'" in refused.err


@pytest.mark.parametrize("words", [["why"], ["perft", "1"], ["play", "--as", "none"], ["simulate"]])
def test_what_is_said_of_no_board_is_refused_with_its_place(
    run: Run, tmp_path: Path, words: list[str]
) -> None:
    path = tmp_path / "few.yaml"
    path.write_text("mover: black\ncells: {b2: w}\n", encoding="utf-8")
    result = run(words[0], GAME, *words[1:], "--position", str(path))
    assert result.code == 1
    assert (
        f"{path}:1:1: schema/bad-value: 'mover' cannot be set in the first position" in result.err
    )
    assert (
        f"{path}:2:1: schema/bad-value: 'cells' cannot be set in the first position" in result.err
    )
    assert "`board: empty`" in result.err


def test_a_few_cells_of_an_empty_board_are_a_position(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "few.yaml"
    path.write_text("board: empty\nmover: white\ncells: {b5: w, e2: b}\n", encoding="utf-8")
    result = run("perft", GAME, "2", "--position", str(path))
    assert [line.split() for line in result.out.splitlines()] == [["1", "3"], ["2", "0"]]


def test_a_file_without_a_board_goes_on_from_the_start(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "after.yaml"
    path.write_text("after: [play: b2-b3]\n", encoding="utf-8")
    result = run("why", GAME, "--position", str(path), "--format", "json")
    assert json.loads(result.out)["drawing"][3] == "3 . w . . . ."


@pytest.mark.parametrize("name", ["near", "near.txt", "near.yml"])
def test_what_a_file_is_written_in_shows_in_what_it_holds(
    run: Run, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_text(f"# a note\n{NEAR}", encoding="utf-8")
    result = run("perft", GAME, "2", "--position", str(path))
    assert [line.split() for line in result.out.splitlines()] == [["1", "3"], ["2", "0"]]
    position = load(GAME).position(board=NEAR.partition("|\n")[2].partition("mover")[0])
    drawn, stored = tmp_path / "drawn", tmp_path / "stored"
    drawn.write_text(position.drawing, encoding="utf-8")
    stored.write_text(json.dumps(position.to_dict()), encoding="utf-8")
    counted = [run("perft", GAME, "1", "--position", str(each)).out for each in (drawn, stored)]
    assert counted[0].split() == counted[1].split() == ["1", "3"]


def test_a_pipe_is_read_once(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=lambda: pipe.write_text(NEAR, encoding="utf-8"), daemon=True)
    writer.start()
    result = run("perft", GAME, "2", "--position", str(pipe))
    writer.join()
    assert [line.split() for line in result.out.splitlines()] == [["1", "3"], ["2", "0"]]


def test_a_program_that_could_never_move_is_refused_before_the_game(
    run: Run, tmp_path: Path
) -> None:
    position = load("stratego").start()
    begun = position.play(position.legal_moves()[0])
    path, kept = tmp_path / "begun.json", tmp_path / "kept.json"
    path.write_text(json.dumps(begun.to_dict()), encoding="utf-8")
    words = ("play", "stratego", "--position", str(path), "--save", str(kept))
    result = run(*words, "--agent", "greedy", typed="quit\n")
    assert result.code == 1
    assert "a submission is under way" in result.err
    assert not kept.exists()
    assert run(*words, "--agent", "random", typed="quit\n").code == 0
