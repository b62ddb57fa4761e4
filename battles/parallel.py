"""Work on the whole log, done by several processes of this machine side by side."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from threading import Thread
from typing import TypeVar

from django.db import connections

FEWER_LOOKS = (100_000, 50, 100)  # of the garbage collector
Task = TypeVar("Task")
Done = TypeVar("Done")
AHEAD = 3  # tasks for each process that may wait to be done, or their answers to be taken


def processes(jobs: int | None) -> int:
    """How many processes work: `jobs`, or one for each core this one may use. One inside a transaction, of which no
    other process sees anything, and where processes cannot be forked."""
    if any(one.in_atomic_block for one in connections.all(initialized_only=True)) or not hasattr(os, "fork"):
        return 1
    return max(1, jobs if jobs is not None else cores())


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each(work: Callable[[Task], Done], tasks: Iterable[Task], jobs: int) -> Iterator[Done]:
    """What `work` answers for each task, in their order, by so many processes; by this one if it is one.

    A bounded number is taken in advance. Each process has database connections of its own, and ends with this one,
    however that ends. Raises what `work` raises, and BrokenProcessPool when a process was killed.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _begin) as pool:
        _leave_connections()
        pool.submit(os.getpid).result()  # which forks them all
        waiting: deque[Future[Done]] = deque()
        try:
            for task in tasks:
                waiting.append(pool.submit(work, task))
                if len(waiting) == AHEAD * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for one in waiting:
                one.cancel()


def _leave_connections() -> None:
    """Close them before the fork: two processes cannot speak on one."""
    connections.close_all()
    for one in connections.all(initialized_only=True):
        if hasattr(one, "close_pool"):  # PostgreSQL's
            one.close_pool()


def _begin() -> None:
    """In each process: what was there before the fork is never collected, and stays shared. States are trees, and gone
    when nobody holds them; looking for circles is an eighth of the time a fold takes."""
    gc.freeze()
    gc.set_threshold(*FEWER_LOOKS)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process that was killed tells nobody to stop."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
