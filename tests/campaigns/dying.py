"""Makes a Celery worker die: `celery -A deploy worker --include tests.campaigns.dying`.

DIES_AT says when: "before commit 2", "after commit 1" (of the first task it is given), "before acknowledgement",
"after acknowledgement"; or "statement 1-40": at the first attempt at each stream, before that one of these statements
which the stream's id stands for. DIED is the folder in which those who have died are remembered.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from celery.signals import task_postrun, task_prerun
from celery.worker.request import Request
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def around(function: Callable[..., Any], before: int = 0, after: int = 0) -> Callable[..., Any]:
    """`function`, but that it dies before, or right after, its n-th call (counted from 1; 0 for never)."""
    calls = 0

    def doomed(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == before:
            die()
        result = function(*args, **kwargs)
        if calls == after:
            die()
        return result

    return doomed


def die_once_within(least: int, most: int, died: Path) -> None:
    """At the first attempt at a stream, before a statement of its task between `least` and `most`."""

    def count(args: list[str], **kwargs: Any) -> None:
        (stream,) = args
        grave = died / stream
        if not grave.exists():
            grave.touch()
            moment = random.Random(stream).randint(least, most)
            connection.execute_wrappers.append(around(lambda execute, *rest: execute(*rest), before=moment))

    def forget(**kwargs: Any) -> None:
        connection.execute_wrappers.clear()

    task_prerun.connect(count, weak=False)
    task_postrun.connect(forget, weak=False)


def die_at_a_commit(when: str, n: int) -> None:
    def doom(**kwargs: Any) -> None:
        BaseDatabaseWrapper._commit = around(BaseDatabaseWrapper._commit, **{when: n})  # type: ignore[attr-defined]

    task_prerun.connect(doom, weak=False)


match os.environ["DIES_AT"].split():
    case ["statement", span]:
        first, _dash, last = span.partition("-")
        die_once_within(int(first), int(last), Path(os.environ["DIED"]))
    case [("before" | "after") as when, "commit", n]:
        die_at_a_commit(when, int(n))
    case [("before" | "after") as when, "acknowledgement"]:
        Request.acknowledge = around(Request.acknowledge, **{when: 1})  # type: ignore[method-assign]
    case moment:
        raise ValueError(moment)
