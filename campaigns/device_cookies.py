"""From where an account has come in before: by a cookie in the browser, and by address.

Neither opens a door. They say whose wrong tries are counted apart from what strangers try at the same name (`tries`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any

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
LASTS = 365 * 86_400  # seconds a browser is known for
ADDRESS_LASTS = 30 * 86_400
MOST = 8  # accounts of one browser: a club may have a tablet


def known_device(request: HttpRequest | None, name: str) -> str:
    """A text that stands for this browser, if the account of that name has come in by it; else ""."""
    said = _said(request)
    return str(said["device"]) if _mark(name) in said["names"] else ""


def known_address(request: HttpRequest | None, name: str) -> bool:
    """Whether the account has come in from this address lately. A cache that does not answer knows none."""
    try:
        return bool(request and cache.get(_place(request, name)))
    except Exception as error:  # whatever the cache is made of
        logger.warning("the cache of known addresses does not answer: %s", error)
        return False


def remember(request: HttpRequest | None, name: str) -> None:
    """The account has come in. `keep` gives the browser its cookie."""
    if request is None:
        return
    said = _said(request)
    names = [_mark(name), *(one for one in said["names"] if one != _mark(name))][:MOST]
    request.META["leaguer.known"] = {"device": said["device"] or get_random_string(22), "names": names}
    try:
        cache.set(_place(request, name), 1, timeout=ADDRESS_LASTS)
    except Exception as error:  # whatever the cache is made of
        logger.warning("the cache of known addresses does not answer: %s", error)


def keep(get_response: View) -> View:
    """Middleware: whatever door the account came in by, its browser is known from then on. Programs keep no cookies."""

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


def _said(request: HttpRequest | None) -> dict[str, Any]:
    """What the browser's cookie says; nothing where it was not signed here."""
    try:
        known = signing.loads(request.COOKIES.get(COOKIE, "") if request else "", salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return {"device": "", "names": []}
    return {"device": known["device"], "names": known["names"]}


def _mark(name: str) -> str:
    return sha256(name.casefold().encode()).hexdigest()[:16]


def _place(request: HttpRequest, name: str) -> str:
    return "known:" + sha256(f"{address_of(request)} {name.casefold()}".encode()).hexdigest()
