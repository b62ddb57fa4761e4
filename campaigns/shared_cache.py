"""What all processes count together, in the cache that they share. Where it does not answer, each counts for itself:
nobody is turned away by that."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache
from django.core.cache.backends.base import BaseCache

T = TypeVar("T")
logger = logging.getLogger(__name__)


def shared(what: str, step: Callable[[BaseCache], T], own: BaseCache) -> T:
    """Use the cache that all processes share, or this process's `own` if that does not answer. `what` it is, the log is
    told."""
    try:
        return step(cache)
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
