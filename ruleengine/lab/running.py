"""Playing the chunks of a run: here in threads, or wherever an executor plays them.

Chunks may finish in any order and on any machine. Everything that is worked out of them goes by
the numbers of their games, so that a run that was interrupted and taken up again ends with the
same figures as one that was not.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from queue import Empty, SimpleQueue
from threading import Event, Thread, Timer, current_thread, main_thread
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
        waiting = enumerate(tasks)
        crew = _Crew(self._threads)
        running: set[int] = set()
        failed: dict[int, BaseException] = {}
        try:
            crew.start()
            while not failed or any(number < min(failed) for number in running):
                room = 0 if failed else 2 * self._threads - len(running)
                for number, task in islice(waiting, room):
                    crew.begin(number, task)
                    running.add(number)
                if not running:
                    return
                for number, result in crew.finished():
                    running.discard(number)
                    if isinstance(result, BaseException):
                        failed[number] = result
                    else:
                        yield result
            # What comes first fails first, whoever was faster.
            raise failed[min(failed)]
        except KeyboardInterrupt:
            crew.dismiss()
            while not crew.is_gone or crew.has_more:
                found = [result for _, result in crew.finished()]
                yield from (each for each in found if not isinstance(each, BaseException))
                for each in found:
                    if isinstance(each, BaseException):
                        raise each from None
            raise
        finally:
            crew.give_up()


_A_MOMENT = 0.1
"""Seconds after which somebody who was in too much of a hurry is heard again."""
_AT_ONCE: Final = 0.5
"""Seconds within which two requests to end are one."""
_PATIENCE: Final = 1.0
"""Seconds for which threads that are given up are waited for."""
_SHORT_TURN: Final = 1e-4
"""Seconds that a thread which was left to itself may keep the others waiting."""
_Result = tuple[int, Chunk | BaseException]


class _Crew:
    """Threads that play chunks, and nothing that a Ctrl-C could leave locked.

    It is raised anywhere in the main thread. Futures and pools have locks that they share with
    their threads, and one that is held at that moment stays held: then all wait for ever. Simple
    queues have no such locks.
    """

    def __init__(self, threads: int) -> None:
        self._todo: SimpleQueue[tuple[int, Task] | None] = SimpleQueue()
        self._done: SimpleQueue[_Result] = SimpleQueue()
        self._given_up = Event()
        # Whoever is interrupted while they start may not get round to dismissing all of them.
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(threads)]

    def start(self) -> None:
        """Begin to work."""
        for thread in self._threads:
            thread.start()

    def _work(self) -> None:
        while (given := self._todo.get()) is not None:
            number, task = given
            try:
                chunk = play_chunk(task.job, task.first, task.count, self._given_up.is_set)
            except BaseException as error:  # noqa: BLE001 - raised where it is waited for
                self._done.put((number, error))
            else:
                self._done.put((number, chunk))

    def begin(self, number: int, task: Task) -> None:
        """Let somebody play a chunk, when there is time."""
        self._todo.put((number, task))

    def finished(self) -> Iterator[_Result]:
        """Yield what has been played since the last time, or has failed, in the order of the tasks.

        So a run that is stopped has no gap that need not be. It waits for the first, but no longer
        than a moment: a Ctrl-C that comes just before a wait does not end it.
        """
        found: list[_Result] = []
        with contextlib.suppress(Empty):
            found.append(self._done.get(timeout=_A_MOMENT))
            while True:
                found.append(self._done.get_nowait())
        yield from sorted(found, key=lambda each: each[0])

    def dismiss(self) -> None:
        """Let nothing be begun any more; what has been begun is played to its end."""
        with contextlib.suppress(Empty):
            while True:
                self._todo.get_nowait()
        for _ in self._threads:
            self._todo.put(None)

    @property
    def is_gone(self) -> bool:
        """Whether nobody plays any more."""
        return not any(thread.is_alive() for thread in self._threads)

    @property
    def has_more(self) -> bool:
        """Whether something has been played that nobody has asked for yet."""
        return not self._done.empty()

    def give_up(self) -> None:
        """Give up what has been begun: who thinks may think for minutes, or for ever.

        Nobody can stop a thread inside of an agent. One that does not come back soon is left to
        itself; it ends with the process, and what it plays is not taken any more.
        """
        self._given_up.set()
        self.dismiss()
        ends = time.monotonic() + _PATIENCE
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, ends - time.monotonic()))
        if not self.is_gone:  # whoever spins would let the rest wait at every file that is read
            sys.setswitchinterval(_SHORT_TURN)


class _Stop:
    """Whether somebody wants to stop, and whether this is a moment to say so."""

    def __init__(self) -> None:
        self.asked = Event()
        self._is_busy = False
        self._kept_back = 0

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Raise what a Ctrl-C raises, or keep it back while something is being written."""
        self._kept_back += self._is_busy
        if not self._is_busy:
            signal.default_int_handler(number, frame)

    @contextlib.contextmanager
    def later(self) -> Iterator[None]:
        """Let nothing be raised in here: it would come up where no executor hears of it."""
        self._is_busy = True
        try:
            yield
        finally:
            self._is_busy = False

    def following(self, chunks: Generator[Chunk]) -> Chunk | None:
        """Return the next chunk; tell the executor of a Ctrl-C that was kept back."""
        kept_back, self._kept_back = self._kept_back, 0
        if kept_back > 1:
            raise KeyboardInterrupt
        if not kept_back:
            return next(chunks, None)
        try:
            return chunks.throw(KeyboardInterrupt())
        except StopIteration:
            return None


@contextlib.contextmanager
def _interrupts(told: Callable[[], None]) -> Iterator[_Stop]:
    """Note that somebody wants to stop, even where the exception that says so is lost.

    Python passes over exceptions in callbacks of garbage that it collects, and the one that
    Ctrl-C raises may come up in such a place. `told` is called at the first one. A second that
    comes while that is told would take the place of the first, so it is sent again a moment later.
    To be asked to end, as `timeout` does, is the same as a Ctrl-C.
    """
    stop_at = _Stop()
    stopped, heard = stop_at.asked, Event()
    asked: list[float] = []
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
        stop_at.interrupt(number, frame)

    def end(number: int, frame: FrameType | None) -> None:
        # `timeout` asks twice at once, the process and its group: that is no second Ctrl-C.
        now = time.monotonic()
        if not asked or now - asked[-1] > _AT_ONCE:
            asked.append(now)
            stop(number, frame)

    # Only the main thread gets signals, and whoever has taken them away from Python keeps them.
    if (
        current_thread() is not main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield stop_at
        return
    signal.signal(signal.SIGINT, stop)
    is_ours = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if is_ours:
        signal.signal(signal.SIGTERM, end)
    try:
        yield stop_at
    finally:
        again.cancel()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if is_ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


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
        self.has_gap = False
        """Whether games are missing among those that were returned last, `over_gaps`."""

    @property
    def chunk(self) -> int:
        """How many games are in a chunk."""
        return self._chunk

    def play(self, wanted: Sequence[tuple[Job, int]], *, over_gaps: bool = False) -> list[Games]:
        """Return so many games of each job, from number 0 on; fewer if the run is interrupted.

        What is played behind a game that was given up is left out, unless it is asked for with
        `over_gaps`; then all jobs have the same games, those that were finished of each.
        """
        tasks = self._missing(wanted)
        total = sum(games for _, games in wanted)
        done = total - sum(task.count for task in tasks)
        self._progress(done, total)
        if tasks and not self.interrupted:
            try:
                with _interrupts(self._stopping) as stop:
                    left = takewhile(lambda _: not stop.asked.is_set(), tasks)
                    with contextlib.closing(_generator(self._executor.run(left))) as chunks:
                        while (chunk := stop.following(chunks)) is not None:
                            with stop.later():
                                self._keep(chunk)
                                done += chunk.count
                                self._progress(done, total)
                    self.interrupted = stop.asked.is_set()
            except KeyboardInterrupt:
                self.interrupted = True
        if over_gaps:
            return self._same_games(wanted)
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

    def _same_games(self, wanted: Sequence[tuple[Job, int]]) -> list[Games]:
        """Return what there is of all jobs alike."""
        found = [
            {
                first: chunk
                for first, count in self._parts(games)
                if (chunk := self._played.get((job.digest, first, count))) is not None
            }
            for job, games in wanted
        ]
        common = [first for first in found[0] if all(first in each for each in found)]
        self.has_gap = common != [first for first, _ in self._parts(wanted[0][1])][: len(common)]
        return [
            Games.of(job, [each[first] for first in common])
            for (job, _), each in zip(wanted, found, strict=True)
        ]


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
        **({"codes": dict(jobs[0].codes)} if jobs[0].codes else {}),
        **more,
    }
