"""Logging in, with a limit on guessing: so many wrong passwords for one name from one address, then a pause."""

from __future__ import annotations

import logging
from hashlib import sha256
from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import ngettext

logger = logging.getLogger(__name__)
TRIES, MINUTES = 10, 5
own_count = LocMemCache("tries", {})


class Credentials(AuthenticationForm):
    """Name and password. The right ones are not taken either while the pause lasts."""

    def clean(self) -> dict[str, Any]:
        key = key_of(self.request, str(self.cleaned_data.get("username", "")))
        if wrong_so_far(key) >= TRIES:
            raise pause()
        try:
            return super().clean()
        except ValidationError:
            one_more_wrong(key)
            raise


def pause() -> ValidationError:
    """What is said to those who have tried too often."""
    text = ngettext(
        "Too many wrong tries. Wait %(n)s minute, then try again.",
        "Too many wrong tries. Wait %(n)s minutes, then try again.",
        MINUTES,
    )
    return ValidationError(text % {"n": MINUTES}, code="tries")


def key_of(request: HttpRequest | None, name: str) -> str:
    """Of one address's tries at one name, or at one thing of another kind, without that name in the cache."""
    address = request.META.get("REMOTE_ADDR", "") if request else ""
    return "tries:" + sha256(f"{address} {name.casefold()}".encode()).hexdigest()


def wrong_so_far(key: str) -> int:
    """By the count all processes share, or by this one's own while that does not answer."""
    try:
        return int(cache.get(key, 0))
    except Exception as error:  # whatever the cache is made of; nobody is kept out by it
        logger.warning("the shared count of tries does not answer: %s", error)
        return int(own_count.get(key, 0))


def one_more_wrong(key: str) -> None:
    try:
        _count(cache, key)
    except Exception as error:
        logger.warning("the shared count of tries does not answer: %s", error)
        _count(own_count, key)


def _count(where: BaseCache, key: str) -> None:
    if not where.add(key, 1, timeout=60 * MINUTES):
        try:
            where.incr(key)
        except ValueError:  # it ran out in between
            where.add(key, 1, timeout=60 * MINUTES)
