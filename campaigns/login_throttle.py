"""Limits guessing of passwords. It counts on every form that asks for one: login, office, API tokens, account.

Each try is counted by address and name, by address, and by name from anywhere. Too many tries start a pause, and every
further try doubles it. So one address cannot try one name for long, nor many names, and many addresses together cannot
try one name.

Nobody can lock out somebody else. A person's own browser (a signed cookie tells it), and addresses they have logged in
from before, do not wait for what others try at their name. Their browser is counted by itself, so even somebody in the
same room cannot slow them down. Cookie and address alone log nobody in. Who comes from a new place while somebody
guesses can have a link mailed: setting a new password makes their browser a known one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, TypedDict, TypeVar

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core import signing
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns import security_log
from campaigns.client_address import address_of
from campaigns.models import User
from campaigns.shared_cache import counts, one_more, shared

View = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger(__name__)
now = time.time
COOKIE = "known"  # behind the prefix of the site's cookies
BEFORE = "known"  # its name up to release 0.2 over https, too; it is signed, so that others can set none
SALT = "campaigns.devices"
LASTS = 365 * 86_400  # seconds for which a browser is recognised
ADDRESS_LASTS = 30 * 86_400
MOST = 16  # marks on one browser, two of an account with a second step: a club may share a tablet


class Known(TypedDict):
    """What the cookie says: an id of the browser, and marks of the accounts that have logged in on it, by their
    password and by a code of their own."""

    device: str
    names: list[str]


def known_device(request: HttpRequest | None, name: str) -> str:
    """An id of this browser, if the account of that name has logged in on it; else ""."""
    said = _said(request)
    return said["device"] if _mark(name) in said["names"] else ""


def known_address(request: HttpRequest | None, name: str) -> bool:
    """Whether the account has logged in from this address lately. False if the cache does not answer."""
    try:
        return bool(request and counts().get(_place(request, name)))
    except Exception as error:  # whatever the cache is made of
        logger.warning("the cache of known addresses does not answer: %s", error)
        return False


def remember(request: HttpRequest | None, name: str) -> None:
    """Remember that the account has logged in. `keep` sends the browser its cookie."""
    if request is None:
        return
    said: Known = request.META.get("leaguer.known") or _said(request)
    names = [_mark(name), *(one for one in said["names"] if one != _mark(name))][:MOST]
    request.META["leaguer.known"] = Known(device=said["device"] or get_random_string(22), names=names)
    try:
        counts().set(_place(request, name), 1, timeout=ADDRESS_LASTS)
    except Exception as error:  # whatever the cache is made of
        logger.warning("the cache of known addresses does not answer: %s", error)


def keep(get_response: View) -> View:
    """Middleware: sets the cookie after a login on any page. Programs keep no cookies."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if (known := request.META.get("leaguer.known")) and not request.path.startswith("/api/"):
            response.set_cookie(
                _cookie(),
                signing.dumps(known, salt=SALT),
                max_age=LASTS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return respond


def _cookie() -> str:
    return f"{settings.COOKIE_PREFIX}{COOKIE}"


def _said(request: HttpRequest | None) -> Known:
    """The content of the browser's cookie; empty if it was not signed here."""
    cookies = request.COOKIES if request else {}
    try:
        known = signing.loads(cookies.get(_cookie()) or cookies.get(BEFORE, ""), salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return Known(device="", names=[])
    return Known(device=known["device"], names=known["names"])


def _mark(name: str) -> str:
    return sha256(name.casefold().encode()).hexdigest()[:16]


def _place(request: HttpRequest, name: str) -> str:
    return "known:" + sha256(f"{address_of(request)} {name.casefold()}".encode()).hexdigest()


T = TypeVar("T")
Trouble = tuple[int, str]  # a status, and what to say
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
            security_log.wrong_name(self.request, name, "paused")
            raise pause(seconds)
        cleaned = super().clean()
        came_in(self.request, name)
        return cleaned


def take(request: HttpRequest | None, name: str) -> int:
    """Count a try at this name's password before it is checked, so that simultaneous tries are counted too. 0 if it
    may be checked, else the seconds to wait."""
    limits = _limits(request, name)
    if seconds := max(_left(key) for limit, key in limits):
        return seconds
    return max(_taken(limit, key) for limit, key in limits)


def came_in(request: HttpRequest | None, name: str) -> None:
    """The password was right: take the try back, and remember the place."""
    forgive(request, name)
    if request is not None:
        request.META["leaguer.new-place"] = not (known_device(request, name) or known_address(request, name))
    remember(request, name)


def is_new_place(request: HttpRequest) -> bool:
    """Whether the account that has come in just now never did so with this browser, nor lately from this address."""
    return bool(request.META.get("leaguer.new-place"))


def forgive(request: HttpRequest | None, name: str) -> None:
    """What was tried was right: take the try back."""
    for limit, key in _limits(request, name):
        _shared(partial(_forgive, limit, key))


def _limits(request: HttpRequest | None, name: str) -> list[tuple[Limit, str]]:
    address = address_of(request) if request else ""
    if device := known_device(request, name):
        return [(HERE, _key(HERE, device, name))]
    limits = [(HERE, _key(HERE, address, name)), (ADDRESS, _key(ADDRESS, address))]
    if not known_address(request, name):
        limits.append((NAME, _key(NAME, name)))
    return limits


def _key(limit: Limit, *parts: str) -> str:
    """A cache key that reveals neither name nor address."""
    return f"tries:{limit.kind}:" + sha256(" ".join(parts).casefold().encode()).hexdigest()


def _left(key: str) -> int:
    """The seconds left of a pause; 0 if there is none."""
    until = _shared(lambda where: where.get(f"{key}:pause"))
    return max(1, round(until - now())) if until else 0


def _taken(limit: Limit, key: str) -> int:
    """Count one more try and start a pause if it is due. Of several tries that would start it, the first may go on."""
    tries = _shared(lambda where: one_more(where, key, DAY))
    if tries < limit.free:
        return 0
    seconds = limit.pause_after(tries)
    first = _shared(lambda where: where.add(f"{key}:pause", now() + seconds, timeout=seconds))
    return 0 if first else _left(key)


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


def wrong_password(request: HttpRequest, user: User, password: str) -> Trouble | None:
    """What to say of a password with which nobody goes on; None for the right one. Wrong ones count like those at the
    login."""
    name = user.get_username()
    if seconds := take(request, name):
        return 429, str(pause(seconds).message)
    if not user.check_password(password):
        security_log.note("password-wrong", request, user.pk)
        return 422, _("That is not your password.")
    came_in(request, name)
    return None


# --------------------------------------------------------------------------------------- other limits


def key_of(request: HttpRequest | None, thing: str) -> str:
    """The cache key for one address's tries at one thing. It reveals no name."""
    address = address_of(request) if request else ""
    return "tries:" + sha256(f"{address} {thing.casefold()}".encode()).hexdigest()


def wrong_so_far(key: str) -> int:
    return int(_shared(lambda where: where.get(key, 0)))


def one_more_wrong(key: str) -> None:
    _shared(lambda where: one_more(where, key, MINUTES * MINUTE))


def too_often(thing: str, whose: str, most: int, lasts: int = HOUR) -> bool:
    """Count one more of these things, and say whether they are more than `most` within `lasts` seconds. `whose`: an
    address or the id of an account."""
    key = "often:" + sha256(f"{thing} {whose}".encode()).hexdigest()
    return _shared(lambda where: one_more(where, key, lasts)) > most


def _shared(step: Callable[[BaseCache], T]) -> T:
    return shared("count of tries", step, own_count, counts())
