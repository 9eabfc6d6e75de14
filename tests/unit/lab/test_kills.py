"""A run that is killed at any moment goes on, and ends with the figures of one that was not."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

GAMES, CHUNK = 1_200, 20


def command(folder: Path, *more: str) -> list[str]:
    return [
        sys.executable,
        "-m",
        "ruleengine.cli.main",
        "simulate",
        "breakthrough_6x6",
        *("--games", str(GAMES), "--chunk", str(CHUNK), "--threads", "2"),
        *("--format", "json", "-o", str(folder / "figures.json"), *more),
    ]


def figures(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "figures.json").read_text(encoding="utf-8"))
    return found


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def kill_somewhere(folder: Path, draws: random.Random) -> bool:
    """Run the command and kill it at some moment; False when it was faster.

    The moment is so many milliseconds after some chunks more are there: before, while and after the
    next ones are written.
    """
    results = folder / "results"
    target = lines(results) + 1 + draws.randrange(max(1, GAMES // CHUNK // 12))
    later = draws.random() * 0.005
    with subprocess.Popen(
        command(folder, "--results", str(results)), stdout=subprocess.DEVNULL
    ) as process:
        while process.poll() is None and lines(results) < target:
            pass
        moment = time.monotonic() + later
        while time.monotonic() < moment:
            pass
        if process.poll() is not None:
            return False
        os.kill(process.pid, signal.SIGKILL)
    return True


def check_kills(folder: Path, kills: int, seed: int) -> None:
    whole, broken = folder / "whole", folder / "broken"
    whole.mkdir()
    broken.mkdir()
    subprocess.run(command(whole), check=True, stdout=subprocess.DEVNULL)
    draws = random.Random(seed)  # noqa: S311 - moments, not secrets
    done = 0
    while done < kills:
        if not kill_somewhere(broken, draws):
            assert figures(broken) == figures(whole)  # finished: begin another run
            (broken / "results").unlink()
            continue
        done += 1
    subprocess.run(
        command(broken, "--results", str(broken / "results")), check=True, stdout=subprocess.DEVNULL
    )
    assert figures(broken) == figures(whole)
    assert lines(broken / "results") == 1 + GAMES // CHUNK  # nothing was played twice


def test_figures_after_two_kills_are_those_of_an_undisturbed_run(tmp_path: Path) -> None:
    check_kills(tmp_path, 2, seed=1)


@pytest.mark.slow
def test_figures_after_twenty_kills_are_those_of_an_undisturbed_run(tmp_path: Path) -> None:
    check_kills(tmp_path, 20, seed=2)


def test_ctrl_c_ends_cleanly_with_what_there_is(tmp_path: Path) -> None:
    results = tmp_path / "results"
    with subprocess.Popen(
        [*command(tmp_path, "--results", str(results)), "--games", "1000000"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while lines(results) < 8:
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command goes on" in said
    assert "Traceback" not in said
    found = figures(tmp_path)
    assert found["complete"] is False
    assert 0 < found["games"] < 1_000_000
    assert lines(results) >= 1 + found["games"] // CHUNK
