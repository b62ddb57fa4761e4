"""Logging in, with a limit on guessing. Every door counts here: the page's, the office's, the one where programs get
their tokens, and every form behind them that asks for a password.

A try is counted three times over: by address and name, by address, and by name wherever it comes from. What is counted
too often pauses, and every further try doubles the pause. So one address cannot try one name for long, nor many names,
and many addresses together cannot try one name.

Nobody shuts another one out by this. Somebody's own browser, and an address they have come in from before
(`campaigns.device_cookies`), are not held up by what others try at their name; their browser is counted by itself, so
that not even a guesser in the same room is in its way. Who comes from a new place while somebody guesses can have a
link mailed: setting a new password by it makes their browser a known one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import ngettext

from campaigns import device_cookies
from campaigns.client_address import address_of

logger = logging.getLogger(__name__)
MINUTE, HOUR, DAY = 60, 3_600, 86_400  # seconds
TRIES, MINUTES = 10, 5  # at one name from one place, or at one thing of another kind
own_count = LocMemCache("tries", {})


@dataclass(frozen=True)
class Limit:
    """So many tries are free; then comes a pause of so many seconds, twice as long with each further one up to an hour.
    Counts are forgotten a day after they began."""

    kind: str
    free: int
    pause: int

    def pause_after(self, tries: int) -> int:
        return int(min(self.pause * 2 ** min(tries - self.free, 12), HOUR))


HERE = Limit("here", TRIES, MINUTES * MINUTE)  # at one name, from one address or by one known browser
ADDRESS = Limit("address", 60, MINUTES * MINUTE)  # at any name: a club's evening shares an address
NAME = Limit("name", 50, MINUTE // 2)  # at one name, from all places that it is not known from


class Credentials(AuthenticationForm):
    """Name and password. The right ones are not taken either while a pause lasts."""

    def clean(self) -> dict[str, Any]:
        name = str(self.cleaned_data.get("username", ""))
        if seconds := take(self.request, name):
            raise pause(seconds)
        cleaned = super().clean()
        came_in(self.request, name)
        return cleaned


def take(request: HttpRequest | None, name: str) -> int:
    """Count a try at this name's password, before it is looked at: so each of many at once is counted. 0 when it may be
    looked at; else the seconds to wait, and it must not be."""
    limits = _limits(request, name)
    if seconds := max(_left(limit, key) for limit, key in limits):
        return seconds
    return max(_taken(limit, key) for limit, key in limits)


def came_in(request: HttpRequest | None, name: str) -> None:
    """It was the right password: this try was none, and the place is known from now on."""
    for limit, key in _limits(request, name):
        _shared(partial(_forgive, limit, key))
    device_cookies.remember(request, name)


def _limits(request: HttpRequest | None, name: str) -> list[tuple[Limit, str]]:
    address = address_of(request) if request else ""
    if device := device_cookies.known_device(request, name):
        return [(HERE, _key(HERE, device, name))]
    limits = [(HERE, _key(HERE, address, name)), (ADDRESS, _key(ADDRESS, address))]
    if not device_cookies.known_address(request, name):
        limits.append((NAME, _key(NAME, name)))
    return limits


def _key(limit: Limit, *parts: str) -> str:
    """Without a name or an address in the cache."""
    return f"tries:{limit.kind}:" + sha256(" ".join(parts).casefold().encode()).hexdigest()


def _left(limit: Limit, key: str) -> int:
    """Seconds of a pause that is on; 0 while none is."""
    until = _shared(lambda where: where.get(f"{key}:pause"))
    return max(1, round(until - device_cookies.now())) if until else 0


def _taken(limit: Limit, key: str) -> int:
    """Count one more, and begin a pause where it is due. Of several at once that begin it, the first goes on."""
    tries = _shared(lambda where: _counted(where, key, DAY))
    if tries < limit.free:
        return 0
    seconds = limit.pause_after(tries)
    first = _shared(lambda where: where.add(f"{key}:pause", device_cookies.now() + seconds, timeout=seconds))
    return 0 if first else _left(limit, key)


def _forgive(limit: Limit, key: str, where: BaseCache) -> None:
    where.delete(f"{key}:pause")
    if limit is HERE:
        where.delete(key)
    elif where.get(key):
        where.decr(key)


def pause(seconds: int = MINUTES * MINUTE) -> ValidationError:
    """What is said to those who have tried too often."""
    minutes = -(-seconds // MINUTE)
    text = ngettext(
        "Too many wrong tries. Wait %(n)s minute, then try again.",
        "Too many wrong tries. Wait %(n)s minutes, then try again.",
        minutes,
    )
    return ValidationError(text % {"n": minutes}, code="tries")


# --------------------------------------------------------------------------------------- at things of another kind


def key_of(request: HttpRequest | None, thing: str) -> str:
    """Of one address's tries at one thing, without its name in the cache."""
    address = address_of(request) if request else ""
    return "tries:" + sha256(f"{address} {thing.casefold()}".encode()).hexdigest()


def wrong_so_far(key: str) -> int:
    return int(_shared(lambda where: where.get(key, 0)))


def one_more_wrong(key: str) -> None:
    _shared(lambda where: _counted(where, key, MINUTES * MINUTE))


def _counted(where: BaseCache, key: str, lasts: int) -> int:
    """One more, and how many there are."""
    if not where.add(key, 1, timeout=lasts):
        try:
            return int(where.incr(key))
        except ValueError:  # it ran out in between
            where.add(key, 1, timeout=lasts)
    return 1


def _shared(step: Callable[[BaseCache], Any]) -> Any:
    """By the count all processes share, or by this one's own while that does not answer: nobody is kept out by it."""
    try:
        return step(cache)
    except Exception as error:  # whatever the cache is made of
        logger.warning("the shared count of tries does not answer: %s", error)
        return step(own_count)
