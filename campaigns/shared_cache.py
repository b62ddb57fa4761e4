"""What all processes count together, in the cache that they share. Where it does not answer, each counts for itself:
nobody is turned away by that."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache, caches
from django.core.cache.backends.base import BaseCache

T = TypeVar("T")
logger = logging.getLogger(__name__)


def counts() -> BaseCache:
    """Where tries at passwords and codes are counted: in Redis, else in a file of this machine
    (`campaigns.counts_file`)."""
    return caches["counts" if "counts" in settings.CACHES else "default"]


def shared(what: str, step: Callable[[BaseCache], T], own: BaseCache, first: BaseCache | None = None) -> T:
    """Use the cache that all processes share (`first`, or the usual one), or this process's `own` if that does not
    answer. `what` it is, the log is told."""
    try:
        return step(cache if first is None else first)
    except Exception as error:  # whatever the cache is made of
        logger.warning("the shared %s does not answer: %s", what, error)
        return step(own)


def one_more(where: BaseCache, key: str, lasts: int) -> int:
    """Count one more, and return how many there are within so many seconds."""
    if not where.add(key, 1, timeout=lasts):
        try:
            return int(where.incr(key))
        except ValueError:  # it expired in between
            where.add(key, 1, timeout=lasts)
    return 1
