"""Recognises the browsers and addresses from which an account has logged in before: a signed cookie, and a list of
addresses.

This alone logs nobody in. It lets `login_throttle` count a person's wrong tries apart from those of strangers.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from hashlib import sha256
from typing import TypedDict

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string

from campaigns.client_address import address_of

View = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger(__name__)
now = time.time
COOKIE = "known"
SALT = "campaigns.devices"
LASTS = 365 * 86_400  # seconds for which a browser is recognised
ADDRESS_LASTS = 30 * 86_400
MOST = 8  # accounts on one browser: a club may share a tablet


class Known(TypedDict):
    """What the cookie says: an id of the browser, and marks of the accounts that have logged in on it."""

    device: str
    names: list[str]


def known_device(request: HttpRequest | None, name: str) -> str:
    """An id of this browser, if the account of that name has logged in on it; else ""."""
    said = _said(request)
    return said["device"] if _mark(name) in said["names"] else ""


def known_address(request: HttpRequest | None, name: str) -> bool:
    """Whether the account has logged in from this address lately. False if the cache does not answer."""
    try:
        return bool(request and cache.get(_place(request, name)))
    except Exception as error:  # whatever the cache is made of
        logger.warning("the cache of known addresses does not answer: %s", error)
        return False


def remember(request: HttpRequest | None, name: str) -> None:
    """Remember that the account has logged in. `keep` sends the browser its cookie."""
    if request is None:
        return
    said = _said(request)
    names = [_mark(name), *(one for one in said["names"] if one != _mark(name))][:MOST]
    request.META["leaguer.known"] = Known(device=said["device"] or get_random_string(22), names=names)
    try:
        cache.set(_place(request, name), 1, timeout=ADDRESS_LASTS)
    except Exception as error:  # whatever the cache is made of
        logger.warning("the cache of known addresses does not answer: %s", error)


def keep(get_response: View) -> View:
    """Middleware: sets the cookie after a login on any page. Programs keep no cookies."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if (known := request.META.get("leaguer.known")) and not request.path.startswith("/api/"):
            response.set_cookie(
                COOKIE,
                signing.dumps(known, salt=SALT),
                max_age=LASTS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return respond


def _said(request: HttpRequest | None) -> Known:
    """The content of the browser's cookie; empty if it was not signed here."""
    try:
        known = signing.loads(request.COOKIES.get(COOKIE, "") if request else "", salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return Known(device="", names=[])
    return Known(device=known["device"], names=known["names"])


def _mark(name: str) -> str:
    return sha256(name.casefold().encode()).hexdigest()[:16]


def _place(request: HttpRequest, name: str) -> str:
    return "known:" + sha256(f"{address_of(request)} {name.casefold()}".encode()).hexdigest()
