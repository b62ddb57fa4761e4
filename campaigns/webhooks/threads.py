"""Sends to each endpoint in a thread of its own, so that a slow receiver holds up neither the others nor the clerk."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from threading import Lock

from django.db import close_old_connections, connections

from campaigns.webhooks import deliverer

logger = logging.getLogger(__name__)
MOST = 8  # at once in one process
_begun: dict[int, Future[int]] = {}
_lock = Lock()


def start() -> list[Future[int]]:
    """Begin to send what is due, without waiting for it. An endpoint that is being sent to is left alone."""
    found = deliverer.due()
    with _lock:
        for pk in [pk for pk, one in _begun.items() if one.done()]:
            del _begun[pk]
        for pk in found:
            if pk not in _begun:
                _begun[pk] = _pool().submit(_deliver, pk)
        return [_begun[pk] for pk in found]


def finish() -> int:
    """Send what is due and wait for it; how many messages arrived."""
    begun = start()
    wait(begun)
    return sum(one.result() for one in begun)


def _deliver(pk: int) -> int:
    close_old_connections()
    try:
        return deliverer.deliver(pk)
    except Exception:  # whatever it is: the next round tries again, and the others go on
        logger.exception("webhook %s could not be sent to", pk)
        return 0
    finally:
        connections.close_all()


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST, "webhooks")
