"""Calls a worker of the clerk to a stream, by Redis. One message at a time waits for each stream: else people who
report faster than workers attend would have everybody else wait behind a queue of their own reports.

If a message is lost, the clerk's next sweep does the work.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:  # a site without Redis need not hold its library in memory
    import redis

logger = logging.getLogger(__name__)
ATTEND = "leaguer.attend"
FOR = 30  # seconds after which a message that still waits, or was lost, stands for no other any more
REST = 5.0  # seconds for which a Redis that has not answered is not asked: every report would wait for it
_ask_again_at = 0.0  # of this process, by its own clock
_redis: dict[str, redis.Redis] = {}


def call(stream: str) -> None:
    """Have a worker attend to `stream`, unless that is asked for already. It never fails."""
    global _ask_again_at
    from celery import current_app

    if time.monotonic() < _ask_again_at:
        return
    try:
        if broker().set(_key(stream), 1, nx=True, ex=FOR):
            current_app.send_task(ATTEND, args=[stream], ignore_result=True)
    except Exception as error:  # a broker may fail in any way; the battle is safe in the log already
        _ask_again_at = time.monotonic() + REST
        logger.warning("the clerk could not be woken for %s: %s", stream, error)


def answers() -> None:
    """A message came by Redis, so it is there: this process asks it again at once, whatever it has seen before."""
    global _ask_again_at
    _ask_again_at = 0.0


def heard(stream: str) -> None:
    """A worker begins to attend to `stream`: who reports from now on calls again."""
    answers()
    if settings.REDIS_URL:
        with suppress(Exception):  # whatever Redis has: the word is forgotten by itself
            broker().delete(_key(stream))


def _key(stream: str) -> str:
    return f"{settings.REDIS_PREFIX}:called:{stream}"


def broker() -> redis.Redis:
    """Redis, which is given a second to answer."""
    import redis

    if settings.REDIS_URL not in _redis:
        limits = {"socket_connect_timeout": 1, "socket_timeout": 1}
        _redis[settings.REDIS_URL] = redis.Redis.from_url(settings.REDIS_URL, **limits)
    return _redis[settings.REDIS_URL]


def cause(error: Exception) -> str:
    """Why it does not, for the log: which error; and what Redis itself says where it refuses, as with a full disk. What
    does not come from Redis may have its address in it, and a password in that."""
    import redis

    what = type(error).__name__
    return f"{what}: {str(error)[:100]}" if isinstance(error, redis.ResponseError) else what
