"""Logging in, with a limit on guessing: after so many wrong passwords from an address, for one name or any, a pause.

Every door counts here: the page's, the office's, and the one where programs get their tokens.
"""

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

from campaigns.addresses import address_of

logger = logging.getLogger(__name__)
TRIES, MINUTES = 10, 5  # for one name
TRIES_IN_ALL = 60  # for any: a club's evening shares an address, and so does who tries one password on every name
own_count = LocMemCache("tries", {})


class Credentials(AuthenticationForm):
    """Name and password. The right ones are not taken either while the pause lasts."""

    def clean(self) -> dict[str, Any]:
        name = str(self.cleaned_data.get("username", ""))
        if too_many(self.request, name):
            raise pause()
        try:
            return super().clean()
        except ValidationError:
            one_more(self.request, name)
            raise


def too_many(request: HttpRequest | None, name: str) -> bool:
    """Whether where the request comes from has tried this name, or names, too often with a wrong password."""
    return any(wrong_so_far(key) >= limit for key, limit in _limits(request, name).items())


def one_more(request: HttpRequest | None, name: str) -> None:
    """Count a wrong password."""
    for key in _limits(request, name):
        one_more_wrong(key)


def _limits(request: HttpRequest | None, name: str) -> dict[str, int]:
    return {key_of(request, name): TRIES, key_of(request, ""): TRIES_IN_ALL}


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
    address = address_of(request) if request else ""
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
