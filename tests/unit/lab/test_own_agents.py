"""Runs with agents that users write: edited between two runs, failing, or never answering."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.errors import AgentError
from ruleengine.lab.chunks import play_chunk
from ruleengine.lab.jobs import Manner, make_job

AGENT = """
import time

class Agent:
    def __init__(self, number):
        self.number = number

    def choose(self, view, moves):
        if self.number == {last}:
            {then}
        return moves[0]

def make(game, *, seed, number, seat):
    return Agent(number)
"""
HANGS = "open('hanging', 'a').close(); time.sleep(1000)"
SPINS = "open('hanging', 'a').close()\n            while True: pass"


def command(folder: Path, *more: str) -> list[str]:
    return [
        *(sys.executable, "-m", "ruleengine", "simulate", "breakthrough_6x6", "--games", "8"),
        *("--agents", "own_agent:make,random", "--chunk", "2", "--threads", "1"),
        *("--results", str(folder / "run.results"), *more),
    ]


def write(folder: Path, *, last: int, then: str) -> None:
    text = AGENT.replace("{last}", str(last)).replace("{then}", then)
    (folder / "own_agent.py").write_text(text, encoding="utf-8")


def run(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(folder, *more), cwd=folder, capture_output=True, text=True, check=False
    )


def kept(folder: Path) -> int:
    """Return how many chunks are in the results file."""
    return (folder / "run.results").read_bytes().count(b"\n") - 1


def test_results_of_an_agent_that_was_edited_are_refused(tmp_path: Path) -> None:
    write(tmp_path, last=5, then="return moves[-1]")
    assert run(tmp_path).returncode == 0
    assert run(tmp_path).returncode == 0
    write(tmp_path, last=5, then="return moves[len(moves) // 2]")
    other = run(tmp_path)
    assert other.returncode == 1
    assert "lab/other-run" in other.stderr
    assert "the code of the agent 'own_agent:make' has changed\n" in other.stderr


def test_what_was_finished_before_an_agent_failed_is_kept(tmp_path: Path) -> None:
    write(tmp_path, last=5, then="raise KeyError('oops')")
    failed = run(tmp_path)
    assert failed.returncode == 1
    assert failed.stderr.startswith("own_agent.py:10: agent/raised: the agent 'own_agent:make' ")
    assert "at ply 0 of game 5 with seed 0: KeyError: 'oops'\n" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert kept(tmp_path) == 2


def test_the_setting_of_a_game_in_which_an_agent_failed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = AGENT.replace("{last}", "1").replace("{then}", "raise KeyError")
    (tmp_path / "own_agent_of_a_setting.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    manner = Manner(agents=("own_agent_of_a_setting:make",))
    job = make_job(load("breakthrough_6x6"), manner, "breakthrough@one=two")
    with pytest.raises(AgentError) as caught:
        play_chunk(job, 0, 2)
    assert caught.value.message.startswith("under breakthrough@one=two, the agent 'own_agent_of")
    assert caught.value.place is not None


@pytest.mark.parametrize("then", [HANGS, SPINS], ids=["sleeps", "spins"])
@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_the_second_request_ends_a_run_whose_agent_hangs(
    tmp_path: Path, then: str, asked: signal.Signals
) -> None:
    write(tmp_path, last=5, then=then)
    with subprocess.Popen(
        command(tmp_path), cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not (tmp_path / "hanging").exists():
            assert process.poll() is None
        assert process.stderr is not None
        os.kill(process.pid, asked)
        assert "stopping" in process.stderr.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=1)  # the first waits for games in play
        os.kill(process.pid, asked)
        out, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "this is what 4 games say; the same command goes on" in said
    assert "4 games" in out
    assert kept(tmp_path) == 2
