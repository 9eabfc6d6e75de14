"""Playing the chunks of a run: here in threads, or wherever an executor plays them.

Chunks may finish in any order and on any machine. Everything that is worked out of them goes by
the numbers of their games, so that a run that was interrupted and taken up again ends with the
same figures as one that was not.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice, takewhile
from threading import Event, Timer, current_thread, main_thread
from types import FrameType
from typing import Final, Protocol

from ruleengine.lab.chunks import Chunk, Games, play_chunk
from ruleengine.lab.jobs import Job
from ruleengine.lab.ledger import Ledger

CHUNK: Final = 200
"""Games in a chunk of random games, if nothing is said: some milliseconds to some seconds."""
AGENT_CHUNK: Final = 2
"""Games in a chunk when players think."""


@dataclass(frozen=True)
class Task:
    """A chunk that is still to be played."""

    job: Job
    first: int
    count: int


class Executor(Protocol):
    """Plays tasks; it may do so anywhere, and in any order."""

    def run(self, tasks: Iterable[Task]) -> Iterator[Chunk]:
        """Yield the chunk of each task, as they come.

        On KeyboardInterrupt nothing is begun any more. What is being played is finished and
        yielded where that does not take long; on a second one it is given up.
        """


class Threads:
    """Plays chunks in threads of this process; the kernel lets them run side by side."""

    def __init__(self, threads: int = 1) -> None:
        if threads < 1:
            raise ValueError("there has to be at least one thread")
        self._threads = threads

    def run(self, tasks: Iterable[Task]) -> Iterator[Chunk]:
        """Yield the chunk of each task, as they come."""
        waiting = iter(tasks)
        given_up = Event()
        with ThreadPoolExecutor(self._threads) as pool:
            running: list[Future[Chunk]] = []

            def begin(task: Task) -> Future[Chunk]:
                return pool.submit(play_chunk, task.job, task.first, task.count, given_up.is_set)

            try:
                while True:
                    running.extend(map(begin, islice(waiting, 2 * self._threads - len(running))))
                    if not running:
                        return
                    done = _first_done(running)
                    # In their order, so that a run that is stopped has no gap that need not be.
                    finished = [future for future in running if future in done]
                    running = [future for future in running if future not in done]
                    for future in finished:
                        yield future.result()
            except KeyboardInterrupt:
                begun = [future for future in running if not future.cancel()]
                for future in begun:
                    _first_done([future])
                    yield future.result()
                raise
            finally:
                # Only now: the threads are waited for, and who thinks may think for minutes.
                given_up.set()
                for future in running:
                    future.cancel()


_A_MOMENT = 0.1
"""Seconds after which somebody who was in too much of a hurry is heard again."""


def _first_done(running: Sequence[Future[Chunk]]) -> set[Future[Chunk]]:
    """Wait for what is done first.

    A Ctrl-C that comes between the decision to wait and the wait itself does not end the wait,
    so that none may last longer than a moment.
    """
    while True:
        done, _ = wait(running, timeout=_A_MOMENT, return_when=FIRST_COMPLETED)
        if done:
            return done


@contextlib.contextmanager
def _interrupts(told: Callable[[], None]) -> Iterator[Event]:
    """Note that somebody wants to stop, even where the exception that says so is lost.

    Python passes over exceptions in callbacks of garbage that it collects, and the one that
    Ctrl-C raises may come up in such a place. `told` is called at the first one. A second that
    comes while that is told would take the place of the first, so it is sent again a moment later.
    """
    stopped, heard = Event(), Event()
    again = Timer(_A_MOMENT, signal.pthread_kill, (main_thread().ident or 0, signal.SIGINT))
    again.daemon = True

    def stop(number: int, frame: FrameType | None) -> None:
        if stopped.is_set() and not heard.is_set():
            if not again.is_alive():
                again.start()
            return
        if not stopped.is_set():
            stopped.set()
            told()
            heard.set()
        signal.default_int_handler(number, frame)

    # Only the main thread gets signals, and whoever has taken them away from Python keeps them.
    if (
        current_thread() is not main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield stopped
        return
    signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        again.cancel()
        signal.signal(signal.SIGINT, signal.default_int_handler)


Progress = Callable[[int, int], None]
"""Told how many games of how many are played."""


def _unheard(done: int, total: int) -> None:
    del done, total


def _silent() -> None:
    """Say nothing."""


class Playing:
    """Plays what is asked for, remembers it, and keeps it in a file if there is one."""

    def __init__(
        self,
        executor: Executor | None = None,
        *,
        ledger: Ledger | None = None,
        progress: Progress = _unheard,
        stopping: Callable[[], None] = _silent,
        chunk: int = CHUNK,
    ) -> None:
        self._executor = executor or Threads()
        self._ledger = ledger
        self._progress = progress
        self._stopping = stopping
        self._chunk = chunk
        self._played = {_key(chunk): chunk for chunk in (ledger.chunks if ledger else ())}
        self.interrupted = False
        """Whether somebody has stopped the run; what there is can still be looked at."""

    @property
    def chunk(self) -> int:
        """How many games are in a chunk."""
        return self._chunk

    def play(self, wanted: Sequence[tuple[Job, int]]) -> list[Games]:
        """Return so many games of each job, from number 0 on; fewer if the run is interrupted."""
        tasks = self._missing(wanted)
        total = sum(games for _, games in wanted)
        done = total - sum(task.count for task in tasks)
        self._progress(done, total)
        if tasks and not self.interrupted:
            try:
                with _interrupts(self._stopping) as stopped:
                    left = takewhile(lambda _: not stopped.is_set(), tasks)
                    with contextlib.closing(_generator(self._executor.run(left))) as chunks:
                        for chunk in chunks:
                            self._keep(chunk)
                            done += chunk.count
                            self._progress(done, total)
                    self.interrupted = stopped.is_set()
            except KeyboardInterrupt:
                self.interrupted = True
        return [self._games(job, games) for job, games in wanted]

    def _keep(self, chunk: Chunk) -> None:
        if self._ledger is not None:
            self._ledger.add(chunk)
        self._played[_key(chunk)] = chunk

    def _parts(self, games: int) -> Iterator[tuple[int, int]]:
        for first in range(0, games, self._chunk):
            yield first, min(self._chunk, games - first)

    def _missing(self, wanted: Sequence[tuple[Job, int]]) -> list[Task]:
        """Return what is left to play, so that all jobs come along side by side."""
        tasks = [
            Task(job, first, count)
            for job, games in wanted
            for first, count in self._parts(games)
            if (job.digest, first, count) not in self._played
        ]
        unique = {(task.job.digest, task.first, task.count): task for task in tasks}
        return sorted(unique.values(), key=lambda task: task.first)

    def _games(self, job: Job, games: int) -> Games:
        """Return what there is from the first game on without a gap."""
        found: list[Chunk] = []
        for first, count in self._parts(games):
            chunk = self._played.get((job.digest, first, count))
            if chunk is None:
                break
            found.append(chunk)
        return Games.of(job, found)


def _key(chunk: Chunk) -> tuple[str, int, int]:
    return chunk.job, chunk.first, chunk.count


def _generator(chunks: Iterator[Chunk]) -> Generator[Chunk]:
    """Return something that can be closed, whatever an executor returns."""
    yield from chunks


def plan_of(
    command: str, jobs: Sequence[Job], versions: Mapping[str, str], **more: object
) -> dict[str, object]:
    """Return what has to be the same for results to be taken up again."""
    return {
        "command": command,
        "jobs": {job.label: job.digest for job in jobs},
        "manner": jobs[0].manner.to_dict(),
        "versions": dict(versions),
        **more,
    }
