"""Chunks on a real scheduler with real workers, all of them on this machine."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import Event, Timer
from typing import Any

import numpy as np
import pytest

from ruleengine import load
from ruleengine.errors import AgentError, LabError
from ruleengine.lab.chunks import Games
from ruleengine.lab.jobs import Manner, make_job
from ruleengine.lab.running import Playing, Threads

pytest.importorskip("distributed")

HOST = "127.0.0.1"
PATIENCE = 120


@contextmanager
def processes(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and workers; give its address and the processes of the workers."""
    about = folder / "scheduler.json"
    about.unlink(missing_ok=True)  # that of an earlier scheduler would name another address
    started: list[subprocess.Popen[bytes]] = []

    def start(module: str, *arguments: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", module, "--no-dashboard", *arguments],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        started.append(process)
        return process

    try:
        start(
            "distributed.cli.dask_scheduler",
            *("--host", HOST, "--port", "0", "--scheduler-file", str(about)),
        )
        ends = time.monotonic() + PATIENCE
        while not (about.exists() and about.read_bytes()):
            assert time.monotonic() < ends, "no scheduler"
        address = str(json.loads(about.read_text(encoding="utf-8"))["address"])
        assert HOST in address
        crew = [
            start(
                "distributed.cli.dask_worker",
                *(address, "--host", HOST, "--nthreads", "1", "--no-nanny"),
            )
            for _ in range(workers)
        ]
        yield address, crew
    finally:
        for process in started:
            process.kill()
            process.wait()


def same(one: Games, two: Games) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(two, name))
        for name in ("noted", "first_side", "fired", "sums", "cells")
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Dask's own, when a worker is gone
def test_figures_are_the_same_when_a_worker_is_killed_in_the_middle(tmp_path: Path) -> None:
    client_of: Any = import_module("distributed").Client

    from ruleengine.lab.cluster import connected  # noqa: PLC0415 - the same

    job = make_job(load("breakthrough_6x6"), Manner(seed=2))
    (here,) = Playing(Threads(1), chunk=50).play([(job, 4_000)])
    with processes(tmp_path, workers=2) as (address, crew):
        with client_of(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        killed: list[int] = []

        def kill(done: int, total: int) -> None:
            if not killed and total // 4 <= done < total // 2:
                os.kill(crew[0].pid, signal.SIGKILL)
                killed.append(done)

        with connected(address) as executor:
            (there,) = Playing(executor, chunk=50, progress=kill).play([(job, 4_000)])
        assert killed
        assert crew[0].wait() == -signal.SIGKILL
        assert crew[1].poll() is None
    assert len(there) == 4_000
    assert same(here, there)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Dask's own, when the scheduler is gone
def test_a_scheduler_that_is_lost_in_the_middle_is_named(tmp_path: Path) -> None:
    client_of: Any = import_module("distributed").Client

    from ruleengine.lab.cluster import connected  # noqa: PLC0415 - slow to import

    job = make_job(load("breakthrough_6x6"), Manner(seed=2))
    with processes(tmp_path, workers=1) as (address, _):
        with client_of(address, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=PATIENCE)
            scheduler = int(client.run_on_scheduler(os.getpid))

        def kill(done: int, total: int) -> None:
            if total // 4 <= done < total // 2:
                os.kill(scheduler, signal.SIGKILL)

        with connected(address) as executor, pytest.raises(LabError) as caught:
            Playing(executor, chunk=50, progress=kill).play([(job, 4_000)])
    assert caught.value.code == "lab/cluster-lost"
    assert "chunk" not in caught.value.message


@pytest.mark.slow
def test_a_lost_scheduler_is_one_message_on_the_command_line(tmp_path: Path) -> None:
    client_of: Any = import_module("distributed").Client
    results = tmp_path / "run.results"
    with processes(tmp_path, workers=1) as (address, _):
        with client_of(address, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=PATIENCE)
            scheduler = int(client.run_on_scheduler(os.getpid))
        with subprocess.Popen(
            [
                *(sys.executable, "-m", "ruleengine", "simulate", "breakthrough_6x6", "--chunk"),
                *("20", "--games", "1000000", "--cluster", address, "--results", str(results)),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            while not results.exists() or results.read_bytes().count(b"\n") < 4:
                assert process.poll() is None
            os.kill(scheduler, signal.SIGKILL)
            _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert said.startswith("lab/cluster-lost: the cluster has lost its scheduler")
    assert len(said.splitlines()) == 2


@pytest.mark.slow
def test_the_command_line_plays_on_a_cluster(tmp_path: Path) -> None:
    client_of: Any = import_module("distributed").Client

    def figures(*more: str) -> object:
        result = subprocess.run(
            [
                *(sys.executable, "-m", "ruleengine.cli.main", "compare", "breakthrough_6x6"),
                *("breakthrough", "--games", "120", "--chunk", "40", "--format", "json", *more),
            ],
            check=True,
            capture_output=True,
        )
        return json.loads(result.stdout)

    with processes(tmp_path, workers=1) as (address, _):
        with client_of(address, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=PATIENCE)
        assert figures("--cluster", address) == figures()


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from ruleengine.lab import cluster  # noqa: PLC0415 - slow to import

    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    with (
        pytest.raises(LabError, match=r"tcp://127\.0\.0\.1:9") as caught,
        cluster.connected("tcp://127.0.0.1:9"),
    ):
        pass
    assert caught.value.code == "lab/cluster-lost"
    with pytest.raises(LabError, match="no Dask scheduler"), cluster.connected("nonsense://"):
        pass


class Alone:
    """A client of a scheduler whose workers are gone."""

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": {}, "asked": n_workers}


def test_that_no_worker_is_left_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from ruleengine.lab import cluster  # noqa: PLC0415 - slow to import

    monkeypatch.setattr(cluster, "LOOK", 0.001)
    told, ended = [0], Event()

    def lonely() -> None:
        told[0] += 1
        Timer(0.05, ended.set).start()

    cluster.Cluster(Alone(), lonely).watch(ended)
    assert told == [1]


def test_an_agent_that_a_worker_does_not_have_is_said_of_the_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ruleengine.lab import cluster  # noqa: PLC0415 - slow to import

    def fails(*_: object) -> None:
        raise AgentError("agent/unknown", "there is no agent 'mine:make'", hint="mend it")

    monkeypatch.setattr(cluster, "play_chunk", fails)
    found = cluster.played(make_job(load("breakthrough_6x6"), Manner()), 0, 1)
    assert isinstance(found, AgentError)
    assert re.fullmatch(r"on the worker .+, there is no agent 'mine:make'", found.message)


OWN = """
class Agent:
    def choose(self, view, moves):
        return moves[0]

def make(game, *, seed, number, seat):
    return Agent()
"""


@pytest.mark.slow
def test_agents_of_ones_own_are_the_same_on_all_machines_or_refused(tmp_path: Path) -> None:
    client_of: Any = import_module("distributed").Client
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        (folder / "far_agent.py").write_text(OWN, encoding="utf-8")

    def run(address: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [
                *(sys.executable, "-m", "ruleengine", "simulate", "breakthrough_6x6"),
                *("--games", "4", "--agents", "far_agent:make", "--cluster", address),
            ],
            cwd=here,
            capture_output=True,
            text=True,
            check=False,
        )

    with processes(there, workers=1) as (address, _):
        with client_of(address, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=PATIENCE)
        assert run(address).returncode == 0
        (here / "far_agent.py").write_text(OWN.replace("moves[0]", "moves[-1]"), encoding="utf-8")
        other = run(address)
        assert other.returncode == 1
        assert other.stderr.startswith("agent/other-code: on the worker ")
        assert "the code of the agent 'far_agent:make' is another one" in other.stderr
    for folder in (here, there):
        text = OWN.replace("return moves[0]", "raise KeyError('oops')")
        (folder / "far_agent.py").write_text(text, encoding="utf-8")
    with processes(there, workers=1) as (address, _):
        with client_of(address, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=PATIENCE)
        failed = run(address)
    assert failed.returncode == 1
    assert "agent/raised: on the worker " in failed.stderr
    assert "the agent 'far_agent:make' failed as white, at ply 0" in failed.stderr
    assert "Traceback" not in failed.stderr
