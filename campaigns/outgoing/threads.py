"""Sends to each webhook, each channel and each person's Discord in a thread of its own: a slow receiver holds up
neither others nor the clerk."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from threading import Lock

from django.db import close_old_connections, connections

from campaigns.discord import own, poster
from campaigns.webhooks import deliverer

logger = logging.getLogger(__name__)
MOST = 8  # at once in one process
Send = Callable[[int], int]
JOBS: tuple[tuple[str, Callable[[], list[int]], Send], ...] = (
    ("webhook", deliverer.due, deliverer.deliver),
    ("channel", poster.due, poster.post),
    ("person", own.due, own.post),
)
_begun: dict[tuple[str, int], Future[int]] = {}
_lock = Lock()


def start() -> list[Future[int]]:
    """Begin to send what is due, without waiting for it. What is being sent to is left alone."""
    found = [((kind, pk), send) for kind, due, send in JOBS for pk in due()]
    with _lock:
        for job in [job for job, one in _begun.items() if one.done()]:
            del _begun[job]
        for job, send in found:
            if job not in _begun:
                _begun[job] = _pool().submit(_run, job, send)
        return [_begun[job] for job, _send in found]


def finish() -> int:
    """Send what is due and wait for it; how many messages arrived."""
    begun = start()
    wait(begun)
    return sum(one.result() for one in begun)


def _run(job: tuple[str, int], send: Send) -> int:
    close_old_connections()
    try:
        return send(job[1])
    except Exception:  # whatever it is: the next round tries again, and the others go on
        logger.exception("nothing could be sent to %s %s", *job)
        return 0
    finally:
        connections.close_all()


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST, "sending")


def _anew() -> None:
    """A process that was forked has none of its parent's threads: nothing that was begun there is done here, and what
    would wait for it would wait for ever."""
    global _lock
    _lock = Lock()
    _begun.clear()
    _pool.cache_clear()


os.register_at_fork(after_in_child=_anew)
