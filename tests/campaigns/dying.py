"""Makes a Celery worker die: `celery -A deploy worker --include tests.campaigns.dying`.

DIES_AT says when: "before commit 2", "after commit 1" (of the first task it is given), "before acknowledgement",
"after acknowledgement"; or "statement": at the first attempt at each stream for which the folder DOOMED has a file of
its id, before the statement of the task whose number stands there (1 is the first). The file is gone then.
"""

from __future__ import annotations

import os
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


def die_once_at_a_statement(doomed: Path) -> None:
    def count(args: list[str], **kwargs: Any) -> None:
        told = doomed.joinpath(*args)
        if args and told.exists():
            moment = int(told.read_text())
            told.unlink()
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
    case ["statement"]:
        die_once_at_a_statement(Path(os.environ["DOOMED"]))
    case [("before" | "after") as when, "commit", n]:
        die_at_a_commit(when, int(n))
    case [("before" | "after") as when, "acknowledgement"]:
        Request.acknowledge = around(Request.acknowledge, **{when: 1})  # type: ignore[method-assign]
    case moment:
        raise ValueError(moment)
