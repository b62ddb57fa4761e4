"""Limits what open questions cost (what if, and how it can still be won): each may take seconds, and whoever sees a
campaign may ask.

An answer is kept until something happens in the log that it was worked out from, at most for a day. Who asks what was
answered already does not wait. Of new questions everybody has `settings.QUESTIONS` a minute, by account, or by address
without one: over pages and API together.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from hashlib import sha256
from typing import TypeVar

import msgspec
from django.conf import settings
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest

from battles import log
from campaigns.client_address import address_of
from campaigns.roles import Person
from campaigns.shared_cache import one_more, shared
from rules.contract import Refused, ngettext, say
from rules.contract import gettext_noop as _

T = TypeVar("T")
MINUTE, DAY = 60, 86_400  # seconds
now = time.time
own_count = LocMemCache("questions", {})


class TooMany(Exception):
    """Asked too often: after `seconds` the next question is answered."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many questions: wait {seconds} seconds")
        self.seconds = seconds

    @property
    def refused(self) -> Refused:
        """As a form shows it."""
        wait = ngettext("Wait %(n)s second, then ask again.", "Wait %(n)s seconds, then ask again.", self.seconds)
        text = say(_("You have asked a lot in the last minute, and each answer is a long sum."))
        return Refused("campaign", text, wait, code="throttled")


class Asker(msgspec.Struct, frozen=True):
    """Who asks: an account's id, or an address."""

    whose: str

    def answer(self, stream: str, question: tuple[object, ...], work: Callable[[], T]) -> T:
        """What `work` answers, or has answered while the log of `stream` is the same. `question`: all else that the
        answer depends on, the reader's language too if there are words in it. `TooMany` for one question too many."""
        text = repr((settings.RELEASE, stream, log.stamp(stream), question))
        key = "question:" + sha256(text.encode()).hexdigest()
        found: tuple[T] | None = _shared(lambda where: where.get(key))
        if found is None:
            self._count()
            found = (work(),)
            kept = found
            _shared(lambda where: where.set(key, kept, timeout=DAY))
        return found[0]

    def _count(self) -> None:
        if not settings.QUESTIONS:
            return
        at = now()
        key = f"questions:{sha256(self.whose.encode()).hexdigest()}:{int(at // MINUTE)}"
        if counted(key) > settings.QUESTIONS:
            raise TooMany(math.ceil(MINUTE - at % MINUTE))


def asker(user: Person, request: HttpRequest) -> Asker:
    return Asker(str(user.pk) if user.is_authenticated else address_of(request))


def counted(key: str) -> int:
    """Count one more of something within two minutes, and return how many there are, over all processes."""
    return _shared(lambda where: one_more(where, key, 2 * MINUTE))


def _shared(step: Callable[[BaseCache], T]) -> T:
    return shared("cache of questions", step, own_count)
