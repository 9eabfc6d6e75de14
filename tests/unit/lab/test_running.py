"""Runs end with the same figures, however they are interrupted and whoever plays the chunks."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from ruleengine import load
from ruleengine.lab.chunks import Chunk, Games, play_chunk
from ruleengine.lab.jobs import Job, Manner, make_job, versions
from ruleengine.lab.ledger import Ledger
from ruleengine.lab.running import Playing, Task, Threads, plan_of


@pytest.fixture(scope="module")
def job() -> Job:
    return make_job(load("breakthrough_6x6"), Manner(seed=4))


def same(one: Games, two: Games) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(two, name))
        for name in ("noted", "first_side", "fired", "sums", "cells")
    )


class Backwards:
    """Plays the last task first, and stops after some as if somebody had pressed Ctrl-C."""

    def __init__(self, stop_after: int = 1_000) -> None:
        self.left = stop_after
        self.played: list[int] = []

    def run(self, tasks: Iterable[Task]) -> Iterator[Chunk]:
        for task in reversed(list(tasks)):
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
            self.played.append(task.first)
            yield play_chunk(task.job, task.first, task.count)


def test_counted_games_are_those_that_the_game_itself_plays(job: Job) -> None:
    (games,) = Playing(chunk=30).play([(job, 100)])
    found = load("breakthrough_6x6").simulate(100, 4)
    assert [int(games.won(side).sum()) for side in (0, 1)] == list(found.wins.values())
    assert tuple(int(plies) for plies in games.plies) == found.lengths


def test_order_threads_and_chunks_do_not_matter(job: Job) -> None:
    (games,) = Playing(chunk=100).play([(job, 100)])
    (others,) = Playing(Threads(3), chunk=7).play([(job, 100)])
    (backwards,) = Playing(Backwards(), chunk=13).play([(job, 100)])
    assert same(games, others)
    assert same(games, backwards)


def test_a_run_that_is_taken_up_again_plays_only_what_is_missing(job: Job, tmp_path: Path) -> None:
    path, plan = tmp_path / "results", plan_of("simulate", [job], versions())
    ledger = Ledger(path, plan)
    playing = Playing(Backwards(stop_after=3), ledger=ledger, chunk=10)
    (partly,) = playing.play([(job, 80)])
    ledger.close()
    assert playing.interrupted
    assert len(partly) == 0  # the last three chunks are there, and none from the beginning on
    ledger = Ledger(path, plan)
    rest = Backwards()
    (games,) = Playing(rest, ledger=ledger, chunk=10).play([(job, 80)])
    ledger.close()
    assert sorted(rest.played) == [0, 10, 20, 30, 40]
    (undisturbed,) = Playing(chunk=10).play([(job, 80)])
    assert same(games, undisturbed)


def test_ctrl_c_keeps_what_there_is(job: Job) -> None:
    class Forwards(Backwards):
        def run(self, tasks: Iterable[Task]) -> Iterator[Chunk]:
            return super().run(reversed(list(tasks)))

    playing = Playing(Forwards(stop_after=2), chunk=10)
    (games,) = playing.play([(job, 80)])
    assert playing.interrupted
    assert len(games) == 20


def test_ctrl_c_ends_a_run_at_whatever_moment_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks of futures were held for ever where it came while they were waited for."""
    monkeypatch.setitem(
        Threads.run.__globals__, "play_chunk", lambda _job, first, _count, _given_up: first
    )
    main = threading.main_thread().ident
    assert main is not None
    stopped = 0
    for delay in range(40):
        tasks = (Task(cast("Job", None), number, 1) for number in itertools.count())
        timer = threading.Timer(delay / 4000, signal.pthread_kill, (main, signal.SIGINT))
        try:
            timer.start()
            for _ in Threads(2).run(tasks):
                pass
        except KeyboardInterrupt:
            stopped += 1
        timer.join()
    assert stopped == 40


def test_an_error_of_a_thread_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_job: Job, first: int, _count: int, _given_up: object) -> Chunk:
        raise ValueError(first)

    monkeypatch.setitem(Threads.run.__globals__, "play_chunk", fail)
    with pytest.raises(ValueError, match="7"):
        list(Threads(2).run([Task(cast("Job", None), 7, 1)]))


def test_the_first_error_is_that_of_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was that of whichever thread was fastest."""
    later = threading.Event()

    def fails(job: Job, first: int, count: int, given_up: object) -> Chunk:
        if first:
            later.set()
        else:
            assert later.wait(10)
        raise ValueError(f"{count} games of {job} from {first}, {given_up is None}")

    monkeypatch.setattr(import_module("ruleengine.lab.running"), "play_chunk", fails)
    tasks = [Task(cast("Job", "one"), first, 5) for first in (0, 5, 10)]
    with pytest.raises(ValueError, match="from 0"):
        list(Threads(2).run(tasks))


def test_progress_is_told_in_games(job: Job) -> None:
    told: list[tuple[int, int]] = []
    Playing(chunk=40, progress=lambda done, total: told.append((done, total))).play([(job, 100)])
    assert told[0] == (0, 100)
    assert told[-1] == (100, 100)


def test_an_error_in_a_chunk_comes_through(job: Job) -> None:
    class Failing:
        def run(self, tasks: Iterable[Task]) -> Iterator[Chunk]:
            raise ValueError(next(iter(tasks)).count)

    with pytest.raises(ValueError, match="10"):
        Playing(Failing(), chunk=10).play([(job, 10)])
    with pytest.raises(ValueError, match="at least one"):
        Threads(0)


def test_a_run_stops_even_if_the_exception_of_ctrl_c_is_lost(job: Job) -> None:
    def lose(done: int, total: int) -> None:
        del total
        if done == 20:
            with contextlib.suppress(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGINT)

    playing = Playing(chunk=10, progress=lose)
    (games,) = playing.play([(job, 1_000)])
    assert playing.interrupted
    assert 20 <= len(games) < 1_000
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_ctrl_c_while_a_chunk_is_written_lets_games_in_play_be_finished(job: Job) -> None:
    written: list[int] = []

    class Slow(Backwards):
        def run(self, tasks: Iterable[Task]) -> Iterator[Chunk]:
            waiting = iter(tasks)
            try:
                for task in waiting:
                    yield play_chunk(task.job, task.first, task.count)
            except KeyboardInterrupt:
                yield play_chunk(job, 10, 10)  # was in play
                raise

    def stop(done: int, total: int) -> None:
        del total
        if done == 10:
            os.kill(os.getpid(), signal.SIGINT)
            written.append(done)

    playing = Playing(Slow(), chunk=10, progress=stop)
    (games,) = playing.play([(job, 1_000)])
    assert playing.interrupted
    assert written == [10]
    assert len(games) == 20


def test_a_run_that_is_asked_to_end_stops_as_by_ctrl_c(job: Job) -> None:
    def ask(done: int, total: int) -> None:
        del total
        if done == 20:
            with contextlib.suppress(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGTERM)  # as `timeout` does, which asks twice

    playing = Playing(chunk=10, progress=ask)
    (games,) = playing.play([(job, 1_000)])
    assert playing.interrupted
    assert 20 <= len(games) < 1_000
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


# A signal that another thread gets does not wake the main thread where it waits, like one that
# comes just before it begins to wait.
RESTLESS = """
import signal
import threading

told = threading.Event()
asked = 0


class Restless:
    def choose(self, view, moves):
        global asked
        asked += 1
        if asked == 3:
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            assert told.wait(60)
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        return moves[0]


def make(game, *, seed, number, seat):
    return Restless()
"""


def test_a_second_ctrl_c_gives_up_what_is_in_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "restless.py").write_text(RESTLESS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    restless: Any = import_module("restless")
    game = load("breakthrough_6x6")
    slow = make_job(game, Manner(agents=("restless:make",)))
    playing = Playing(Threads(1), stopping=restless.told.set, chunk=20_000)
    (games,) = playing.play([(slow, 20_000)])
    assert playing.interrupted
    assert len(games) == 0
    assert 3 <= restless.asked < 20_000  # each game asks several times


def test_agents_of_ones_own_are_counted_like_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = RESTLESS.replace("asked == 3", "False").replace("Restless", "Calm")
    (tmp_path / "calm.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    mixed = make_job(load("generals_10x10"), Manner(agents=("calm:make", "random"), max_plies=60))
    (games,) = Playing(chunk=2).play([(mixed, 4)])
    march = next(index for index, meter in enumerate(mixed.metered.all) if meter.name == "march")
    assert games.fired[:, march].all()
    assert (games.first_side >= 0).all()
    assert games.cells.sum() > 0
