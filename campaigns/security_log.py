"""What the site's log says of logins and of what is refused: which event, whose account, from which address, at which
door. It names accounts by their ids. What was typed, right or wrong, never stands in it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Literal

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.http import HttpRequest, HttpResponse

from campaigns.client_address import address_of
from campaigns.models import User

View = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger("security")
NOBODY = "-"
REFUSED = (401, 403, 429)  # who is not known, who may not, who asks too often

Event = Literal[
    "logged-in",
    "logged-out",
    "token-made",
    "password-wrong",
    "paused",
    "passkey-wrong",
    "code-right",
    "code-wrong",
    "recovery-right",
    "refused",
]


def note(event: Event, request: HttpRequest | None, account: object, **more: object) -> None:
    """One line, or one object with `LOG_FORMAT=json`. `account`: its id, or `NOBODY`."""
    address, door = (address_of(request) or NOBODY, _door(request)) if request else (NOBODY, NOBODY)
    fields = {"event": event, "account": str(account), "address": address, "door": door, **more}
    logger.info("%s", " ".join(f"{name}={value}" for name, value in fields.items()), extra={"fields": fields})


def _door(request: HttpRequest) -> str:
    """The name of the route: an address may hold a link that lets in."""
    match = request.resolver_match
    return (match.view_name if match else "") or NOBODY


def wrong_name(request: HttpRequest | None, name: str, event: Event = "password-wrong") -> None:
    """A name and password that let nobody in, or that nobody looked at (`paused`). The account's id, if there is one of
    that name."""
    known = User.objects.filter(username=name).values_list("pk", flat=True).first() if name.isprintable() else None
    note(event, request, known or NOBODY)


def refused(get_response: View) -> View:
    """Middleware: notes each answer that refuses somebody what they asked for."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code in REFUSED:
            user = getattr(request, "user", None)
            note("refused", request, getattr(user, "pk", None) or NOBODY, status=response.status_code)
        return response

    return respond


def listen() -> None:
    user_logged_in.connect(_logged_in, dispatch_uid="campaigns.security_log")
    user_logged_out.connect(_logged_out, dispatch_uid="campaigns.security_log")
    user_login_failed.connect(_failed, dispatch_uid="campaigns.security_log")


def _logged_in(sender: object, request: HttpRequest | None, user: AbstractBaseUser, **_signal: Any) -> None:
    note("logged-in", request, user.pk)


def _logged_out(sender: object, request: HttpRequest, user: AbstractBaseUser | None, **_signal: Any) -> None:
    if user is not None:
        note("logged-out", request, user.pk)


def _failed(sender: object, credentials: Mapping[str, Any], request: HttpRequest | None = None, **_signal: Any) -> None:
    wrong_name(request, str(credentials.get("username", "")))
