"""The same chunks on many machines: tasks of a Dask scheduler.

What a job is made of travels once to the scheduler and from there to each worker that needs it;
if a worker is lost, what it had is made again elsewhere, and so is the chunk it was playing.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
from asyncio import CancelledError
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from contextlib import contextmanager
from itertools import islice
from threading import Event, Thread
from typing import Any, Final, TypeAlias

import distributed
from distributed.scheduler import KilledWorker

from ruleengine.errors import AgentError, LabError
from ruleengine.lab.chunks import Chunk, play_chunk
from ruleengine.lab.jobs import Job, versions
from ruleengine.lab.running import Task

Client: TypeAlias = Any
"""A client of Dask, which has no types."""
as_completed: Final[Any] = distributed.as_completed
PATIENCE: Final = 10
"""Seconds to wait for a scheduler to answer."""
LOOK: Final = 3
"""Seconds from one look at how many workers there are to the next; two without any are told of."""
AHEAD: Final = 4
"""Chunks that wait at the workers for each that is being played."""


class Cluster:
    """Plays chunks on the workers of a Dask scheduler."""

    def __init__(self, client: Client, lonely: Callable[[], None] = lambda: None) -> None:
        """Play on the workers of a client; `lonely` is told when there are none left."""
        self._client = client
        self._lonely = lonely
        self._jobs: dict[str, Any] = {}

    def run(self, tasks: Iterable[Task]) -> Iterator[Chunk]:
        """Yield the chunk of each task, as they come."""
        waiting = iter(tasks)
        under_way = as_completed(loop=self._client.loop)
        room = max(2, AHEAD * self._threads())
        ended = Event()
        Thread(target=self.watch, args=(ended,), daemon=True).start()
        try:
            for task in islice(waiting, room):
                under_way.add(self._submit(task))
            for future in under_way:
                chunk: Chunk | AgentError = future.result()
                future.release()
                if isinstance(chunk, AgentError):
                    raise chunk
                for task in islice(waiting, 1):
                    under_way.add(self._submit(task))
                yield chunk
        except (KilledWorker, CancelledError, futures.CancelledError, OSError) as error:
            message = "the cluster has lost its scheduler or too many workers"
            hint = "what is finished is kept if --results was given; run the command again"
            raise LabError("lab/cluster-lost", message, hint=hint) from error
        finally:
            ended.set()
            under_way.clear()

    def watch(self, ended: Event) -> None:
        """Say when all workers are gone: Dask would wait for others without a word."""
        without = 0
        while not ended.wait(LOOK):
            try:
                without = 0 if self._threads() else without + 1
            except OSError:  # the scheduler is gone, and whoever waits for chunks says so
                return
            if without == 2:  # noqa: PLR2004 - one may be starting anew
                self._lonely()

    def _threads(self) -> int:
        workers: dict[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return sum(int(worker["nthreads"]) for worker in workers.values())

    def _submit(self, task: Task) -> Any:  # noqa: ANN401 - Dask has no types for it
        job = self._jobs.get(task.job.digest)
        if job is None:
            # Made on a worker from what the scheduler keeps, so that it can be made again.
            packed = pickle.dumps(task.job)
            job = self._client.submit(unpacked, packed, key=f"job-{task.job.digest}", priority=10)
            self._jobs[task.job.digest] = job
        key = f"chunk-{task.job.digest}-{task.first}-{task.count}"
        return self._client.submit(
            played, job, task.first, task.count, key=key, retries=3, pure=True
        )


def played(job: Job, first: int, count: int) -> Chunk | AgentError:
    """Return a chunk, or what is wrong with an agent: that is not mended by trying again."""
    try:
        return play_chunk(job, first, count)
    except AgentError as error:
        where = f"on the worker {socket.gethostname()} (process {os.getpid()})"
        return AgentError(
            error.code,
            f"{where}, {error.message}",
            hint=error.hint,
            place=error.place,
            trace=error.trace,
        )


def unpacked(packed: bytes) -> Job:
    """Return a job as it was sent; only versions that agree play the same games."""
    job = pickle.loads(packed)  # noqa: S301 - it comes from whoever runs the scheduler
    if not isinstance(job, Job):
        raise TypeError("no job")
    return job


def worker_versions() -> dict[str, str]:
    """Return what results depend on, as a worker has it."""
    return versions()


@contextmanager
def connected(address: str, lonely: Callable[[], None] = lambda: None) -> Iterator[Cluster]:
    """Give the workers of a scheduler; LabError when there are none, or of another version.

    `lonely` is called when no worker is left; the run then waits for others.
    """
    try:
        make: Any = distributed.Client
        client = make(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        message = f"no Dask scheduler answers at '{address}': {error}"
        hint = "start one with `dask scheduler`, and give its address, such as tcp://host:8786"
        raise LabError("lab/cluster-lost", message, hint=hint) from None
    with _quiet():
        try:
            _check_versions(client, address)
            yield Cluster(client, lonely)
        finally:
            client.close()


_LOUD: Final = ("distributed", "tornado")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Dask prints about a lost scheduler from burying what is said of it here."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith(_LOUD)]
    before = {logger: logger.level for logger in map(logging.getLogger, [*_LOUD, *names])}
    for logger in before:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in before.items():
            logger.setLevel(level)


def _check_versions(client: Client, address: str) -> None:
    found: dict[str, dict[str, str]] = client.run(worker_versions)
    if not found:
        message = f"the scheduler at '{address}' has no workers"
        hint = f"start some with `dask worker {address}`"
        raise LabError("lab/cluster-lost", message, hint=hint)
    other = [worker for worker, theirs in found.items() if theirs != versions()]
    if other:
        message = f"the worker {other[0]} has another version of ruleengine than this machine"
        hint = "install the same version on all machines"
        raise LabError("lab/cluster-lost", message, hint=hint)
