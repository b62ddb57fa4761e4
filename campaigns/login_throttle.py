"""Limits guessing of passwords. It counts on every form that asks for one: login, office, API tokens, account.

Each try is counted by address and name, by address, and by name from anywhere. Too many tries start a pause, and every
further try doubles it. So one address cannot try one name for long, nor many names, and many addresses together cannot
try one name.

Nobody can lock out somebody else. A person's own browser, and addresses they have logged in from before
(`campaigns.device_cookies`), do not wait for what others try at their name. Their browser is counted by itself, so even
somebody in the same room cannot slow them down. Who comes from a new place while somebody guesses can have a link
mailed: setting a new password makes their browser a known one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from django.contrib.auth.forms import AuthenticationForm
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import ngettext

from campaigns import device_cookies
from campaigns.client_address import address_of

T = TypeVar("T")
logger = logging.getLogger(__name__)
MINUTE, HOUR, DAY = 60, 3_600, 86_400  # seconds
TRIES, MINUTES = 10, 5  # for one name from one place, or for anything else that is limited
own_count = LocMemCache("tries", {})


@dataclass(frozen=True)
class Limit:
    """A limit: so many tries are free, then each further one starts a pause, twice as long as the last, up to an
    hour. Counts are forgotten a day after they began."""

    kind: str
    free: int
    pause: int

    def pause_after(self, tries: int) -> int:
        return int(min(self.pause * 2 ** min(tries - self.free, 12), HOUR))


HERE = Limit("here", TRIES, MINUTES * MINUTE)  # for one name, from one address or one known browser
ADDRESS = Limit("address", 60, MINUTES * MINUTE)  # for any name: on a club's evening many share an address
NAME = Limit("name", 50, MINUTE // 2)  # for one name, from all places that are not known


class Credentials(AuthenticationForm):
    """Name and password. During a pause even the right ones are refused."""

    def clean(self) -> dict[str, Any]:
        name = str(self.cleaned_data.get("username", ""))
        if seconds := take(self.request, name):
            raise pause(seconds)
        cleaned = super().clean()
        came_in(self.request, name)
        return cleaned


def take(request: HttpRequest | None, name: str) -> int:
    """Count a try at this name's password before it is checked, so that simultaneous tries are counted too. 0 if it
    may be checked, else the seconds to wait."""
    limits = _limits(request, name)
    if seconds := max(_left(limit, key) for limit, key in limits):
        return seconds
    return max(_taken(limit, key) for limit, key in limits)


def came_in(request: HttpRequest | None, name: str) -> None:
    """The password was right: take the try back, and remember the place."""
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
    """A cache key that reveals neither name nor address."""
    return f"tries:{limit.kind}:" + sha256(" ".join(parts).casefold().encode()).hexdigest()


def _left(limit: Limit, key: str) -> int:
    """The seconds left of a pause; 0 if there is none."""
    until = _shared(lambda where: where.get(f"{key}:pause"))
    return max(1, round(until - device_cookies.now())) if until else 0


def _taken(limit: Limit, key: str) -> int:
    """Count one more try and start a pause if it is due. Of several tries that would start it, the first may go on."""
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
    """The error for those who have tried too often."""
    minutes = -(-seconds // MINUTE)
    text = ngettext(
        "Too many wrong tries. Wait %(n)s minute, then try again.",
        "Too many wrong tries. Wait %(n)s minutes, then try again.",
        minutes,
    )
    return ValidationError(text % {"n": minutes}, code="tries")


# --------------------------------------------------------------------------------------- other limits


def key_of(request: HttpRequest | None, thing: str) -> str:
    """The cache key for one address's tries at one thing. It reveals no name."""
    address = address_of(request) if request else ""
    return "tries:" + sha256(f"{address} {thing.casefold()}".encode()).hexdigest()


def wrong_so_far(key: str) -> int:
    return int(_shared(lambda where: where.get(key, 0)))


def one_more_wrong(key: str) -> None:
    _shared(lambda where: _counted(where, key, MINUTES * MINUTE))


def _counted(where: BaseCache, key: str, lasts: int) -> int:
    """Count one more, and return how many there are."""
    if not where.add(key, 1, timeout=lasts):
        try:
            return int(where.incr(key))
        except ValueError:  # it expired in between
            where.add(key, 1, timeout=lasts)
    return 1


def _shared(step: Callable[[BaseCache], T]) -> T:
    """Use the counts that all processes share, or this process's own if the cache does not answer. Nobody is locked
    out by that."""
    try:
        return step(cache)
    except Exception as error:  # whatever the cache is made of
        logger.warning("the shared count of tries does not answer: %s", error)
        return step(own_count)
